import Foundation
import MediaCore

import TestSupport

@testable import VaultClient

extension RecordedRoute {
  /// Every client-facing route.
  static let all: [RecordedRoute] = server + account + titles + watchlist + lists + imports + others

  private static let server = [
    RecordedRoute("GET", "/health") { vault, _ in try json(await vault.server.health()) },
    RecordedRoute("GET", "/api/") { vault, _ in try json(await vault.server.marker()) },
    RecordedRoute("GET", "/api/version") { vault, _ in try json(await vault.server.build()) },
    RecordedRoute("GET", "/static/*") { vault, call in
      _ = try await vault.media.data(of: call.recording.path)
      return nil
    },
    RecordedRoute("GET", "/static/*/*") { vault, call in
      _ = try await vault.media.data(of: call.recording.path)
      return nil
    },
  ]

  private static let account = [
    RecordedRoute("GET", "/api/auth/auth0/mobile/login") { vault, _ in
      ["auth_url": .string(try await vault.account.signInPage(.login).absoluteString)]
    },
    RecordedRoute("GET", "/api/auth/auth0/mobile/signup") { vault, _ in
      ["auth_url": .string(try await vault.account.signInPage(.signup).absoluteString)]
    },
    RecordedRoute("GET", "/api/auth/auth0/oauth/*") { vault, call in
      let way = SignInWay.provider(SignInProvider(rawValue: call.text(0)))
      return ["oauth_url": .string(try await vault.account.signInPage(way).absoluteString)]
    },
    RecordedRoute("GET", "/api/auth/auth0/config") { vault, _ in try json(await vault.account.auth0Settings()) },
    RecordedRoute("POST", "/api/auth/auth0/mobile/callback") { vault, call in
      try await signedIn(vault) { try await vault.account.signIn(code: call.words("code")) }
    },
    RecordedRoute("POST", "/api/auth/auth0/mobile-callback") { vault, call in
      try await signedIn(vault) {
        try await vault.account.signIn(auth0AccessToken: Secret(call.words("access_token")))
      }
    },
    RecordedRoute("POST", "/api/auth/auth0/callback") { vault, call in
      try await signedIn(vault) {
        try await vault.account.signIn(code: call.words("code"), redirectURI: call.words("redirect_uri"))
      }
    },
    RecordedRoute("POST", "/api/auth/login") { vault, call in
      try await signedIn(vault) {
        try await vault.account.signIn(username: call.words("username"), password: call.words("password"))
      }
    },
    RecordedRoute("GET", "/api/auth/me") { vault, _ in try json(await vault.account.me()) },
    RecordedRoute("GET", "/api/auth/account-info") { vault, _ in try json(await vault.account.info()) },
    RecordedRoute("POST", "/api/auth/change-password") { vault, call in
      try await vault.account.changePassword(from: call.words("current_password"), to: call.words("new_password"))
      return nil
    },
    RecordedRoute("POST", "/api/auth/add-password") { vault, call in
      try await vault.account.addPassword(call.words("new_password"))
      return nil
    },
    RecordedRoute("POST", "/api/auth/link-oauth", broken: .linkOAuth) { vault, _ in
      try await vault.account.linkOAuth()
      return nil
    },
    RecordedRoute("DELETE", "/api/auth/delete-current-user") { vault, _ in
      try await vault.account.deleteAccount()
      guard try await vault.account.status() == .signedOut else { throw ClientError(.conflict, operation: "test") }
      return nil
    },
  ]

  /// The token itself is not public: the test asserts that the sign-in stores it.
  private static func signedIn(
    _ vault: VaultService, _ signIn: () async throws -> User
  ) async throws -> JSONValue? {
    let user = try await signIn()
    guard try await vault.account.status() == .signedIn(account: "7", name: "ada"), user.id == 7 else {
      throw ClientError(.conflict, operation: "test")
    }
    return nil
  }

