import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import VaultClient
@testable import VaultTesting

/// Every call of the service. What one changes it changes back, whatever was answered in between.
struct VaultCalls: Sendable {
  let vault: VaultService
  let clock: ManualClock

  var all: [AttackCall] {
    [
      AttackCall("server", server), AttackCall("account", account), AttackCall("account passwords", passwords),
      AttackCall("account sign-in", signIn), AttackCall("account end", end),
      AttackCall("movies", movies), AttackCall("series", series), AttackCall("episodes", episodes),
      AttackCall("watchlist", watchlist), AttackCall("lists", lists), AttackCall("list rows", listRows),
      AttackCall("imports", imports), AttackCall("imports of libraries", libraries), AttackCall("search", search),
      AttackCall("search of series", searchOfSeries), AttackCall("search of titles", searchOfTitles),
      AttackCall("notifications", notifications), AttackCall("media", media),
      AttackCall("store marks", storeMarks), AttackCall("store edits", storeEdits),
      AttackCall("store lists", storeLists), AttackCall("store imports", storeImports),
      AttackCall("preferences", preferences), AttackCall("screens") { await VaultScreens(vault).use($0) },
    ]
  }

  /// All steps, whichever of them fails; the first error at the end.
  private func steps(_ steps: @Sendable () async throws -> Void...) async throws {
    var problem: (any Error)?
    for step in steps {
      do { try await step() } catch { problem = problem ?? error }
    }
    if let problem { throw problem }
  }

  /// Waits until the server's limits by the minute have passed.
  private func waitForLimits() async throws { try await clock.sleep(for: .seconds(61)) }

  // MARK: The account

  private func server(_ arguments: Arguments) async throws {
    _ = try await vault.server.health()
    _ = try await vault.server.marker()
    _ = try await vault.server.build()
  }

  private func account(_ arguments: Arguments) async throws {
    _ = try await vault.account.me()
    _ = try await vault.account.info()
    _ = try await vault.account.auth0Settings()
    _ = try await vault.account.status()
    _ = try await vault.account.check()
    _ = await vault.account.expiry()
    _ = try await vault.account.signInPage(.login)
    let provider = arguments.pick(SignInProvider.google.rawValue, Hostile.texts)
    _ = try await vault.account.signInPage(.provider(SignInProvider(rawValue: provider)))
  }

  private func passwords(_ arguments: Arguments) async throws {
    let new = arguments.text("another-horse-2")
    let old = VaultWorld.standardPassword
    try? await vault.account.linkOAuth()
    try? await vault.account.addPassword(new)
    try await vault.account.changePassword(from: old, to: new)
    try await vault.account.changePassword(from: new, to: old)
  }

