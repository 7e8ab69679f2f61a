public import Foundation
import MediaCore

/// One sign-in of the account, on a device or in a browser (`GET /api/me/sessions`). Not a playback session. Decoding requires `id`.
public struct LoginSession: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The address from which the sign-in was last used.
  public var ipAddress: String?
  /// The user agent that the browser or app sent.
  public var userAgent: String?
  /// The device, as the server parsed it from the user agent.
  public var deviceInfo: DeviceInfo?
  /// When the sign-in was created.
  public var createdAt: Date?
  /// When the sign-in was last used.
  public var updatedAt: Date?
  /// Whether the request for this list was made with this sign-in. False for every sign-in if the request did not carry the refresh token.
  public var current = false

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
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
