import MediaCore

/// The response of `/login`, `/auth/refresh`, the OpenID callback and `/api/authorize`. The response of `/api/authorize` contains no
/// tokens. Decoding requires `user`.
public struct Login: Codable, Hashable, Sendable {
  /// The account, with all its progress and bookmarks.
  public var user: User
  /// The tokens of the new sign-in.
  public var tokens = LoginTokens()
  /// The first library, in display order, that the account may see; nil if there is none.
  public var userDefaultLibraryId: String?
  /// The settings of the server that clients may see.
  public var serverSettings: ServerSettings?
  /// The e-readers that the account may send ebooks to.
  public var ereaderDevices: [EReaderDevice] = []
  /// The way in which the server was installed: `docker`, `debian`, `local`, …
  public var source: String?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(user: User) { self.user = user }

  enum CodingKeys: String, CodingKey {
    case user, userDefaultLibraryId, serverSettings, ereaderDevices
    case source = "Source"
  }

  /// The wire's user object: the account and its tokens side by side.
  private struct TokenBearer: Encodable {
    let user: User
    let tokens: LoginTokens

    func encode(to encoder: any Encoder) throws {
      try user.encode(to: encoder)
      try tokens.encode(to: encoder)
    }
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    user = try members.require(.user)
    tokens = try members.require(.user)
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

/// The tokens of a sign-in, which the server sends inside the user object. Printing this value shows dots in place of the tokens. Encoding
/// a ``Login`` writes the tokens; encoding a ``User`` does not write them.
public struct LoginTokens: Codable, Hashable, Sendable {
  /// The access token, which is valid for an hour. Nil in the response of `/api/authorize`. Also nil if the server is older than 2.26: use
  /// ``legacy`` then.
  public var access: String?
  /// The refresh token, which is valid for 30 days; each refresh replaces it. Nil if the server sent the token in a cookie.
  public var refresh: String?
  /// The deprecated token, which never expires. Do not store it if ``access`` is set.
  public var legacy: String?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case access = "accessToken"
    case refresh = "refreshToken"
    case legacy = "token"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    access = members[.access]
    refresh = members[.refresh]
    legacy = members[.legacy]
  }
}

extension LoginTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An e-reader that books can be sent to. Decoding requires `name`.
public struct EReaderDevice: Codable, Hashable, Sendable, Identifiable {
  /// The name that the administrator gave the e-reader.
  public var name: String
  /// The e-mail address to which books for the e-reader are sent.
  public var email: String?
  /// The group of users that may use the e-reader, by the server's name of the group, such as `specificUsers`.
  public var availabilityOption: String?
  /// Ids of the accounts that may use the e-reader.
  public var users: [String] = []

  /// The name of the e-reader, which is unique on a server.
  public var id: String { name }

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(name: String) { self.name = name }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    name = try members.requireID(.name)
    email = members[.email]
    availabilityOption = members[.availabilityOption]
    users = members.list(.users)
  }
}
