public import MediaCore

/// Where the episodes of an imported series came from. ``mock`` with zeros means that nothing was found or stored.
public struct ImportSource: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let tmdb = ImportSource(rawValue: "tmdb")
  public static let tvmaze = ImportSource(rawValue: "tvmaze")
  public static let mock = ImportSource(rawValue: "mock")
}
