import Foundation
import Runner
import TallyKit
import TallyTesting

enum OfflineFlows {
  private static let show: TMDBID = 520_100

  static let all: [Flow<TallyStage>] = [
    Flow("offline-progress-kill-reconnect", needsFake: true) { _ in
      let fresh = try await Fresh()
      try await fresh.tally.progressStore.refresh(show)
      fresh.network.isDown = true
      for episode in 4...7 {
        _ = try await fresh.tally.progressStore.setWatched(upTo: episode, season: 2, of: show).written()
      }
      // Restart the app: only the changes on disk survive.
      let again = fresh.relaunched()
      let known = try await again.progressStore.progress(of: show)
      try expectEqual(known?.states.lastWatched(season: 2), 7, "the last watched episode after a relaunch")
      fresh.network.isDown = false
      await again.queue.flush()
      try expectEqual(fresh.watched(show, 2), Array(1...7), "the server's watched episodes")
      try expectEqual(fresh.count(.tallyProgressSet), 1, "writes")
      return "four taps without a network, killed, relaunched: one write, and the server has all seven"
    },
    Flow("offline-search-tap", needsFake: true) { _ in try await searchTap() },
    Flow("offline-provider-and-add", needsFake: true) { _ in
      let fresh = try await Fresh()
      fresh.network.isDown = true
      let store = fresh.tally.watchlistStore
      try await store.setProvider(
        ProviderSelection(id: 119, name: "Amazon Prime Video"), of: 520_600, title: "Evening Ledger")
      try await store.setRating(7.5, of: 520_600)
      try expectEqual(try await store.item(520_600)?.title, "Evening Ledger", "what is shown")
      fresh.network.isDown = false
      await fresh.tally.queue.flush()
      let entry = try require(fresh.entry(520_600), "the entry")
      try expect(
        (entry.status, entry.providerID, entry.rating) == ("watching", 119, 7.5), "status, provider and rating")
      return "added, with provider and rating, as one change"
    },
    Flow("offline-watchlist", needsFake: true) { _ in
      let fresh = try await Fresh()
      try await fresh.tally.watchlistStore.refresh()
      await fresh.tally.client.accounts.save()
      fresh.network.isDown = true
      let again = fresh.relaunched()
      try expectEqual(try await again.watchlistStore.items().count, 6, "shows without a network")
      try await again.watchlistStore.remove(520_700)
      try await again.watchlistStore.setStatus(.completed, of: 520_400)
      try expectEqual(try await again.watchlistStore.items().count, 5, "shows after removing one")
      fresh.network.isDown = false
      await again.queue.flush()
      try expectEqual(fresh.entry(520_700), nil, "the removed show")
      try expectEqual(fresh.entry(520_400)?.status, "completed", "the completed show")
      return "read, removed and completed without a network; all of it arrived"
    },
    Flow("removals-undone", needsFake: true) { _ in
      let fresh = try await Fresh()
      let before = fresh.entry(520_100)
      let prices = fresh.server.subscriptions(of: fresh.user).map(\.monthlyCost)
      try await undo(fresh)
      await fresh.tally.queue.flush()
      try expectEqual(fresh.entry(520_100)?.status, before?.status, "the status of the show")
      try expectEqual(fresh.entry(520_100)?.rating, before?.rating, "the rating of the show")
      try expectEqual(
        fresh.server.subscriptions(of: fresh.user).map(\.monthlyCost).sorted(), prices.sorted(), "the subscriptions")
      return "a show and a subscription came back"
    },
    Flow("offline-subscriptions", needsFake: true) { _ in
      let fresh = try await Fresh()
      try await fresh.tally.subscriptionStore.refresh()
      let items = try require(try await fresh.tally.subscriptionStore.items(), "subscriptions")
      fresh.network.isDown = true
      let netflix = try require(items.first { $0.subscription.service?.name == "Netflix" }, "Netflix")
      try await fresh.tally.subscriptionStore.update(netflix.subscription, SubscriptionUpdate(monthlyCost: 20))
      fresh.network.isDown = false
      await fresh.tally.queue.flush()
      try expectEqual(
        fresh.server.subscriptions(of: fresh.user).first { $0.providerID == 8 }?.monthlyCost, 20, "the price")
      return "a new price, made without a network"
    },
    Flow("offline-other-device-moved-on", needsFake: true) { _ in
      let fresh = try await Fresh()
      try await fresh.tally.progressStore.refresh(show)
      fresh.network.isDown = true
      let change = try await fresh.tally.progressStore.setPosition(watching: 1, season: 2, of: show)
      await fresh.tally.queue.settled()
      _ = try await fresh.otherDevice().progress.set(.watched, upTo: 8, season: 2, of: show)
      fresh.network.isDown = false
      let outcome = await change.settled()
      try expectEqual(outcome, .superseded(reason: ProgressDetail.movedOn), "the outcome")
      try expectEqual(fresh.watched(show, 2), Array(1...8), "the server's watched episodes")
      return "an old change that goes back does not undo what another device has watched since"
    },
    Flow("offline-lost-answer", needsFake: true) { _ in
      let fresh = try await Fresh()
      fresh.network.fail(.tallyProgressSet, with: .replyLost, .replyLost, .replyLost)
      _ = try await fresh.tally.progressStore.setWatched(upTo: 5, season: 2, of: show).written()
      let writes = fresh.count(.tallyProgressSet)
      await fresh.tally.queue.flush()
      try expectEqual(fresh.count(.tallyProgressSet), writes, "writes after reading")
      try expectEqual(try await fresh.tally.queue.open().count, 0, "what waits")
      return "the server did it and its answer was lost: found out by reading"
    },
    Flow("offline-sign-in-ran-out", needsFake: true) { _ in
      let fresh = try await Fresh()
      try await fresh.tally.progressStore.refresh(show)
      fresh.server.revokeAllTokens()
      let change = try await fresh.tally.progressStore.setWatched(upTo: 9, season: 2, of: show)
      _ = await change.written()
      guard case .expired = try await fresh.tally.account.status() else {
        throw FlowFailure("not asked to sign in again")
      }
      let shown = try await fresh.tally.progressStore.progress(of: show)?.states.lastWatched(season: 2)
      try expectEqual(shown, 9, "what is shown meanwhile")
      try await fresh.signIn()
      await fresh.tally.queue.flush()
      try expectEqual(fresh.watched(show, 2), Array(1...9), "the server's watched episodes")
      return "the server revoked everything; the change waited and arrived after signing in again"
    },
  ]

