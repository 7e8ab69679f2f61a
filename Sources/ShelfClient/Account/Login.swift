import MediaCore

/// What every way of signing in answers with: `/login`, `/auth/refresh`, the OpenID callback and `/api/authorize` (the
/// last without tokens). Required: `user`.
public struct Login: Codable, Hashable, Sendable {
  public var user: User
  public var tokens: LoginTokens
  /// The first library, in display order, that the account may see; nil when there is none.
  public var userDefaultLibraryId: String?
  public var serverSettings: ServerSettings?
  public var ereaderDevices: [EReaderDevice]
  /// How the server was installed: `docker`, `debian`, `local`, …
  public var source: String?

  public init(
    user: User, tokens: LoginTokens = LoginTokens(), userDefaultLibraryId: String? = nil,
    serverSettings: ServerSettings? = nil, ereaderDevices: [EReaderDevice] = [], source: String? = nil
  ) {
    self.user = user
    self.tokens = tokens
    self.userDefaultLibraryId = userDefaultLibraryId
    self.serverSettings = serverSettings
    self.ereaderDevices = ereaderDevices
    self.source = source
  }

  enum CodingKeys: String, CodingKey {
    case user, userDefaultLibraryId, serverSettings, ereaderDevices
    case source = "Source"
  }

  /// The wire's user object: the account and its tokens side by side.
  private struct TokenBearer: Codable {
    let user: User
    let tokens: LoginTokens

    init(user: User, tokens: LoginTokens) {
      self.user = user
      self.tokens = tokens
    }

    init(from decoder: any Decoder) throws {
      user = try User(from: decoder)
      tokens = try LoginTokens(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try user.encode(to: encoder)
      try tokens.encode(to: encoder)
    }
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let bearer: TokenBearer = try members.require(.user)
    user = bearer.user
    tokens = bearer.tokens
    userDefaultLibraryId = members[.userDefaultLibraryId]
    serverSettings = members[.serverSettings]
    ereaderDevices = members.list(.ereaderDevices)
    source = members[.source]
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(TokenBearer(user: user, tokens: tokens), forKey: .user)
    try container.encodeIfPresent(userDefaultLibraryId, forKey: .userDefaultLibraryId)
    try container.encodeIfPresent(serverSettings, forKey: .serverSettings)
    try container.encode(ereaderDevices, forKey: .ereaderDevices)
    try container.encodeIfPresent(source, forKey: .source)
  }
}
