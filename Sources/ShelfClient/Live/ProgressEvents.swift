import MediaCore

/// The effect of an event on the stores.
enum EventEffect: Sendable, Equatable {
  /// The event said nothing that was not kept already.
  case nothing
  /// The event's content is in the cache.
  case merged
  /// The event does not fit the cache: only a read of the server shows the truth.
  case mustRead
}

extension ListeningProgressStore {
  /// Merges the records of an event like an answer of the server: under this device's open changes, and only if they are newer than the
  /// cached ones. Events have no date, so an older record, or another one of the same date, is a reason to read.
  /// - Parameters:
  ///   - isComplete: whether the event has all records of the account, so that a record which it lacks may have been removed.
  ///   - account: the account of the connection; an event that arrives after another one has signed in is dropped.
  func take(
    _ event: [MediaProgress], isComplete: Bool, of account: String
  ) async throws(ClientError) -> EventEffect {
    guard event.allSatisfy({ ($0.userId ?? account) == account }) else { return .nothing }
    let mark = try await records.readMark()
    guard mark.account == account else { return .nothing }
    let found = try await records.read { known, _ in Comparison(event, isComplete: isComplete, known) }
    if !found.newer.isEmpty {
      try await records.merge(found.newer, askedAt: mark) { known, newer in
        for (key, record) in newer where Comparison.isNewer(record, than: known[key]) { known[key] = record }
      }
    }
    if found.isDoubtful { return .mustRead }
    return found.newer.isEmpty ? .nothing : .merged
  }

  /// Whether a record that an event brought is gone from the cache or older there: the answer to a read that the server made before the
  /// event has arrived after it.
  func hasLost(_ event: [MediaProgress], of account: String) async throws(ClientError) -> Bool {
    guard try await records.readMark().account == account else { return false }
    return try await records.read { known, _ in
      event.contains { record in
        record.playableID.map { Comparison.isNewer(record, than: known[$0.description]) } ?? false
      }
    }
  }

  private struct Comparison: Sendable {
    var newer: [String: MediaProgress] = [:]
    var isDoubtful = false

    init(_ event: [MediaProgress], isComplete: Bool, _ known: [String: MediaProgress]) {
      var keys: Set<String> = []
      for record in event {
        guard let id = record.playableID, record.lastUpdate != nil else {
          // A complete event repeats an old server's damaged row each time: ignore a row without an item or a date. In a single event, it
          // may hide a change: mark it as doubtful.
          if !isComplete { isDoubtful = true }
          continue
        }
        let key = id.description
        keys.insert(key)
        if Self.isNewer(record, than: known[key]) {
          newer[key] = record
        } else if known[key] != record {
          isDoubtful = true
        }
      }
      if isComplete, known.contains(where: { !keys.contains($0.key) && $0.value.lastUpdate != nil }) {
        isDoubtful = true
      }
    }

    static func isNewer(_ record: MediaProgress, than known: MediaProgress?) -> Bool {
      guard let date = record.lastUpdate else { return false }
      guard let known else { return true }
      return known.lastUpdate.map { date > $0 } ?? true
    }
  }
}

extension BookmarkStore {
  /// Compares the bookmarks of an event with those that are kept. An event has no date, so other ones are a reason to read.
  func compare(_ event: [Bookmark]) async throws(ClientError) -> EventEffect {
    guard let kept = try await bookmarks(of: nil) else { return .nothing }
    return Set(kept.list) == Set(event) ? .nothing : .mustRead
  }
}