  @MainActor
  private static func searchTap() async throws -> String {
    let fresh = try await Fresh()
    let search = SearchViewModel(tally: fresh.tally)
    search.toggleExpansion(show)
    await search.settled()
    fresh.network.isDown = true
    search.setProgressUpToEpisode(5, season: 2, of: show)
    await search.settled()
    try expectEqual(search.state.lastWatched(show, season: 2), 5, "the last green row")
    try expectEqual(search.state.error, nil, "the banner")
    let spoken = try require(search.state.announcement?.text, "what is spoken")
    fresh.network.isDown = false
    await fresh.tally.queue.flush()
    try expectEqual(fresh.watched(show, 2), Array(1...5), "the server's watched episodes")
    return "green at once, “\(spoken)”, and on the server later"
  }

  @MainActor
  private static func undo(_ fresh: Fresh) async throws {
    let shows = TallyWatchlistViewModel(tally: fresh.tally)
    shows.load()
    await shows.settled()
    shows.remove(520_100)
    await shows.settled()
    try expectEqual(fresh.entry(520_100), nil, "the removed show")
    shows.undoRemoval()
    await shows.settled()
    let subscriptions = SubscriptionsViewModel(tally: fresh.tally)
    subscriptions.load()
    await subscriptions.settled()
    let first = try require(subscriptions.state.items.value?.first?.subscription, "a subscription")
    subscriptions.remove(first)
    await subscriptions.settled()
    subscriptions.undoRemoval()
    await subscriptions.settled()
    try expectEqual(subscriptions.state.undoable, nil, "an offer to undo")
  }
}
