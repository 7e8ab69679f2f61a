import Runner
import TallyKit
import TallyTesting

@MainActor
enum MyShowsFlows {
  private static let show: TMDBID = 520_100

  nonisolated static let all: [Flow<TallyStage>] = [
    Flow("my-shows-progress", needsFake: true) { _ in try await progress() },
    Flow("my-shows-progress-offline", needsFake: true) { _ in try await offline() },
    Flow("my-shows-lost", needsFake: true) { _ in try await lost() },
    Flow("my-shows-add", needsFake: true) { _ in try await add() },
    Flow("search-and-add", needsFake: true) { _ in try await searchAndAdd() },
    Flow("stores-and-observers", needsFake: true) { _ in try await observers() },
  ]

  private static func loaded(_ tally: TallyService) async -> TallyWatchlistViewModel {
    let list = TallyWatchlistViewModel(tally: tally)
    list.load()
    await list.settled()
    return list
  }

  private static func row(_ list: TallyWatchlistViewModel) -> String {
    let progress = list.state.items.value?.first { $0.id == show }?.progress
    let next = progress?.currentEpisode.map { "S\($0.seasonNumber)E\($0.episodeNumber)" }
    return "\(progress?.watchedEpisodes ?? 0) of \(progress?.totalEpisodes ?? 0), next \(next ?? "-")"
  }

  private static func progress() async throws -> String {
    let fresh = try await Fresh()
    let list = await loaded(fresh.tally)
    list.openShow(show)
    await list.settled()
    var rows = [row(list)]
    list.setProgressUpToEpisode(6, season: 2, of: show)
    await list.settled()
    rows.append(row(list))
    try expectEqual(fresh.watched(show, 2), Array(1...6), "season 2 on the server")
    list.setPosition(watching: 2, season: 2, of: show)
    await list.settled()
    rows.append(row(list))
    try expectEqual(fresh.watched(show, 2), [1], "season 2 after going back")
    list.markEpisode(5, season: 2, as: .watched, of: show)
    await list.settled()
    try expectEqual(fresh.watched(show, 2), [1, 5], "season 2 after one episode")
    list.markSeason(2, watched: true, of: show)
    await list.settled()
    rows.append(row(list))
    list.markShow(show, watched: false)
    await list.settled()
    rows.append(row(list))
    try expectEqual((1...3).map { fresh.watched(show, $0).count }, [0, 0, 0], "everything on the server")
    list.closeShow(show)
    try expect(list.state.seasons.isEmpty, "no open show")
    return rows.joined(separator: "; ")
  }

  private static func offline() async throws -> String {
    let fresh = try await Fresh()
    let list = await loaded(fresh.tally)
    list.openShow(show)
    await list.settled()
    fresh.network.isDown = true
    list.setProgressUpToEpisode(7, season: 2, of: show)
    await list.settled()
    let spoken = try require(list.state.announcement?.text, "what is spoken")
    let shown = row(list)
    fresh.network.isDown = false
    await fresh.tally.queue.flush()
    try expectEqual(fresh.watched(show, 2), Array(1...7), "season 2 on the server")
    return "\(shown) at once, “\(spoken)”, and on the server later"
  }

  private static func lost() async throws -> String {
    let fresh = try await Fresh()
    fresh.server.edit { $0.loseShow(520_700) }
    let list = await loaded(fresh.tally)
    let lost = try require(try await fresh.tally.watchlistStore.lostEntries().first, "an entry without its show")
    list.remove(lost: lost.showId)
    await list.settled()
    try expectEqual(list.state.lost.count, 0, "entries without their show")
    return "an entry whose show the server has lost, taken off the list"
  }

  private static func add() async throws -> String {
    let fresh = try await Fresh()
    let list = await loaded(fresh.tally)
    list.add(520_900, as: .watchlist, title: "Quiet Pilot")
    await list.settled()
    list.setProvider(ProviderSelection(id: 8, name: "Netflix"), of: 520_900)
    await list.settled()
    try expectEqual(fresh.entry(520_900)?.providerID, 8, "the provider on the server")
    return "added, with a provider"
  }

  private static func searchAndAdd() async throws -> String {
    let fresh = try await Fresh()
    let added = try await fresh.tally.watchlist.searchAndAdd("quiet", status: .watchlist).userShow
    _ = try await fresh.tally.watchlist.searchAndAdd(520_800, status: .watching)
    try expectEqual(fresh.entry(520_800)?.status, "watching", "the show by its number")
    return "\(added.show?.title ?? "-") by its name, another by its number"
  }

  private static func observers() async throws -> String {
    let fresh = try await Fresh()
    let (tally, heard) = (fresh.tally, Heard())
    let tokens = [
      tally.watchlistStore.observe { heard.add("watchlist") }, tally.progressStore.observe { heard.add("progress") },
      tally.subscriptionStore.observe { heard.add("subscriptions") },
      tally.country.observe { heard.add("country \($0)") },
      tally.account.observeStatus { _ in heard.add("account") },
    ]
    try await tally.watchlistStore.refresh()
    try await tally.progressStore.refresh(show)
    try await tally.subscriptionStore.refresh()
    let subscription = try require(try await tally.subscriptionStore.items()?.first, "a subscription").subscription
    _ = try await tally.subscriptionStore.setActive(false, subscription).settled()
    _ = try await tally.progressStore.markShow(show, watched: false, counts: [:]).settled()
    tally.country.set("JP")
    try await tally.account.signOut(pending: .keep)
    try await fresh.signIn()
    try await tally.watchlistStore.refresh()
    let times = [try await tally.watchlistStore.refreshedAt(), try await tally.subscriptionStore.refreshedAt()]
    try expect(times[0] != nil, "when the list was read")
    tokens.forEach { $0.cancel() }
    let all = heard.names
    try expectEqual(
      Set(all), ["watchlist", "progress", "subscriptions", "country JP", "account"], "what was observed")
    return "\(all.count) kinds of changes observed"
  }
}

/// Names that observers were called with.
private final class Heard: Sendable {
  private let kept = Locked<Set<String>>([])
  var names: [String] { kept.withLock { $0.sorted() } }
  func add(_ name: String) { kept.withLock { _ = $0.insert(name) } }
}
