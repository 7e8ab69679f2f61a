public import MediaCore

/// The requests for playback sessions. Opening a session returns the position to continue from and the audio tracks to play.
public protocol PlaybackAPI: Sendable {
  /// Opens a session for a book or an episode (`POST /api/items/{item}/play` and `/play/{episode}`). The server also closes the other
  /// sessions of this device. The account's progress does not change.
  /// - Throws: `notFound`, `forbidden`; `unsupported` if `id` is a podcast without an episode, because the server would open a session that
  ///   plays nothing.
  func start(_ id: PlayableID, options: PlayOptions) async throws(ClientError) -> PlaybackSession
  /// Reports listening in an open session (`POST /api/session/{id}/sync`). The server *adds* the seconds to the session, so never repeat
  /// this call. If the response is lost, the client cannot find out whether the seconds were added. `uploadLocal(_:)` sends totals and can
  /// be repeated; the view models use `uploadLocal(_:)`.
  /// - Throws: `notFound` if the session was closed or the server was restarted.
  func sync(_ session: String, _ sync: SessionSync) async throws(ClientError)
  /// Closes a session (`POST /api/session/{id}/close`), optionally with a last report of listening. If `sync` is nil and the session does
  /// not exist any more, the call succeeds.
  /// - Throws: `notFound` if the session does not exist any more and the server did not add the listening of `sync`. To save that
  ///   listening, call `uploadLocal(_:)` with the same session id and total times.
  func close(_ session: String, _ sync: SessionSync?) async throws(ClientError)
  /// Fetches an open session (`GET /api/session/{id}`).
  /// - Throws: `notFound` if the session is not open.
  func session(_ id: String) async throws(ClientError) -> PlaybackSession
  /// Uploads sessions with total times (`POST /api/session/local-all`), newest first, in requests of at most 100 sessions. The call is safe
  /// to repeat. ``LocalSessionResult/progressSynced`` is true if the server stored the session's position.
  func uploadLocal(_ sessions: [LocalSession]) async throws(ClientError) -> [LocalSessionResult]
  /// Uploads one session with total times (`POST /api/session/local`). The call is safe to repeat. The response does not show whether the
  /// server stored the session's position.
  /// - Throws: `server` with the server's message if the item is unknown.
  func uploadLocal(_ session: LocalSession) async throws(ClientError)
}

extension PlaybackAPI {
  /// Opens a session for an episode (`POST /api/items/{id}/play/{episode}`).
  public func start(episode: RecentEpisode) async throws(ClientError) -> PlaybackSession {
    try await start(
      PlayableID(libraryItemId: episode.episode.libraryItemId ?? "", episodeId: episode.id), options: PlayOptions())
  }

  /// Opens a session for a book (`POST /api/items/{id}/play`).
  public func start(book: ShelfItem) async throws(ClientError) -> PlaybackSession {
    try await start(PlayableID(libraryItemId: book.id), options: PlayOptions())
  }
}

/// The options for opening a session.
public struct PlayOptions: Sendable, Hashable {
  /// The MIME types that the player can play. The server transcodes files of any other type to an HLS stream.
  public var mimeTypes: [String]
  /// The name of the player that the server's history shows.
  public var mediaPlayer: String
  /// Whether the server sends the original files even if their types are not in ``mimeTypes``.
  public var forceDirectPlay: Bool
  /// Whether the server sends a transcoded stream even if the types of the files are in ``mimeTypes``.
  public var forceTranscode: Bool

  /// Creates options. The default MIME types are the types that `AVPlayer` can play.
  public init(
    mimeTypes: [String] = ["audio/mpeg", "audio/mp4", "audio/aac", "audio/flac", "audio/x-aiff", "audio/x-caf"],
    mediaPlayer: String = "AVPlayer", forceDirectPlay: Bool = false, forceTranscode: Bool = false
  ) {
    self.mimeTypes = mimeTypes
    self.mediaPlayer = mediaPlayer
    self.forceDirectPlay = forceDirectPlay
    self.forceTranscode = forceTranscode
  }
}

