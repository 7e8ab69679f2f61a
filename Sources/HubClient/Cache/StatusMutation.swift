import Foundation
import MediaCore

/// The change of a ``WatchStatusStore`` call in the records of its videos.
struct StatusChange: Codable, Hashable, Sendable {
  var status: WatchStatus?
  /// The position in seconds from the start.
  var position: Double?
  /// Whether watched and skipped videos stay as they are.
  var sparesWatched = false

  func apply(to record: inout WatchRecord) {
    if sparesWatched, !record.status.isUnwatched { return }
    record.status = status ?? record.status
    record.playbackPosition = position ?? record.playbackPosition
  }
}

/// A change of watch statuses that a second process hands over. The app makes it in its own statuses, without the server.
struct StatusMutation: Mutation {
  static let kind: MutationKind = "hub.statuses"
  private static let mostVideos = 10_000

  var videoIds: [String]
  var change: StatusChange
  /// When the user made the change: it counts over the records from before, and not over a later one.
  var date: Date

  var target: String { "statuses" }
  var isNotedBeforeSending: Bool { false }
  var isPlausible: Bool {
    let position = change.position ?? 0
    return videoIds.count <= Self.mostVideos && !videoIds.contains("") && position.isFinite && position >= 0
  }

  /// - Returns: whether the app's statuses have the change.
  func fetch(_ storage: LibraryStorage, _ context: MutationContext) async throws(ClientError) -> Bool? {
    try await storage.statuses.view().server.has(self)
  }

  func perform(_ storage: LibraryStorage, over remote: Bool?, _ context: MutationContext) async throws(ClientError) {
    try await storage.statuses.update { $0.make(self) }
  }

  func isReflected(in remote: Bool?) -> Bool { remote == true }
  func coalesced(with newer: StatusMutation) -> StatusMutation? { nil }
  func remainder(after newer: StatusMutation) -> StatusMutation { self }
}

extension SavedStatuses {
  /// Makes a change of another process, except in videos that were changed later.
  mutating func make(_ mutation: StatusMutation) {
    let ids = mutation.videoIds.filter { id in records[id].map { $0.lastModified < mutation.date } ?? true }
    change(ids, at: mutation.date, mutation.change.apply)
  }

  func has(_ mutation: StatusMutation) -> Bool {
    let known = with(self) { $0.make(mutation) }.records
    return mutation.videoIds.allSatisfy { known[$0] == records[$0] }
  }
}
