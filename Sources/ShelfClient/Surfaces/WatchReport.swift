public import Foundation
public import MediaCore

/// The changes that a watch made by itself, for ``WatchLink/merge(_:)`` on the phone.
///
/// A watch keeps its changes until a ``WatchReceipt`` lists their ids, and sends them again until then: nothing counts twice.
public struct WatchReport: Codable, Hashable, Sendable {
  /// The highest number of bytes of ``data()``.
  public static let byteLimit = 60_000

  /// A place that the user has marked in a book.
  public struct Mark: Codable, Hashable, Sendable, Identifiable {
    /// The id of this mark, made once and kept.
    public var id: String
    /// The id of the book's library item.
    public var item: String
    /// The place in the book, in seconds.
    public var time: Double
    /// The text of the bookmark; not empty.
    public var title: String

    /// Creates a mark.
    public init(id: String, item: String, time: Double, title: String) {
      (self.id, self.item, self.time, self.title) = (id, item, time, title)
    }
  }

  /// The account of the ``WatchContext`` that the changes were made with.
  public let account: String
  /// The stretches of listening. A moved place without listening is a stretch of 0 seconds. A stretch that has grown is sent again with its
  /// id.
  public var listening: [LocalListening]
  /// The bookmarks that were set.
  public var bookmarks: [Mark]

  /// Creates a report.
  public init(account: String, listening: [LocalListening] = [], bookmarks: [Mark] = []) {
    (self.account, self.listening, self.bookmarks) = (account, listening, bookmarks)
  }

  /// The report as a message.
  /// - Throws: `invalidRequest` with the detail `tooLarge` for a report of more than ``byteLimit`` bytes: send it in parts.
  public func data() throws(ClientError) -> Data {
    let data = try WatchMessage.data(of: self)
    guard data.count <= Self.byteLimit else { throw WatchMessage.failure("tooLarge") }
    return data
  }

  /// Reads a message of ``data()``.
  /// - Throws: `invalidRequest` with the detail `damaged`, `tooLarge`, or `newerVersion` when a newer version of the app has made it.
  public init(data: Data) throws(ClientError) { self = try WatchMessage.read(data, limit: Self.byteLimit) }
}

/// The answer to a ``WatchReport``.
public struct WatchReceipt: Codable, Hashable, Sendable {
  /// The ids of the changes that the phone has, now or from an earlier report: the watch can forget them.
  public var accepted: [String] = []
  /// The ids of the changes that are impossible, such as a place before the start: sending them again does not help.
  public var refused: [String] = []

  /// Creates an empty receipt.
  public init() {}
}
