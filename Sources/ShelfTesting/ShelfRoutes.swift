import MediaTesting

/// The checks that the server makes before it calls the handler of a route.
struct ShelfAccess: Sendable {
  var needsUser = true
  /// The first version that has the route.
  var since = ShelfRelease(0)
  /// Whether the answer is cached; see ``ShelfCache``.
  var isKept = false

  static let open = ShelfAccess(needsUser: false)
  static let user = ShelfAccess()
  static let openModern = ShelfAccess(needsUser: false, since: ShelfRelease(26))
  static let openTrack = ShelfAccess(needsUser: false, since: ShelfRelease(22))
  static let modern = ShelfAccess(since: ShelfRelease(26))
  static let signIns = ShelfAccess(since: ShelfRelease(36))
  static let kept = ShelfAccess(isKept: true)
}

/// The handler of a route; returns nil if there is no such route after all.
typealias ShelfHandler = @Sendable (inout ShelfState, ShelfCall) -> HTTPResponse?
/// The handler of a route of one thing, which exists and which the user may see.
typealias ShelfHandlerOf<Thing> = @Sendable (inout ShelfState, ShelfCall, Thing) -> HTTPResponse
typealias ShelfRoute = FakeRoute<ShelfAccess, ShelfHandler>

extension ShelfRoute {
  init(_ method: String, _ path: String, _ access: ShelfAccess = .user, _ handler: @escaping ShelfHandler) {
    self.init(method, path, access: access, handler: handler)
  }

  /// A route that counts against the sign-ins and renewals of ten minutes.
  static func limited(
    _ method: String, _ path: String, _ access: ShelfAccess,
    _ handler: @escaping @Sendable (inout ShelfState, ShelfCall) -> HTTPResponse
  ) -> ShelfRoute {
    ShelfRoute(method, path, access) { state, call in
      let (fields, refusal) = state.limited(call)
      if let refusal { return refusal }
      var answer = handler(&state, call)
      answer.fields.merge(fields)
      return answer
    }
  }

  /// A route of one item, which the user has to be allowed to see.
  static func item(
    _ method: String, _ path: String, _ access: ShelfAccess = .user, isPodcast: Bool = false,
    _ handler: @escaping ShelfHandlerOf<ShelfItemRow>
  ) -> ShelfRoute {
    ShelfRoute(method, path, access) { state, call in
      guard let item = state.world.item(call["item"]) else { return .shelfNotFound }
      if isPodcast, !item.isPodcast { return .shelfStatus(500) }
      return call.user.canSee(item) ? handler(&state, call, item) : .shelfForbidden
    }
  }

  static func podcast(_ method: String, _ path: String, _ handler: @escaping ShelfHandlerOf<ShelfItemRow>) -> ShelfRoute
  {
    item(method, "/api/podcasts/:item\(path)", isPodcast: true, handler)
  }

  /// A route of one open session, for its user and for administrators.
  static func session(_ method: String, _ path: String, _ handler: @escaping ShelfHandlerOf<ShelfSession>) -> ShelfRoute
  {
    ShelfRoute(method, "/api/session/:id\(path)") { state, call in
      guard let session = state.openSessions[call["id"]] else { return .shelfNotFound }
      return session.userID == call.userID || call.user.isAdmin ? handler(&state, call, session) : .shelfForbidden
    }
  }

  /// A route of one library, read with GET.
  static func library(_ path: String, _ handler: @escaping ShelfHandlerOf<ShelfWorld.Library>) -> ShelfRoute {
    ShelfRoute("GET", "/api/libraries/:library\(path)", .kept) { state, call in
      guard call.user.canSee(library: call["library"]) else { return .shelfForbidden }
      guard let library = state.world.library(call["library"]) else {
        return .shelfSentence("Library not found", status: 404)
      }
      for name in ["limit", "page"] {
        guard let text = call.query[name] else { continue }
        let number = JSONValue.scriptNumber(text)
        if !number.isNaN, number < 0 || number != number.rounded() {
          return .shelfSentence("Invalid request. \(name) must be a positive integer")
        }
      }
      return handler(&state, call, library)
    }
  }
}

