import Foundation
import Runner
import TallyKit
import TallyTesting

/// Flows in which two devices change the same value, and the losing side is shown and restored.
enum ConflictFlows {
  private static let show: TMDBID = 520_100

  static let all: [Flow<TallyStage>] = [
    Flow("conflict-progress", needsFake: true) { _ in
      let fresh = try await Fresh()
      let store = fresh.tally.progressStore
      try await store.refresh(show)
      let other = try await fresh.otherDevice()
      fresh.network.isDown = true
      _ = try await store.setPosition(watching: 1, season: 2, of: show).written()
      await fresh.clock.advance(by: .seconds(60))
      _ = try await other.progress.set(.watched, upTo: 8, season: 2, of: show)
      fresh.network.isDown = false
      let token = store.observeConflicts {}
      await fresh.tally.queue.flush()
      let conflict = try require(try await store.conflicts().first, "a conflict")
      let text = conflict.text()
      let undone = try await store.undo(conflict)
      try expectEqual(await undone.settled(), .synced, "the place of this device")
      try expectEqual(fresh.watched(show, 2), [], "the server's watched episodes")
      fresh.network.isDown = true
      _ = try await store.setPosition(watching: 2, season: 2, of: show).written()
      await fresh.clock.advance(by: .seconds(60))
      _ = try await other.progress.set(.watched, upTo: 8, season: 2, of: show)
      fresh.network.isDown = false
      await fresh.tally.queue.flush()
      try await store.dismiss(try require(try await store.conflicts().first, "a second conflict"))
      try expectEqual(try await store.conflicts().count, 0, "conflicts")
      token.cancel()
      return "“\(text)”, and brought back; another one left as it is"
    },
    Flow("conflict-entry", needsFake: true) { _ in
      let fresh = try await Fresh()
      let store = fresh.tally.watchlistStore
      try await store.refresh()
      let other = try await fresh.otherDevice().watchlistStore
      try await other.refresh()
      _ = await (try await other.setNotes("from there", of: show)).settled()
      _ = await (try await store.setNotes("from here", of: show)).settled()
      let token = store.observeConflicts {}
      let conflict = try require(try await store.conflicts().first, "a conflict")
      _ = await (try await store.undo(conflict)).settled()
      try expectEqual(fresh.entry(show)?.notes, "from there", "the notes")
      _ = await (try await other.setRating(3, of: show)).settled()
      _ = await (try await store.setRating(9, of: show)).settled()
      let second = try require(try await store.conflicts().first, "a second conflict")
      let account = await TallyAccountViewModel(tally: fresh.tally)
      await account.loadAndWait()
      try expectEqual(await account.state.conflicts, [.entry(second)], "the conflicts on the screen")
      await account.dismiss(.entry(second))
      await account.settled()
      try expectEqual(try await store.conflicts().count, 0, "conflicts")
      _ = await (try await other.setRating(4, of: show)).settled()
      _ = await (try await store.setRating(8, of: show)).settled()
      await account.settled()
      let third = try require(await account.state.conflicts.first, "a third conflict")
      try expect(!third.text().isEmpty, "a sentence for the conflict")
      try expectEqual(third.show, show, "its show")
      try expect(third.noticedAt <= fresh.clock.now() && third.id != second.id, "noticed by now")
      guard case .entry(let entry) = third else { throw FlowFailure("no conflict over an entry") }
      await account.undo(third)
      await account.settled()
      try expectEqual(fresh.entry(show)?.rating, entry.lost.rating, "the rating that lost")
      token.cancel()
      return "“\(conflict.text())” brought back, “\(second.text())” left as it is"
    },
    Flow("conflict-subscription", needsFake: true) { _ in
      let fresh = try await Fresh()
      let store = fresh.tally.subscriptionStore
      try await store.refresh()
      let other = try await fresh.otherDevice().subscriptionStore
      try await other.refresh()
      let netflix = try require(
        try await store.items()?.first { $0.subscription.service?.name == "Netflix" }, "Netflix"
      ).subscription
      func price() -> Double? {
        fresh.server.subscriptions(of: fresh.user).first { $0.providerID == 8 }?.monthlyCost
      }
      _ = await (try await other.update(netflix, SubscriptionUpdate(monthlyCost: 7))).settled()
      _ = await (try await store.update(netflix, SubscriptionUpdate(monthlyCost: 5))).settled()
      let token = store.observeConflicts {}
      let conflict = try require(try await store.conflicts().first, "a conflict")
      _ = await (try await store.undo(conflict)).settled()
      try expectEqual(price(), 7, "the price")
      _ = await (try await other.update(netflix, SubscriptionUpdate(monthlyCost: 8))).settled()
      _ = await (try await store.update(netflix, SubscriptionUpdate(monthlyCost: 6))).settled()
      try await store.dismiss(try require(try await store.conflicts().first, "a second conflict"))
      try expectEqual(price(), 6, "the price")
      token.cancel()
      return "“\(conflict.text())”"
    },
    Flow("progress-numbers", needsFake: true) { _ in try await numbers() },
  ]

  /// A season that TMDB numbers from 62.
  @MainActor
  private static func numbers() async throws -> String {
    let fresh = try await Fresh(world: .irregular)
    let long = TMDBID(TallyWorld.continuedShow)
    let search = SearchViewModel(tally: fresh.tally)
    search.toggleExpansion(long)
    await search.settled()
    search.setProgressUpToEpisode(70, season: 2, of: long)
    await search.settled()
    let season = try require(search.state.details[long]?.season(2)?.numbering, "the season's numbers")
    try expectEqual(season.place(of: 70), 9, "the place of S2E70")
    try expectEqual(fresh.watched(long, 2), Array(1...9), "the server's watched episodes")
    try expectEqual(season.number(at: 10), season.next(after: 70), "the next number")
    try expectEqual(search.state.upNext(long)?.episode, 71, "up next")
    // If only the number of episodes is known, they are numbered from 1.
    try expectEqual(EpisodeNumbering(count: 16).number(at: 9), 9, "the ninth of a usual season")
    return "S2E70 is the ninth of season 2: rows 62 to 70 are watched, up next is S2E71"
  }
}
