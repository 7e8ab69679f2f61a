public import Foundation
public import MediaCore

/// The changes that the user made on a watch. The phone merges these changes with ``WatchLink/merge(_:)``.
///
/// The watch has to store each change, and send it again, until a ``WatchReceipt`` lists the id of the change. The phone merges a change
/// only once, however often the watch sends it.
public struct WatchReport: Codable, Hashable, Sendable {
  /// The highest number of bytes that ``data()`` returns.
  public static let byteLimit = WatchMessage.byteLimit

  /// A bookmark that the user added on the watch.
  public struct Mark: Codable, Hashable, Sendable, Identifiable {
    /// The id of this bookmark. The watch creates the id once, and uses the same id each time that it sends the bookmark.
    public var id: String
    /// The id of the book's library item.
    public var item: String
    /// The position in the book, in seconds.
    public var time: Double
    /// The title of the bookmark, which must not be empty.
    public var title: String

    /// Creates a bookmark.
    public init(id: String, item: String, time: Double, title: String) {
      (self.id, self.item, self.time, self.title) = (id, item, time, title)
    }
  }

  /// The account to which the changes belong. Use ``WatchContext/account`` of the state that the watch had when the user made the changes.
  public let account: String
  /// The stretches of listening on the watch. If the user only moved to another position, the stretch has 0 seconds. If a stretch has grown
  /// since it was last sent, send it again under the same id.
  public var listening: [LocalListening]
  /// The bookmarks that the user added.
  public var bookmarks: [Mark]

  /// Creates a report.
  public init(account: String, listening: [LocalListening] = [], bookmarks: [Mark] = []) {
    (self.account, self.listening, self.bookmarks) = (account, listening, bookmarks)
  }

  /// Returns the report as a message for the phone.
  /// - Throws: `invalidRequest` with the detail `tooLarge` if the message has more than ``byteLimit`` bytes. In this case, split the report
  ///   into several reports.
  public func data() throws(ClientError) -> Data {
    let data = try WatchMessage.data(of: self)
    guard data.count <= Self.byteLimit else { throw WatchMessage.failure(ClientError.Detail.tooLarge) }
    return data
  }

  /// Reads a message that ``data()`` has created.
  /// - Throws: `invalidRequest`. Its detail is `damaged`, `tooLarge`, or `newerVersion` if a newer version of the app created the message.
  public init(data: Data) throws(ClientError) { self = try WatchMessage.read(data) }
}

/// The phone's answer to a ``WatchReport``.
public struct WatchReceipt: Codable, Hashable, Sendable {
  /// The ids of the changes that the phone has stored, from this report or an earlier report. The watch can delete these changes.
  public var accepted: [String] = []
  /// The ids of the changes that the phone has refused because their values are impossible, such as a negative position. If the watch sends
  /// these changes again, the phone refuses them again.
  public var refused: [String] = []

  /// Creates an empty receipt.
  public init() {}
}
