public import Foundation

/// Audio that is on this device. The player asks it first: what is here opens without a network and without a session.
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
  /// An item of the current account with all its files; nil when one of them is missing.
  func localItem(_ id: PlayableID) async -> LocalItem?
}

/// A book or an episode with its files on this device. What is left empty is taken from what was known when it was last open.
public struct LocalItem: Codable, Hashable, Sendable, Identifiable {
  public var id: PlayableID
  /// Empty: the title that was known when it was last open.
  public var title = ""
  /// The author, or the podcast's name.
  public var author = ""
  /// Of a file on this device, or the server's.
  public var coverURL: URL?
  /// Seconds; 0 when unknown.
  public var duration = 0.0
  /// Empty: the chapters that were known when it was last open.
  public var chapters: [Chapter] = []
  /// In their order, with file URLs.
  public var tracks: [PlayableTrack]

  /// With its files; titles and chapters are taken from when it was last open.
  public init(id: PlayableID, tracks: [PlayableTrack]) {
    self.id = id
    self.tracks = tracks
  }
}
