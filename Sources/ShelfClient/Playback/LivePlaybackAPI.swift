import MediaCore

struct LivePlaybackAPI: PlaybackAPI {
  let client: ServiceClient
  let device: DeviceIdentity

  func start(_ id: PlayableID, options: PlayOptions) async throws(ClientError) -> PlaybackSession {
    let request = PlayRequest(
      deviceInfo: try await device.info(), mediaPlayer: options.mediaPlayer, supportedMimeTypes: options.mimeTypes,
      forceDirectPlay: options.forceDirectPlay, forceTranscode: options.forceTranscode)
    let session = try await client.send(try PlaybackEndpoints.start(id, request))
    if id.episodeId == nil, session.mediaType == .podcast {
      try? await close(session.id, nil)
      throw ClientError(.unsupported, operation: "shelf.playback.start", detail: "podcastNeedsEpisode")
    }
    return session
  }

  func sync(_ session: String, _ sync: SessionSync) async throws(ClientError) {
    try await client.send(try PlaybackEndpoints.sync(session, sync))
  }

  func close(_ session: String, _ sync: SessionSync?) async throws(ClientError) {
    do throws(ClientError) {
      try await client.send(try PlaybackEndpoints.close(session, sync))
    } catch {
      guard error.kind == .notFound, error.serverMessage != nil, sync == nil else { throw error }
    }
  }

  func session(_ id: String) async throws(ClientError) -> PlaybackSession {
    try await client.send(PlaybackEndpoints.session(id))
  }

  func uploadLocal(_ sessions: [LocalSession]) async throws(ClientError) -> [LocalSessionResult] {
    let newestFirst = sessions.sorted { $0.updatedAt > $1.updatedAt }
    let info = try await device.info()
    var results: [LocalSessionResult] = []
    for start in stride(from: 0, to: newestFirst.count, by: 100) {
      let batch = Array(newestFirst[start..<min(start + 100, newestFirst.count)])
      results += try await client.send(
        try PlaybackEndpoints.uploadLocal(LocalSessionUpload(deviceInfo: info, sessions: batch)))
    }
    return results
  }

  func uploadLocal(_ session: LocalSession) async throws(ClientError) {
    var session = session
    if session.deviceInfo == nil { session.deviceInfo = try await device.info() }
    try await client.send(try PlaybackEndpoints.uploadLocal(session))
  }
}

enum PlaybackEndpoints {
  static func start(_ id: PlayableID, _ request: PlayRequest) throws(ClientError) -> Endpoint<PlaybackSession> {
    var path: [PathSegment] = ["api", "items", .id(id.libraryItemId), "play"]
    if let episode = id.episodeId { path.append(.id(episode)) }
    // Repeating it opens another session and closes the first: no harm done.
    return .json(
      "shelf.playback.start", .post, path: path,
      body: try .encoding(request, coder: .shelf, operation: "shelf.playback.start"), traits: .repeatableWrite)
  }

  static func sync(_ session: String, _ sync: SessionSync) throws(ClientError) -> Endpoint<Void> {
    .ok(
      "shelf.playback.sync", .post, path: ["api", "session", .id(session), "sync"],
      body: try .encoding(sync, coder: .shelf, operation: "shelf.playback.sync"), traits: .write)
  }

  /// Without a sync it may be repeated; with one it adds seconds.
  static func close(_ session: String, _ sync: SessionSync?) throws(ClientError) -> Endpoint<Void> {
    var body: RequestBody?
    if let sync { body = try .encoding(sync, coder: .shelf, operation: "shelf.playback.close") }
    return .ok(
      "shelf.playback.close", .post, path: ["api", "session", .id(session), "close"], body: body,
      traits: sync == nil ? .repeatableWrite : .write)
  }

  static func session(_ id: String) -> Endpoint<PlaybackSession> {
    .json("shelf.playback.session", path: ["api", "session", .id(id)], traits: .read)
  }

  static func uploadLocal(_ session: LocalSession) throws(ClientError) -> Endpoint<Void> {
    try WireID.check([session.id, session.libraryItemId, session.episodeId], operation: "shelf.playback.uploadOne")
    return .ok(
      "shelf.playback.uploadOne", .post, path: ["api", "session", "local"],
      body: try .encoding(session, coder: .shelf, operation: "shelf.playback.uploadOne"), traits: .repeatableWrite)
  }

  static func uploadLocal(_ upload: LocalSessionUpload) throws(ClientError) -> Endpoint<[LocalSessionResult]> {
    try WireID.check(
      upload.sessions.flatMap { [$0.id, $0.libraryItemId, $0.episodeId] }, operation: "shelf.playback.uploadLocal")
    return Endpoint<NamedList<LocalSessionResult>>.json(
      "shelf.playback.uploadLocal", .post, path: ["api", "session", "local-all"],
      body: try .encoding(upload, coder: .shelf, operation: "shelf.playback.uploadLocal"), traits: .repeatableWrite
    ).map(\.elements)
  }
}
