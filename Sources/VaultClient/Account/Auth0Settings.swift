import MediaCore

/// The tenant at Auth0 that a server signs people in with.
public struct Auth0Settings: Codable, Hashable, Sendable {
  /// A host such as `tenant.eu.auth0.com`.
  public var domain: String
  /// Nil uses the client id of the server's page, which is its web client's.
  public var clientID: String?
  /// Nil asks for no audience.
  public var audience: String?

  public init(domain: String, clientID: String? = nil, audience: String? = nil) {
    self.domain = domain
    self.clientID = clientID
    self.audience = audience
  }

  enum CodingKeys: String, CodingKey {
    case domain, audience
    case clientID = "client_id"
  }

  /// The settings of the public ViewVault, with the client of its web page.
  public static let viewVault = Auth0Settings(
    domain: "dev-a6z1zwjm1wj3xpjg.us.auth0.com", clientID: "6O0NKgLmUN6fo0psLnu6jNUYQERk5fRw")

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    domain = try members.require(.domain)
    clientID = members[.clientID]
    audience = members[.audience]
  }
}
