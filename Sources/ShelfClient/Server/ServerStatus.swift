import MediaCore

/// What a server says about itself to anybody (`GET /status`, no credentials). Nothing is required: ask
/// ``isAudiobookshelf`` whether this is such a server at all.
public struct ServerStatus: Codable, Hashable, Sendable {
  /// `audiobookshelf`; anything else is another server.
  public var app: String?
  /// A semantic version such as `2.36.0`; detect features, do not compare.
  public var serverVersion: String?
  /// False while nobody has set up the first account; then nobody can sign in.
  public var isInit: Bool
  /// The server's language, such as `en-us`.
  public var language: String?
  /// The ways to sign in that are switched on.
  public var authMethods: [AuthMethod]
  /// Texts for the sign-in screen.
  public var authFormData: AuthFormData?
  /// A path on the server, only while it is not set up.
  public var configPath: String?
  /// A path on the server, only while it is not set up.
  public var metadataPath: String?

  /// Whether this answer came from an Audiobookshelf server.
  public var isAudiobookshelf: Bool { app == "audiobookshelf" }

  public init(
    app: String? = nil, serverVersion: String? = nil, isInit: Bool = false, language: String? = nil,
    authMethods: [AuthMethod] = [], authFormData: AuthFormData? = nil, configPath: String? = nil,
    metadataPath: String? = nil
  ) {
    self.app = app
    self.serverVersion = serverVersion
    self.isInit = isInit
    self.language = language
    self.authMethods = authMethods
    self.authFormData = authFormData
    self.configPath = configPath
    self.metadataPath = metadataPath
  }

  enum CodingKeys: String, CodingKey {
    case app, serverVersion, isInit, language, authMethods, authFormData
    case configPath = "ConfigPath"
    case metadataPath = "MetadataPath"
  }
}

extension ServerStatus {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    app = members[.app]
    serverVersion = members[.serverVersion]
    isInit = members[.isInit] ?? false
    language = members[.language]
    authMethods = members.list(.authMethods)
    authFormData = members[.authFormData]
    configPath = members[.configPath]
    metadataPath = members[.metadataPath]
  }
}
