import Foundation
import MediaCore

/// Listening within one day, uploaded as one local session. Times are totals, so that uploading it again does no harm.
struct ListeningStretch: Codable, Hashable, Sendable, Identifiable {
  let id: String
  /// The day in the user's time zone.
  var day: CalendarDay
  var startedAt: Date
  var startPosition: Double
  var position: Double
  /// Seconds listened in total.
  var seconds: Double
  var updatedAt: Date
  /// The texts for the server's history, which otherwise shows an episode under its podcast's name.
  var display: Display?
  /// The user's time zone while listening; nil in files of earlier versions, whose days stay as they are.
  var zone: String?
  /// Whether the times are by the server's clock; nil in files of earlier versions, where the mutation's flag counts.
  var isServerTime: Bool?

  struct Display: Codable, Hashable, Sendable {
    var title: String?
    var author: String?
    var coverPath: String?
  }
}

extension ListeningStretch {
  /// The stretch with its times moved to the server's clock, and split at the user's midnights by that clock.
  func moved(by offset: Double) -> [ListeningStretch] {
    var moved = self
    moved.startedAt += offset
    moved.updatedAt += offset
    moved.isServerTime = true
    guard let zone = zone.flatMap(TimeZone.init(identifier:)) else { return [moved] }
    return moved.split(in: zone)
  }

  /// One stretch for each of the user's days, with seconds in proportion to the time on that day.
  func split(in zone: TimeZone) -> [ListeningStretch] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let span = updatedAt.timeIntervalSince(startedAt)
    var parts: [ListeningStretch] = []
    var from = startedAt
    repeat {
      let midnight = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: from)) ?? updatedAt
      let to = midnight < updatedAt ? midnight : updatedAt
      let (begun, share) =
        span > 0 ? (from.timeIntervalSince(startedAt) / span, to.timeIntervalSince(from) / span) : (0, 1)
      parts.append(
        ListeningStretch(
          id: parts.isEmpty ? id : Self.id(of: parts.count + 1, in: id), day: CalendarDay(from, in: zone),
          startedAt: from, startPosition: startPosition + (position - startPosition) * begun,
          position: startPosition + (position - startPosition) * (begun + share), seconds: seconds * share,
          updatedAt: to, display: display, zone: self.zone, isServerTime: isServerTime))
      // At dates centuries away, the calendar's next day can lie before this one.
      guard to > from else { break }
      from = to
    } while from < updatedAt
    // Rounding must not move the user's place: set the last position exactly.
    parts[parts.count - 1].position = position
    return parts
  }

  /// The id of a part of a split stretch: a UUID, as the server requires, and the same one each time that the stretch is recorded.
  private static func id(of part: Int, in id: String) -> String {
    let digest = SHA256.digest(Array("\(id) \(part)".utf8))
    let hex = digest.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let cuts = [0, 8, 12, 16, 20, 32]
    var parts = zip(cuts, cuts.dropFirst()).map { String(hex.dropFirst($0).prefix($1 - $0)) }
    parts[2] = "4" + parts[2].dropFirst()
    parts[3] = "8" + parts[3].dropFirst()
    return parts.joined(separator: "-")
  }
}

extension Date {
  /// Whether a date can be that of listening: other ones come from a wrong unit, or from a damaged file, and a calendar cannot split them.
  var isPossible: Bool { (0..<253_402_300_800).contains(timeIntervalSince1970) }
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
