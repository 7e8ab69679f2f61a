public import MediaCore

/// The requests of ``VaultService``, for test doubles and for apps that compare ``ClientError/operation``.
extension OperationID {
  /// Identifies calls of `POST /api/auth/add-password`.
  public static let vaultAccountAddPassword = OperationID("vault.account.addPassword")
  /// Identifies calls of `GET /api/auth/auth0/config`.
  public static let vaultAccountAuth0 = OperationID("vault.account.auth0")
  /// Identifies calls of `POST /api/auth/change-password`.
  public static let vaultAccountChangePassword = OperationID("vault.account.changePassword")
  /// Identifies calls of `DELETE /api/auth/delete-current-user`.
  public static let vaultAccountDelete = OperationID("vault.account.delete")
  /// Identifies calls of `GET /api/auth/account-info`.
  public static let vaultAccountInfo = OperationID("vault.account.info")
  /// Identifies calls of `POST /api/auth/link-oauth`.
  public static let vaultAccountLinkOAuth = OperationID("vault.account.linkOAuth")
  /// Identifies calls of `GET /api/auth/me` that read the signed-in user.
  public static let vaultAccountMe = OperationID("vault.account.me")
  /// Identifies calls of `GET /api/auth/me` that read the user of a token before the token is stored.
  public static let vaultAccountOwner = OperationID("vault.account.owner")
  /// Identifies calls of `POST /api/auth/auth0/mobile/callback`.
  public static let vaultAccountRedeemCode = OperationID("vault.account.redeemCode")
  /// Identifies calls of `POST /api/auth/auth0/mobile-callback`.
  public static let vaultAccountRedeemToken = OperationID("vault.account.redeemToken")
  /// Identifies calls of `POST /api/auth/auth0/callback`.
  public static let vaultAccountRedeemWebCode = OperationID("vault.account.redeemWebCode")
  /// Identifies calls of `POST /api/auth/login` that sign in with a password.
  public static let vaultAccountSignIn = OperationID("vault.account.signIn")
  /// Identifies calls of `GET /api/auth/auth0/mobile/login`, `…/mobile/signup` or `…/oauth/{provider}` that read the address of the sign-in
  /// page.
  public static let vaultAccountSignInPage = OperationID("vault.account.signInPage")
  /// Identifies calls of `POST /api/auth/login` that check whether a changed password is valid.
  public static let vaultAccountTryPassword = OperationID("vault.account.tryPassword")
  /// Identifies calls of `GET /api/episodes`.
  public static let vaultEpisodesAll = OperationID("vault.episodes.all")
  /// Identifies calls of `POST /api/episodes`.
  public static let vaultEpisodesCreate = OperationID("vault.episodes.create")
  /// Identifies calls of `DELETE /api/episodes/{id}`.
  public static let vaultEpisodesDelete = OperationID("vault.episodes.delete")
  /// Identifies calls of `GET /api/episodes/{id}/details`.
  public static let vaultEpisodesDetails = OperationID("vault.episodes.details")
  /// Identifies calls of `GET /api/episodes/{id}`.
  public static let vaultEpisodesOne = OperationID("vault.episodes.one")
  /// Identifies calls of `PUT /api/episodes/{id}`.
  public static let vaultEpisodesReplace = OperationID("vault.episodes.replace")
  /// Identifies calls of `PATCH /api/episodes/{id}/watched`.
  public static let vaultEpisodesToggle = OperationID("vault.episodes.toggle")
  /// Identifies calls of `POST /api/import/by_url/`.
  public static let vaultImportsByURL = OperationID("vault.imports.byURL")
  /// Identifies calls of `POST /api/import/series/{imdbID}/full`.
  public static let vaultImportsFullSeries = OperationID("vault.imports.fullSeries")
  /// Identifies calls of `GET /api/library-import-history`.
  public static let vaultImportsHistory = OperationID("vault.imports.history")
  /// Identifies calls of `GET /api/import/jellyfin/libraries`.
  public static let vaultImportsLibraries = OperationID("vault.imports.libraries")
  /// Identifies calls of `POST /api/import/jellyfin/`.
  public static let vaultImportsLibrary = OperationID("vault.imports.library")
  /// Identifies calls of `POST /api/import/movie/{imdbID}`.
  public static let vaultImportsMovie = OperationID("vault.imports.movie")
  /// Identifies calls of `GET /api/import/jellyfin/progress`.
  public static let vaultImportsProgress = OperationID("vault.imports.progress")
  /// Identifies calls of `GET /api/import/jellyfin/pre-scan/{library}`.
  public static let vaultImportsScan = OperationID("vault.imports.scan")
  /// Identifies calls of `POST /api/import/movie/{imdbID}/sequels`.
  public static let vaultImportsSequels = OperationID("vault.imports.sequels")
  /// Identifies calls of `POST /api/import/series/{imdbID}`.
  public static let vaultImportsSeries = OperationID("vault.imports.series")
  /// Identifies calls of `POST /api/share/import`.
  public static let vaultImportsShared = OperationID("vault.imports.shared")
  /// Identifies calls of `POST /api/library-import-history/{id}/toggle-automation`.
  public static let vaultImportsToggleAutomation = OperationID("vault.imports.toggleAutomation")
  /// Identifies calls of `POST /api/import/url`.
  public static let vaultImportsUrl = OperationID("vault.imports.url")
  /// Identifies calls of `POST /api/lists/{id}/items`.
  public static let vaultListsAdd = OperationID("vault.lists.add")
  /// Identifies calls of `GET /api/lists`.
  public static let vaultListsAll = OperationID("vault.lists.all")
  /// Identifies calls of `GET /api/lists/{id}/items`.
  public static let vaultListsContents = OperationID("vault.lists.contents")
  /// Identifies calls of `POST /api/lists/{id}/items/{itemID}/copy`.
  public static let vaultListsCopy = OperationID("vault.lists.copy")
  /// Identifies calls of `POST /api/lists`.
  public static let vaultListsCreate = OperationID("vault.lists.create")
  /// Identifies calls of `DELETE /api/lists/{id}`.
  public static let vaultListsDelete = OperationID("vault.lists.delete")
  /// Identifies calls of `DELETE /api/lists/{id}/unshare`.
  public static let vaultListsLeave = OperationID("vault.lists.leave")
  /// Identifies calls of `PATCH /api/lists/{id}/items/{itemID}/watched`.
  public static let vaultListsMark = OperationID("vault.lists.mark")
  /// Identifies calls of `POST /api/lists/{id}/items/{itemID}/move`.
  public static let vaultListsMove = OperationID("vault.lists.move")
  /// Identifies calls of `GET /api/lists/test`.
  public static let vaultListsProbe = OperationID("vault.lists.probe")
  /// Identifies calls of `DELETE /api/lists/{id}/items/{itemID}`.
  public static let vaultListsRemove = OperationID("vault.lists.remove")
  /// Identifies calls of `POST /api/lists/{id}/share`.
  public static let vaultListsShare = OperationID("vault.lists.share")
  /// Identifies calls of `GET /api/lists/{id}/available-targets`.
  public static let vaultListsTargets = OperationID("vault.lists.targets")
  /// Identifies calls of `POST /api/lists/bulk-operation`.
  public static let vaultListsTransfer = OperationID("vault.lists.transfer")
  /// Identifies calls of `PUT /api/lists/{id}`.
  public static let vaultListsUpdate = OperationID("vault.lists.update")
  /// Identifies calls of `GET /static/…` that load a poster from the server.
  public static let vaultMediaPoster = OperationID("vault.media.poster")
  /// Identifies calls of `GET /api/movies`.
  public static let vaultMoviesAll = OperationID("vault.movies.all")
  /// Identifies calls of `POST /api/movies/{id}/clear-newly-imported`.
  public static let vaultMoviesClearNew = OperationID("vault.movies.clearNew")
  /// Identifies calls of `POST /api/movies`.
  public static let vaultMoviesCreate = OperationID("vault.movies.create")
  /// Identifies calls of `DELETE /api/movies/{id}`.
  public static let vaultMoviesDelete = OperationID("vault.movies.delete")
  /// Identifies calls of `GET /api/movies/{id}`.
  public static let vaultMoviesOne = OperationID("vault.movies.one")
  /// Identifies calls of `PUT /api/movies/{id}`.
  public static let vaultMoviesReplace = OperationID("vault.movies.replace")
  /// Identifies calls of `PATCH /api/movies/{id}/watched`.
  public static let vaultMoviesToggle = OperationID("vault.movies.toggle")
  /// Identifies calls of `GET /api/notifications/new-releases`.
  public static let vaultNotificationsCounts = OperationID("vault.notifications.counts")
  /// Identifies calls of `POST /api/notifications/mark-seen`.
  public static let vaultNotificationsMarkAllSeen = OperationID("vault.notifications.markAllSeen")
  /// Identifies calls of `GET /api/notifications/details`.
  public static let vaultNotificationsNewTitles = OperationID("vault.notifications.newTitles")
  /// Identifies calls of `GET /api/search/all`.
  public static let vaultSearchAll = OperationID("vault.search.all")
  /// Identifies calls of `GET /api/search/movies`.
  public static let vaultSearchMovies = OperationID("vault.search.movies")
  /// Identifies calls of `GET /api/search/series`.
  public static let vaultSearchSeries = OperationID("vault.search.series")
  /// Identifies calls of `GET /api/search/series/tvmaze`.
  public static let vaultSearchTvmaze = OperationID("vault.search.tvmaze")
  /// Identifies calls of `GET /api/series`.
  public static let vaultSeriesAll = OperationID("vault.series.all")
  /// Identifies calls of `POST /api/series/{id}/clear-newly-imported`.
  public static let vaultSeriesClearNew = OperationID("vault.series.clearNew")
  /// Identifies calls of `POST /api/series`.
  public static let vaultSeriesCreate = OperationID("vault.series.create")
  /// Identifies calls of `DELETE /api/series/{id}`.
  public static let vaultSeriesDelete = OperationID("vault.series.delete")
  /// Identifies calls of `GET /api/series/{id}`.
  public static let vaultSeriesOne = OperationID("vault.series.one")
  /// Identifies calls of `PUT /api/series/{id}`.
  public static let vaultSeriesReplace = OperationID("vault.series.replace")
  /// Identifies calls of `POST /api/series/{id}/episodes/{season}/{episode}/toggle`.
  public static let vaultSeriesToggleEpisode = OperationID("vault.series.toggleEpisode")
  /// Identifies calls of `GET /api/version`.
  public static let vaultServerBuild = OperationID("vault.server.build")
  /// Identifies calls of `GET /health`.
  public static let vaultServerHealth = OperationID("vault.server.health")
  /// Identifies calls of `GET /api/`.
  public static let vaultServerMarker = OperationID("vault.server.marker")
  /// Identifies calls of `GET /api/watchlist`.
  public static let vaultWatchlistAll = OperationID("vault.watchlist.all")
  /// Identifies calls of `DELETE /api/watchlist/clear`.
  public static let vaultWatchlistClear = OperationID("vault.watchlist.clear")
  /// Identifies calls of `GET /api/stats`.
  public static let vaultWatchlistCounts = OperationID("vault.watchlist.counts")
  /// Identifies calls of `POST /api/watchlist/{type}/{id}/interacted`.
  public static let vaultWatchlistMarkSeen = OperationID("vault.watchlist.markSeen")
  /// Identifies calls of `DELETE /api/watchlist/{type}/{id}`.
  public static let vaultWatchlistRemove = OperationID("vault.watchlist.remove")
  /// Identifies calls of `POST /api/watchlist/{type}/{id}/toggle`.
  public static let vaultWatchlistToggle = OperationID("vault.watchlist.toggle")
  /// Identifies calls of `GET /api/watchlist/unwatched`.
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
