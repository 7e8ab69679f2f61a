public import MediaCore

/// The public status of a server (`GET /status`, without credentials). Decoding requires no member, so the response of another kind of
/// server can be decoded as well: check ``isAudiobookshelf`` first.
public struct ServerStatus: Codable, Hashable, Sendable {
  /// The name of the server's application. For an Audiobookshelf server, the name is `audiobookshelf`. Any other value, or nil, means that
  /// the server is not an Audiobookshelf server.
  public var app: String?
  /// The version of the server, a semantic version such as `2.36.0`. To find out whether the server has a feature, don't compare versions
  /// but use `ServerCapability`.
  public var serverVersion: String?
  /// Whether the server's first account is set up. If false, nobody can sign in yet.
  public var isInit = false
  /// The server's language, such as `en-us`.
  public var language: String?
  /// The ways to sign in that the server's administrator has switched on.
  public var authMethods: [AuthMethod] = []
  /// The server's texts for the sign-in screen.
  public var authFormData: AuthFormData?
  /// The path of the server's configuration folder. Sent only while the server is not set up.
  public var configPath: String?
  /// The path of the server's metadata folder. Sent only while the server is not set up.
  public var metadataPath: String?

  /// Whether the response came from an Audiobookshelf server.
  public var isAudiobookshelf: Bool { app == "audiobookshelf" }

  public init() {}

  enum CodingKeys: String, CodingKey {
    case app, serverVersion, isInit, language, authMethods, authFormData
    case configPath = "ConfigPath"
    case metadataPath = "MetadataPath"
  }

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

/// A way to sign in that a server offers.
public struct AuthMethod: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Signing in with a user name and a password.
  public static let local = AuthMethod(rawValue: "local")
  /// Signing in through an OpenID provider, in a browser.
  public static let openid = AuthMethod(rawValue: "openid")
}

/// The server's texts for the sign-in screen.
public struct AuthFormData: Codable, Hashable, Sendable {
  /// The server's message for the sign-in screen, in simple HTML; nil or empty if there is none.
  public var authLoginCustomMessage: String?
  /// The text of the button that leads to the OpenID provider. Sent only while OpenID is switched on.
  public var authOpenIDButtonText: String?
  /// Whether the app should open the OpenID provider's page at once, without a sign-in form. Sent only while OpenID is switched on.
  public var authOpenIDAutoLaunch: Bool?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    authLoginCustomMessage = members[.authLoginCustomMessage]
    authOpenIDButtonText = members[.authOpenIDButtonText]
    authOpenIDAutoLaunch = members[.authOpenIDAutoLaunch]
  }
}
