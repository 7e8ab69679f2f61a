public import MediaCore

/// The requests of ``VaultService``, for test doubles and for apps that compare ``ClientError/operation``.
extension OperationID {
  /// `POST /api/auth/add-password`
  public static let vaultAccountAddPassword = OperationID("vault.account.addPassword")
  /// `GET /api/auth/auth0/config`
  public static let vaultAccountAuth0 = OperationID("vault.account.auth0")
  /// `POST /api/auth/change-password`
  public static let vaultAccountChangePassword = OperationID("vault.account.changePassword")
  /// `DELETE /api/auth/delete-current-user`
  public static let vaultAccountDelete = OperationID("vault.account.delete")
  /// `GET /api/auth/account-info`
  public static let vaultAccountInfo = OperationID("vault.account.info")
  /// `POST /api/auth/link-oauth`
  public static let vaultAccountLinkOAuth = OperationID("vault.account.linkOAuth")
  /// `GET /api/auth/me`, to read the signed-in user.
  public static let vaultAccountMe = OperationID("vault.account.me")
  /// `GET /api/auth/me`, to read the user of a token before the token is stored.
  public static let vaultAccountOwner = OperationID("vault.account.owner")
  /// `POST /api/auth/auth0/mobile/callback`
  public static let vaultAccountRedeemCode = OperationID("vault.account.redeemCode")
  /// `POST /api/auth/auth0/mobile-callback`
  public static let vaultAccountRedeemToken = OperationID("vault.account.redeemToken")
  /// `POST /api/auth/auth0/callback`
  public static let vaultAccountRedeemWebCode = OperationID("vault.account.redeemWebCode")
  /// `POST /api/auth/login`, to sign in with a password.
  public static let vaultAccountSignIn = OperationID("vault.account.signIn")
  /// `GET /api/auth/auth0/mobile/login`, `…/mobile/signup` or `…/oauth/{provider}`, to read the address of the sign-in page.
  public static let vaultAccountSignInPage = OperationID("vault.account.signInPage")
  /// `POST /api/auth/login`, to check whether a changed password is valid.
  public static let vaultAccountTryPassword = OperationID("vault.account.tryPassword")
  /// `GET /api/episodes`
  public static let vaultEpisodesAll = OperationID("vault.episodes.all")
  /// `POST /api/episodes`
  public static let vaultEpisodesCreate = OperationID("vault.episodes.create")
  /// `DELETE /api/episodes/{id}`
  public static let vaultEpisodesDelete = OperationID("vault.episodes.delete")
  /// `GET /api/episodes/{id}/details`
  public static let vaultEpisodesDetails = OperationID("vault.episodes.details")
  /// `GET /api/episodes/{id}`
  public static let vaultEpisodesOne = OperationID("vault.episodes.one")
  /// `PUT /api/episodes/{id}`
  public static let vaultEpisodesReplace = OperationID("vault.episodes.replace")
  /// `PATCH /api/episodes/{id}/watched`
  public static let vaultEpisodesToggle = OperationID("vault.episodes.toggle")
  /// `POST /api/import/by_url/`
  public static let vaultImportsByURL = OperationID("vault.imports.byURL")
  /// `POST /api/import/series/{imdbID}/full`
  public static let vaultImportsFullSeries = OperationID("vault.imports.fullSeries")
  /// `GET /api/library-import-history`
  public static let vaultImportsHistory = OperationID("vault.imports.history")
  /// `GET /api/import/jellyfin/libraries`
  public static let vaultImportsLibraries = OperationID("vault.imports.libraries")
  /// `POST /api/import/jellyfin/`
  public static let vaultImportsLibrary = OperationID("vault.imports.library")
  /// `POST /api/import/movie/{imdbID}`
  public static let vaultImportsMovie = OperationID("vault.imports.movie")
  /// `GET /api/import/jellyfin/progress`
  public static let vaultImportsProgress = OperationID("vault.imports.progress")
  /// `GET /api/import/jellyfin/pre-scan/{library}`
  public static let vaultImportsScan = OperationID("vault.imports.scan")
  /// `POST /api/import/movie/{imdbID}/sequels`
  public static let vaultImportsSequels = OperationID("vault.imports.sequels")
  /// `POST /api/import/series/{imdbID}`
  public static let vaultImportsSeries = OperationID("vault.imports.series")
  /// `POST /api/share/import`
  public static let vaultImportsShared = OperationID("vault.imports.shared")
  /// `POST /api/library-import-history/{id}/toggle-automation`
  public static let vaultImportsToggleAutomation = OperationID("vault.imports.toggleAutomation")
  /// `POST /api/import/url`
  public static let vaultImportsUrl = OperationID("vault.imports.url")
  /// `POST /api/lists/{id}/items`
  public static let vaultListsAdd = OperationID("vault.lists.add")
  /// `GET /api/lists`
  public static let vaultListsAll = OperationID("vault.lists.all")
  /// `GET /api/lists/{id}/items`
  public static let vaultListsContents = OperationID("vault.lists.contents")
  /// `POST /api/lists/{id}/items/{itemID}/copy`
  public static let vaultListsCopy = OperationID("vault.lists.copy")
  /// `POST /api/lists`
  public static let vaultListsCreate = OperationID("vault.lists.create")
  /// `DELETE /api/lists/{id}`
  public static let vaultListsDelete = OperationID("vault.lists.delete")
  /// `DELETE /api/lists/{id}/unshare`
  public static let vaultListsLeave = OperationID("vault.lists.leave")
  /// `PATCH /api/lists/{id}/items/{itemID}/watched`
  public static let vaultListsMark = OperationID("vault.lists.mark")
  /// `POST /api/lists/{id}/items/{itemID}/move`
  public static let vaultListsMove = OperationID("vault.lists.move")
  /// `GET /api/lists/test`
  public static let vaultListsProbe = OperationID("vault.lists.probe")
  /// `DELETE /api/lists/{id}/items/{itemID}`
  public static let vaultListsRemove = OperationID("vault.lists.remove")
  /// `POST /api/lists/{id}/share`
  public static let vaultListsShare = OperationID("vault.lists.share")
  /// `GET /api/lists/{id}/available-targets`
  public static let vaultListsTargets = OperationID("vault.lists.targets")
  /// `POST /api/lists/bulk-operation`
  public static let vaultListsTransfer = OperationID("vault.lists.transfer")
  /// `PUT /api/lists/{id}`
  public static let vaultListsUpdate = OperationID("vault.lists.update")
  /// `GET /static/…`, to load a poster from the server.
  public static let vaultMediaPoster = OperationID("vault.media.poster")
  /// `GET /api/movies`
  public static let vaultMoviesAll = OperationID("vault.movies.all")
  /// `POST /api/movies/{id}/clear-newly-imported`
  public static let vaultMoviesClearNew = OperationID("vault.movies.clearNew")
  /// `POST /api/movies`
  public static let vaultMoviesCreate = OperationID("vault.movies.create")
  /// `DELETE /api/movies/{id}`
  public static let vaultMoviesDelete = OperationID("vault.movies.delete")
  /// `GET /api/movies/{id}`
  public static let vaultMoviesOne = OperationID("vault.movies.one")
  /// `PUT /api/movies/{id}`
  public static let vaultMoviesReplace = OperationID("vault.movies.replace")
  /// `PATCH /api/movies/{id}/watched`
  public static let vaultMoviesToggle = OperationID("vault.movies.toggle")
  /// `GET /api/notifications/new-releases`
  public static let vaultNotificationsCounts = OperationID("vault.notifications.counts")
  /// `POST /api/notifications/mark-seen`
  public static let vaultNotificationsMarkAllSeen = OperationID("vault.notifications.markAllSeen")
  /// `GET /api/notifications/details`
  public static let vaultNotificationsNewTitles = OperationID("vault.notifications.newTitles")
  /// `GET /api/search/all`
  public static let vaultSearchAll = OperationID("vault.search.all")
  /// `GET /api/search/movies`
  public static let vaultSearchMovies = OperationID("vault.search.movies")
  /// `GET /api/search/series`
  public static let vaultSearchSeries = OperationID("vault.search.series")
  /// `GET /api/search/series/tvmaze`
  public static let vaultSearchTvmaze = OperationID("vault.search.tvmaze")
  /// `GET /api/series`
  public static let vaultSeriesAll = OperationID("vault.series.all")
  /// `POST /api/series/{id}/clear-newly-imported`
  public static let vaultSeriesClearNew = OperationID("vault.series.clearNew")
  /// `POST /api/series`
  public static let vaultSeriesCreate = OperationID("vault.series.create")
  /// `DELETE /api/series/{id}`
  public static let vaultSeriesDelete = OperationID("vault.series.delete")
  /// `GET /api/series/{id}`
  public static let vaultSeriesOne = OperationID("vault.series.one")
  /// `PUT /api/series/{id}`
  public static let vaultSeriesReplace = OperationID("vault.series.replace")
  /// `POST /api/series/{id}/episodes/{season}/{episode}/toggle`
  public static let vaultSeriesToggleEpisode = OperationID("vault.series.toggleEpisode")
  /// `GET /api/version`
  public static let vaultServerBuild = OperationID("vault.server.build")
  /// `GET /health`
  public static let vaultServerHealth = OperationID("vault.server.health")
  /// `GET /api/`
  public static let vaultServerMarker = OperationID("vault.server.marker")
  /// `GET /api/watchlist`
  public static let vaultWatchlistAll = OperationID("vault.watchlist.all")
  /// `DELETE /api/watchlist/clear`
  public static let vaultWatchlistClear = OperationID("vault.watchlist.clear")
  /// `GET /api/stats`
  public static let vaultWatchlistCounts = OperationID("vault.watchlist.counts")
  /// `POST /api/watchlist/{type}/{id}/interacted`
  public static let vaultWatchlistMarkSeen = OperationID("vault.watchlist.markSeen")
  /// `DELETE /api/watchlist/{type}/{id}`
  public static let vaultWatchlistRemove = OperationID("vault.watchlist.remove")
  /// `POST /api/watchlist/{type}/{id}/toggle`
  public static let vaultWatchlistToggle = OperationID("vault.watchlist.toggle")
  /// `GET /api/watchlist/unwatched`
  public static let vaultWatchlistUnwatched = OperationID("vault.watchlist.unwatched")
}

