public import Foundation

/// A source of audio files on this device. The player looks for an item in this source first. An item that the source contains opens
/// without a network and without a session on the server.
///
/// ```swift
/// struct Files: LocalMedia {
///   func localItem(_ id: PlayableID) async -> LocalItem? {
///     guard let file = folder.file(of: id) else { return nil }
///     return LocalItem(id: id, tracks: [PlayableTrack(url: file.url, start: 0, duration: file.duration)])
///   }
/// }
/// let player = PlayerViewModel(shelf: shelf, engine: engine, localMedia: Files())
/// ```
public protocol LocalMedia: Sendable {
  /// Returns a book or an episode of the current account with all its files. Nil if any of the files is missing on this device.
  func localItem(_ id: PlayableID) async -> LocalItem?
}

/// A book or an episode with its files on this device. If a member is empty, the player uses the value that the member had when the item
/// was last open.
public struct LocalItem: Codable, Hashable, Sendable, Identifiable {
  public var id: PlayableID
  /// The title of the book or episode. If empty, the player uses the title from when the item was last open.
  public var title = ""
  /// The author of the book, or of the episode's podcast.
  public var author = ""
  /// The URL of the cover: a file on this device, or an address on the server.
  public var coverURL: URL?
  /// The duration in seconds; 0 if it is unknown.
  public var duration = 0.0
  /// The chapters. If empty, the player uses the chapters from when the item was last open.
  public var chapters: [Chapter] = []
  /// The audio files in playing order, with file URLs.
  public var tracks: [PlayableTrack]

  /// Creates an item with its files. If the title and the chapters stay empty, the player uses the title and the chapters from when the
  /// item was last open.
  public init(id: PlayableID, tracks: [PlayableTrack]) {
    self.id = id
    self.tracks = tracks
  }
}