/// The table of the routes.
extension ShelfState {
  static let router = FakeRouter(
    openRoutes + meRoutes + progressRoutes + sessionRoutes + libraryRoutes + itemRoutes + podcastRoutes
      + collectionRoutes + playlistRoutes + userRoutes + shareRoutes
      + publishingRoutes + feedRoutes + directoryRoutes, ignoresCase: true)

  private static let openRoutes: [ShelfRoute] = [
    ShelfRoute("GET", "/ping", .open) { _, _ in .shelfJSON(["success": true]) },
    ShelfRoute("GET", "/healthcheck", .open) { _, _ in .shelfOK },
    ShelfRoute("GET", "/status", .open) { state, _ in
      .shelfJSON(state.world.status.with("serverVersion", .string(state.version)))
    },
    ShelfRoute("POST", "/init", .open) { $0.initialise($1) },
    .limited("POST", "/login", .open) { $0.signIn($1) },
    ShelfRoute("POST", "/logout", .open) { $0.logout($1) },
    .limited("POST", "/auth/refresh", .openModern) { $0.refresh($1) },
    .limited("GET", "/auth/openid", .openModern) { $0.startOpenID($1) },
    .limited("GET", "/auth/openid/mobile-redirect", .openModern) { $0.returnToApp($1) },
    .limited("GET", "/auth/openid/callback", .openModern) { $0.finishOpenID($1) },
    ShelfRoute("GET", "/hls/:session/:file", .open) { $0.transcodeFile($1) },
    ShelfRoute("GET", "/public/session/:session/track/:index", .openTrack) { $0.sessionTrack($1) },
  ]

  private static let meRoutes: [ShelfRoute] = [
    ShelfRoute("GET", "/api/me") { .shelfJSON($0.userJSON($1.userID, oldToken: $1.usesOldToken)) },
    ShelfRoute("GET", "/api/me/sessions", .signIns) { $0.signInList($1) },
    ShelfRoute("DELETE", "/api/me/sessions/:id", .signIns) { $0.endSignIn($1, id: $1["id"]) },
    .limited("PATCH", "/api/me/password", .user) { $0.changePassword($1) },
    ShelfRoute("GET", "/api/me/bookmarks", .modern) {
      .shelfJSON(["bookmarks": .array($0.users[$1.userID]?.bookmarks ?? [])])
    },
    .item("GET", "/api/me/bookmarks/:item", .modern) { $0.bookmarks($1, $2) },
    .item("POST", "/api/me/item/:item/bookmark") { $0.bookmark($1, $2) },
    .item("PATCH", "/api/me/item/:item/bookmark") { $0.bookmark($1, $2) },
    ShelfRoute("DELETE", "/api/me/item/:item/bookmark/:time") { $0.deleteBookmark($1) },
    ShelfRoute("GET", "/api/me/item/listening-sessions/:item") { $0.itemHistory($1) },
    ShelfRoute("GET", "/api/me/item/listening-sessions/:item/:episode") { $0.itemHistory($1) },
    ShelfRoute("GET", "/api/me/listening-sessions") { $0.history($1, of: $1.userID) },
    ShelfRoute("GET", "/api/me/listening-stats") { .shelfJSON($0.listeningStats(of: $1.userID)) },
    ShelfRoute("GET", "/api/me/stats/year/:year") { $0.yearStats($1, year: $1["year"]) },
    ShelfRoute("GET", "/api/me/items-in-progress") { $0.itemsInProgress($1) },
    ShelfRoute("GET", "/api/me/series/:series/:verb") { $0.hideSeries($1, series: $1["series"], verb: $1["verb"]) },
    ShelfRoute("POST", "/api/authorize") {
      .shelfJSON(body: $0.signInBody($0.userJSON($1.userID, oldToken: $1.usesOldToken), user: $1.user))
    },
    ShelfRoute("GET", "/api/tasks") { _, _ in .shelfJSON(["tasks": []]) },
  ]

  private static let sessionRoutes: [ShelfRoute] = [
    ShelfRoute("POST", "/api/session/local") { $0.localSession($1) },
    ShelfRoute("POST", "/api/session/local-all") { $0.localSessions($1) },
    .session("GET", "") { state, _, session in .shelfJSON(body: state.openText(session)) },
    .session("POST", "/sync") { $0.sync($2, $1.body, by: $1.userID) ? .shelfOK : .shelfStatus(500) },
    .session("POST", "/close") { $0.close($1, $2) },
  ]

