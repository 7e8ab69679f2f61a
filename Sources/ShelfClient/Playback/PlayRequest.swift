import MediaCore

/// The body that opens a session (`POST /api/items/{id}/play`). Without ``supportedMimeTypes`` the server transcodes.
struct PlayRequest: Codable, Hashable, Sendable {
  var deviceInfo: DeviceInfo?
  /// The name of the player, such as `AVPlayer`.
  var mediaPlayer: String?
  /// What the player can play as it is.
  var supportedMimeTypes: [String]?
  /// Wins over everything else.
  var forceDirectPlay: Bool?
  var forceTranscode: Bool?
}

extension PlayRequest {
  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    deviceInfo = members[.deviceInfo]
    mediaPlayer = members[.mediaPlayer]
    supportedMimeTypes = members.optionalList(.supportedMimeTypes)
    forceDirectPlay = members[.forceDirectPlay]
    forceTranscode = members[.forceTranscode]
  }
}
