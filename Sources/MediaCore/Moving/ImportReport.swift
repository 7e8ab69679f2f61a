/// The outcome of an import: the number of elements of the file that were taken, merged or left alone, and why.
public struct ImportReport: Sendable, Hashable, Codable {
  /// One kind of data of the file.
  public struct Part: Sendable, Hashable, Codable, Identifiable {
    /// The name in the file: `changes`, or a name of the service's, such as `upNext`.
    public let name: String
    /// The number of elements that this device did not have.
    public package(set) var taken = 0
    /// The number of elements that this device had in another form, and that have changed.
    public package(set) var merged = 0
    /// The number of elements that were left alone, by reason.
    public package(set) var skipped: [Reason: Int] = [:]

    public var id: String { name }

    init(_ name: String) { self.name = name }

    package mutating func skip(_ reason: Reason, _ count: Int = 1) {
      if count > 0 { skipped[reason, default: 0] += count }
    }
  }

  /// Why an element was left alone.
  public struct Reason: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// This device has the same element already.
    public static let known = Reason(rawValue: "known")
    /// This device has sent the change, or the user has discarded it here.
    public static let decided = Reason(rawValue: "decided")
    /// The import kept this device's version of the element, because it is the later one.
    public static let newerHere = Reason(rawValue: "newerHere")
    /// The import kept this device's value, because the setting was chosen here.
    public static let setHere = Reason(rawValue: "setHere")
    /// The import left the element out, because the part already has its maximum of elements on this device.
    public static let full = Reason(rawValue: "full")
    /// The part is of a newer version of the app, and this version does not know the part.
    public static let unknown = Reason(rawValue: "unknown")
    /// The same file was imported before.
    public static let importedBefore = Reason(rawValue: "importedBefore")
  }

  /// The parts of the file in the order in which they were imported.
  public internal(set) var parts: [Part] = []

  /// Whether anything on this device has changed.
  public var hasChanged: Bool { parts.contains { $0.taken + $0.merged > 0 } }

  /// The part with that name; nil when the file has no such part.
  public subscript(name: String) -> Part? { parts.first { $0.name == name } }
}
