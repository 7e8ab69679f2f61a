import Foundation
import Runner
import TallyKit
import TallyTesting

/// The fixture of the flows: a signed-in service as an app has it, and for flows that change things a fresh server each.
struct TallyStage: Sendable {
  let tally: TallyService
  /// The text to search for.
  let query: String
  private let isBuiltIn: Bool

  static func make(_ arguments: Arguments) async throws -> TallyStage {
    guard let text = arguments.server else {
      return TallyStage(tally: try await Fresh().tally, query: "lighthouse", isBuiltIn: true)
    }
    let username = try require(arguments.username, "--username E-MAIL")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tally-example-\(UUID().uuidString)")
    let tally = TallyService(server: try ServerAddress(text), environment: .live(folder: folder))
    try await tally.account.signIn(email: username, password: try arguments.password())
    // A title that the server has for sure.
    let known = try await tally.watchlist.all(status: .watching).compactMap(\.show?.title).first
    return TallyStage(tally: tally, query: known ?? "severance", isBuiltIn: false)
  }

  /// For flows that only look, and keep settings on the device: the account, or a server of its own.
  func reader() async throws -> TallyService { isBuiltIn ? try await Fresh().tally : tally }

  /// A show of the watchlist with two episodes or more.
  func watchedShow(_ tally: TallyService) async throws -> TMDBID {
    let shows = try await tally.watchlist.all(status: .watching).compactMap(\.tmdbID)
    return try require(shows.first, "a show that is being watched")
  }
}

/// A server of its own, a network that can be cut, and the app.
struct Fresh: Sendable {
  let server: FakeTallyServer
  let network: FaultTransport
  let clock: ManualClock
  let environment: ClientEnvironment
  let tally: TallyService
  let user: String

  init(settings: FakeTallyServer.Settings = .init(), signedIn: Bool = true) async throws {
    clock = ManualClock(instant: true)
    server = FakeTallyServer(settings: settings, clock: clock)
    network = FaultTransport(server.transport)
    environment = .manual(clock: clock)
    tally = TallyService(server: .fake, transport: network, environment: environment)
    user = try require(server.userID(TallyWorld.sampleEmail), "the user of the sample world")
    if signedIn { try await signIn() }
  }

  func signIn() async throws {
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
  }

  /// The app is started again: new objects on the same files.
  func relaunched() -> TallyService {
    TallyService(server: .fake, transport: network, environment: environment.relaunched())
  }

  /// Another device of the same user.
  func otherDevice() async throws -> TallyService {
    let other = TallyService(server: .fake, transport: server.transport, environment: .manual(clock: clock, seed: 2))
    try await other.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    return other
  }

  /// The server's state, read past the SDK.
  func watched(_ show: TMDBID, _ season: Int) -> [Int] {
    server.watched(of: user, tmdbID: show.rawValue, season: season)
  }

  func entry(_ show: TMDBID) -> FakeTallyServer.Entry? { server.entry(of: user, tmdbID: show.rawValue) }

  func count(_ operation: String) -> Int { server.requests.count { $0.operation == operation } }
}

/// Throws unless both are the same.
func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
  try expect(value == expected, "\(what) to be \(expected), got \(value)")
}
