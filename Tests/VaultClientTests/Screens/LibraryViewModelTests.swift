import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The library view model")
struct LibraryViewModelTests {
  private func model(_ fixture: Fixture) async -> VaultLibraryViewModel {
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    return model
  }

  @Test("loads, filters, sorts, and keeps the choice over a relaunch")
  func load() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await model(fixture)
    #expect(model.state.entries.prefix(2).allSatisfy { $0.isNew })
    #expect(model.state.entries.map(\.title).contains("Harbor Collection"))
    #expect(!model.state.entries.map(\.title).contains("Night Ferry"))
    #expect(model.state.staleness == nil)
    model.set(.series, false)
    #expect(model.state.entries.allSatisfy { if case .series = $0 { false } else { true } })
    model.set(.unwatched, true)
    #expect(!model.state.entries.map(\.title).contains("Glass Orchard"))
    model.tap(.dateReleased)
    model.tap(.dateReleased)
    #expect(model.state.sort == .releaseDateNewest)
    let later = VaultLibraryViewModel(vault: fixture.relaunched().vault)
    #expect(later.state.filters == model.state.filters)
    #expect(later.state.sort == .releaseDateNewest)
    model.resetFilters()
    #expect(model.state.filters == .standard)
  }

  @Test("opens without the network, with the time of the last answer")
  func offline() async throws {
    let fixture = try await Fixture.signedIn()
    let first = await model(fixture)
    await fixture.vault.client.accounts.save()
    let later = fixture.relaunched()
    later.network.isDown = true
    let model = VaultLibraryViewModel(vault: later.vault)
    model.load()
    await model.settled()
    #expect(model.state.entries == first.state.entries)
    #expect(model.state.staleness == .offline)
    #expect(model.state.library.error?.kind == .unreachable)
    later.network.isDown = false
    later.network.fail(.vaultWatchlistAll, with: .status(500))
    model.refresh()
    #expect(model.state.isRefreshing)
    await model.settled()
    #expect(model.state.staleness == .cached)
    #expect(!model.state.isRefreshing)
    model.refresh()
    await model.settled()
    #expect(model.state.staleness == nil)
  }

  @Test(
    "a mixed row asks in which direction, and is marked as a whole in the one that is confirmed",
    arguments: [true, false])
  func confirm(watched: Bool) async throws {
    let fixture = try await Fixture.signedIn()
    let model = await model(fixture)
    for (reference, isMarked) in [
      (
        TitleReference.collection(9001),
        { @Sendable in [4, 6].map { fixture.server.isWatched(movie: $0, of: "alice") == true } }
      ),
      (
        .series(1),
        { @Sendable in fixture.server.watchedEpisodes(ofSeries: 1, of: "alice").sorted { $0.key < $1.key }.map(\.value)
        }
      ),
    ] {
      let row = try #require(model.state.entries.first { $0.reference == reference })
      let before = isMarked()
      #expect(before.contains(true) && before.contains(false))
      model.toggleWatched(row)
      #expect(model.state.confirmation == row)
      #expect(
        row.confirmationTitle() == "“\(row.title)” is partly watched: \(before.count { $0 }) of \(before.count).")
      #expect(row.confirmationText(watched: true) == "Mark all \(before.count) as watched")
      #expect(
        row.confirmationText(watched: false, Texts(.vaultGerman)) == "Alle \(before.count) als ungesehen markieren")
      model.cancelConfirmation()
      await model.settled()
      #expect(model.state.confirmation == nil && isMarked() == before)
      model.toggleWatched(row)
      model.confirm(watched: watched)
      await model.settled()
      #expect(model.state.confirmation == nil)
      #expect(isMarked().allSatisfy { $0 == watched })
      #expect(model.state.entries.first { $0.reference == reference }?.watched == (watched ? .all : .unwatched))
      // No question is open, so `confirm` changes nothing.
      model.confirm(watched: !watched)
      await model.settled()
      #expect(isMarked().allSatisfy { $0 == watched })
    }
  }

  @Test("a row that is wholly watched or unwatched is toggled without a question")
  func toggle() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await model(fixture)
    let film = try #require(model.state.entries.first { $0.reference == .movie(1) })
    model.toggleWatched(film)
    await model.settled()
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
    #expect(model.state.entries.first { $0.reference == .movie(1) }?.watched == .all)
    #expect(model.state.pendingCount == 0)
  }

  @Test("searches inside at each keystroke, outside after a pause, once for each text")
  func search() async throws {
    let clock = ManualClock()
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true), clock: clock)
    let model = await model(fixture)
    model.query = "harb"
    #expect(model.state.search.local.map(\.reference) == [.collection(9001)])
    model.query = "harbor"
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .milliseconds(1100))
    #expect(fixture.count(.vaultSearchAll) == 0)
    model.query = "harbor l"
    #expect(
      await eventually {
        await clock.advance(by: .milliseconds(1200))
        await model.settled()
        return fixture.count(.vaultSearchAll) > 0
      })
    #expect(fixture.count(.vaultSearchAll) == 1)
    #expect(!model.state.search.external.isEmpty)
    #expect(model.state.search.externalTitle() == "Available to Import (\(model.state.search.external.count))")
    model.submitSearch()
    await model.settled()
    #expect(fixture.count(.vaultSearchAll) == 1)
    model.query = "h"
    #expect(model.state.search.external.isEmpty)
    fixture.network.fail(.vaultSearchAll, with: .status(500), .status(500), .status(500))
    model.query = "paper"
    model.submitSearch()
    await model.settled()
    #expect(model.state.search.error != nil)
    #expect(model.state.search.external.isEmpty)
    #expect(model.state.search.local.map(\.reference) == [.movie(1)])
  }

  @Test("a text that is typed again while its answer is on the way is searched for again")
  func searchAgain() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true), clock: ManualClock())
    let model = await model(fixture)
    model.query = "harbor l"
    model.submitSearch()
    model.query = "harbor li"
    await model.settled()
    #expect(model.state.search.isSearching == false && model.state.search.external.isEmpty)
    model.query = "harbor l"
    model.submitSearch()
    await model.settled()
    #expect(model.state.search.isSearching == false && !model.state.search.external.isEmpty)
  }

  @Test("imports a found title and shows it")
  func importing() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    let model = await model(fixture)
    model.importTitle(.movie("tt0501001"))
    #expect(model.state.importing == ["tt0501001"])
    await model.settled()
    #expect(model.state.importing.isEmpty)
    #expect(model.state.library.value?.allMovies.contains { $0.imdbID == "tt0501001" } == true)
    model.importText("https://www.tvmaze.com/shows/1")
    #expect(model.state.notice == "This address cannot be imported. Search for the title instead.")
    model.importText("tmdb_801")
    await model.settled()
    #expect(model.state.library.value?.series.contains { $0.imdbID == "tmdb_801" } == true)
  }

  @Test("shows the lists that are chosen; one that is gone is no longer")
  func lists() async throws {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let model = await model(fixture)
    model.select([.list(weekend), .list(4711)])
    await model.settled()
    #expect(model.state.selectedLists == [.list(weekend)])
    #expect(Set(model.state.entries.map(\.reference)) == [.movie(3), .movie(5), .series(4)])
    model.select([])
    await model.settled()
    #expect(model.state.selectedLists == [.personal])
    #expect(model.state.entries.contains { $0.reference == .movie(1) })
  }

  @Test("a marked title is not new any more; the badge of imports stays until it is opened")
  func markedIsSeen() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await model(fixture)
    model.setWatched(false, for: .movie(8))
    await model.settled()
    let row = try #require(model.state.entries.first { $0.reference == .movie(8) })
    #expect(!row.isNew && row.isNewlyImported(at: fixture.clock.now()))
    let news = try await fixture.vault.notifications.newTitles()
    #expect(!news.newMovies.contains { $0.id == 8 } && news.importedMovies.contains { $0.id == 8 })
    model.open(row)
    await model.settled()
    #expect(try await fixture.vault.notifications.newTitles().importedMovies.contains { $0.id == 8 } == false)
    #expect(fixture.count(.vaultWatchlistMarkSeen) == 1)
  }

  @Test("the mark of a collection shows its progress")
  func progress() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await model(fixture)
    let steps = Recorder<MarkProgress>()
    model.onChange = { state in if let step = state.progress[.collection(9001)] { steps.add(step) } }
    fixture.network.isDown = true
    model.setWatched(true, for: .collection(9001))
    await model.settled()
    #expect(model.state.progress[.collection(9001)] == MarkProgress(done: 0, total: 2))
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    model.load()
    await model.settled()
    #expect(model.state.progress[.collection(9001)] == nil)
    #expect(steps.values.first?.total == 2)
  }

  @Test("opening a new row makes it seen; removing and changing show at once")
  func changes() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await model(fixture)
    let new = try #require(model.state.entries.first { $0.reference == .movie(8) })
    model.open(new)
    await model.settled()
    #expect(model.state.entries.first { $0.reference == .movie(8) }?.isNew == false)
    #expect(try await fixture.vault.notifications.newTitles().newMovies.contains { $0.id == 8 } == false)
    model.update(2, MovieChange(title: "Long Fuse"))
    model.remove(.movie(1))
    await model.settled()
    #expect(model.state.entries.contains { $0.title == "Long Fuse" })
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
    #expect(model.state.notice == nil)
  }
}