  private func signIn(_ arguments: Arguments) async throws {
    let (code, token) = (arguments.text("good"), Secret(arguments.text("good")))
    let redirect = arguments.text("https://app.viewvault.app/auth0/callback")
    let (name, password) = (arguments.text("alice"), arguments.text(VaultWorld.standardPassword))
    try await steps(
      { _ = try await vault.account.signIn(code: code) },
      { _ = try await vault.account.signIn(code: code, redirectURI: redirect) },
      { _ = try await vault.account.signIn(auth0AccessToken: token) },
      {
        _ = try await vault.account.signInFlow().signIn { page in
          let items = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems ?? []
          func value(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
          var callback = URLComponents(string: value("redirect_uri"))
          callback?.queryItems = [
            URLQueryItem(name: "code", value: code), URLQueryItem(name: "state", value: value("state")),
          ]
          return callback?.url
        }
      },
      {
        try await waitForLimits()
        _ = try await vault.account.signIn(username: name, password: password)
      }, { try await vault.signInAsAlice(clock) })
  }

  /// Empties and deletes the account of Auth0's user.
  private func end(_ arguments: Arguments) async throws {
    try await steps(
      {
        _ = try await vault.account.signIn(code: "good")
        try await vault.watchlist.clear()
        try await vault.store.removeAll()
        try await vault.account.deleteAccount()
      },
      {
        _ = try await vault.account.signIn(code: "good")
        _ = try await vault.account.signOut(pending: .discard)
      }, { try await vault.signInAsAlice(clock) })
  }

  // MARK: Titles

  private func movies(_ arguments: Arguments) async throws {
    let id = arguments.integer(1)
    let moved = MovieChange(collection: .collection(id: arguments.integer(9003), name: arguments.text("Lights")))
    let edited = MovieChange(title: arguments.text("Lanterns"))
    try await steps(
      { _ = try await vault.movies.all() }, { _ = try await vault.movies.movie(id) },
      { _ = try? await vault.movies.create(MovieFields(title: "X", imdbID: "tt0000001")) },
      { try await vault.movies.update(id, moved) }, { try await vault.movies.update(id, edited) },
      { _ = try await vault.movies.toggleWatched(id) }, { _ = try await vault.movies.toggleWatched(id) },
      { try await vault.movies.clearNewlyImported(id) },
      {
        try await vault.movies.update(
          1, MovieChange(title: "Paper Lanterns", collection: MovieChange.CollectionChange.none))
      },
      { _ = try await vault.imports.movie("tt0503003", into: []) },
      {
        for movie in try await vault.movies.all() where movie.imdbID == "tt0503003" {
          try await vault.movies.delete(movie.id)
        }
      }, { try await expectAbsent { try await vault.movies.delete(arguments.integer(9_000_001)) } })
  }

  /// Deletes something that may be missing: the server's `notFound` is expected.
  private func expectAbsent(_ body: () async throws -> Void) async throws {
    do { try await body() } catch let error as ClientError where error.kind == .notFound {}
  }

  private func series(_ arguments: Arguments) async throws {
    let id = arguments.integer(1)
    let place = EpisodePosition(season: arguments.integer(1), number: arguments.integer(3))
    try await steps(
      { _ = try await vault.series.all() }, { _ = try await vault.series.series(id) },
      { _ = try? await vault.series.create(title: "X", imdbID: "tt0000002") },
      { _ = try await vault.series.replace(id, title: "Pier", imdbID: "tt9100001") },
      { _ = try await vault.series.replace(1, title: "North Pier", imdbID: "tt9100001") },
      { try await vault.series.clearNewlyImported(id) },
      { _ = try await vault.series.toggleWatched(place, of: id) },
      { _ = try await vault.series.toggleWatched(place, of: id) },
      { try await expectAbsent { try await vault.series.delete(arguments.integer(9_000_001)) } })
  }

  private func episodes(_ arguments: Arguments) async throws {
    let id = arguments.integer(1)
    let fields = EpisodeFields(
      seriesID: 4, season: arguments.integer(9), number: arguments.integer(1), title: arguments.text("New"))
    try await steps(
      { _ = try await vault.episodes.all(of: arguments.integer(4)) },
      { _ = try await vault.episodes.all(of: nil) }, { _ = try await vault.episodes.episode(id) },
      { _ = try await vault.episodes.details(id) },
      { _ = try await vault.episodes.toggleWatched(id) }, { _ = try await vault.episodes.toggleWatched(id) },
      { try await vault.episodes.update(id) { $0.title = "Start" } },
      {
        // Restore all fields: the update above may have written those of a hostile answer.
        let pilot = EpisodeFields(seriesID: 1, season: 1, number: 1, title: "Pilot")
        _ = try await vault.episodes.replace(1, with: pilot)
      },
      { _ = try await vault.episodes.create(fields) },
      { try await removeOwnEpisodes() })
  }

  /// The series has one season of its own.
  private func removeOwnEpisodes() async throws {
    let lastID = VaultWorld.sample.tables.episodes.map(\.id).max() ?? 0
    // A hostile answer may list rows of other series here: delete only the test's own.
    for episode in try await vault.episodes.all(of: 4)
    where episode.id > lastID && (episode.season != 1 || !(1...6).contains(episode.number)) {
      try await vault.episodes.delete(episode.id)
    }
  }

  private func watchlist(_ arguments: Arguments) async throws {
    let titles: [TitleReference] = [
      .movie(arguments.integer(1)), .series(arguments.integer(2)), .collection(arguments.integer(9002)),
    ]
    try await steps(
      { _ = try await vault.watchlist.all() }, { _ = try await vault.watchlist.counts() },
      { _ = try await vault.watchlist.unwatched(sortedBy: .added) },
      { _ = try? await vault.watchlist.unwatchedByServer(sortedBy: .releaseDate) },
      { for title in titles { _ = try await vault.watchlist.toggleWatched(title) } },
      { for title in titles { _ = try await vault.watchlist.toggleWatched(title) } },
      { for title in titles { try await vault.watchlist.markSeen(title) } },
      { try await expectAbsent { try await vault.watchlist.remove(.movie(arguments.integer(9_000_001))) } })
  }

  // MARK: Lists

  private func lists(_ arguments: Arguments) async throws {
    let id = arguments.integer(1)
    let draft = ListDraft(name: arguments.text("Attack"), description: arguments.text("x"))
    try await steps(
      { _ = try await vault.lists.all() }, { try await vault.lists.probe() },
      { _ = try await vault.lists.contents(of: .list(id)) }, { _ = try await vault.lists.contents(of: .personal) },
      {
        _ = try await vault.lists.targets(
          for: arguments.integer(1), page: arguments.integer(1), size: arguments.integer(20))
      }, { _ = try await vault.lists.targets(for: id).all() },
      { _ = try await vault.lists.create(draft) },
      { _ = try await vault.lists.update(id, ListDraft(color: "#000000")) },
      { _ = try? await vault.lists.share(id, with: arguments.text("bob"), .view) },
      { _ = try? await vault.lists.leave(id) }, { try await removeOwnLists() },
      { try await expectAbsent { try await vault.lists.delete(arguments.integer(9_000_001)) } })
  }

  /// Alice has two lists of her own, and is the guest of a third.
  private func removeOwnLists() async throws {
    for list in try await vault.lists.all() {
      if let number = list.id.number, !(1...3).contains(number) { try await vault.lists.delete(number) }
    }
  }

  private func listRows(_ arguments: Arguments) async throws {
    let (list, other, item) = (arguments.integer(2), arguments.integer(1), ListItem.movie(arguments.integer(1)))
    let bulk = ListTransfer(.copy, [item], from: list, to: other)
    try await steps(
      { try await vault.lists.add(item, to: list, notes: arguments.text("x")) },
      { try await vault.lists.mark(item, in: list, ItemMark(watched: true, watchedBy: .both)) },
      { _ = try await vault.lists.transfer(.copy, item, from: list, to: other, keepingMarks: true) },
      { try await vault.lists.remove(item, from: other) },
      { _ = try await vault.lists.transfer(bulk) }, { try await vault.lists.remove(item, from: other) },
      { _ = try await vault.lists.transfer(.move, item, from: list, to: other, keepingMarks: true) },
      { try await tidyRows() })
  }

  /// The rows that the lists of the sample have.
  private func tidyRows() async throws {
    for item in try await vault.lists.contents(of: .list(2)).items { try await vault.lists.remove(item, from: 2) }
    let kept: [ListItem] = [.movie(3), .movie(5), .series(4)]
    let rows = try await vault.lists.contents(of: .list(1)).items
    for item in rows where !kept.contains(item) { try await vault.lists.remove(item, from: 1) }
    for item in kept where !rows.contains(item) { try await vault.lists.add(item, to: 1, notes: nil) }
  }

  // MARK: The server's other parts

  private func imports(_ arguments: Arguments) async throws {
    let lists = [ListID.list(arguments.integer(2))]
    try await steps(
      { _ = try await vault.imports.movie(arguments.text("tt0503003"), into: lists) },
      { _ = try await vault.imports.sequels(of: arguments.text("tt0501001")) },
      { _ = try await vault.imports.series(arguments.text("tmdb_801"), into: []) },
      { _ = try await vault.imports.fullSeries(arguments.text("tmdb_801")) },
      { try? await vault.imports.url(arguments.text("https://www.imdb.com/title/tt0503003/")) },
      { try? await vault.imports.byURL(arguments.text("https://www.imdb.com/title/tt0503003/")) },
      { try? await vault.imports.shared(arguments.text("https://www.imdb.com/title/tt0503003/")) },
      { try await removeImports() })
  }

  private func removeImports() async throws {
    try await tidyRows()
    let imported = ["tt0501001", "tt0501004", "tt0503003", "tmdb_801", "tt0801801"]
    let library = try await vault.watchlist.all()
    for movie in library.allMovies where imported.contains(movie.imdbID ?? "") {
      try await vault.watchlist.remove(.movie(movie.id))
    }
    for series in library.series where imported.contains(series.imdbID ?? "") {
      try await vault.watchlist.remove(.series(series.id))
    }
  }

  private func libraries(_ arguments: Arguments) async throws {
    let library = arguments.text("Mock Library")
    _ = try await vault.imports.libraries()
    _ = try await vault.imports.scan(library)
    _ = try await vault.imports.library(library, into: [.list(arguments.integer(2))])
    _ = try await vault.imports.progress()
    _ = try await vault.imports.history()
    let id = arguments.integer(1)
    _ = try await vault.imports.toggleAutomation(id)
    _ = try await vault.imports.toggleAutomation(id)
    try await vault.store.setAutomated(true, library: id)
    await vault.store.flush()
    try await vault.store.setAutomated(false, library: id)
    await vault.store.flush()
  }

  // Each function covers two routes: a hostile text is long, and a test case has only a second.

  private func search(_ arguments: Arguments) async throws {
    try await waitForLimits()
    let query = arguments.text("harbor")
    _ = try await vault.search.all(query)
    _ = try await vault.search.movies(query)
  }

  private func searchOfSeries(_ arguments: Arguments) async throws {
    try await waitForLimits()
    let query = arguments.text("harbor")
    _ = try await vault.search.series(query)
    _ = try await vault.search.tvmaze(query)
  }

  private func searchOfTitles(_ arguments: Arguments) async throws {
    try await waitForLimits()
    let query = arguments.text("harbor")
    _ = try await vault.search.title(of: query)
    _ = ImportReference(query)
  }

  private func notifications(_ arguments: Arguments) async throws {
    _ = try await vault.notifications.counts()
    _ = try await vault.notifications.newTitles()
    try? await vault.notifications.markAllSeen()
  }

  private func media(_ arguments: Arguments) async throws {
    _ = try await vault.media.url(of: arguments.text("/static/no-image.png"))
    _ = try await vault.media.data(of: arguments.text("/static/no-image.png"))
  }

  // MARK: The store

  private func storeMarks(_ arguments: Arguments) async throws {
    let targets: [WatchTarget] = [
      .movie(arguments.integer(1)), .collection(arguments.integer(9002)), .series(arguments.integer(4)),
      .season(series: arguments.integer(1), number: arguments.integer(2)),
      .episode(series: arguments.integer(1), season: arguments.integer(1), number: arguments.integer(3)),
    ]
    try await vault.store.refreshLibrary()
    for watched in [true, false] {
      for target in targets { try await vault.store.setWatched(watched, for: target) }
      await vault.store.flush()
    }
    try await vault.store.refreshNews()
    try await vault.store.markSeen(.collection(arguments.integer(9001)))
    try await vault.store.markSeen(.series(arguments.integer(1)), keepingBadge: true)
    try await vault.store.markAllSeen()
    await vault.store.flush()
  }

  private func storeEdits(_ arguments: Arguments) async throws {
    let (movie, series) = (arguments.integer(1), arguments.integer(1))
    let collection = MovieChange.CollectionChange.collection(id: arguments.integer(9003), name: "Lights")
    let place = EpisodePosition(season: arguments.integer(9), number: arguments.integer(1))
    let fields = EpisodeFields(
      seriesID: arguments.integer(4), season: place.season, number: place.number, title: arguments.text("New"))
    try await vault.store.update(movie, MovieChange(title: arguments.text("Lanterns"), collection: collection))
    try await vault.store.updateSeries(series, title: arguments.text("Pier"))
    try await vault.store.save(fields)
    try await vault.store.remove(.movie(arguments.integer(9_000_001)))
    await vault.store.flush()
    let original = MovieChange(title: "Paper Lanterns", collection: MovieChange.CollectionChange.none)
    try await vault.store.update(1, original)
    try await vault.store.updateSeries(1, title: "North Pier")
    try await vault.store.removeEpisode(place, of: fields.seriesID)
    await vault.store.flush()
    try await removeOwnEpisodes()
  }

  private func storeLists(_ arguments: Arguments) async throws {
    try await vault.store.refreshLists()
    let item = ListItem.movie(arguments.integer(1))
    let (id, _) = try await vault.store.createList(ListDraft(name: arguments.text("Attack")))
    let number = try #require(id.number)
    try await vault.store.add(item, to: number, notes: arguments.text("x"))
    await vault.store.flush()
    try await vault.store.refreshContents(of: id)
    try await vault.store.updateList(number, ListDraft(description: arguments.text("y")))
    try await vault.store.mark(item, in: number, ItemMark(watched: true, notes: "z"))
    try await vault.store.shareList(number, with: arguments.text("bob"))
    try await vault.store.transfer(ListTransfer(.move, [item], from: number, to: arguments.pick(2, [2])))
    await vault.store.flush()
    try await vault.store.remove(item, from: 2)
    try await vault.store.deleteList(number)
    await vault.store.flush()
    let hostile = arguments.integer(2)
    try await vault.store.add(item, to: hostile)
    try await vault.store.remove(item, from: hostile)
    _ = try await vault.store.refreshContents(of: .list(hostile))
    try await vault.store.leaveList(arguments.integer(9_000_001))
    await vault.store.flush()
    try await removeOwnLists()
    try await tidyRows()
  }

  private func storeImports(_ arguments: Arguments) async throws {
    try await vault.store.importTitle(.movie(arguments.text("tt0503003")), into: [.list(arguments.integer(2))])
    try await vault.store.importTitle(.series(arguments.text("tmdb_801")))
    await vault.store.flush()
    try await removeImports()
  }

  private func preferences(_ arguments: Arguments) async throws {
    vault.preferences.setSelectedLists([.list(arguments.integer(1))])
    vault.preferences.setListOrder([.list(arguments.integer(1)), .personal])
    vault.preferences.set(.sort, arguments.text("added"))
    vault.preferences.set(.filters, arguments.text("{}"))
    await VaultScreens(vault).load()
    for key in Preferences.Key.allCases { vault.preferences.set(key, nil) }
  }
}
