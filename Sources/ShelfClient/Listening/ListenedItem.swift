import MediaCore

/// What an account has listened to of one library item.
public struct ListenedItem: Codable, Hashable, Sendable {
  /// The library item's.
  public var id: String?
  /// Seconds.
  public var timeListening: Double?
  /// As it was when it was last listened to.
  public var mediaMetadata: MediaMetadata?

  public init(id: String? = nil, timeListening: Double? = nil, mediaMetadata: MediaMetadata? = nil) {
    self.id = id
    self.timeListening = timeListening
    self.mediaMetadata = mediaMetadata
  }
}

extension ListenedItem {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members[.id]
    timeListening = members[.timeListening]
    mediaMetadata = members[.mediaMetadata]
  }
}