@MainActor @Suite("The other view models")
struct OtherViewModelTests {
  @Test("the watchlist: counts, unwatched titles, seasons")
  func watchlist() async throws {
    let fixture = try await Fixture.signedIn()
    let model = VaultWatchlistViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    #expect(model.state.counts?.series.total == 4)
    #expect(model.state.unwatched.movies.first?.id == 1)
    model.setSort(.releaseDate)
    #expect(model.state.unwatched.movies.first?.releaseDate?.day == nil)
    let waiting = model.state.unwatchedCount
    model.toggleSeason(1, of: 1)
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(model.state.unwatchedCount == waiting - 1)
    #expect(fixture.server.watchedEpisodes(ofSeries: 1, of: "alice")["S01E03"] == true)
    model.toggleSeason(1, of: 1)
    await model.settled()
    #expect(fixture.server.watchedEpisodes(ofSeries: 1, of: "alice")["S01E01"] == false)
    model.remove(.movie(2))
    await model.settled()
    #expect(!fixture.server.movieIDs(of: "alice").contains(2))
    fixture.network.isDown = true
    model.load()
    await model.settled()
    #expect(model.state.watchlist.error?.kind == .unreachable)
    #expect(model.state.watchlist.value?.movie(1) != nil)
  }

  @Test("lists: order of the user's own, changes, a move that can be taken back for ten seconds")
  func lists() async throws {
    let clock = ManualClock()
    let fixture = try await Fixture.signedIn(clock: clock)
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    let model = ListsViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    #expect(model.state.lists.value?.map(\.name) == ["My Watchlist", "Weekend", "Some day", "Long trips"])
    model.setOrder([.list(someDay), .personal])
    #expect(model.state.lists.value?.map(\.name).first == "Some day")
    model.open(.list(weekend))
    await model.settled()
    #expect(model.state.contents.value?.items.count == 3)
    #expect(model.state.targets.map(\.name).contains("Some day"))
    let transfer = ListTransfer(.move, [.movie(3)], from: weekend, to: someDay)
    model.transfer(transfer)
    #expect(model.state.undoable == transfer.undone)
    await model.settled()
    #expect(model.state.contents.value?.items.count == 2)
    func number(_ name: String) -> Int? { model.state.lists.value?.first { $0.name == name }?.itemCount }
    #expect(number("Weekend") == 2 && number("Some day") == 1)
    #expect(model.state.targets.first { $0.name == "Some day" }?.itemCount == 1)
    model.undo()
    await model.settled()
    #expect(number("Weekend") == 3 && number("Some day") == 0)
    #expect(model.state.targets.first { $0.name == "Some day" }?.itemCount == 0)
    #expect(fixture.server.contents(ofList: weekend).map(\.id).contains(3))
    model.transfer(transfer)
    await model.settled()
    #expect(
      await eventually {
        await clock.advance(by: .seconds(11))
        return model.state.undoable == nil
      })
    model.create(ListDraft(name: "New one"))
    model.update(weekend, ListDraft(icon: "🎬"))
    model.add(.movie(1), to: someDay, notes: "n")
    model.mark(.movie(5), in: weekend, ItemMark(watched: true))
    model.remove(.series(4), from: weekend)
    model.share(someDay, with: "bob")
    await model.settled()
    #expect(model.state.notice == nil)
    #expect(model.state.pendingCount == 0)
    #expect(fixture.server.listID(named: "New one", of: "alice") != nil)
    #expect(fixture.server.contents(ofList: weekend).map(\.id) == [5])
    model.share(someDay, with: "bob", .edit)
    await model.settled()
    #expect(model.state.notice == "This list is already shared with that person.")
    model.create(ListDraft(name: "New one"))
    await model.settled()
    #expect(model.state.notice == "That is already there.")
    model.create(ListDraft(name: "  "))
    await model.settled()
    #expect(model.state.notice == "A list needs a name.")
    model.dismissNotice()
    model.delete(weekend)
    #expect(model.state.opened == nil)
    await model.settled()
    #expect(fixture.server.listID(named: "Weekend", of: "alice") == nil)
  }

  @Test("with nothing cached, the personal list stands alone")
  func noLists() async throws {
    let fixture = try await Fixture.signedIn()
    fixture.network.isDown = true
    let model = ListsViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    #expect(model.state.lists.value?.map(\.id) == [.personal])
  }

  @Test("new titles: refreshed every half hour, marked as seen one by one")
  func notifications() async throws {
    let clock = ManualClock()
    let fixture = try await Fixture.signedIn(clock: clock)
    let model = NotificationsViewModel(vault: fixture.vault)
    model.start()
    await model.settled()
    let count = model.state.badgeCount
    #expect(count > 2)
    #expect(model.state.counts != nil)
    model.markSeen(.movie(8))
    await model.settled()
    #expect(model.state.badgeCount < count)
    model.markAllSeen()
    await model.settled()
    #expect(model.state.badgeCount == 0)
    let before = fixture.count(.vaultNotificationsNewTitles)
    #expect(
      await eventually {
        await clock.advance(by: .seconds(1801))
        await model.settled()
        return fixture.count(.vaultNotificationsNewTitles) > before
      })
    model.stop()
  }
}
