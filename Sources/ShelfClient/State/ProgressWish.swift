import Foundation
import MediaCore

/// What shall be true of one book or episode: the wish of a progress intent.
struct ProgressWish: Codable, Hashable, Sendable {
  enum Action: String, Codable, Sendable {
    /// Listened up to ``position``.
    case listened
    /// Moved to ``position`` without listening.
    case position
    case finished
    /// Back to the start and unfinished.
    case restart
  }

  var action: Action
  /// Seconds.
  var position: Double?
  /// Seconds; nil when unknown.
  var duration: Double?
  /// When the user did it.
  var at: Date
  /// Whether ``at`` is by the server's clock. If not, it is corrected once the server's clock is known.
  var isServerTime: Bool
  /// Stretches of listening that the server shall count, whoever wins about the position.
  var stretches: [ListeningStretch] = []
  /// The end was reached by listening.
  var reachedEnd = false
  /// Set by the merge: the position is the server's, only the stretches are still to be told.
  var onlyStretches = false
  /// Set by the merge: this makes the record, at so nearly its own time that the server may give it its own.
  var creates = false
  /// Set by the merge: every time that was told to the server for it. The device's idea of the server's clock changes from
  /// one attempt to the next, and any of them may have arrived.
  var told: [Date]?
  /// Set by the merge: the other device's place that this one wins over.
  var overruled: Version<Place>?

  var place: Place {
    Place(position: action == .restart ? 0 : position ?? 0, isFinished: action == .finished || reachedEnd)
  }

  /// The newer wish, with the listening of both.
  func combined(with newer: ProgressWish) -> ProgressWish {
    var wish = newer
    let newIDs = Set(newer.stretches.map(\.id))
    wish.stretches = stretches.filter { !newIDs.contains($0.id) } + newer.stretches
    wish.duration = newer.duration ?? duration
    // Finishing and restarting say nothing about where somebody was: the last place stays known for a merge.
    wish.position = newer.position ?? position
    return wish
  }
}

/// Where somebody is: what a merge is about.
struct Place: Codable, Hashable, Sendable {
  var position: Double
  var isFinished: Bool

  /// Half a second is nothing; where a finished item stands does not matter.
  func isSame(as other: Place) -> Bool {
    isFinished == other.isFinished && (isFinished || abs(position - other.position) < 0.5)
  }
}

/// Listening without interruption by midnight: one local session. Totals, so that telling it again does no harm.
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

extension JSONValue {
  init(encoding value: some Encodable) throws(ClientError) {
    do { self = try JSONValue(parsing: try JSONCoder.shelf.encode(value)) } catch {
      throw ClientError(.invalidRequest, operation: "shelf.progress.wish")
    }
  }

  func decoded<Value: Decodable>(_ type: Value.Type) -> Value? { try? JSONCoder.shelf.decode(type, from: serialized()) }
}
