public import MediaCore

/// Playback sessions: opening one tells where to go on and what to fetch.
public protocol PlaybackAPI: Sendable {
  /// `POST /api/items/{item}/play` and `/play/{episode}`. Closes this device's other sessions; progress is not touched.
  /// - Throws: `notFound`, `forbidden`, `unsupported` for a podcast without an episode (the server would answer with a
  ///   session that plays nothing).
  func start(_ id: PlayableID, options: PlayOptions) async throws(ClientError) -> PlaybackSession
  /// `POST /api/session/{id}/sync`. The server *adds* the seconds: never repeat it. A lost answer leaves open whether they
  /// were counted; ``uploadLocal(_:)`` with totals does not have that problem, and is what the view models use.
  /// - Throws: `notFound` when the session is gone (closed, or the server was restarted).
  func sync(_ session: String, _ sync: SessionSync) async throws(ClientError)
  /// `POST /api/session/{id}/close`, with a last sync or without. Without one, a session that is gone counts as closed.
  /// - Throws: `notFound` when the session is gone and its last sync was not counted: ``uploadLocal(_:)`` with the same id
  ///   and totals saves it.
  func close(_ session: String, _ sync: SessionSync?) async throws(ClientError)
  /// `GET /api/session/{id}`: an open session.
  /// - Throws: `notFound` when it is not open.
  func session(_ id: String) async throws(ClientError) -> PlaybackSession
  /// `POST /api/session/local-all`: sessions with totals, safe to repeat; sent newest first, a hundred at a time.
  /// ``LocalSessionResult/progressSynced`` tells whether the position was taken.
  func uploadLocal(_ sessions: [LocalSession]) async throws(ClientError) -> [LocalSessionResult]
  /// `POST /api/session/local`: one session, safe to repeat. Does not tell whether its position was taken.
  /// - Throws: `server` with the server's words when it does not know the item.
  func uploadLocal(_ session: LocalSession) async throws(ClientError)
}

extension PlaybackAPI {
  public func start(episode: RecentEpisode) async throws(ClientError) -> PlaybackSession {
    try await start(
      PlayableID(libraryItemId: episode.episode.libraryItemId ?? "", episodeId: episode.id), options: PlayOptions())
  }

  public func start(book: LibraryItem) async throws(ClientError) -> PlaybackSession {
    try await start(PlayableID(libraryItemId: book.id), options: PlayOptions())
  }
}

/// How a session shall play.
public struct PlayOptions: Sendable, Hashable {
  /// What the player can play as it is; anything else is transcoded to HLS.
  public var mimeTypes: [String]
  public var mediaPlayer: String
  public var forceDirectPlay: Bool
  public var forceTranscode: Bool

  /// The types are those of Apple's players.
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
