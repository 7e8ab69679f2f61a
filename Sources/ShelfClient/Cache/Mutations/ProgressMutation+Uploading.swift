import Foundation
import MediaCore

extension ProgressMutation {
  /// Uploads the stretches of listening as local sessions.
  /// - Returns: whether the server also accepted the position.
  func upload(
    _ api: API, over remote: MediaProgress?, _ context: MutationContext
  ) async throws(ClientError) -> Bool {
    let newest = stretches.max { $0.updatedAt < $1.updatedAt }?.id
    let sessions = stretches.map { stretch in
      var session = LocalSession(stretch, of: item)
      if stretch.id == newest, !onlyStretches {
        session.updatedAt = at
        if action == .listened, let position { session.currentTime = position }
      }
      return session
    }
    let results = try await uploaded(sessions, api)
    if let failed = results.first(where: { !$0.success }) {
      throw ClientError(
        .notFound, operation: .shelfPlaybackUploadLocal, status: 200, serverMessage: failed.error ?? "refused")
    }
    let isTaken = results.first { $0.id == newest }?.progressSynced == true
    guard let remote, !remote.isFinished, isOnlyListening(now: api.now()), let position, isTaken,
      await !isNearEnd(of: remote, api, context)
    else {
      api.readings.forget(item, context)
      return isTaken
    }
    api.readings.confirm(position: position, at: at, of: item, context)
    return true
  }

  private func uploaded(_ sessions: [LocalSession], _ api: API) async throws(ClientError) -> [LocalSessionResult] {
    let ids = sessions.map(\.id)
    api.uploads.begin(ids)
    do throws(ClientError) {
      let results = try await api.playback.uploadLocal(sessions)
      api.uploads.end(ids)
      return results
    } catch {
      api.uploads.end(ids, with: error)
      throw error
    }
  }
}
