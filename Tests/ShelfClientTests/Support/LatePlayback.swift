import MediaCore
import TestSupport

@testable import ShelfClient

/// A playback role whose answers can be held back, under `start` with the item's id, or `close`, and its requests to close under `closing`.
struct LatePlayback: PlaybackAPI {
  let base: any PlaybackAPI
  let gate: LateGate

  func start(_ id: PlayableID, options: PlayOptions) async throws(ClientError) -> PlaybackSession {
    let session = try await base.start(id, options: options)
    await gate.pass("start \(id)")
    if let kind = gate.failure("start \(id)") { throw ClientError(kind, operation: .shelfPlaybackStart) }
    return session
  }

  func close(_ session: String, _ sync: SessionSync?) async throws(ClientError) {
    await gate.pass("closing")
    if Task.isCancelled { throw .cancelled(.shelfPlaybackClose) }
    try await base.close(session, sync)
    await gate.pass("close")
  }

  func sync(_ session: String, _ sync: SessionSync) async throws(ClientError) { try await base.sync(session, sync) }
  func session(_ id: String) async throws(ClientError) -> PlaybackSession { try await base.session(id) }
  func uploadLocal(_ sessions: [LocalSession]) async throws(ClientError) -> [LocalSessionResult] {
    try await base.uploadLocal(sessions)
  }
  func uploadLocal(_ session: LocalSession) async throws(ClientError) { try await base.uploadLocal(session) }
}
