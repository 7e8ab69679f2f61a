import Foundation
import ShelfClient

@testable import MediaCore
@testable import ShelfTesting

/// A world with an Audiobookshelf server: each user has a book and an episode of their own.
///
/// `@unchecked Sendable`: one simulation is one thread.
final class SimulatedShelf: SimulatedWorld, @unchecked Sendable {
  struct Holding: Hashable {
    let user: String
    let item: PlayableID
  }

  private(set) var server = FakeShelfServer()
  /// All records that the server has held.
  private(set) var history: [Holding: [JSONValue]] = [:]
  /// The length of the items, in seconds.
  private(set) var durations: [PlayableID: Double] = [:]
  /// The items of each user. No user has another's, so that data of another account is detected.
  private(set) var items: [String: [PlayableID]] = [:]

  override init(_ setup: Simulation.Setup, _ scheduler: DeterministicScheduler) {
    super.init(setup, scheduler)
    var world = ShelfWorld.empty()
    let books = world.addBookLibrary(name: "Books")
    let podcasts = world.addPodcastLibrary(name: "Podcasts")
    for user in Self.users {
      world.addUser(user, password: Self.passwords[user] ?? "")
      let book = world.addBook(in: books, title: "Book of \(user)", tracks: [1800, 900])
      let podcast = world.addPodcast(in: podcasts, title: "Show of \(user)")
      let episode = world.addEpisode(ShelfWorld.Episode(title: "One", duration: 1500), to: podcast)
      items[user] = [PlayableID(libraryItemId: book), PlayableID(libraryItemId: podcast, episodeId: episode)]
      durations[PlayableID(libraryItemId: book)] = 2700
      durations[PlayableID(libraryItemId: podcast, episodeId: episode)] = 1500
    }
    var settings = FakeShelfServer.Settings()
    if let expiry = drawExpiry() { settings.accessTokenExpiry = expiry }
    server = FakeShelfServer(world: world, settings: settings, clock: clock, random: SeededRandom(seed: number))
  }

  override func respond(to request: HTTPRequest) -> HTTPResponse { server.respond(to: request) }
  override func hasToWait(_ request: HTTPRequest) -> Bool {
    let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
    return query?.first { $0.name == "sid" }?.value.map { server.timeToNextFrame(of: $0) != nil } ?? false
  }

  private var backup: ShelfState?
  override func backUp() { backup = server.state.withLock { $0 } }
  override func restoreBackup() { if let backup { server.state.withLock { $0 = backup } } }
  /// Whether the server has deleted its sessions of three seconds or less, as it does at each start.
  private(set) var hasRestarted = false
  override func restartServer() {
    server.restart()
    hasRestarted = true
  }
  override func revokeAllTokens() { server.revokeAllTokens() }

  override func endsSignIn(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
    request.operation == .shelfAccountRefresh && response.status == 401
  }

  override func noteWrite() {
    for user in Self.users {
      for item in items.values.joined() {
        guard let now = progress(of: item, user) else { continue }
        let holding = Holding(user: user, item: item)
        if history[holding]?.last != now { history[holding, default: []].append(now) }
      }
    }
  }

  func progress(of item: PlayableID, _ user: String) -> JSONValue? {
    server.progress(of: item.libraryItemId, episode: item.episodeId, user: user)
  }
}
