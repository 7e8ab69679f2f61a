public import Foundation
import MediaCore

/// A place where the account is signed in (`GET /api/me/sessions`); not a playback session. Required: `id`.
public struct LoginSession: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The address from which the sign-in was last used.
  public var ipAddress: String?
  /// The browser or app, as it named itself.
  public var userAgent: String?
  /// The device, as the server parsed it from the user agent.
  public var deviceInfo: DeviceInfo?
  /// When the sign-in was created.
  public var createdAt: Date?
  /// When the sign-in was last used.
  public var updatedAt: Date?
  /// Whether this is the sign-in of the request; only known if the request carried the refresh token.
  public var current = false

  /// A value with its required members; optional ones are nil, lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    ipAddress = members[.ipAddress]
    userAgent = members[.userAgent]
    deviceInfo = members[.deviceInfo]
    createdAt = members[.createdAt]
    updatedAt = members[.updatedAt]
    current = members[.current] ?? false
  }
}
