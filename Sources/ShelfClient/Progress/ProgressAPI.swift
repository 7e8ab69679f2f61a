import Foundation
public import MediaCore

/// The requests that read and change progress records on the server directly. Apps should use ``ListeningProgressStore`` instead, both to
/// change progress and to show it: the store works offline, merges changes of several devices, and checks that the server has stored a
/// change.
public protocol ProgressAPI: Sendable {
  /// Fetches all progress records of the account (`GET /api/me/progress`). If the server does not have this route, reads the records from
  /// `GET /api/me`.
  func all() async throws(ClientError) -> [MediaProgress]
  /// Fetches the progress record of a book or an episode (`GET /api/me/progress/{item}/{episode?}`). Returns nil if the item was never
  /// played. If `id` is a podcast without an episode, the server sends the record of any one of the podcast's episodes.
  func progress(of id: PlayableID) async throws(ClientError) -> MediaProgress?
  /// Changes the progress record of a book or an episode (`PATCH /api/me/progress/{item}/{episode?}`). The change overwrites earlier
  /// changes of other devices without a conflict check. See ``ProgressUpdate``.
  func update(_ id: PlayableID, _ update: ProgressUpdate) async throws(ClientError)
  /// Changes several progress records (`PATCH /api/me/progress/batch/update`). The server skips changes that it cannot apply, without an
  /// error.
  func update(_ updates: [BatchProgressUpdate]) async throws(ClientError)
  /// Removes a progress record (`DELETE /api/me/progress/{record}`). Afterwards the item is shown as never played.
  /// - Parameter record: the id of the progress record, ``MediaProgress/id``, and not the item's id.
  func remove(record: String) async throws(ClientError)
  /// Hides an item from the home screen's “continue listening” shelf until the item's position changes
  /// (`GET /api/me/progress/{record}/remove-from-continue-listening`). This GET request changes data on the server, so a failed call is not
  /// repeated.
  /// - Parameter record: the id of the progress record, ``MediaProgress/id``, and not the item's id.
  @discardableResult
  func hideFromContinueListening(record: String) async throws(ClientError) -> User
}

extension ProgressAPI {
  /// Marks an item as finished, whatever its position is.
  public func markFinished(_ id: PlayableID) async throws(ClientError) { try await update(id, .finished) }

  /// Sets an item back to its start and marks it as unfinished. If the item is so short that the server would mark it as finished again at
  /// once (see ``ProgressUpdate/markAsFinishedTimeRemaining``), the call removes the item's progress record instead.
  public func restart(_ id: PlayableID) async throws(ClientError) {
    guard let now = try await progress(of: id) else { return }
    guard now.isFinished || (now.currentTime ?? 0) > 0 || (now.progress ?? 0) > 0 else { return }
    try await restart(id, from: now)
  }

  /// - Parameter time: the time of the user's action; the server's current time when nil.
  func restart(_ id: PlayableID, from now: MediaProgress, at time: Date? = nil) async throws(ClientError) {
    try await update(id, .restart(from: now, at: time))
    // The server finishes very short items again at once, and a record without a duration keeps its progress. Remove the record then,
    // so that the item shows as unplayed.
    guard let after = try await progress(of: id), !after.isUnplayed, after.isWork(ofRestartAt: time) else { return }
    try await remove(record: after.id)
  }
}

extension MediaProgress {
  /// Whether this record comes from the restart. If not, another device has listened since, and its record must stay.
  fileprivate func isWork(ofRestartAt time: Date?) -> Bool {
    guard isFinished || (currentTime ?? 0) < 0.5 else { return false }
    guard let time, let lastUpdate else { return true }
    // Allow for the server's rounding to milliseconds.
    return lastUpdate.timeIntervalSince(time) < 0.0025
  }
}

struct LiveProgressAPI: ProgressAPI {
  let client: ServiceClient

  private static let write = with(EndpointTraits.repeatableWrite) { $0.isReadBeforeRepeating = true }

  func all() async throws(ClientError) -> [MediaProgress] {
    do throws(ClientError) {
      return try await client.list(.shelfProgressAll, path: ["api", "me", "progress"], traits: .read.withListsOfItems)
    } catch {
      guard error.kind == .notFound else { throw error }
      return try await client.send(AccountEndpoints.me()).mediaProgress
    }
  }

  func progress(of id: PlayableID) async throws(ClientError) -> MediaProgress? {
    do throws(ClientError) {
      return try await client.json(.shelfProgressOne, path: path(id), traits: .read) as MediaProgress
    } catch {
      // A 404 without the server's message comes from a proxy and does not mean "no progress".
      guard error.kind == .notFound, error.serverMessage != nil else { throw error }
      return nil
    }
  }

  func update(_ id: PlayableID, _ update: ProgressUpdate) async throws(ClientError) {
    try await client.ok(.shelfProgressUpdate, .patch, path: path(id), body: update, traits: Self.write)
  }

  func update(_ updates: [BatchProgressUpdate]) async throws(ClientError) {
    try await client.ok(
      .shelfProgressUpdateAll, .patch, path: ["api", "me", "progress", "batch", "update"], body: updates,
      ids: updates.flatMap { [$0.libraryItemId, $0.episodeId] }, traits: Self.write)
  }

  func remove(record: String) async throws(ClientError) {
    try await client.ok(
      .shelfProgressRemove, .delete, path: ["api", "me", "progress", .id(record)], traits: .repeatableWrite,
      isDoneWhenMissing: true)
  }

  func hideFromContinueListening(record: String) async throws(ClientError) -> User {
    try await client.json(
      .shelfProgressHide, path: ["api", "me", "progress", .id(record), "remove-from-continue-listening"],
      traits: .write.withWholeItems)
  }

  private func path(_ id: PlayableID) -> [PathSegment] { ["api", "me", "progress"] + id.pathSegments }
}
