import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("A title's page")
struct TitlePageTests {
  private func loaded(_ fixture: Fixture, _ title: TitleReference) async -> VaultTitleViewModel {
    let model = VaultTitleViewModel(vault: fixture.vault, title: title)
    model.load()
    await model.settled()
    return model
  }

  private func page(_ model: VaultTitleViewModel) throws -> TitlePage { try #require(model.state.page.value) }

  @Test("a film has its facts, its mark and the lists that have it; it is there after a relaunch without a network")
  func film() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await loaded(fixture, .movie(3))
    let film = try page(model)
    #expect(film.movie?.title == "Night Ferry")
    #expect(film.overview == "The last crossing.")
    #expect(film.entry.watched == .unwatched)
    #expect(film.listNames.contains("Weekend"))
    #expect(!film.isInWatchlist)
    #expect(model.state.error == nil)
    await fixture.vault.client.accounts.save()
    let later = fixture.relaunched()
    later.network.isDown = true
    let again = await loaded(later, .movie(3))
    #expect(try page(again) == film)
    #expect(again.state.error?.kind == .unreachable)
  }

  @Test("a film that was watched before it came into a list is shown as watched, and read once")
  func watchedBefore() async throws {
    // The route for unwatched titles fails for alice's series.
    var world = VaultWorld.sample
    world.addUser("erin")
    let film = world.addMovie("Seen Before", owner: "erin", watched: true)
    world.addList("Hers", owner: "erin", items: [.movie(film)])
    let fixture = Fixture(world: world)
    try await fixture.vault.account.signIn(username: "erin", password: VaultWorld.standardPassword)
    let model = await loaded(fixture, .movie(film))
    #expect(try page(model).entry.watched == .all)
    #expect(try !page(model).isInWatchlist)
    let count = fixture.count(.vaultMoviesOne)
    await model.refreshAndWait()
    #expect(try page(model).entry.watched == .all)
    #expect(fixture.count(.vaultMoviesOne) == count)
  }

  @Test("a collection whose films were watched before they came into a list is shown as watched", arguments: [1, 2])
  func watchedCollection(listed: Int) async throws {
    var world = VaultWorld.sample
    world.addUser("erin")
    let nights = VaultWorld.Collection(9100, "Nights")
    let films = (1...2).map { world.addMovie("Night \($0)", owner: "erin", watched: true, collection: nights) }
    world.addList("Hers", owner: "erin", items: films.prefix(listed).map { .movie($0) })
    let fixture = Fixture(world: world)
    try await fixture.vault.account.signIn(username: "erin", password: VaultWorld.standardPassword)
    let model = await loaded(fixture, .collection(9100))
    #expect(try page(model).movies.map(\.id).sorted() == films)
    #expect(try page(model).entry.watched == .all)
    #expect(fixture.count(.vaultMoviesOne) == listed)
  }

