public import Foundation
public import MediaCore

/// The state that a phone sends to a watch: what plays, what comes next, which items to download, and how far the user is. See ``WatchLink``.
///
/// The app sends ``data()`` over a session of its own, such as `WCSession.updateApplicationContext(_:)`. It has no credential and no address of
/// the server.
public struct WatchContext: Codable, Hashable, Sendable {
  /// The highest number of bytes of ``data()``.
  public static let byteLimit = 60_000
  /// The highest number of entries in ``queue``.
  public static let queueLimit = 25

  /// The account that the state belongs to; a ``WatchReport`` has to name it.
  public let account: String
  /// When the state was read, by the phone's clock. A watch ignores a state that is older than the one that it has.
  public var madeAt: Date
  /// The item that plays on the phone; nil if none is open.
  public var nowPlaying: NowPlayingSnapshot?
  /// The items to play next and then the newest unfinished episodes, at most ``queueLimit``, with their progress.
  public var queue: [QueueEntry]
  /// The items that the watch has to keep for listening without the phone, the most wanted one first.
  public var downloads: [PlayableID]

  init(account: String, madeAt: Date) {
    (self.account, self.madeAt, queue, downloads) = (account, madeAt, [], [])
  }

  /// The state as a message of at most ``byteLimit`` bytes. Entries at the end of the queue are left out if there is no room for them.
  /// - Throws: `invalidRequest` with the detail `tooLarge` if the state has no room even without a queue.
  public func data() throws(ClientError) -> Data {
    var context = self
    while true {
      let data = try WatchMessage.data(of: context)
      if data.count <= Self.byteLimit { return data }
      if context.queue.isEmpty { throw WatchMessage.failure("tooLarge") }
      context.queue.removeLast((context.queue.count + 1) / 2)
    }
  }

  /// Reads a message of ``data()``.
  /// - Throws: `invalidRequest` with the detail `damaged`, `tooLarge`, or `newerVersion` when a newer version of the app has made it.
  public init(data: Data) throws(ClientError) { self = try WatchMessage.read(data, limit: Self.byteLimit) }
}