/// Steps of this device, without a request of their own.
extension OperationID {
  static let vaultAccountCallback = OperationID("vault.account.callback")
  static let vaultCall = OperationID("vault.call")
  static let vaultImport = OperationID("vault.import")
  static let vaultListNew = OperationID("vault.list.new")
  static let vaultIntent = OperationID("vault.intent")
  static let vaultListNumber = OperationID("vault.list.number")
  static let vaultListTransfer = OperationID("vault.list.transfer")
  static let vaultMarkCollection = OperationID("vault.mark.collection")
  static let vaultPreferences = OperationID("vault.preferences")
  static let vaultStore = OperationID("vault.store")
  static let vaultTitle = OperationID("vault.title")
}

extension OperationID {
  /// The requests that change something, besides imports and the account, which have texts of their own.
  static let vaultWrites: Set<OperationID> = [
    .vaultEpisodesCreate, .vaultEpisodesDelete, .vaultEpisodesReplace, .vaultEpisodesToggle,
    .vaultImportsToggleAutomation, .vaultListsAdd, .vaultListsCopy, .vaultListsCreate, .vaultListsDelete,
    .vaultListsLeave, .vaultListsMark, .vaultListsMove, .vaultListsRemove, .vaultListsShare, .vaultListsTransfer,
    .vaultListsUpdate, .vaultMoviesClearNew, .vaultMoviesCreate, .vaultMoviesDelete, .vaultMoviesReplace,
    .vaultMoviesToggle, .vaultNotificationsMarkAllSeen, .vaultSeriesClearNew, .vaultSeriesCreate, .vaultSeriesDelete,
    .vaultSeriesReplace, .vaultSeriesToggleEpisode, .vaultWatchlistClear, .vaultWatchlistMarkSeen,
    .vaultWatchlistRemove, .vaultWatchlistToggle,
  ]
}
