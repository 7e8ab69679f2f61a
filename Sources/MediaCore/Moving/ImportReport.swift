/// The outcome of an import: the number of elements that the import added, changed or skipped, and the reasons for skipping.
public struct ImportReport: Sendable, Hashable, Codable {
  /// The outcome of the import for one type of data in the file, such as the unsent changes.
  public struct Part: Sendable, Hashable, Codable, Identifiable {
    /// The name of this type of data in the file: `changes`, or a name that the service defines, such as `upNext`.
    public let name: String
    /// The number of elements that the import added, because this device did not have them.
    public package(set) var taken = 0
    /// The number of elements that this device had in a different version, and that the import changed.
    public package(set) var merged = 0
    /// The number of elements that the import skipped, for each reason.
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

    /// The import skipped the element, because this device already has the same element.
    public static let known = Reason(rawValue: "known")
    /// The import skipped the change, because this device has sent it already or the user has discarded it on this device.
    public static let decided = Reason(rawValue: "decided")
    /// The import kept this device's version of the element, because this device's version is newer.
    public static let newerHere = Reason(rawValue: "newerHere")
    /// The import kept this device's value of the setting, because the user has chosen the value on this device.
    public static let setHere = Reason(rawValue: "setHere")
    /// The import skipped the element, because this device already has the maximum number of elements of this type.
    public static let full = Reason(rawValue: "full")
    /// The import skipped the element, because a newer version of the app has written it and this version does not support this type of
    /// data.
    public static let unknown = Reason(rawValue: "unknown")
    /// The import skipped the element, because the same file was imported before.
    public static let importedBefore = Reason(rawValue: "importedBefore")
  }

  /// The outcome for each type of data in the file, in the order in which the types were imported.
  public internal(set) var parts: [Part] = []

  /// Whether the import has changed anything on this device.
  public var hasChanged: Bool { parts.contains { $0.taken + $0.merged > 0 } }

  /// The outcome for the type of data with this name (see ``Part/name``); nil if the file has no such data.
  public subscript(name: String) -> Part? { parts.first { $0.name == name } }
}
