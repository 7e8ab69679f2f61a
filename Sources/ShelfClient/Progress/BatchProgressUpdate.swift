import MediaCore

/// One element of `PATCH /api/me/progress/batch/update`, which skips elements it cannot apply without saying so. Required:
/// `libraryItemId`.
public struct BatchProgressUpdate: Codable, Hashable, Sendable {
  public var libraryItemId: String
  /// Nil for a book.
  public var episodeId: String?
  public var update: ProgressUpdate

  public init(libraryItemId: String, episodeId: String? = nil, update: ProgressUpdate) {
    self.libraryItemId = libraryItemId
    self.episodeId = episodeId
    self.update = update
  }

  private enum CodingKeys: CodingKey {
    case libraryItemId, episodeId
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemId = try members.requireID(.libraryItemId)
    episodeId = members[.episodeId]
    update = try ProgressUpdate(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try update.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(libraryItemId, forKey: .libraryItemId)
    try container.encodeIfPresent(episodeId, forKey: .episodeId)
  }
}
