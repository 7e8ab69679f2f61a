import Foundation
import HubClient

// The code in Documentation/Hub.md, word for word.

@MainActor
private func start(render: @escaping (FeedViewModel.State) -> Void) async throws {
  let hub = try HubService(server: ServerAddress("hub.example.org"))
  try await hub.library.channels.setWanted(["UCaaaaaaaaaaaaaaaaaaaaaa"])
  let feed = FeedViewModel(hub: hub)
  feed.onChange = { state in render(state) }
  feed.load()
  feed.refresh()
}

@MainActor func didComeToFront(_ feed: FeedViewModel) { feed.didBecomeActive() }

/// Returns when to ask the system for the next moment.
@MainActor func runInBackground(_ feed: FeedViewModel) async -> Date {
  let (outcome, next) = await feed.backgroundRefresh()
  if let error = outcome.reconcile.error ?? outcome.feed.error { print(error.localizedDescription) }
  return next
}

actor SharedFolder: WatchStatusAdapter {
  private var records: [String: WatchRecord] = [:]

  func pull(since: Date?) async throws(ClientError) -> [WatchRecord] { Array(records.values) }

  func push(_ new: [WatchRecord]) async throws(ClientError) {
    for record in new where records[record.id].map({ $0.lastModified < record.lastModified }) ?? true {
      records[record.id] = record
    }
  }
}
