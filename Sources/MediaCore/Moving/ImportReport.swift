/// The outcome of an import: the number of elements of the file that were taken, merged or left alone, and why.
public struct ImportReport: Sendable, Hashable, Codable {
  /// The result for one kind of data of the file.
  public struct Part: Sendable, Hashable, Codable, Identifiable {
    /// The name in the file: `changes`, or a name of the service's, such as `upNext`.
    public let name: String
    /// The number of elements that the import added, because this device did not have them.
    public package(set) var taken = 0
    /// The number of elements that the import changed, because this device had them in another form.
    public package(set) var merged = 0
    /// The number of elements that the import skipped, by reason.
    public package(set) var skipped: [Reason: Int] = [:]

    public var id: String { name }

    init(_ name: String) { self.name = name }

    package mutating func skip(_ reason: Reason, _ count: Int = 1) {
      if count > 0 { skipped[reason, default: 0] += count }
    }
  }

  /// The reason why the import skipped an element.
  public struct Reason: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The import skipped the element, because this device has the same element already.
    public static let known = Reason(rawValue: "known")
    /// The import skipped the change, because this device has sent it already or the user has discarded it on this device.
    public static let decided = Reason(rawValue: "decided")
    /// The import kept this device's version of the element, because it is the later one.
    public static let newerHere = Reason(rawValue: "newerHere")
    /// The import kept this device's value, because the setting was chosen here.
    public static let setHere = Reason(rawValue: "setHere")
    /// The import left the element out, because the part already has its maximum of elements on this device.
    public static let full = Reason(rawValue: "full")
    /// The import skipped the element, because a newer version of the app wrote this kind of data, and this version does not support it.
    public static let unknown = Reason(rawValue: "unknown")
    /// The import skipped the element, because the same file was imported before.
    public static let importedBefore = Reason(rawValue: "importedBefore")
  }

  /// The parts of the file in the order in which they were imported.
  public internal(set) var parts: [Part] = []

  /// Whether anything on this device has changed.
  public var hasChanged: Bool { parts.contains { $0.taken + $0.merged > 0 } }

  /// The part with that name; nil when the file has no such part.
  public subscript(name: String) -> Part? { parts.first { $0.name == name } }
}
