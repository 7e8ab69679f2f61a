import Foundation
import MediaCore

/// The change that a call of ``WatchStatusStore`` makes in the records of its videos.
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
  static let mostVideos = 10_000

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
    try await moveEarlierStatuses(storage)
    return try await storage.statuses.view().server.has(self)
  }

  func perform(_ storage: LibraryStorage, over remote: Bool?, _ context: MutationContext) async throws(ClientError) {
    try await storage.statuses.update { $0.make(self) }
  }

  /// Moves the journal of an earlier build first: its records are older than the change, and would be dropped after it.
  private func moveEarlierStatuses(_ storage: LibraryStorage) async throws(ClientError) {
    guard try await storage.statusJournal.move(into: storage.statuses) != nil else { return }
    throw ClientError(.storage, operation: .queueTakeOver)
  }

  func isReflected(in remote: Bool?) -> Bool { remote == true }
  func coalesced(with newer: StatusMutation) -> StatusMutation? { nil }
  func remainder(after newer: StatusMutation) -> StatusMutation { self }
}

extension SavedStatuses {
  /// Makes a change of another process, except in videos that were marked later. If only the position of a video was set later, the change
  /// still marks the video.
  mutating func make(_ mutation: StatusMutation) {
    for id in Set(mutation.videoIds) {
      guard let later = records[id], later.lastModified >= mutation.date else {
        change([id], at: mutation.date, mutation.change.apply)
        continue
      }
      guard later.status == .unknown, let status = mutation.change.status else { continue }
      change([id], at: later.lastModified) { $0.status = status }
    }
  }

  func has(_ mutation: StatusMutation) -> Bool {
    let known = with(self) { $0.make(mutation) }.records
    return mutation.videoIds.allSatisfy { known[$0] == records[$0] }
  }
}
