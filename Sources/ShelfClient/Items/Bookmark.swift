public import Foundation
import MediaCore

/// A bookmark in a book; episodes have no bookmarks. The item and the time together identify a bookmark. Decoding requires `libraryItemId`
/// and `time`.
public struct Bookmark: Codable, Hashable, Sendable, Identifiable {
  /// The id of the book's library item.
  public var libraryItemId: String
  /// The position of the bookmark in the book, in seconds. Requests that change or remove the bookmark must contain exactly this number. If
  /// another client created the bookmark with its time as text, the server refuses these requests with `notFound`.
  public var time: Double
  /// The text of the bookmark.
  public var title = ""
  /// When the bookmark was set.
  public var createdAt: Date?

  /// The item and the time as one text. This text is unique, since an item cannot have two bookmarks at the same time.
  public var id: String { "\(libraryItemId)@\(time)" }

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(libraryItemId: String, time: Double) {
    self.libraryItemId = libraryItemId
    self.time = time
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemId = try members.requireID(.libraryItemId)
    if let seconds: Double = members[.time] {
      time = seconds
    } else if let digits: String = members[.time], let seconds = Double(digits), seconds.isFinite {
      // If a client created the bookmark with its time as text, the server also returns text.
      time = seconds
    } else {
      time = try members.require(.time)
    }
    title = members[.title] ?? ""
    createdAt = members[.createdAt]
  }
}
