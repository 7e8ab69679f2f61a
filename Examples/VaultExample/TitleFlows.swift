import MediaTesting
import Runner
import VaultClient
import VaultTesting

@MainActor
enum TitleFlows {
  nonisolated static let all: [Flow<VaultFixture>] = [
    Flow("title-page-series", needsFake: true) { fixture in try await series(fixture) },
    Flow("title-page-lists", needsFake: true) { fixture in try await lists(fixture) },
    Flow("title-page-removed-and-back", needsFake: true) { fixture in try await removed(fixture) },
    Flow("library-remove-selected", needsFake: true) { fixture in try await selected(fixture) },
    Flow("library-merged-lists", needsFake: true) { fixture in try await merged(fixture) },
    Flow("lists-duplicates-warning", needsFake: true) { fixture in try await duplicates(fixture) },
  ]

  private static func loaded(_ device: Device, _ title: TitleReference) async -> VaultTitleViewModel {
    let model = VaultTitleViewModel(vault: device.vault, title: title)
    await model.loadAndWait()
    return model
  }

  private static func series(_ fixture: VaultFixture) async throws -> String {
    let own = try await fixture.separate()
    let model = await loaded(own.device, .series(1))
    let page = try require(model.state.page.value, "the page")
    let series = try require(page.series, "a series")
    model.openEpisode(try require(page.seasons.first?.episodes.first?.id, "an episode"))
    await model.settled()
    let episode = try require(model.state.episode, "the facts of the episode")
    model.closeEpisode()
    model.toggleSeason(1)
    await model.settled()
    model.toggleWatched()
    try expect(model.state.asksForDirection, "a question before a partly watched series is marked")
    model.cancelConfirmation()
    model.toggleWatched()
    model.confirm(watched: true)
    await model.settled()
    try expectEqual(model.state.page.value?.entry.watched, .all, "the mark")
    model.setWatched(false, for: .season(series: 1, number: 2))
    model.markSeen()
    await model.settled()
    try expectEqual(model.state.page.value?.entry.watched, .partly, "the mark after a season")
    return "\(series.title): \(page.seasons.count) seasons, “\(episode.title)” opened"
  }

  private static func lists(_ fixture: VaultFixture) async throws -> String {
    let own = try await fixture.separate()
    let model = await loaded(own.device, .movie(1))
    let weekend = try require(try own.server().listID(named: "Weekend", of: "alice"), "a list")
    model.add(to: weekend)
    await model.settled()
    try expect(model.state.page.value?.listNames.contains("Weekend") == true, "the film in the list")
    model.remove(fromList: weekend)
    model.add(toNewList: ListDraft(name: "Lanterns"))
    await model.settled()
    try expectEqual(model.state.page.value?.listNames, ["Lanterns"], "the lists of the film")
    model.update(MovieChange(title: "Paper Lanterns, restored"))
    await model.settled()
    let movie = try require(model.state.page.value?.movie, "the film")
    try expectEqual(movie.title, "Paper Lanterns, restored", "the title")
    return "\(movie.title): \(model.state.page.value?.overview ?? "")"
  }

  private static func removed(_ fixture: VaultFixture) async throws -> String {
    let own = try await fixture.separate()
    let model = await loaded(own.device, .movie(1))
    own.network.isDown = true
    model.remove()
    await model.settled()
    try expect(model.state.page.value == nil, "no page any more")
    model.undoRemoval()
    await model.settled()
    own.network.isDown = false
    await model.refreshAndWait()
    try expect(try own.server().movieIDs(of: "alice").contains(1), "the film on the server")
    return "“\(model.state.page.value?.entry.title ?? "")” removed without a network, and brought back"
  }

  private static func selected(_ fixture: VaultFixture) async throws -> String {
    let own = try await fixture.separate()
    let model = VaultLibraryViewModel(vault: own.vault)
    await model.loadAndWait()
    model.tap(.type)
    let titles = model.state.entries.filter { !$0.isNew }.prefix(2).map(\.reference)
    let count = model.state.entries.count
    own.network.isDown = true
    model.remove(titles)
    await model.settled()
    try expectEqual(model.state.entries.count, count - 2, "rows without a network")
    model.undoRemoval()
    await model.settled()
    try expectEqual(model.state.entries.count, count, "rows after undoing")
    model.remove(titles)
    await model.settled()
    own.network.isDown = false
    await model.refreshAndWait()
    try expectEqual(model.state.entries.count, count - 2, "rows on the server")
    return "\(titles.count) titles removed together, undone, and removed for good"
  }

  private static func merged(_ fixture: VaultFixture) async throws -> String {
    let own = try await fixture.separate()
    let weekend = try require(try own.server().listID(named: "Weekend", of: "alice"), "a list")
    let model = VaultLibraryViewModel(vault: own.vault)
    model.select([.personal, .list(weekend)])
    await model.settled()
    let alone = model.state.entries.count
    model.setMergesLists(true)
    await model.settled()
    try expect(model.state.entries.count > alone, "the list's titles beside the watchlist's")
    try expect(own.vault.preferences.mergesLists, "the choice is kept")
    own.vault.preferences.setMergesLists(false)
    return "\(alone) rows of the watchlist, \(model.state.entries.count) with the list"
  }

  private static func duplicates(_ fixture: VaultFixture) async throws -> String {
    let own = try await fixture.separate()
    let weekend = try require(try own.server().listID(named: "Weekend", of: "alice"), "a list")
    let model = ListsViewModel(vault: own.vault)
    await model.loadAndWait()
    let (made, _) = try await own.vault.store.createList(ListDraft(name: "Everything"))
    await own.vault.store.settled()
    let target = try require(try own.server().listID(named: "Everything", of: "alice"), "the new list")
    try expect(made.number != nil, "a number")
    let film = try require(ListItem(TitleReference.movie(3)), "the film of a row")
    let transfer = ListTransfer(.copy, [film], from: weekend, to: target)
    model.propose(transfer)
    await model.settled()
    model.propose(transfer)
    await model.settled()
    let text = try require(model.state.duplicates?.text(), "a warning")
    model.cancelTransfer()
    model.propose(transfer)
    await model.settled()
    model.confirmTransfer(skipping: true)
    await model.settled()
    try expectEqual(try own.server().contents(ofList: target).count, 1, "titles of the list")
    return "“\(text)”"
  }
}