  private static let titles = [
    RecordedRoute("GET", "/api/movies/") { vault, _ in try json(await vault.movies.all()) },
    RecordedRoute("POST", "/api/movies/", broken: .createMovie) { vault, call in
      try json(await vault.movies.create(fields(call)))
    },
    RecordedRoute("GET", "/api/movies/#") { vault, call in try json(await vault.movies.movie(call.number(0))) },
    RecordedRoute("PUT", "/api/movies/#") { vault, call in
      try json(await vault.movies.replace(call.number(0), with: fields(call)))
    },
    RecordedRoute("DELETE", "/api/movies/#") { vault, call in
      try await vault.movies.delete(call.number(0))
      return nil
    },
    RecordedRoute("PATCH", "/api/movies/#/watched") { vault, call in
      try json(await vault.movies.toggleWatched(call.number(0)))
    },
    RecordedRoute("POST", "/api/movies/#/clear-newly-imported") { vault, call in
      try await vault.movies.clearNewlyImported(call.number(0))
      return nil
    },
    RecordedRoute("GET", "/api/series/") { vault, _ in try json(await vault.series.all()) },
    RecordedRoute("POST", "/api/series/", broken: .createSeries) { vault, call in
      try json(await vault.series.create(title: call.words("title"), imdbID: call.words("imdb_id")))
    },
    RecordedRoute("GET", "/api/series/#") { vault, call in try json(await vault.series.series(call.number(0))) },
    RecordedRoute("PUT", "/api/series/#") { vault, call in
      try json(
        await vault.series.replace(call.number(0), title: call.words("title"), imdbID: call.words("imdb_id")))
    },
    RecordedRoute("DELETE", "/api/series/#") { vault, call in
      try await vault.series.delete(call.number(0))
      return nil
    },
    RecordedRoute("POST", "/api/series/#/clear-newly-imported") { vault, call in
      try await vault.series.clearNewlyImported(call.number(0))
      return nil
    },
    RecordedRoute("POST", "/api/series/#/episodes/#/#/toggle") { vault, call in
      let position = EpisodePosition(season: call.number(1), number: call.number(2))
      return try json(await vault.series.toggleWatched(position, of: call.number(0)))
    },
    RecordedRoute("GET", "/api/episodes/") { vault, call in
      try json(await vault.episodes.all(of: call.query["series_id"].flatMap { Int($0) }))
    },
    RecordedRoute("POST", "/api/episodes/") { vault, call in try json(await vault.episodes.create(episode(call))) },
    RecordedRoute("GET", "/api/episodes/#") { vault, call in try json(await vault.episodes.episode(call.number(0))) },
    RecordedRoute("PUT", "/api/episodes/#") { vault, call in
      try json(await vault.episodes.replace(call.number(0), with: episode(call)))
    },
    RecordedRoute("DELETE", "/api/episodes/#") { vault, call in
      try await vault.episodes.delete(call.number(0))
      return nil
    },
    RecordedRoute("PATCH", "/api/episodes/#/watched") { vault, call in
      try json(await vault.episodes.toggleWatched(call.number(0)))
    },
    RecordedRoute("GET", "/api/episodes/#/details") { vault, call in
      try json(await vault.episodes.details(call.number(0)))
    },
  ]

  private static func fields(_ call: RecordedCall) -> MovieFields {
    with(MovieFields(title: call.words("title"), imdbID: call.words("imdb_id"))) {
      $0.releaseDate = call.optional("release_date").map { LooseDate(rawValue: $0) }
      $0.watched = call.flag("watched") ?? false
      $0.collectionID = call.number(named: "collection_id")
      $0.collectionName = call.optional("collection_name")
    }
  }

  private static func episode(_ call: RecordedCall) -> EpisodeFields {
    let fields = EpisodeFields(
      seriesID: call.number(named: "series_id") ?? 0, season: call.number(named: "season") ?? 0,
      number: call.number(named: "episode") ?? 0, title: call.words("title"))
    return with(fields) {
      $0.code = call.optional("code") ?? $0.code
      $0.airDate = call.optional("air_date").map { LooseDate(rawValue: $0) }
      $0.watched = call.flag("watched") ?? false
    }
  }

