import Foundation
import Runner
import TallyKit
import TallyTesting

/// A flow's own server, a network that can be cut, and the app.
struct Fresh: Sendable {
  let server: FakeTallyServer
  let network: FaultTransport
  let clock: ManualClock
  let environment: ClientEnvironment
  let tally: TallyService
  let user: String

  init(world: TallyWorld = .sample, settings: FakeTallyServer.Settings = .init(), signedIn: Bool = true) async throws {
    clock = ManualClock(passing: .everything)
    server = FakeTallyServer(world: world, settings: settings, clock: clock)
    network = FaultTransport(server.transport)
    environment = .manual(clock: clock)
    tally = TallyService(server: .fake, transport: network, environment: environment)
    user = try require(server.userID(TallyWorld.sampleEmail), "the user of the sample world")
    if signedIn { try await signIn() }
  }

  func signIn() async throws {
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
  }

  /// The service after a restart of the app: new objects on the same files.
  func relaunched() -> TallyService {
    TallyService(server: .fake, transport: network, environment: environment.relaunched())
  }

  /// Another device of the same user.
  func otherDevice() async throws -> TallyService {
    let other = TallyService(server: .fake, transport: server.transport, environment: .manual(clock: clock, seed: 2))
    try await other.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    return other
  }

  /// A token of the server, as an app without the SDK gets it.
  func accessToken() async throws -> String {
    let url = try require(ServerAddress.fake.preferredURL?.appendingPathComponent("api/auth/login"), "an address")
    let body: JSONValue = ["email": .string(TallyWorld.sampleEmail), "password": .string(TallyWorld.password)]
    var request = HTTPRequest(method: .post, url: url, body: body.serialized(), operation: OperationID("old app"))
    request.fields["Content-Type"] = "application/json"
    let answer = try await server.transport.send(request)
    return try require(try JSONValue(parsing: answer.body)["token"]?.string, "a token")
  }

  /// The episodes watched on the server, read without the SDK.
  func watched(_ show: TMDBID, _ season: Int) -> [Int] {
    server.watched(of: user, tmdbID: show.rawValue, season: season)
  }

  func entry(_ show: TMDBID) -> FakeTallyServer.Entry? { server.entry(of: user, tmdbID: show.rawValue) }

  func count(_ operation: OperationID) -> Int { server.requests.count { $0.operation == operation } }
}
