public import Foundation

/// A source of audio on this device. The player asks this source first: an item that the source has opens without a network and without a
/// session.
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
  /// An item of the current account with all its files; nil when a file is missing.
  func localItem(_ id: PlayableID) async -> LocalItem?
}

/// A book or an episode with its files on this device. Empty members are filled in from the time when the item was last open.
public struct LocalItem: Codable, Hashable, Sendable, Identifiable {
  public var id: PlayableID
  /// The title of the book or episode; empty to use the title from when the item was last open.
  public var title = ""
  /// The author, or the podcast's name.
  public var author = ""
  /// The address of the cover, in a file on this device or on the server.
  public var coverURL: URL?
  /// The duration in seconds; 0 when unknown.
  public var duration = 0.0
  /// The chapters; empty to use the chapters from when the item was last open.
  public var chapters: [Chapter] = []
  /// The files in their order, with file URLs.
  public var tracks: [PlayableTrack]

  /// Creates an item with its files; title and chapters are filled in from the time when it was last open.
  public init(id: PlayableID, tracks: [PlayableTrack]) {
    self.id = id
    self.tracks = tracks
  }
}
