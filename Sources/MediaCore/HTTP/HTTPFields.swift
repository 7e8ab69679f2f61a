/// Header fields in the order in which they were added. Two names that differ only in case are the same name. A name may occur more than
/// once.
///
/// A description and a dump show only the names of the fields, because the values can be credentials.
public struct HTTPFields: Sendable, Hashable, ExpressibleByDictionaryLiteral, CustomStringConvertible, CustomReflectable
{
  /// The fields in the order in which they were added. A name can occur more than once.
  public private(set) var entries: [Entry]

  /// A header field. It consists of a name and a value; a description shows only the name.
  public struct Entry: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The name, in the case in which it was written. Names are compared without regard to case.
    public let name: String
    /// The value of the field.
    public let value: String

    public var description: String { "\(name): •••" }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
  }

  public init() { entries = [] }

  public init(dictionaryLiteral elements: (String, String)...) {
    entries = elements.map { Entry(name: $0.0, value: $0.1) }
  }

  /// The value of the first field named `name`; nil if there is no such field. Setting a value replaces all fields of this name. Setting
  /// nil removes all fields of this name.
  public subscript(name: String) -> String? {
    get { entries.first { $0.name.equalsIgnoringASCIICase(name) }?.value }
    set {
      guard let index = entries.firstIndex(where: { $0.name.equalsIgnoringASCIICase(name) }) else {
        if let newValue { append(name, newValue) }
        return
      }
      entries.removeAll { $0.name.equalsIgnoringASCIICase(name) }
      if let newValue { entries.insert(Entry(name: name, value: newValue), at: index) }
    }
  }

  /// Makes room for so many fields at once.
  mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  /// Returns the values of all fields named `name`, in order.
  public func values(_ name: String) -> [String] {
    entries.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
  }

  /// Adds a field at the end. Existing fields with the same name stay.
  public mutating func append(_ name: String, _ value: String) {
    entries.append(Entry(name: name, value: value))
  }

  /// Adds all fields of `other`. Existing fields that have the same name as a field of `other` are removed first.
  public mutating func merge(_ other: HTTPFields) {
    if other.isEmpty { return }
    if !isEmpty {
      entries.removeAll { entry in other.entries.contains { $0.name.equalsIgnoringASCIICase(entry.name) } }
    }
    entries += other.entries
  }

  /// One value for each name, with several values of a name behind commas.
  var valuesByName: [String: String] {
    var values: [String: String] = [:]
    for entry in entries {
      let name = values.keys.first { $0.equalsIgnoringASCIICase(entry.name) } ?? entry.name
      values[name] = values[name].map { "\($0),\(entry.value)" } ?? entry.value
    }
    return values
  }

  /// Whether there are no fields.
  public var isEmpty: Bool { entries.isEmpty }

  public var description: String { "[" + entries.map(\.description).joined(separator: ", ") + "]" }
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: entries, displayStyle: .collection) }
}

extension HTTPFields {
  /// Whether the body is not compressed.
  package var isPlain: Bool { ["", "identity"].contains(self["Content-Encoding"]?.lowercased() ?? "") }

  /// Whether all names are RFC 9110 tokens and no value contains characters that could start another header. Foundation would silently
  /// leave out an unsafe header and send the request without it.
  public var areSafe: Bool {
    entries.allSatisfy { entry in
      !entry.name.isEmpty
        && entry.name.isEachByte { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
          default: "!#$%&'*+.^_`|~".utf8.contains(byte)
          }
        }
        && entry.value.isEachByte { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
  }
}

extension String {
  func equalsIgnoringASCIICase(_ other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { a, b in a == b || (a | 0x20 == b | 0x20 && (0x61...0x7A).contains(a | 0x20))
      }
  }
}
