import MediaCore

/// The body that opens a session (`POST /api/items/{id}/play`). Without ``supportedMimeTypes`` the server transcodes.
public struct PlayRequest: Codable, Hashable, Sendable {
  public var deviceInfo: DeviceInfo?
  /// The name of the player, such as `AVPlayer`.
  public var mediaPlayer: String?
  /// What the player can play as it is.
  public var supportedMimeTypes: [String]?
  /// Wins over everything else.
  public var forceDirectPlay: Bool?
  public var forceTranscode: Bool?

  public init(
    deviceInfo: DeviceInfo? = nil, mediaPlayer: String? = nil, supportedMimeTypes: [String]? = nil,
    forceDirectPlay: Bool? = nil, forceTranscode: Bool? = nil
  ) {
    self.deviceInfo = deviceInfo
    self.mediaPlayer = mediaPlayer
    self.supportedMimeTypes = supportedMimeTypes
    self.forceDirectPlay = forceDirectPlay
    self.forceTranscode = forceTranscode
  }
}

extension PlayRequest {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    deviceInfo = members[.deviceInfo]
    mediaPlayer = members[.mediaPlayer]
    supportedMimeTypes = members.optionalList(.supportedMimeTypes)
    forceDirectPlay = members[.forceDirectPlay]
    forceTranscode = members[.forceTranscode]
  }
}
