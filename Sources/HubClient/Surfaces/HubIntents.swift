import MediaCore

/// The videos that a voice assistant or a shortcut can choose from, and the action on them: mark a video as watched. All data is on this
/// device, so no function sends a request.
///
/// ```swift
/// let intents = HubIntents(hub: hub)
/// if let row = try await intents.matching("sourdough").first {
///   print(try await intents.markWatched(row.id).sentence)
/// }
/// ```
/// On Apple's systems, `MarkVideoWatchedIntent` connects the action to App Intents.
public struct HubIntents: Sendable {
  /// The highest number of videos that ``suggested()`` and ``matching(_:)`` return.
  public static let limit = 25

  private let hub: HubService

  /// Creates the actions of a service's user.
  public init(hub: HubService) { self.hub = hub }

  /// The texts of the service, in which the sentences are written.
  public var texts: Texts { hub.client.environment.texts }

  /// Returns the newest unwatched videos.
  /// - Throws: `storageFailed`.
  public func suggested() async throws(HubError) -> [HubSnapshot.Row] {
    Array(try await rows().filter(\.isUnwatched).map(\.row).prefix(Self.limit))
  }

  /// Returns videos by their ids, in the order of the ids, watched or not. A video that this device does not have is left out.
  /// - Throws: `storageFailed`.
  public func rows(of ids: [String]) async throws(HubError) -> [HubSnapshot.Row] {
    let known = Dictionary(try await rows().map { ($0.row.id, $0.row) }, uniquingKeysWith: { first, _ in first })
    return ids.compactMap { known[$0] }
  }

  /// Returns the newest videos, watched or not, whose title or channel contains every word of `text`. For a blank text, returns
  /// ``suggested()``.
  /// - Throws: `storageFailed`.
  public func matching(_ text: String) async throws(HubError) -> [HubSnapshot.Row] {
    guard !SearchText.words(text).isEmpty else { return try await suggested() }
    let found = try await rows().lazy.map(\.row).filter { row in
      SearchText.matches(text, in: [row.video.title, row.channelTitle].compactMap(\.self))
    }
    return Array(found.prefix(Self.limit))
  }

  /// Marks a video as watched, also a video that this device does not have. The mark is durable when the call returns, and goes to the user's
  /// other devices with the next exchange (``WatchStatusStore``).
  /// - Throws: `storageFailed`. Its `clientError` has the kind `signedOut` if the app has signed out since the service was created.
  @discardableResult
  public func markWatched(_ videoId: String) async throws(HubError) -> IntentReply<String> {
    let title = try await rows(of: [videoId]).first?.video.title
    try await hub.library.statuses.set(.watched, for: videoId)
    let sentence =
      title.map { texts("hub.intent.watched", english: "“%@” is marked as watched.", $0) }
      ?? texts("hub.intent.watched.unnamed", english: "The video is marked as watched.")
    return IntentReply(videoId, sentence: sentence)
  }

  private func rows() async throws(HubError) -> [(row: HubSnapshot.Row, isUnwatched: Bool)] {
    let videos = try await hub.library.videos.known().videos
    let (records, titles) = (try await hub.library.statuses.records(), try await hub.library.channels.titles())
    return videos.map { video in
      let record = records[video.videoId]
      return (HubSnapshot.Row(video, record, titles), record?.status.isUnwatched ?? true)
    }
  }
}
