import MediaCore

/// The settings of a server that matter to a listener; those for administrators are not read. Any can be missing.
public struct ServerSettings: Codable, Hashable, Sendable {
  /// A semantic version such as `2.36.0`.
  public var version: String?
  /// The number of the server's build.
  public var buildNumber: Int?
  /// The server's language, such as `en-us`.
  public var language: String?
  /// How the web client writes days, such as `MM/dd/yyyy`.
  public var dateFormat: String?
  /// How the web client writes times, such as `HH:mm`.
  public var timeFormat: String?
  /// The server's zone, such as `Europe/Oslo`: the days of listening are days there.
  public var timeZone: String?
  /// Whether sorting by title skips the words of ``sortingPrefixes``.
  public var sortingIgnorePrefix: Bool?
  /// The words in lower case: `the`, `a`.
  public var sortingPrefixes: [String]?
  /// Whether the web client offers Chromecast.
  public var chromecastEnabled: Bool?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    version = members[.version]
    buildNumber = members[.buildNumber]
    language = members[.language]
    dateFormat = members[.dateFormat]
    timeFormat = members[.timeFormat]
    timeZone = members[.timeZone]
    sortingIgnorePrefix = members[.sortingIgnorePrefix]
    sortingPrefixes = members.optionalList(.sortingPrefixes)
    chromecastEnabled = members[.chromecastEnabled]
  }
}