  private static let itemRoutes: [ShelfRoute] = [
    ShelfRoute("POST", "/api/items/batch/get") { $0.itemsByID($1) },
    .item("GET", "/api/items/:item") { $0.oneItem($1, $2) },
    .item("DELETE", "/api/items/:item") { $0.deleteItem($1, $2) },
    .item("POST", "/api/items/:item/play") { $0.play($1, $2) },
    .item("POST", "/api/items/:item/play/:episode") { $0.play($1, $2) },
    .item("GET", "/api/items/:item/cover") { $0.cover($1, item: $2.id) },
    .item("GET", "/api/items/:item/download") { $0.download($1, $2) },
    .item("GET", "/api/items/:item/file/:ino") { $0.file($1, $2, asAttachment: false) },
    .item("GET", "/api/items/:item/file/:ino/download") { $0.file($1, $2, asAttachment: true) },
    .item("GET", "/api/items/:item/ebook") { $0.ebook($1, $2) },
    .item("GET", "/api/items/:item/ebook/:ino") { $0.ebook($1, $2) },
    ShelfRoute("GET", "/api/authors/:id") { $0.oneAuthor($1, $1["id"]) },
    ShelfRoute("GET", "/api/authors/:id/image") { $0.authorImage($1, author: $1["id"]) },
    ShelfRoute("GET", "/api/series/:id") { $0.oneSeries($1, $1["id"]) },
  ]

  private static let libraryRoutes: [ShelfRoute] = [
    ShelfRoute("GET", "/api/libraries", .kept) { $0.libraryList($1) },
    ShelfRoute("POST", "/api/libraries") { $0.makeLibrary($1) },
    ShelfRoute("POST", "/api/libraries/:library/scan") { $0.scan($1) },
    .library("") { $0.oneLibrary($1, $2) },
    .library("/items") { $0.itemList($1, $2) },
    .library("/recent-episodes") { $0.recentEpisodes($1, $2) },
    .library("/personalized") { .shelfJSON(.array($0.shelves($1, $2))) },
    .library("/search") { $0.search($1, $2) },
    .library("/series") { $0.seriesList($1, $2) },
    .library("/series/:series") { $0.oneSeries($1, $1["series"], in: $2.id) },
    .library("/authors") { $0.authorList($1, $2) },
    .library("/narrators") { .shelfJSON(["narrators": .array($0.narrators($1, $2))]) },
    .library("/filterdata") { state, _, library in .shelfJSON(state.filterData(library)) },
    .library("/collections") { $0.collectionPage($1, $2) },
    .library("/playlists") { $0.playlistPage($1, $2) },
    .library("/stats") { .shelfJSON($0.libraryStats($1, $2)) },
    .library("/episode-downloads") { state, _, library in .shelfJSON(state.world.queue(of: library.id)) },
    .library("/download") { state, call, _ in state.downloadSeveral(call) },
    .library("/podcast-titles") { $0.podcastTitles($1, $2) },
    .library("/opml") { state, _, library in state.opml(library) },
  ]

  private static let podcastRoutes: [ShelfRoute] = [
    ShelfRoute("POST", "/api/podcasts") { $0.addPodcast($1) },
    ShelfRoute("POST", "/api/podcasts/feed") { $0.podcastFeed($1) },
    .podcast("GET", "/episode/:episode") { $0.podcastEpisode($1, $2, $1["episode"]) },
    .podcast("PATCH", "/episode/:episode") { $0.podcastEpisode($1, $2, $1["episode"]) },
    .podcast("DELETE", "/episode/:episode") { $0.podcastEpisode($1, $2, $1["episode"]) },
    .podcast("GET", "/downloads") { state, _, item in
      .shelfJSON(["downloads": .array(state.world.downloads(of: item.id).waiting)])
    },
    .podcast("GET", "/search-episode") { $0.searchFeed($1, $2) },
    .podcast("GET", "/checknew") { $0.downloadNewEpisodes($1, $2) },
    .podcast("GET", "/clear-queue") { $0.clearQueue($1, $2) },
    .podcast("POST", "/download-episodes") { $0.downloadEpisodes($1, $2) },
  ]
}
