public import Foundation
public import MediaCore

/// The state that a phone sends to a watch. It contains the item that plays, the items to play next with the user's progress, and the items
/// to download. ``WatchLink/context(playing:downloads:)`` creates the state.
///
/// The app sends ``data()`` over its own session, such as `WCSession.updateApplicationContext(_:)`. The state contains neither a credential
/// nor the server's address.
public struct WatchContext: Codable, Hashable, Sendable {
  /// The highest number of bytes that ``data()`` returns.
  public static let byteLimit = WatchMessage.byteLimit
  /// The highest number of entries in ``queue``.
  public static let queueLimit = 25

  /// The account that the state belongs to. The watch has to put this value into each ``WatchReport``.
  public let account: String
  /// The time at which the state was read, by the phone's clock. The watch should ignore a state that is older than the state that it
  /// already has.
  public var madeAt: Date
  /// The item that is open on the phone; nil if no item is open.
  public var nowPlaying: NowPlayingSnapshot?
  /// The items to play next, followed by the newest unfinished episodes, with the user's progress in each. At most ``queueLimit`` entries.
  public var queue: [QueueEntry]
  /// The items that the watch has to download for listening without the phone, the most important item first.
  public var downloads: [PlayableID]

  init(account: String, madeAt: Date) {
    (self.account, self.madeAt, queue, downloads) = (account, madeAt, [], [])
  }

  /// Returns the state as a message of at most ``byteLimit`` bytes. If the state is too large, entries at the end of the queue are left
  /// out.
  /// - Throws: `invalidRequest` with the detail `tooLarge` if the state is too large even without the queue.
  public func data() throws(ClientError) -> Data {
    var context = self
    while true {
      let data = try WatchMessage.data(of: context)
      if data.count <= Self.byteLimit { return data }
      if context.queue.isEmpty { throw WatchMessage.failure(ClientError.Detail.tooLarge) }
      context.queue.removeLast((context.queue.count + 1) / 2)
    }
  }

  /// Reads a message that ``data()`` has created.
  /// - Throws: `invalidRequest`. Its detail is `damaged`, `tooLarge`, or `newerVersion` if a newer version of the app created the message.
  public init(data: Data) throws(ClientError) { self = try WatchMessage.read(data) }
}
