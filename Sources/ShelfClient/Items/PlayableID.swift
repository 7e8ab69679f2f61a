import MediaCore

/// The id of a book or an episode. This id consists of the id of the library item and, for an episode, also of the id of the episode. The
/// ``description`` is `libraryItemId` or `libraryItemId/episodeId`. The server has no such combined id.
public struct PlayableID: Hashable, Sendable, Codable, LosslessStringConvertible {
  /// The id of the library item, which is the book or the episode's podcast.
  public var libraryItemId: String
  /// The id of the episode; nil if the item is a book.
  public var episodeId: String?

  /// Creates the id of a book or an episode.
  /// - Parameter episodeId: the id of the episode; nil if the item is a book.
  public init(libraryItemId: String, episodeId: String? = nil) {
    self.libraryItemId = libraryItemId
    self.episodeId = episodeId
  }

  /// Creates an id from its `description`. Nil if that text does not begin with the id of a library item.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let item = parts.first, !item.isEmpty else { return nil }
    let episode = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
    self.init(libraryItemId: String(item), episodeId: episode)
  }

  public var description: String { episodeId.map { "\(libraryItemId)/\($0)" } ?? libraryItemId }

  /// The server's ids in it.
  var ids: [String?] { [libraryItemId, episodeId] }

  /// The last segments of the paths for one book or episode: `/{item}` or `/{item}/{episode}`.
  var pathSegments: [PathSegment] { [.id(libraryItemId)] + (episodeId.map { [.id($0)] } ?? []) }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = PlayableID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no id")
    }
    self = id
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension PlayableID: Identifiable {
  /// This id itself, so that SwiftUI can present a sheet for an optional `PlayableID`.
  public var id: Self { self }
}
