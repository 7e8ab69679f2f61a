@_exported public import MediaCore

/// The client of one Audiobookshelf server. Requests are methods of its ``roles``, one for each subject: `shelf.libraries.all()`.
///
/// ```swift
/// let shelf = ShelfService(server: try ServerAddress("nas.local:13378"))
/// try await shelf.account.signIn(username: "ada", password: "…")
/// let libraries = try await shelf.libraries.all()
/// ```
///
/// Copies of a service share their state. The type of each role is a protocol, so that a test or a preview can replace the role. Stores and
/// screens then use the replacement:
///
/// ```swift
/// let shelf = ShelfService(server: .fake) { $0.progress = progress }
/// ```
@dynamicMemberLookup
public struct ShelfService: Sendable {
  /// The roles, which send the requests of this service; `shelf.libraries` is short for `shelf.roles.libraries`.
  public let roles: ShelfRoles
  /// The account's progress in books and episodes: the server's last response, with the changes of this device that the server does not
  /// have yet.
  public let progressStore: ListeningProgressStore
  /// The listening queue: the newest episodes, without those that the user removed on this device.
  public let queueStore: QueueStore
  /// The shelves of each library's home screen.
  public let homeStore: HomeStore
  /// The order of the books in each series, and of the episodes in each podcast, as stored on this device.
  public let sequences: SequenceStore
  /// The items to play next, on this device.
  public let upNext: UpNextStore
  /// The rules by which new episodes enter ``upNext`` by themselves, on this device.
  public let episodeQueue: EpisodeQueueStore
  /// The items that were opened on this device lately.
  public let playedItems: PlayedItemStore
  /// The settings for playing single books and podcasts (speed, skip intervals), and the history of jumps in these items, on this device.
  public let itemSettings: ItemSettingsStore
  /// The order and the filter of each podcast's episodes, on this device.
  public let episodeLists: EpisodeListStore
  /// The settings for playing (speed, skip intervals and the like) that apply to all items, on this device.
  public let playbackSettings: PlaybackSettingsStore
  let openPlayers: OpenPlayers
  /// The store of downloaded books and episodes, for listening without a network.
  public let downloads: DownloadStore
  /// The store of covers and authors' pictures on this device.
  public let covers: CoverStore
  /// The account's playlists. Changes work without a network.
  public let playlistStore: ItemListStore
  /// The collections of books, which all accounts share. Changes work without a network.
  public let collectionStore: ItemListStore
  /// The account's bookmarks in books. Changes work without a network.
  public let bookmarkStore: BookmarkStore
  /// The connection that receives changes of the account's data while they happen on the server; see ``LiveUpdates/start(isFront:)``.
  public let live: LiveUpdates
  /// The pages of books and podcasts that were opened lately or downloaded.
  let itemStore: ItemStore
  /// The rows of the lists that were browsed, kept to be shown at the next time.
  let rowStore: RowStore
  /// The listening statistics. Stored, so that observers of the statistics outlive the call that adds them.
  let listeningStats: ListeningStatsStore
  let madeLists: LocalItemLists
  /// The queue of this device's changes that are not on the server yet.
  public let queue: MutationQueue
  /// The HTTP client that all roles share. An app uses it for endpoints of its own, the log, and the state of the network.
  public let client: ServiceClient
  /// The identity of this installation of the app. The server shows it in its list of devices.
  public let device: DeviceIdentity

