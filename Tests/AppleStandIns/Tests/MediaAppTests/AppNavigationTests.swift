import Foundation
import MediaCore
import ShelfClient
import TallyKit
import Testing

@testable import MediaAppNavigation

@Suite("Where the user is in the app")
struct AppNavigationTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test("A link to a show selects the tab TV, closes the sheet and shows only that show")
  func showLink() throws {
    var app = AppNavigation()
    app.tally = [.subscriptions, .show(1)]
    app.sheet = .player
    let link = try url("tally://show/520100")
    let isOpened = app.open(link)
    #expect(isOpened)
    #expect(app.tab == .tally)
    #expect(app.tally == [.show(520100)])
    #expect(app.sheet == nil)
  }

  @Test("A link to an episode opens the search at its season and episode")
  func episodeLink() throws {
    var app = AppNavigation()
    let link = try url("tally://show/520100?season=2&episode=4")
    app.open(link)
    #expect(app.tally == [.search(ShowLink(show: 520100, season: 2, episode: 4))])
  }

  @Test("A connection link fills in the address of its service and connects nothing")
  func connectionLink() throws {
    var app = AppNavigation()
    let link = try url("mediaclients://connect/hub?address=hub.example.org")
    let isOpened = app.open(link)
    #expect(isOpened)
    #expect(app.tab == .hub)
    #expect(app.offered == [.hub: "hub.example.org"])
    #expect(app.hub == [])
  }

  @Test(
    "A link of another app, or of a service that the app does not have, changes nothing",
    arguments: ["https://example.org/show/1", "tally://film/1", "mediaclients://connect/radio?address=example.org"])
  func foreignLink(text: String) throws {
    var app = AppNavigation()
    app.shelf = [.downloads]
    let before = app
    let link = try url(text)
    let isOpened = app.open(link)
    #expect(!isOpened)
    #expect(app == before)
  }

  @Test("The offer to sign in is the one of the tab that the user looks at")
  func signInOfTheTab() {
    var app = AppNavigation()
    app.tab = .vault
    app.askForSignIn()
    #expect(app.sheet == .signIn(.vault))
  }

  @Test("A sign-in closes its own sheet and no other, and uses up the offered address")
  func signedIn() throws {
    var app = AppNavigation()
    _ = app.open(try url("mediaclients://connect/tally?address=tally.example.org"))
    app.sheet = .signIn(.tally)
    app.signedIn(.shelf)
    #expect(app.sheet == .signIn(.tally))
    app.signedIn(.tally)
    #expect(app.sheet == nil)
    #expect(app.offered == [:])
  }

  @Test("A sheet that closes late does not close the one that was opened since")
  func sheets() {
    var app = AppNavigation()
    app.signInSheet = .vault
    app.showsPlayer = false
    #expect(app.signInSheet == .vault)
    app.showsPlayer = true
    app.signInSheet = nil
    #expect(app.showsPlayer)
    app.showsPlayer = false
    #expect(app.sheet == nil)
  }

  @Test("Signing out goes back to the first screen of that tab and leaves the others where they are")
  func signedOut() {
    var app = AppNavigation()
    app.shelf = [.settings, .logs]
    app.tally = [.calendar]
    app.sheet = .player
    app.sessionChanged(.shelf, from: .signedIn(account: "a", name: "Ann"), to: .signedOut)
    #expect(app.shelf == [])
    #expect(app.sheet == nil)
    #expect(app.tally == [.calendar])
  }

  @Test("Signing out of TV does not close the player")
  func playerStays() {
    var app = AppNavigation()
    app.sheet = .player
    app.sessionChanged(.tally, from: .signedIn(account: "a", name: "Ann"), to: .signedOut)
    #expect(app.sheet == .player)
  }

  @Test("An expired sign-in, and the same account signing in again, keep the place")
  func expired() {
    var app = AppNavigation()
    app.vault = [.lists]
    let expired = AccountSession.Status.expired(account: "a", name: "Ann")
    app.sessionChanged(.vault, from: .signedIn(account: "a", name: "Ann"), to: expired)
    #expect(app.vault == [.lists])
    app.sessionChanged(.vault, from: expired, to: .signedIn(account: "a", name: "Ann"))
    #expect(app.vault == [.lists])
  }

  @Test("Another account begins at the first screen")
  func otherAccount() {
    var app = AppNavigation()
    app.tally = [.show(7)]
    app.sessionChanged(
      .tally, from: .expired(account: "a", name: "Ann"), to: .signedIn(account: "b", name: "Ben"))
    #expect(app.tally == [])
  }
}

@Suite("What a tab shows")
struct ServiceAccessTests {
  @Test("While the saved sign-in is read there is no sign-in form, and afterwards there is")
  func restoring() {
    #expect(ServiceAccess.of(isRestored: false, hasService: false, status: nil) == .restoring)
    #expect(ServiceAccess.of(isRestored: true, hasService: false, status: nil) == .signIn)
  }

  @Test("An expired sign-in shows the screens with an offer to sign in again")
  func expired() {
    let status = AccountSession.Status.expired(account: "a", name: "Ann")
    #expect(ServiceAccess.of(isRestored: true, hasService: true, status: status) == .content(needsSignIn: true))
  }

  @Test("A signed-in service, one without sign-in, and one with an unreadable keychain show the screens alone")
  func content() {
    let signedIn = AccountSession.Status.signedIn(account: "a", name: "Ann")
    #expect(ServiceAccess.of(isRestored: true, hasService: true, status: signedIn) == .content(needsSignIn: false))
    #expect(ServiceAccess.of(isRestored: false, hasService: true, status: nil) == .content(needsSignIn: false))
  }

  @Test("A session that was ended shows the sign-in form")
  func signedOut() {
    #expect(ServiceAccess.of(isRestored: true, hasService: true, status: .signedOut) == .signIn)
  }
}

@Suite("What a tap on a row of Audiobookshelf does")
struct ShelfTapTests {
  private func row(_ kind: ShelfRow.Kind) -> ShelfRow { ShelfRow(id: "x", kind: kind, title: "T") }

  @Test("A library opens its start page, a book its page, a playlist its entries")
  func places() {
    #expect(ShelfTap.of(row(.podcastLibrary)) == .open(.home(library: "x", title: "T")))
    #expect(ShelfTap.of(row(.book)) == .open(.item("x")))
    #expect(ShelfTap.of(row(.playlist)) == .open(.playlist("x", title: "T")))
  }

  @Test("An episode plays, and one without audio does nothing")
  func episode() {
    var episode = row(.episode)
    #expect(ShelfTap.of(episode) == nil)
    episode.playable = PlayableID(libraryItemId: "p", episodeId: "e")
    #expect(ShelfTap.of(episode) == .play(PlayableID(libraryItemId: "p", episodeId: "e")))
  }

  @Test("A series opens in the library that it names, otherwise in the shown one, otherwise not at all")
  func series() {
    var series = row(.series)
    #expect(ShelfTap.of(series) == nil)
    #expect(ShelfTap.of(series, in: "shown") == .open(.series("x", library: "shown", title: "T")))
    series.libraryId = "own"
    #expect(ShelfTap.of(series, in: "shown") == .open(.series("x", library: "own", title: "T")))
  }

  @Test("A genre opens the library with its filter")
  func genre() {
    #expect(ShelfTap.of(row(.genre)) == nil)
    #expect(ShelfTap.of(row(.genre), in: "l") == .open(.library("l", title: "T", filter: .genre("T"))))
  }
}
