import MediaCore

/// What a server wants its sign-in screen to say.
public struct AuthFormData: Codable, Hashable, Sendable {
  /// Simple HTML; empty when there is no message.
  public var authLoginCustomMessage: String?
  /// Only while OpenID is switched on.
  public var authOpenIDButtonText: String?
  /// Whether to go to the provider at once. Only while OpenID is switched on.
  public var authOpenIDAutoLaunch: Bool?

  public init(
    authLoginCustomMessage: String? = nil, authOpenIDButtonText: String? = nil, authOpenIDAutoLaunch: Bool? = nil
  ) {
    self.authLoginCustomMessage = authLoginCustomMessage
    self.authOpenIDButtonText = authOpenIDButtonText
    self.authOpenIDAutoLaunch = authOpenIDAutoLaunch
  }
}

extension AuthFormData {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    authLoginCustomMessage = members[.authLoginCustomMessage]
    authOpenIDButtonText = members[.authOpenIDButtonText]
    authOpenIDAutoLaunch = members[.authOpenIDAutoLaunch]
  }
}