  /// Creates the client of a server. Sends no request.
  /// - Parameters:
  ///   - server: the address as the user typed it. The first request finds the server's full address.
  ///   - transport: sends the requests; URLSession by default.
  ///   - environment: the clock, the files and the like. Tests pass `.manual()` of MediaTesting.
  ///   - replaceRoles: replaces roles with the app's own.
  public init(
    server: ServerAddress, transport: any Transport = DefaultTransport(), environment: ClientEnvironment = .live(),
    options: ClientOptions = ClientOptions(), _ replaceRoles: (inout ShelfRoles) -> Void = { _ in }
  ) {
    let client = ServiceClient(
      service: "shelf", address: server, check: .shelf, coder: .shelf, transport: transport, environment: environment,
      options: options
    ) { sender in .shelf(sender) }
    client.log.decideLater { LogSwitch(environment: environment).isOn }
    // Share one identity per installation: two objects could store two different ids.
    device = environment.shared.object("shelf/device") { DeviceIdentity(environment: environment) }
    playbackSettings = environment.shared.object("shelf/playback") { PlaybackSettingsStore(environment: environment) }
    let players = client.accounts.shared("open-players") { OpenPlayers(clock: environment.clock) }
    openPlayers = players
    queue = MutationQueue(in: client.accounts)
    let listIDs = LocalIDs<String>("list-ids", in: client.accounts, operation: .shelfListsId)
    // Create the conflicts first: when an observer of the progress is called, the conflict is already stored.
    let conflicts = ListeningProgressStore.conflicts(in: client.accounts, queue)
    let progress = ProgressCache.shared(in: client.accounts, queue)
    var roles = ShelfRoles(
      server: LiveServerAPI(client: client),
      account: LiveAccountAPI(client: client, progress: progress, players: players),
      libraries: LiveLibraryAPI(client: client), items: LiveItemAPI(client: client),
      shelves: LiveShelfAPI(client: client), search: LiveSearchAPI(client: client),
      series: LiveSeriesAPI(client: client), authors: LiveAuthorAPI(client: client),
      collections: LiveCollectionAPI(client: client), playlists: LivePlaylistAPI(client: client),
      podcasts: LivePodcastAPI(client: client), playback: LivePlaybackAPI(client: client, device: device),
      progress: LiveProgressAPI(client: client), bookmarks: LiveBookmarkAPI(client: client),
      listening: LiveListeningAPI(client: client), media: LiveMediaAPI(client: client),
      openID: LiveOpenIDAPI(client: client, progress: progress), shares: LiveShareAPI(client: client),
      publishing: LivePublishingAPI(client: client), directory: LivePodcastDirectoryAPI(client: client),
      readers: LiveEReaderAPI(client: client))
    replaceRoles(&roles)
    let versions = ShelfVersions(server: roles.server, clock: client.environment.clock)
    let keepsDates: @Sendable () async throws(ClientError) -> Bool = { () async throws(ClientError) in
      try await versions.has(.datedProgress)
    }
    progressStore = ListeningProgressStore(client: client, role: roles.progress, queue: queue, progress, conflicts)
    queue.use(
      [
        MutationHandler(
          ProgressMutation.self,
          ProgressMutation.API(
            progress: roles.progress, playback: roles.playback, listening: roles.listening, now: client.serverNow,
            readings: progressStore.readings, uploads: progressStore.uploads,
            keepsDates: keepsDates,
            duration: { [items = roles.items] (id) async throws(ClientError) in try await items.duration(of: id) },
            librarySettings: { [libraries = roles.libraries] () async throws(ClientError) in
              try await libraries.all().map(\.settings)
            })),
        MutationHandler(BookmarkMutation.self, roles.bookmarks),
        MutationHandler(
          HiddenItemMutation.self,
          HiddenItemMutation.API(
            progress: roles.progress, readings: progressStore.readings, keepsDates: keepsDates)),
        MutationHandler(
          HiddenSeriesMutation.self, HiddenSeriesMutation.API(series: roles.series, account: roles.account)),
        MutationHandler(
          EbookMutation.self,
          EbookMutation.API(progress: roles.progress, now: client.serverNow, readings: progressStore.readings)),
      ]
        + ListMutations.handlers(
          ItemListAPI(playlists: roles.playlists, collections: roles.collections, ids: listIDs)))
    upNext = UpNextStore(client: client)
    playedItems = PlayedItemStore(client: client)
    itemSettings = ItemSettingsStore(client: client)
    episodeLists = EpisodeListStore(client: client)
    episodeQueue = EpisodeQueueStore(client: client, upNext: upNext, progress: progressStore)
    queueStore = QueueStore(client: client, roles: roles, progress: progressStore, rules: episodeQueue)
    covers = CoverStore(client: client, roles: roles)
    downloads = DownloadStore(client: client, roles: roles, progress: progressStore)
    rowStore = RowStore(client: client, queue: queue, ids: listIDs)
    listeningStats = ListeningStatsStore(roles.listening, in: client.accounts)
    bookmarkStore = BookmarkStore(client: client, role: roles.bookmarks, queue: queue)
    let maker = RowMaker(media: roles.media, authors: roles.authors)
    let items = ItemStore(client: client, role: roles.items) { [downloads] in
      await downloads.page(of: $0)
    } read: { [episodeQueue] item, account in
      guard (try? await episodeQueue.rule(of: item.id)) ?? nil != nil else { return }
      let listed = (try? await maker.newEpisodes(of: item)) ?? []
      try? await episodeQueue.take(listed, of: account)
    }
    itemStore = items
    let newEpisodes = NewEpisodeReader(rules: episodeQueue, items: items, clock: client.environment.clock)
    live = LiveUpdates(client: client, progress: progressStore, bookmarks: bookmarkStore, episodes: newEpisodes)
    let made = LocalItemLists(ids: listIDs, queue: queue)
    let seen = ItemListStore.SeenEntries(latest: queueStore, upNext: upNext, played: playedItems)
    (playlistStore, collectionStore) = (
      ItemListStore(.playlist, client, queue, made, rowStore, items, maker, seen),
      ItemListStore(.collection, client, queue, made, rowStore, items, maker, seen)
    )
    madeLists = made
    sequences = SequenceStore(client: client, roles: roles, maker: maker)
    homeStore = HomeStore(
      client: client, roles: roles, queue: queue, progress: progressStore, sequences: sequences, rows: rowStore,
      maker: maker)
    client.locator.prove(
      with: CoverEngine.proof(
        covers.engine, progress, shown: [homeStore.keptItems, queueStore.keptItems, rowStore.keptItems]))
    self.client = client
    self.roles = roles
  }

