import Foundation

@testable import MediaCore
@testable import VaultClient
@testable import VaultTesting

/// A world with a ViewVault server: each user has films, a series and a list of their own.
///
/// `@unchecked Sendable`: one simulation is one thread.
final class SimulatedVault: SimulatedWorld, @unchecked Sendable {
  /// A user's initial data.
  struct Belongings {
    var movies: [Int] = []
    var series = 0
    var list = 0
  }

  /// The server's data of a user.
  struct Held: Hashable {
    var movies: [Int: Bool] = [:]
    var episodes: [String: Bool] = [:]
    /// The items of the lists, by name.
    var lists: [String: Set<ListItem>] = [:]
  }

  private(set) var server = FakeVaultServer()
  private(set) var belongings: [String: Belongings] = [:]
  /// All data that the server has held, by user.
  private(set) var history: [String: [Held]] = [:]
  static let positions = [(1, 1), (1, 2), (2, 1), (2, 2)]
  static let shelfName = "Shelf of"
  /// The names of lists that users create.
  static let listNames = ["Weekend", "Rainy days"]
  /// The lifetime of all tokens in this run; nil in runs where they do not expire, since they are valid for a year.
  private var tokenLife: Double?
  private var tokensUntil = ManualClock.defaultStart

  override init(_ setup: Simulation.Setup, _ scheduler: DeterministicScheduler) {
    super.init(setup, scheduler)
    var world = VaultWorld()
    for user in Self.users {
      world.addUser(user, password: Self.passwords[user])
      var own = Belongings()
      for title in ["One", "Two"] { own.movies.append(world.addMovie("\(title) of \(user)", owner: user)) }
      own.series = world.addSeries(
        "Series of \(user)", owner: user,
        episodes: Self.positions.map { .init($0.0, $0.1, "Episode \($0.0).\($0.1)") })
      own.list = world.addList("\(Self.shelfName) \(user)", owner: user)
      belongings[user] = own
    }
    tokenLife = drawExpiry()
    server = FakeVaultServer(world: world, clock: clock, random: SeededRandom(seed: number))
    noteWrite()
  }

  override func respond(to request: HTTPRequest) -> HTTPResponse {
    if let tokenLife, !isHealed, serverNow > tokensUntil {
      tokensUntil = serverNow + tokenLife
      server.revokeAllTokens()
    }
    return server.respond(to: request)
  }

  private var backup: VaultState?
  override func backUp() { backup = server.state.withLock { $0 } }
  override func restoreBackup() { if let backup { server.state.withLock { $0 = backup } } }
  override func setOutage(_ part: Int?) { server.setCatalogue(isReachable: part == nil) }
  override func restartServer() { server.restart() }
  override func revokeAllTokens() { server.revokeAllTokens() }
  override func endsSignIn(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
    response.status == 401 || response.status == 403
  }

  override func noteWrite() {
    for user in Self.users {
      let now = held(user)
      if history[user]?.last != now { history[user, default: []].append(now) }
    }
  }

  func held(_ user: String) -> Held {
    var held = Held()
    guard let own = belongings[user] else { return held }
    for movie in own.movies { held.movies[movie] = server.isWatched(movie: movie, of: user) }
    held.episodes = server.watchedEpisodes(ofSeries: own.series, of: user)
    for name in Self.listNames + ["\(Self.shelfName) \(user)"] {
      guard let id = server.listID(named: name, of: user) else { continue }
      held.lists[name] = Set(
        server.contents(ofList: id).map { ListItem($0.type == "movie" ? .movie : .series, $0.id) })
    }
    return held
  }
}
