import MediaCore

/// The settings of a server that matter to a listener; settings for administrators are not read. Any of them can be missing.
public struct ServerSettings: Codable, Hashable, Sendable {
  /// The version of the server, a semantic version such as `2.36.0`.
  public var version: String?
  /// The number of the server's build.
  public var buildNumber: Int?
  /// The server's language, such as `en-us`.
  public var language: String?
  /// The format in which the web client writes days, such as `MM/dd/yyyy`.
  public var dateFormat: String?
  /// The format in which the web client writes times, such as `HH:mm`.
  public var timeFormat: String?
  /// The server's time zone, such as `Europe/Oslo`. The server counts listening by the days of this zone.
  public var timeZone: String?
  /// Whether sorting by title skips the words of ``sortingPrefixes``.
  public var sortingIgnorePrefix: Bool?
  /// The words that sorting by title skips, in lower case: `the`, `a`.
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
