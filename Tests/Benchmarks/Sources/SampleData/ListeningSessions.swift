import Foundation
import MediaCore
public import ShelfClient

/// Sessions that were listened to offline, for one upload.
public enum ListeningSessions {
  /// The body of `POST /api/session/local-all`.
  public struct Upload: Encodable, Hashable, Sendable {
    public let sessions: [LocalSession]
  }

  public static func upload(_ count: Int) -> Upload {
    var words = Words(seed: 2)
    return Upload(
      sessions: (0..<count).map { _ in
        let start = Date(milliseconds: 1_750_000_000_000 + Int64(words.number(20_000_000_000)))
        var session = LocalSession(
          id: words.uuid(), libraryItemId: words.uuid(), timeListening: Double(words.number(7200)),
          currentTime: Double(words.number(3_600_000)) / 100, startedAt: start, updatedAt: start + 1800)
        session.userId = words.uuid()
        session.libraryId = words.uuid()
        session.mediaType = .book
        session.displayTitle = words.title()
        session.displayAuthor = words.name()
        session.coverPath = "/metadata/items/\(words.uuid())/cover.jpg"
        session.duration = 36_000.25
        session.mediaPlayer = "AVPlayer"
        session.startTime = 120.5
        session.date = CalendarDay(start, in: .gmt)
        session.dayOfWeek = "Monday"
        var metadata = BookMetadata()
        metadata.title = session.displayTitle
        session.mediaMetadata = .book(metadata)
        return session
      })
  }
}