  private static let watchlist = [
    RecordedRoute("GET", "/api/watchlist", ignoresQuery: true) { vault, _ in try json(await vault.watchlist.all()) },
    RecordedRoute("GET", "/api/watchlist/unwatched/", broken: .unwatched, ignoresQuery: true) { vault, call in
      let sort = UnwatchedSort(rawValue: call.query["sort_by"] ?? "added")
      return try json(await vault.watchlist.unwatchedByServer(sortedBy: sort))
    },
    RecordedRoute("POST", "/api/watchlist/movie|series|collection/#/toggle") { vault, call in
      try json(await vault.watchlist.toggleWatched(reference(call)))
    },
    RecordedRoute("POST", "/api/watchlist/movie|series|collection/#/interacted") { vault, call in
      try await vault.watchlist.markSeen(reference(call))
      return nil
    },
    RecordedRoute("DELETE", "/api/watchlist/movie|series/#") { vault, call in
      try await vault.watchlist.remove(reference(call))
      return nil
    },
    RecordedRoute("DELETE", "/api/watchlist/clear") { vault, _ in
      try await vault.watchlist.clear()
      return nil
    },
    RecordedRoute("GET", "/api/stats") { vault, _ in try json(await vault.watchlist.counts()) },
  ]

  private static let lists = [
    RecordedRoute("GET", "/api/lists") { vault, _ in ["lists": try json(await vault.lists.all())] },
    RecordedRoute("POST", "/api/lists") { vault, call in
      var draft = draft(call)
      draft.name = draft.name ?? ""
      return try json(await vault.lists.create(draft))
    },
    RecordedRoute("GET", "/api/lists/test") { vault, _ in
      try await vault.lists.probe()
      return nil
    },
    RecordedRoute("POST", "/api/lists/bulk-operation") { vault, call in
      let items = (call.body("items").array ?? []).map {
        ListItem(TitleKind(rawValue: $0["item_type"]?.string ?? ""), $0["item_id"]?.int ?? 0)
      }
      var transfer = ListTransfer(
        .init(rawValue: call.words("operation")) ?? .copy, items, from: call.number(named: "source_list_id") ?? 0,
        to: call.number(named: "target_list_id") ?? 0)
      transfer.keepsMarks = call.flag("preserve_metadata") ?? true
      return try json(await vault.lists.transfer(transfer))
    },
    RecordedRoute("PUT", "/api/lists/#") { vault, call in
      try json(await vault.lists.update(call.number(0), draft(call)))
    },
    RecordedRoute("DELETE", "/api/lists/#") { vault, call in
      try await vault.lists.delete(call.number(0))
      return nil
    },
    RecordedRoute("GET", "/api/lists/@/items") { vault, call in
      try json(await vault.lists.contents(of: ListID(call.text(0)) ?? .list(0)))
    },
    RecordedRoute("POST", "/api/lists/#/items") { vault, call in
      try await vault.lists.add(call.item, to: call.number(0), notes: call.optional("notes"))
      return nil
    },
    RecordedRoute("DELETE", "/api/lists/#/items/#") { vault, call in
      try await vault.lists.remove(.movie(call.number(1)), from: call.number(0))
      return nil
    },
    RecordedRoute("PATCH", "/api/lists/#/items/#/watched") { vault, call in
      let mark = ItemMark(
        watched: call.flag("watched"), watchedBy: call.optional("watched_by").map { WatchedBy(rawValue: $0) },
        notes: call.optional("notes"))
      try await vault.lists.mark(.movie(call.number(1)), in: call.number(0), mark)
      return nil
    },
    RecordedRoute("GET", "/api/lists/#/available-targets") { vault, call in
      try json(
        await vault.lists.targets(
          for: call.number(0), page: call.query["page"].flatMap { Int($0) } ?? 1,
          size: call.query["page_size"].flatMap { Int($0) } ?? 50))
    },
    RecordedRoute("POST", "/api/lists/#/items/#/copy") { vault, call in
      try json(
        await vault.lists.transfer(
          .copy, ListItem(call.item.kind, call.number(1)), from: call.number(0),
          to: call.number(named: "target_list_id") ?? 0,
          keepingMarks: call.flag("preserve_metadata") ?? true))
    },
    RecordedRoute("POST", "/api/lists/#/items/#/move") { vault, call in
      try json(
        await vault.lists.transfer(
          .move, ListItem(call.item.kind, call.number(1)), from: call.number(0),
          to: call.number(named: "target_list_id") ?? 0, keepingMarks: true))
    },
    RecordedRoute("POST", "/api/lists/#/share") { vault, call in
      try await vault.lists.share(
        call.number(0), with: call.words("username"),
        SharePermission(rawValue: call.optional("permission") ?? "view"))
      return nil
    },
    RecordedRoute("DELETE", "/api/lists/#/unshare") { vault, call in
      try await vault.lists.leave(call.number(0))
      return nil
    },
  ]

