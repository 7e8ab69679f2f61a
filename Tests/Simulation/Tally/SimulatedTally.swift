import Foundation

@testable import MediaCore
@testable import TallyKit
@testable import TallyTesting

/// A world with a Tally server: each user follows shows of their own.
///
/// `@unchecked Sendable`: one simulation is one thread.
final class SimulatedTally: SimulatedWorld, @unchecked Sendable {
  struct Holding: Hashable {
    let user: String
    let show: TMDBID
  }

  /// The server's data of a show.
  struct Held: Hashable {
    var entry: FakeTallyServer.Entry?
    var states: EpisodeStates
  }

  private(set) var server = FakeTallyServer()
  /// All data that the server has held, by show.
  private(set) var history: [Holding: [Held]] = [:]
  /// The record of all requests about the progress of shows.
  private(set) var requests: [ProgressRequest] = []
  private var arrivals = 0
  /// The shows of each user. No user has another's, so that data of another account is detected.
  let shows: [String: [TMDBID]] = ["ada": [101, 102], "grace": [201, 202]]
  /// The number of episodes by season, the same for every show.
  static let counts = [1: 6, 2: 4]
  static let providers = [
    ProviderSelection(id: 8, name: "Netflix", logoPath: "/n.jpg"), ProviderSelection(id: 337, name: "Disney Plus"),
  ]

  override init(_ setup: Simulation.Setup, _ scheduler: DeterministicScheduler) {
    super.init(setup, scheduler)
    var world = TallyWorld()
    for provider in Self.providers { world.addService(.init(id: provider.id, name: provider.name, logo: "/l.jpg")) }
    for user in Self.users {
      let id = world.addUser(Self.email(user), password: Self.passwords[user] ?? "")
      names[id] = user
      for show in shows[user] ?? [] {
        world.addShow(
          show.rawValue, "Show \(show)",
          seasons: Self.counts.sorted { $0.key < $1.key }
            .map { .weekly(from: "2026-0\($0.key)-05", episodes: $0.value) })
      }
      // The server already has the first show.
      world.track(shows[user]?.first?.rawValue ?? 0, for: id)
    }
    var settings = FakeTallyServer.Settings()
    if let expiry = drawExpiry() { settings.accessTokenLifetime = .seconds(expiry) }
    server = FakeTallyServer(world: world, settings: settings, clock: clock, random: SeededRandom(seed: number))
    noteWrite()
  }

  static func email(_ user: String) -> String { "\(user)@example.org" }

  override func respond(to request: HTTPRequest) -> HTTPResponse { server.respond(to: request) }
  private var backup: TallyState?
  override func backUp() { backup = server.state.withLock { $0 } }
  override func restoreBackup() { if let backup { server.state.withLock { $0 = backup } } }
  override func setOutage(_ part: Int?) {
    server.failures.tmdbDown = part == 0
    server.failures.databaseDown = part == 1
  }
  override func restartServer() { server.restart() }
  override func revokeAllTokens() { server.revokeAllTokens() }
  override func endsSignIn(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool { response.status == 401 }

  override func noteWrite() {
    for user in Self.users {
      for show in shows.values.joined() {
        let holding = Holding(user: user, show: show)
        let now = held(holding)
        if history[holding]?.last != now, now.entry != nil || !now.states.seasons.isEmpty || history[holding] != nil {
          history[holding, default: []].append(now)
        }
      }
    }
  }

  // MARK: The record

  override func details(of request: HTTPRequest) -> String? {
    guard let holding = holding(of: request), let (state, place) = call(of: request) else { return nil }
    return "\(holding.show) \(state.rawValue) up to \(place): \(held(holding).states.picture)"
  }

  private func call(of request: HTTPRequest) -> (EpisodeState, EpisodePlace)? {
    guard request.operation == .tallyProgressSet, let body = request.body,
      let call = try? JSONDecoder().decode(JSONValue.self, from: body), let state = call["status"]?.string
    else { return nil }
    let place = EpisodePlace(season: call["seasonNumber"]?.int ?? 0, episode: call["episodeNumber"]?.int ?? 0)
    return (EpisodeState(rawValue: state), place)
  }

  private func holding(of request: HTTPRequest) -> Holding? {
    for (user, shows) in shows {
      if let show = shows.first(where: { request.url.path.hasSuffix("/\($0)/progress") }) {
        return Holding(user: user, show: show)
      }
    }
    return nil
  }

  override func begins(_ request: HTTPRequest, on device: SimulatedDevice) -> Int? {
    guard let holding = holding(of: request) else { return nil }
    let sending = device.kept.values.filter {
      $0.sent(ProgressMutation.self)?.show == holding.show && $0.isOpen && !device.removed.contains($0.id)
    }
    let call = call(of: request)
    requests.append(
      ProgressRequest(
        device: device.name, holding: holding, isWrite: request.method != .get,
        mutation: sending.min { $0.order < $1.order }?.id, departure: arrivals, state: call?.0, place: call?.1))
    return requests.count - 1
  }

  override func arrives(_ mark: Int) {
    arrivals += 1
    requests[mark].arrival = arrivals
    requests[mark].before = held(requests[mark].holding).states
  }

  override func isServed(_ mark: Int) { requests[mark].after = held(requests[mark].holding).states }

  override func isAnswered(_ mark: Int, _ response: HTTPResponse) {
    requests[mark].isAnswered = (200..<300).contains(response.status)
    requests[mark].isUnauthorized = response.status == 401
  }

  override func isLost(_ mark: Int) { requests[mark].isLost = true }

  func held(_ holding: Holding) -> Held {
    let id = server.userID(Self.email(holding.user)) ?? ""
    let number = holding.show.rawValue
    return Held(
      entry: server.entry(of: id, tmdbID: number),
      states: EpisodeStates(
        server.progress(of: id, tmdbID: number).mapValues { $0.mapValues { EpisodeState(rawValue: $0) } }))
  }
}
