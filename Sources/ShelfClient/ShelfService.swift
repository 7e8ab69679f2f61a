@_exported public import MediaCore

/// One Audiobookshelf server, as an app meets it: name the thing, then the verb.
///
/// ```swift
/// let shelf = ShelfService(server: try ServerAddress("nas.local:13378"))
/// try await shelf.account.signIn(username: "ada", password: "…")
/// let libraries = try await shelf.libraries.all()
/// ```
///
/// A value that shares its parts: copy it freely. Each role is a protocol, so that a test or a preview can put its own in.
public struct ShelfService: Sendable {
  /// Finding and asking the server without an account.
  public var server: any ServerAPI
  /// Signing in and out, and who is signed in.
  public var account: any AccountAPI
  public var libraries: any LibraryAPI
  public var items: any ItemAPI
  /// The shelves of the home screen.
  public var shelves: any ShelfAPI
  public var search: any SearchAPI
  public var series: any SeriesAPI
  /// Authors and narrators.
  public var authors: any AuthorAPI
  /// What everybody on the server has put together.
  public var collections: any CollectionAPI
  /// What this account has put together.
  public var playlists: any PlaylistAPI
  /// What the server fetches from feeds.
  public var podcasts: any PodcastAPI
  public var playback: any PlaybackAPI
  public var progress: any ProgressAPI
  public var bookmarks: any BookmarkAPI
  /// History and statistics.
  public var listening: any ListeningAPI
  /// Covers, audio and files.
  public var media: any MediaAPI

  /// Progress as this device knows it: what the server said, and what is on its way there.
  public let progressStore: ListeningProgressStore
  /// Changes on their way to the server.
  public let outbox: OutboxKeeper
  /// The shared parts, for endpoints of an app's own making, the log, and connectivity.
  public let client: ServiceClient
  /// This installation, as the server knows it.
  public let device: DeviceIdentity

  /// - Parameters:
  ///   - server: what the user typed; looked for at the first call.
  ///   - transport: URLSession by default.
  ///   - environment: `.manual()` of MediaTesting in tests.
  public init(
    server: ServerAddress, transport: any Transport = URLSessionTransport(), environment: ClientEnvironment = .live(),
    options: ClientOptions = ClientOptions()
  ) {
    let client = ServiceClient(
      service: "shelf", address: server, check: .shelf, coder: .shelf, transport: transport, environment: environment,
      options: options
    ) { sender in .shelf(sender) }
    let device = DeviceIdentity(environment: environment)
    let playback = LivePlaybackAPI(client: client, device: device)
    let progress = LiveProgressAPI(client: client)
    let store = ListeningProgressStore(client: client, progress: progress, playback: playback)
    self.client = client
    self.device = device
    self.playback = playback
    self.progress = progress
    progressStore = store
    outbox = store.outbox
    self.server = LiveServerAPI(client: client)
    account = LiveAccountAPI(client: client, store: store)
    libraries = LiveLibraryAPI(client: client)
    items = LiveItemAPI(client: client)
    shelves = LiveShelfAPI(client: client)
    search = LiveSearchAPI(client: client)
    series = LiveSeriesAPI(client: client)
    authors = LiveAuthorAPI(client: client)
    collections = LiveCollectionAPI(client: client)
    playlists = LivePlaylistAPI(client: client)
    podcasts = LivePodcastAPI(client: client)
    bookmarks = LiveBookmarkAPI(client: client)
    listening = LiveListeningAPI(client: client)
    media = LiveMediaAPI(client: client)
  }
}

extension JSONCoder {
  /// Audiobookshelf writes instants as milliseconds.
  static let shelf = JSONCoder(dates: .milliseconds)
}
