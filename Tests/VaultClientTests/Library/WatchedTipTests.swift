import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("The tip about watched titles")
struct WatchedTipTests {
  private static let file = "vault/preferences/hasSeenWatchedTip"

  private func tip(_ files: any FileSystem) -> WatchedTip {
    WatchedTip(preferences: Preferences(files: files) { _ in })
  }

  @Test("shows once, only after watched is true")
  func once() {
    let files = MemoryFileSystem()
    let tip = tip(files)
    #expect(!tip.shows(afterAnswer: false))
    #expect(!tip.shows(afterAnswer: nil))
    #expect(!tip.isSeen)
    #expect(tip.shows(afterAnswer: true))
    #expect(files.contents[Self.file] == Data("true".utf8))
    #expect(!tip.shows(afterAnswer: true))
    #expect(!self.tip(files).shows(afterAnswer: true))
  }

  @Test("only the text true counts as seen", arguments: ["", "1", "TRUE", "false", "true "])
  func other(_ text: String) { #expect(!tip(MemoryFileSystem([Self.file: Data(text.utf8)])).isSeen) }

  @Test("the tip has the web client's exact texts")
  func words() {
    let content = WatchedTip.content()
    #expect(content.icon == "✅")
    #expect(content.title == "Marked as watched!")
    #expect(content.message == "Watched items are still in your list. Use the Filter button to show/hide them.")
    #expect(content.gotIt == "Got it")
    #expect(content.showMe == "Show Me")
    #expect(FilterHighlight.standard.pulses == 3)
    #expect(FilterHighlight.standard.scale == 1.05)
    #expect(FilterHighlight.standard.delay == .milliseconds(500))
    #expect(FilterHighlight.standard.halfPulse == .milliseconds(500))
    #expect(FilterHighlight.standard.lifetime == .seconds(3))
  }

  @MainActor @Test("a mark shows it, Show Me opens the filters and points at the switch, for a while")
  func showMe() async throws {
    let clock = ManualClock()
    let fixture = try await Fixture.signedIn(clock: clock)
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(model.state.tip == WatchedTip.content())
    model.tapTip(.showMe)
    #expect(model.state.tip == nil)
    #expect(model.state.showsFilters)
    #expect(model.state.filterHighlight == .standard)
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(3))
    await model.settled()
    #expect(model.state.filterHighlight == nil)
    model.setWatched(true, for: .movie(2))
    await model.settled()
    #expect(model.state.tip == nil)
    try await fixture.vault.account.signOut(pending: .discard)
    #expect(fixture.files.contents[Self.file] == Data("true".utf8))
  }

  @MainActor @Test("shows for a waiting change once it is answered, not for an unmark, an episode or a failure")
  func never() async throws {
    let fixture = try await Fixture.signedIn()
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    model.setWatched(false, for: .movie(8))
    model.setWatched(true, for: .episode(series: 4, season: 1, number: 1))
    model.setWatched(true, for: .movie(999))
    await model.settled()
    #expect(model.state.tip == nil)
    fixture.network.isDown = true
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(model.state.tip == nil)
    #expect(!WatchedTip(preferences: fixture.vault.preferences).isSeen)
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    model.load()
    await model.settled()
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
    #expect(model.state.tip != nil)
    model.tapTip(.gotIt)
    #expect(model.state.tip == nil && !model.state.showsFilters)
  }

  @MainActor
  @Test(
    "the first mark of a film, a collection, a series and a season shows it, once",
    arguments: [
      WatchTarget.movie(1), .collection(9001), .series(4), .series(1), .season(series: 4, number: 1),
      .season(series: 1, number: 2),
    ])
  func targets(_ target: WatchTarget) async throws {
    let fixture = try await Fixture.signedIn()
    let library = VaultLibraryViewModel(vault: fixture.vault)
    library.load()
    await library.settled()
    library.setWatched(true, for: target)
    await library.settled()
    #expect(library.state.tip == WatchedTip.content())
    let watchlist = VaultWatchlistViewModel(vault: fixture.vault)
    watchlist.load()
    await watchlist.settled()
    watchlist.setWatched(true, for: .movie(2))
    await watchlist.settled()
    #expect(watchlist.state.tip == nil)
  }

  @MainActor @Test("the watchlist shows it too, for a season and offline; Show Me asks for the filters")
  func watchlist() async throws {
    let fixture = try await Fixture.signedIn()
    let model = VaultWatchlistViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    fixture.network.isDown = true
    model.toggleSeason(1, of: 4)
    await model.settled()
    #expect(model.state.tip == nil)
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    await model.settled()
    #expect(model.state.tip == WatchedTip.content())
    model.tapTip(.showMe)
    #expect(model.state.tip == nil && model.state.filterHighlight == .standard)
    model.closeFilters()
    #expect(model.state.filterHighlight == nil)
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(model.state.tip == nil)
  }

  @MainActor @Test("leaves the screen with the account, and stays seen")
  func signOut() async throws {
    let fixture = try await Fixture.signedIn()
    let library = VaultLibraryViewModel(vault: fixture.vault)
    library.load()
    await library.settled()
    library.setWatched(true, for: .movie(1))
    await library.settled()
    #expect(library.state.tip != nil)
    library.setShowsFilters(true)
    try await fixture.vault.account.signOut(pending: .discard)
    await library.settled()
    #expect(library.state.tip == nil && !library.state.showsFilters && library.state.filterHighlight == nil)
    #expect(WatchedTip(preferences: fixture.vault.preferences).isSeen)
  }

  @MainActor @Test("a mark that waits when its account signs out shows it to nobody")
  func otherAccount() async throws {
    let fixture = try await Fixture.signedIn()
    let model = VaultWatchlistViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    fixture.network.isDown = true
    model.setWatched(true, for: .movie(1))
    await model.settled()
    fixture.network.isDown = false
    try await fixture.vault.account.signOut(pending: .keep)
    await model.settled()
    try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    model.load()
    await model.settled()
    #expect(model.state.tip == nil)
    #expect(!WatchedTip(preferences: fixture.vault.preferences).isSeen)
  }
}
