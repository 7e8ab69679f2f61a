import MediaCore

/// How intents about an episode by its id are read and written: best effort, as the routes are.
struct EpisodeSync: Sendable {
  struct Wish: Codable, Hashable, Sendable {
    var show: ShowID
    var state: EpisodeState
  }

  let progress: any ProgressAPI
  let relay: SyncRelay

  static let kind: Intent.Kind = "tally.episode"

  var handler: IntentHandler {
    IntentHandler(
      Self.kind,
      read: { (intent) async throws(ClientError) in
        try await relay.watch(intent) { () async throws(ClientError) in try await read(intent) }
      },
      merge: { intent, server in
        guard let wish = intent.wish.decoded(Wish.self) else { return .refuse(reason: "unreadable") }
        return Self.holds(wish, server) ? .alreadyTrue : .write(intent.wish)
      },
      write: { (intent, wish, _) async throws(ClientError) in
        try await relay.watch(intent) { () async throws(ClientError) in try await write(intent, wish) }
      },
      isReflected: { wish, server in wish.decoded(Wish.self).map { Self.holds($0, server) } ?? false })
  }

  private static func holds(_ wish: Wish, _ server: JSONValue?) -> Bool {
    (server?.string ?? EpisodeState.unwatched.rawValue) == wish.state.rawValue
  }

  private func read(_ intent: Intent) async throws(ClientError) -> JSONValue? {
    guard let wish = intent.wish.decoded(Wish.self) else { return nil }
    let detail = try await progress.detail(of: wish.show, liveStats: false)
    let episode = detail.seasons.flatMap(\.episodes).first { $0.id.rawValue == intent.target }
    guard let episode else { throw ClientError(.notFound, operation: "tally.episode.read", detail: "episode") }
    return (episode.progress?.status ?? episode.progress?.state).map { .string($0.rawValue) }
  }

  private func write(_ intent: Intent, _ wish: JSONValue) async throws(ClientError) {
    guard let wish = wish.decoded(Wish.self) else { return }
    let id = EpisodeID(rawValue: intent.target)
    switch wish.state {
    case .watched: _ = try await progress.markWatched(id)
    case .watching: _ = try await progress.markWatching(id)
    default: _ = try await progress.update([id], watched: false)
    }
    relay.wrote(intent.id)
  }
}
