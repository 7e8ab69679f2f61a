public import MediaCore

/// The ids of the requests of ``ShelfService``. Compare them with ``ClientError/operation``, or use them in test doubles.
extension OperationID {
  /// `POST /api/authorize`
  public static let shelfAccountAuthorize = OperationID("shelf.account.authorize")
  /// `PATCH /api/me/password`
  public static let shelfAccountChangePassword = OperationID("shelf.account.changePassword")
  /// `GET /api/libraries`, sent to check a sign-in without a refresh token before the client ends that sign-in
  public static let shelfAccountConfirm = OperationID("shelf.account.confirm")
  /// `DELETE /api/me/sessions/{id}`
  public static let shelfAccountEndLoginSession = OperationID("shelf.account.endLoginSession")
  /// `GET /api/me/sessions`
  public static let shelfAccountLoginSessions = OperationID("shelf.account.loginSessions")
  /// `GET /api/me`
  public static let shelfAccountMe = OperationID("shelf.account.me")
  /// `POST /auth/refresh`
  public static let shelfAccountRefresh = OperationID("shelf.account.refresh")
  /// `POST /login`
  public static let shelfAccountSignIn = OperationID("shelf.account.signIn")
  /// `POST /api/authorize`
  public static let shelfAccountSignInWithKey = OperationID("shelf.account.signInWithKey")
  /// `POST /api/authorize`, sent to find the account of a token that the app stored before it used this package
  public static let shelfAccountSignInWithToken = OperationID("shelf.account.signInWithToken")
  /// `POST /logout`
  public static let shelfAccountSignOut = OperationID("shelf.account.signOut")
  /// `GET /api/libraries/{id}/authors`
  public static let shelfAuthorsAll = OperationID("shelf.authors.all")
  /// `GET /api/authors/{id}/image`
  public static let shelfAuthorsImage = OperationID("shelf.authors.image")
  /// `GET /api/libraries/{id}/narrators`
  public static let shelfAuthorsNarrators = OperationID("shelf.authors.narrators")
  /// `GET /api/authors/{id}`
  public static let shelfAuthorsOne = OperationID("shelf.authors.one")
  /// `GET /api/libraries/{id}/authors`
  public static let shelfAuthorsPage = OperationID("shelf.authors.page")
  /// `GET /api/me/bookmarks`
  public static let shelfBookmarksAll = OperationID("shelf.bookmarks.all")
  /// `POST /api/me/item/{itemID}/bookmark`
  public static let shelfBookmarksCreate = OperationID("shelf.bookmarks.create")
  /// `GET /api/me/bookmarks/{itemID}`
  public static let shelfBookmarksOfItem = OperationID("shelf.bookmarks.ofItem")
  /// `DELETE /api/me/item/{itemID}/bookmark/{time}`
  public static let shelfBookmarksRemove = OperationID("shelf.bookmarks.remove")
  /// `PATCH /api/me/item/{itemID}/bookmark`
  public static let shelfBookmarksRetitle = OperationID("shelf.bookmarks.retitle")
  /// `POST /api/collections/{id}/book`
  public static let shelfCollectionsAdd = OperationID("shelf.collections.add")
  /// `GET /api/collections`
  public static let shelfCollectionsAll = OperationID("shelf.collections.all")
  /// `POST /api/collections/{id}/batch/add`
  public static let shelfCollectionsBatchAdd = OperationID("shelf.collections.batch.add")
  /// `POST /api/collections/{id}/batch/remove`
  public static let shelfCollectionsBatchRemove = OperationID("shelf.collections.batch.remove")
  /// `POST /api/collections`
  public static let shelfCollectionsCreate = OperationID("shelf.collections.create")
  /// `GET /api/collections/{id}`
  public static let shelfCollectionsOne = OperationID("shelf.collections.one")
  /// `GET /api/libraries/{id}/collections`
  public static let shelfCollectionsPage = OperationID("shelf.collections.page")
  /// `DELETE /api/collections/{id}`
  public static let shelfCollectionsRemove = OperationID("shelf.collections.remove")
  /// `DELETE /api/collections/{id}/book/{bookID}`
  public static let shelfCollectionsRemoveBook = OperationID("shelf.collections.removeBook")
  /// `PATCH /api/collections/{id}`
  public static let shelfCollectionsUpdate = OperationID("shelf.collections.update")
  /// `POST /api/items/batch/get`
  public static let shelfItemsBatch = OperationID("shelf.items.batch")
  /// `GET /api/podcasts/{id}/episode/{id}`
  public static let shelfItemsEpisode = OperationID("shelf.items.episode")
  /// `GET /api/me/items-in-progress`
  public static let shelfItemsInProgress = OperationID("shelf.items.inProgress")
  /// `GET /api/items/{id}`
  public static let shelfItemsOne = OperationID("shelf.items.one")
  /// `GET /api/items/{id}`
  public static let shelfItemsPlain = OperationID("shelf.items.plain")
  /// `GET /api/libraries`
  public static let shelfLibrariesAll = OperationID("shelf.libraries.all")
  /// `GET /api/libraries`
  public static let shelfLibrariesAllWithStats = OperationID("shelf.libraries.allWithStats")
  /// `GET /api/libraries/{id}?include=filterdata`
  public static let shelfLibrariesDetail = OperationID("shelf.libraries.detail")
  /// `GET /api/libraries/{id}/filterdata`
  public static let shelfLibrariesFilterData = OperationID("shelf.libraries.filterData")
  /// `GET /api/libraries/{id}/items`
  public static let shelfLibrariesItems = OperationID("shelf.libraries.items")
  /// `GET /api/libraries/{id}`
  public static let shelfLibrariesOne = OperationID("shelf.libraries.one")
  /// `GET /api/libraries/{id}/opml`
  public static let shelfLibrariesOpml = OperationID("shelf.libraries.opml")
  /// `GET /api/libraries/{id}/recent-episodes`
  public static let shelfLibrariesRecentEpisodes = OperationID("shelf.libraries.recentEpisodes")
  /// `GET /api/libraries/{id}/stats`
  public static let shelfLibrariesReport = OperationID("shelf.libraries.report")
  /// `GET /api/me/item/listening-sessions/{itemID}[/{episodeID}]`
  public static let shelfListeningOfItem = OperationID("shelf.listening.ofItem")
  /// `GET /api/me/listening-sessions`
  public static let shelfListeningSessions = OperationID("shelf.listening.sessions")
  /// `GET /api/me/listening-stats`
  public static let shelfListeningStats = OperationID("shelf.listening.stats")
  /// `GET /api/me/stats/year/{id}`
  public static let shelfListeningYear = OperationID("shelf.listening.year")
  /// `GET /api/items/{id}/cover`
  public static let shelfMediaCover = OperationID("shelf.media.cover")
  /// `GET /api/items/{id}/file/{id}/download`
  public static let shelfMediaDownloadFile = OperationID("shelf.media.downloadFile")
  /// `GET /api/items/{id}/download`
  public static let shelfMediaDownloadItem = OperationID("shelf.media.downloadItem")
  /// `GET /api/libraries/{id}/download`
  public static let shelfMediaDownloadItems = OperationID("shelf.media.downloadItems")
  /// `GET /api/items/{id}/ebook`
  public static let shelfMediaEbook = OperationID("shelf.media.ebook")
  /// `GET /api/items/{id}/file/{id}`
  public static let shelfMediaFile = OperationID("shelf.media.file")
  /// `GET /hls/{id}/output.m3u8`
  public static let shelfMediaPlaylist = OperationID("shelf.media.playlist")
  /// `GET /hls/{id}/{id}`
  public static let shelfMediaSegment = OperationID("shelf.media.segment")
  /// `GET /public/session/{id}/track/{id}`
  public static let shelfMediaTrack = OperationID("shelf.media.track")
  /// `GET /auth/openid/callback`
  public static let shelfOpenIDFinish = OperationID("shelf.openID.finish")
  /// `GET /auth/openid`
  public static let shelfOpenIDStart = OperationID("shelf.openID.start")
  /// `POST /api/session/{id}/close`
  public static let shelfPlaybackClose = OperationID("shelf.playback.close")
  /// `GET /api/session/{id}`
  public static let shelfPlaybackSession = OperationID("shelf.playback.session")
  /// `POST /api/items/{itemID}/play[/{episodeID}]`
  public static let shelfPlaybackStart = OperationID("shelf.playback.start")
  /// `POST /api/session/{id}/sync`
  public static let shelfPlaybackSync = OperationID("shelf.playback.sync")
  /// `POST /api/session/local-all`
  public static let shelfPlaybackUploadLocal = OperationID("shelf.playback.uploadLocal")
  /// `POST /api/session/local`
  public static let shelfPlaybackUploadOne = OperationID("shelf.playback.uploadOne")
  /// `POST /api/playlists/{id}/item`
  public static let shelfPlaylistsAdd = OperationID("shelf.playlists.add")
  /// `GET /api/playlists`
  public static let shelfPlaylistsAll = OperationID("shelf.playlists.all")
  /// `POST /api/playlists/{id}/batch/add`
  public static let shelfPlaylistsBatchAdd = OperationID("shelf.playlists.batch.add")
  /// `POST /api/playlists/{id}/batch/remove`
  public static let shelfPlaylistsBatchRemove = OperationID("shelf.playlists.batch.remove")
  /// `POST /api/playlists`
  public static let shelfPlaylistsCreate = OperationID("shelf.playlists.create")
  /// `POST /api/playlists/collection/{id}`
  public static let shelfPlaylistsFromCollection = OperationID("shelf.playlists.fromCollection")
  /// `GET /api/playlists/{id}`
  public static let shelfPlaylistsOne = OperationID("shelf.playlists.one")
  /// `GET /api/libraries/{id}/playlists`
  public static let shelfPlaylistsPage = OperationID("shelf.playlists.page")
  /// `DELETE /api/playlists/{id}`
  public static let shelfPlaylistsRemove = OperationID("shelf.playlists.remove")
  /// `DELETE /api/playlists/{id}/item/{itemID}`
  public static let shelfPlaylistsRemoveItem = OperationID("shelf.playlists.removeItem")
  /// `PATCH /api/playlists/{id}`
  public static let shelfPlaylistsUpdate = OperationID("shelf.playlists.update")
  /// `POST /api/podcasts`
  public static let shelfPodcastsAdd = OperationID("shelf.podcasts.add")
  /// `POST /api/podcasts/opml/create`
  public static let shelfPodcastsAddFeeds = OperationID("shelf.podcasts.addFeeds")
  /// `GET /api/podcasts/{id}/checknew`
  public static let shelfPodcastsCheckNew = OperationID("shelf.podcasts.checkNew")
  /// `GET /api/podcasts/{item}/clear-queue`
  public static let shelfPodcastsClearQueue = OperationID("shelf.podcasts.clearQueue")
  /// `DELETE /api/podcasts/{id}/episode/{episodeID}`
  public static let shelfPodcastsDeleteEpisode = OperationID("shelf.podcasts.deleteEpisode")
  /// `POST /api/podcasts/{id}/download-episodes`
  public static let shelfPodcastsDownload = OperationID("shelf.podcasts.download")
  /// `GET /api/libraries/{id}/episode-downloads`
  public static let shelfPodcastsDownloadQueue = OperationID("shelf.podcasts.downloadQueue")
  /// `GET /api/podcasts/{id}/downloads`
  public static let shelfPodcastsDownloads = OperationID("shelf.podcasts.downloads")
  /// `POST /api/podcasts/feed`
  public static let shelfPodcastsFeed = OperationID("shelf.podcasts.feed")
  /// `POST /api/podcasts/opml/parse`
  public static let shelfPodcastsParseOPML = OperationID("shelf.podcasts.parseOPML")
  /// `GET /api/search/podcast`
  public static let shelfPodcastsSearch = OperationID("shelf.podcasts.search")
  /// `GET /api/podcasts/{id}/search-episode`
  public static let shelfPodcastsSearchFeed = OperationID("shelf.podcasts.searchFeed")
  /// `GET /api/me/progress`
  public static let shelfProgressAll = OperationID("shelf.progress.all")
  /// `GET /api/me/progress/{id}/remove-from-continue-listening`
  public static let shelfProgressHide = OperationID("shelf.progress.hide")
  /// `GET /api/me/progress/{itemID}[/{episodeID}]`
  public static let shelfProgressOne = OperationID("shelf.progress.one")
  /// `DELETE /api/me/progress/{id}`
  public static let shelfProgressRemove = OperationID("shelf.progress.remove")
  /// `PATCH /api/me/progress/{itemID}[/{episodeID}]`
  public static let shelfProgressUpdate = OperationID("shelf.progress.update")
  /// `PATCH /api/me/progress/batch/update`
  public static let shelfProgressUpdateAll = OperationID("shelf.progress.updateAll")
  /// `POST /api/feeds/{id}/close`
  public static let shelfPublishingCloseFeed = OperationID("shelf.publishing.closeFeed")
  /// `DELETE /api/share/mediaitem/{id}`
  public static let shelfPublishingEndShare = OperationID("shelf.publishing.endShare")
  /// `GET /api/items/{id}?include=share,rssfeed`
  public static let shelfPublishingItem = OperationID("shelf.publishing.item")
  /// `POST /api/feeds/{kind}/{id}/open`
  public static let shelfPublishingOpenFeed = OperationID("shelf.publishing.openFeed")
  /// `POST /api/share/mediaitem`
  public static let shelfPublishingShare = OperationID("shelf.publishing.share")
  /// `POST /api/emails/send-ebook-to-device`
  public static let shelfReadersSend = OperationID("shelf.readers.send")
  /// `POST /api/me/ereader-devices`
  public static let shelfReadersSetOwn = OperationID("shelf.readers.setOwn")
  /// `GET /api/libraries/{id}/search`
  public static let shelfSearchResults = OperationID("shelf.search.results")
  /// `GET /api/series/{id}`
  public static let shelfSeriesAnywhere = OperationID("shelf.series.anywhere")
  /// `GET /api/me/series/{id}/remove-from-continue-listening`
  public static let shelfSeriesHide = OperationID("shelf.series.hide")
  /// `GET /api/libraries/{id}/series/{id}`
  public static let shelfSeriesOne = OperationID("shelf.series.one")
  /// `GET /api/libraries/{id}/series`
  public static let shelfSeriesPage = OperationID("shelf.series.page")
  /// `GET /api/me/series/{id}/readd-to-continue-listening`
  public static let shelfSeriesShow = OperationID("shelf.series.show")
  /// `GET /healthcheck`
  public static let shelfServerHealth = OperationID("shelf.server.health")
  /// `GET /ping`
  public static let shelfServerPing = OperationID("shelf.server.ping")
  /// `GET /status`
  public static let shelfServerStatus = OperationID("shelf.server.status")
  /// `GET /public/share/{slug}/cover`
  public static let shelfSharesCover = OperationID("shelf.shares.cover")
  /// `GET /public/share/{slug}/download`
  public static let shelfSharesDownload = OperationID("shelf.shares.download")
  /// `GET /public/share/{slug}`
  public static let shelfSharesOpen = OperationID("shelf.shares.open")
  /// `PATCH /public/share/{slug}/progress`
  public static let shelfSharesSaveProgress = OperationID("shelf.shares.saveProgress")
  /// `GET /public/share/{slug}/track/{index}`
  public static let shelfSharesTrack = OperationID("shelf.shares.track")
  /// `GET /api/libraries/{id}/personalized`
  public static let shelfShelvesOfLibrary = OperationID("shelf.shelves.ofLibrary")
}