  private static func draft(_ call: RecordedCall) -> ListDraft {
    ListDraft(
      name: call.optional("name"), description: call.optional("description"), color: call.optional("color"),
      icon: call.optional("icon"))
  }

  private static let imports = [
    RecordedRoute("POST", "/api/import/movie/*") { vault, call in
      try json(await vault.imports.movie(call.text(0), into: call.lists("target_list_ids")))
    },
    RecordedRoute("POST", "/api/import/movie/*/sequels") { vault, call in
      try json(await vault.imports.sequels(of: call.text(0)))
    },
    RecordedRoute("POST", "/api/import/series/*") { vault, call in
      try json(await vault.imports.series(call.text(0), into: call.lists("target_list_ids")))
    },
    RecordedRoute("POST", "/api/import/series/*/full") { vault, call in
      try json(await vault.imports.fullSeries(call.text(0)))
    },
    RecordedRoute("POST", "/api/import/url", broken: .importURL) { vault, call in
      try await vault.imports.url(call.words("url"))
      return nil
    },
    RecordedRoute("POST", "/api/import/by_url/", broken: .importURL) { vault, call in
      try await vault.imports.byURL(call.words("url"))
      return nil
    },
    RecordedRoute("POST", "/api/share/import", broken: .importShared) { vault, call in
      try await vault.imports.shared(call.words("url"))
      return nil
    },
    RecordedRoute("GET", "/api/import/jellyfin/libraries") { vault, _ in try json(await vault.imports.libraries()) },
    RecordedRoute("GET", "/api/import/jellyfin/libraries-debug") { vault, _ in
      try json(await vault.imports.libraries())
    },
    RecordedRoute("GET", "/api/import/jellyfin/pre-scan/*") { vault, call in
      try json(await vault.imports.scan(call.text(0)))
    },
    RecordedRoute("POST", "/api/import/jellyfin/") { vault, call in
      try json(
        await vault.imports.library(call.optional("library_name") ?? "Movies", into: call.lists("list_ids")))
    },
    RecordedRoute("GET", "/api/import/jellyfin/progress") { vault, _ in try json(await vault.imports.progress()) },
    RecordedRoute("GET", "/api/library-import-history") { vault, _ in
      ["success": true, "history": try json(await vault.imports.history())]
    },
    RecordedRoute("POST", "/api/library-import-history/#/toggle-automation") { vault, call in
      try json(await vault.imports.toggleAutomation(call.number(0)))
    },
  ]

  private static let others = [
    RecordedRoute("GET", "/api/search/all/") { vault, call in
      try json(await vault.search.all(call.query["query"] ?? ""))
    },
    RecordedRoute("GET", "/api/search/movies/") { vault, call in
      try typed(await vault.search.movies(call.query["query"] ?? ""), .movie)
    },
    RecordedRoute("GET", "/api/search/series/") { vault, call in
      try typed(await vault.search.series(call.query["query"] ?? ""), .series)
    },
    RecordedRoute("GET", "/api/search/series/tvmaze/") { vault, call in
      try typed(await vault.search.tvmaze(call.query["query"] ?? ""), .series)
    },
    RecordedRoute("GET", "/api/notifications/new-releases") { vault, _ in
      try json(await vault.notifications.counts())
    },
    RecordedRoute("GET", "/api/notifications/details") { vault, _ in
      try json(await vault.notifications.newTitles())
    },
    RecordedRoute("POST", "/api/notifications/mark-seen", broken: .markNotificationsSeen) { vault, _ in
      try await vault.notifications.markAllSeen()
      return nil
    },
  ]
}