/// The body that opens a session (`POST /api/items/{id}/play`). Without ``supportedMimeTypes`` the server transcodes.
struct PlayRequest: Codable, Hashable, Sendable {
  var deviceInfo: DeviceInfo?
  /// The name of the player, such as `AVPlayer`.
  var mediaPlayer: String?
  /// The types that the player can play as they are.
  var supportedMimeTypes: [String]?
  /// Overrides all other members.
  var forceDirectPlay: Bool?
  var forceTranscode: Bool?
}

struct LivePlaybackAPI: PlaybackAPI {
  let client: ServiceClient
  let device: DeviceIdentity

  func start(_ id: PlayableID, options: PlayOptions) async throws(ClientError) -> PlaybackSession {
    let request = PlayRequest(
      deviceInfo: try await device.info(), mediaPlayer: options.mediaPlayer, supportedMimeTypes: options.mimeTypes,
      forceDirectPlay: options.forceDirectPlay, forceTranscode: options.forceTranscode)
    // Safe to repeat: the server closes the first session when a second request opens another.
    let session: PlaybackSession = try await client.json(
      .shelfPlaybackStart, .post,
      path: ["api", "items", .id(id.libraryItemId), "play"] + (id.episodeId.map { [.id($0)] } ?? []),
      body: request, traits: .repeatableWrite.withWholeItems)
    if id.episodeId == nil, session.mediaType == .podcast {
      try? await close(session.id, nil)
      throw ClientError(.unsupported, operation: .shelfPlaybackStart, detail: ShelfDetail.podcastNeedsEpisode)
    }
    return session
  }

  func sync(_ session: String, _ sync: SessionSync) async throws(ClientError) {
    try await client.ok(.shelfPlaybackSync, .post, path: path(session) + ["sync"], body: sync, traits: .write)
  }

  func close(_ session: String, _ sync: SessionSync?) async throws(ClientError) {
    // Repeat a close only without a sync: the server would count the sync's seconds twice.
    try await client.ok(
      .shelfPlaybackClose, .post, path: path(session) + ["close"], body: sync,
      traits: sync == nil ? .repeatableWrite : .write, isDoneWhenMissing: sync == nil)
  }

  func session(_ id: String) async throws(ClientError) -> PlaybackSession {
    try await client.json(.shelfPlaybackSession, path: path(id), traits: .read.withWholeItems)
  }

  /// An attempt without an answer may arrive after a later upload. The queue has to see it: it then lets the uploaded totals be.
  private static let upload = with(EndpointTraits.repeatableWrite) { $0.isReadBeforeRepeating = true }

  func uploadLocal(_ sessions: [LocalSession]) async throws(ClientError) -> [LocalSessionResult] {
    let newestFirst = sessions.sorted { $0.updatedAt > $1.updatedAt }
    var upload = LocalSessionUpload(deviceInfo: try await device.info())
    var results: [LocalSessionResult] = []
    for start in stride(from: 0, to: newestFirst.count, by: 100) {
      upload.sessions = Array(newestFirst[start..<min(start + 100, newestFirst.count)])
      results += try await client.list(
        .shelfPlaybackUploadLocal, .post, path: ["api", "session", "local-all"], body: upload,
        ids: upload.sessions.flatMap(\.ids), traits: Self.upload)
    }
    return results
  }

  func uploadLocal(_ session: LocalSession) async throws(ClientError) {
    var session = session
    if session.deviceInfo == nil { session.deviceInfo = try await device.info() }
    try await client.ok(
      .shelfPlaybackUploadOne, .post, path: ["api", "session", "local"], body: session, ids: session.ids,
      traits: .repeatableWrite)
  }

  private func path(_ session: String) -> [PathSegment] { ["api", "session", .id(session)] }
}
