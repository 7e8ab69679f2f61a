import MediaCore

/// The tokens of a sign-in, inside the wire's user object. They print as dots and are written only where the whole login
/// is written.
public struct LoginTokens: Codable, Hashable, Sendable {
  /// Lives an hour. Nil from `/api/authorize` and from servers before 2.26; those want ``legacy``.
  public var access: String?
  /// Lives 30 days and is replaced by each refresh. Nil when the server put it into a cookie.
  public var refresh: String?
  /// Never expires and is deprecated: do not keep it while there is an ``access`` token.
  public var legacy: String?

  public init(access: String? = nil, refresh: String? = nil, legacy: String? = nil) {
    self.access = access
    self.refresh = refresh
    self.legacy = legacy
  }

  enum CodingKeys: String, CodingKey {
    case access = "accessToken"
    case refresh = "refreshToken"
    case legacy = "token"
  }
}

extension LoginTokens {
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