/// Steps of this device, without a request of their own.
extension OperationID {
  static let shelfBookmarksChange = OperationID("shelf.bookmarks.change")
  static let shelfBrowse = OperationID("shelf.browse")
  static let shelfCollectionsChange = OperationID("shelf.collections.change")
  static let shelfContinue = OperationID("shelf.continue")
  static let shelfCoversPicture = OperationID("shelf.covers.picture")
  static let shelfDownloadsDescribe = OperationID("shelf.downloads.describe")
  static let shelfDownloadsDownload = OperationID("shelf.downloads.download")
  static let shelfDownloadsReceive = OperationID("shelf.downloads.receive")
  static let shelfDownloadsRoom = OperationID("shelf.downloads.room")
  static let shelfDownloadsRules = OperationID("shelf.downloads.rules")
  static let shelfDownloadsRun = OperationID("shelf.downloads.run")
  static let shelfDownloadsWrite = OperationID("shelf.downloads.write")
  static let shelfEpisodeQueueSet = OperationID("shelf.episodeQueue.set")
  static let shelfIntent = OperationID("shelf.intent")
  static let shelfListsId = OperationID("shelf.lists.id")
  static let shelfPlayer = OperationID("shelf.player")
  static let shelfPlaylistsChange = OperationID("shelf.playlists.change")
  static let shelfProgressPosition = OperationID("shelf.progress.position")
  static let shelfProgressRecord = OperationID("shelf.progress.record")
  static let shelfWatch = OperationID("shelf.watch")
}
