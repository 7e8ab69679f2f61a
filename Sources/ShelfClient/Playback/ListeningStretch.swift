import Foundation
import MediaCore

/// Listening within one day, written as one local session. Times are totals, so that writing it again does no harm.
struct ListeningStretch: Codable, Hashable, Sendable, Identifiable {
  let id: String
  /// The day in the user's time zone.
  let day: CalendarDay
  var startedAt: Date
  var startPosition: Double
  var position: Double
  /// Seconds listened, all in all.
  var seconds: Double
  var updatedAt: Date
  /// How the server's history shall show it: by itself it names an episode after its podcast.
  var display: Display?

  struct Display: Codable, Hashable, Sendable {
    var title: String?
    var author: String?
    var coverPath: String?
  }
}

extension LocalSession {
  init(_ stretch: ListeningStretch, of item: PlayableID) {
    let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    self.init(
      id: stretch.id, libraryItemId: item.libraryItemId, timeListening: stretch.seconds, currentTime: stretch.position,
      startedAt: stretch.startedAt, updatedAt: stretch.updatedAt)
    episodeId = item.episodeId
    mediaType = item.episodeId == nil ? .book : .podcast
    displayTitle = stretch.display?.title
    displayAuthor = stretch.display?.author
    coverPath = stretch.display?.coverPath
    mediaPlayer = "ShelfClient"
    date = stretch.day
    dayOfWeek = weekdays[stretch.day.weekday - 1]
    startTime = stretch.startPosition
  }
}
