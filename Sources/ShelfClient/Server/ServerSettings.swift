import MediaCore

/// The settings of a server that matter to a listener; settings for administrators are not decoded. A member is nil if the server did not
/// send the setting.
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
  /// The server's time zone, such as `Europe/Oslo`. The days of the listening statistics are days in this zone.
  public var timeZone: String?
  /// Whether the server ignores the words of ``sortingPrefixes`` at the start of a title when it sorts by title.
  public var sortingIgnorePrefix: Bool?
  /// The words that the server ignores at the start of a title when it sorts by title. The words are in lower case, such as `the` and `a`.
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