  @Test("a series has its seasons; a season is marked without a network, shows as pending, and is sent later")
  func series() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await loaded(fixture, .series(1))
    #expect(try page(model).seasons.map(\.number) == [1, 2])
    #expect(try page(model).seasons.map(\.watchedCount) == [2, 0])
    #expect(try page(model).entry.watched == .partly)
    fixture.network.isDown = true
    model.toggleSeason(1)
    await model.settled()
    #expect(try page(model).seasons.map(\.watchedCount) == [3, 0])
    #expect(try page(model).isPending)
    #expect(model.state.notice == nil)
    fixture.network.isDown = false
    await model.refreshAndWait()
    #expect(try !page(model).isPending)
    #expect(fixture.server.watchedEpisodes(ofSeries: 1, of: "alice")["S01E03"] == true)
    model.toggleWatched()
    #expect(model.state.asksForDirection)
    model.confirm(watched: true)
    await model.settled()
    #expect(!model.state.asksForDirection)
    #expect(try page(model).entry.watched == .all)
  }

  @Test("an open episode has what this device has at once, then the server's facts")
  func episode() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await loaded(fixture, .series(1))
    let first = try #require(page(model).seasons.first?.episodes.first)
    fixture.network.isDown = true
    model.openEpisode(first.id)
    #expect(model.state.episode?.title == "Pilot" && model.state.isLoadingEpisode)
    await model.settled()
    #expect(model.state.episode?.title == "Pilot" && !model.state.isLoadingEpisode)
    #expect(model.state.episode?.seriesTitle == "North Pier")
    fixture.network.isDown = false
    model.openEpisode(first.id)
    await model.settled()
    #expect(fixture.count(.vaultEpisodesDetails) >= 1)
    model.closeEpisode()
    #expect(model.state.episode == nil)
  }

  @Test(
    "an open episode follows a mark, also while the mark waits and the server's details are older",
    arguments: [false, true])
  func episodeMark(isWaiting: Bool) async throws {
    let fixture = try await Fixture.signedIn()
    let model = await loaded(fixture, .series(1))
    let ropes = try #require(page(model).seasons.first?.episodes.first { $0.number == 3 })
    model.openEpisode(ropes.id)
    await model.settled()
    #expect(model.state.episode?.title == "Ropes" && model.state.episode?.watched == false)
    if isWaiting { fixture.network.fail(.vaultSeriesToggleEpisode, with: .status(502), .status(502), .status(502)) }
    model.setWatched(true, for: .episode(series: 1, season: 1, number: 3))
    await model.settled()
    #expect(model.state.episode?.watched == true)
    #expect(fixture.server.watchedEpisodes(ofSeries: 1, of: "alice")["S01E03"] == !isWaiting)
    let count = fixture.count(.vaultEpisodesDetails)
    model.openEpisode(ropes.id)
    await model.settled()
    #expect(fixture.count(.vaultEpisodesDetails) == count + 1)
    #expect(model.state.episode?.watched == true)
  }

  @Test("a collection is put into a list film by film, also into a new one, and taken out again")
  func lists() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await loaded(fixture, .collection(9001))
    let films = try page(model).movies.map(\.id)
    #expect(films.count == 3)
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    func isIn(_ list: Int) throws -> Bool? { try page(model).lists.first { $0.id == .list(list) }?.isIn }
    #expect(try isIn(weekend) == false)
    fixture.network.isDown = true
    model.add(to: weekend)
    await model.settled()
    #expect(try isIn(weekend) == true)
    #expect(try page(model).isPending)
    fixture.network.isDown = false
    await model.refreshAndWait()
    let items = fixture.server.contents(ofList: weekend).filter { $0.type == "movie" }.map(\.id)
    #expect(Set(items).isSuperset(of: films))
    model.remove(fromList: weekend)
    await model.settled()
    #expect(try isIn(weekend) == false)
    let left = fixture.server.contents(ofList: weekend).filter { $0.type == "movie" }.map(\.id)
    #expect(left == [3])
    model.add(toNewList: ListDraft(name: "Harbor nights"))
    await model.settled()
    let made = try #require(fixture.server.listID(named: "Harbor nights", of: "alice"))
    #expect(Set(fixture.server.contents(ofList: made).map(\.id)) == Set(films))
    #expect(try page(model).listNames == ["Harbor nights"])
  }

  @Test("a title that is removed on its page can be brought back for ten seconds")
  func removed() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await loaded(fixture, .movie(1))
    fixture.network.isDown = true
    model.remove()
    await model.settled()
    #expect(model.state.page.value == nil)
    model.undoRemoval()
    await model.settled()
    #expect(try page(model).movie?.title == "Paper Lanterns")
    #expect(model.state.undoable == nil)
    fixture.network.isDown = false
    await model.refreshAndWait()
    #expect(fixture.server.movieIDs(of: "alice").contains(1))
    model.remove()
    await model.settled()
    #expect(model.state.undoable != nil)
    await fixture.clock.advance(by: ListsViewModel.undoTime)
    #expect(await eventually { model.state.undoable == nil })
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
    #expect(fixture.clock.problems == [])
  }

  @Test("a film's members are changed, and its badge goes when the page marks it as seen")
  func edited() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await loaded(fixture, .movie(8))
    #expect(try page(model).movie?.isNew == true)
    model.update(MovieChange(title: "Quiet Code, again"))
    model.markSeen()
    await model.settled()
    #expect(try page(model).movie?.title == "Quiet Code, again")
    #expect(try page(model).entry.isNew == false)
  }
}