  /// Creates a service for a second process that only reads, such as a widget. The service shows the data that the app has stored for the
  /// account. It sends no request, and takes no lock, so that it never blocks the app. The service reads the stored data once; call
  /// `client.accounts.folderChanged()` so that it also shows later changes of the app. Every change throws `storage` with the detail
  /// `inUse`. See ``init(extending:environment:)`` for a process that accepts changes.
  /// - Parameter environment: an environment with the same folder and secrets as the app's.
  public init(reading server: ServerAddress, environment: ClientEnvironment = .live()) {
    self.init(server: server, transport: OfflineTransport(), environment: environment.reading())
  }

  /// Creates a service for a second process that also accepts changes, such as the button of a widget. The service behaves like a service
  /// of ``init(reading:environment:)``, except for changes: it writes a change for the server to disk before the call returns, and shows
  /// the change at once. The app takes over such changes when it starts, when it comes to the foreground and when a `FolderSignal` arrives,
  /// and sends them. Changes of data that only this device has, such as settings, throw `storage` with the detail `inUse`. See
  /// `ClientEnvironment.extending()`.
  /// - Parameter environment: an environment with the same folder and secrets as the app's.
  public init(extending server: ServerAddress, environment: ClientEnvironment = .live()) {
    self.init(server: server, transport: OfflineTransport(), environment: environment.extending())
  }

  /// Fetches the server's version, its capabilities and its sign-in methods (`GET /status`). The result also contains whether this SDK was
  /// tested with that version. Needs no sign-in.
  /// - Throws: `wrongServer` if the response comes from another service; `unreachable` and other errors of the network.
  public func profile() async throws(ClientError) -> ServerProfile {
    ServerProfile(try await roles.server.status(), clockSkew: client.clockSkew)
  }

  /// The lists that can be browsed.
  var lists: ShelfLists { ShelfLists(roles, made: madeLists) }

  /// The progress of rows that were begun, by the row's id.
  func progressOfRows(_ rows: [ShelfRow]) async -> [String: KnownProgress] {
    let known = (try? await progressStore.progress(of: rows.compactMap(\.playable))) ?? [:]
    return known.reduce(into: [:]) { $0[$1.key.description] = $1.value }
  }

  public subscript<Role>(dynamicMember role: KeyPath<ShelfRoles, Role>) -> Role { roles[keyPath: role] }
}

extension ShelfService: MediaService {
  public func signOut(pending: PendingWork) async throws(ClientError) {
    try await roles.account.signOut(pending: pending)
  }
}

extension JSONCoder {
  /// Audiobookshelf writes instants as milliseconds.
  static let shelf = JSONCoder(dates: .milliseconds)
}
