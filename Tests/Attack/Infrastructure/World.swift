import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

/// A server, and a device whose app is launched again and again over the same files and credentials.
final class World: Sendable {
  let service: AttackedService
  let clock: ManualClock
  let files: any FileSystem
  let secrets: any SecretStore
  let answers: AnswerTap
  let echo: EchoTap
  let probes: ProbeServer

  init(_ service: AttackedService, files: any FileSystem = MemoryFileSystem()) {
    self.service = service
    self.files = files
    secrets = MemorySecretStore()
    clock = ManualClock(passing: .everything)
    echo = EchoTap(service.makeServer(clock))
    let answers = AnswerTap(echo)
    self.answers = answers
    probes = ProbeServer { answers.isDown ? ClientError(.unreachable, operation: "attack.probe") : nil }
  }

  private init(_ other: World, _ files: any FileSystem, _ secrets: any SecretStore) {
    (service, clock, echo, answers, probes) = (other.service, other.clock, other.echo, other.answers, other.probes)
    (self.files, self.secrets) = (files, secrets)
  }

  /// Another device before the same server.
  func device(_ files: any FileSystem, _ secrets: any SecretStore) -> World { World(self, files, secrets) }

  /// The environment of a process that shares nothing in memory with earlier ones, nor ids that it makes.
  func process() -> ClientEnvironment {
    let seed = Self.processes.withLock { count in
      count += 1
      return count
    }
    return .manual(clock: clock, seed: seed, files: files, secrets: secrets)
  }

  private static let processes = Locked<UInt64>(0)

  /// A process of the app that shares nothing in memory with earlier ones.
  func launch() async throws -> AttackedLaunch { try await launch(in: process()) }

  /// Launches one more service in a process. Its queue also sends probes.
  func launch(in environment: ClientEnvironment) async throws -> AttackedLaunch {
    var launch = try await service.launch(
      AttackedLaunch.Parts(transport: answers, environment: environment, clock: clock))
    launch.probes = MutationQueue(in: launch.client.accounts, handlers: [MutationHandler(Probe.self, probes)])
    return launch
  }

  func signedIn() async throws -> AttackedLaunch {
    let launch = try await launch()
    try await launch.signIn()
    return launch
  }
}

/// Stands before a server: keeps its answers, and puts another in the place of one of them.
final class AnswerTap: Transport {
  /// The answer of an operation, counted from ``AnswerTap/start(replacing:with:)`` on.
  struct Place: Hashable, Sendable {
    let operation: OperationID
    let number: Int
  }

  private struct State {
    var counts: [OperationID: Int] = [:]
    var kept: [(place: Place, answer: HTTPResponse)] = []
    var replaced: Place?
    var replace: @Sendable (HTTPResponse) -> HTTPResponse = { $0 }
  }

  private let base: any Transport
  private let state = Locked(State())
  private let down = Locked(false)
  /// Nil until a test asks for requests: kept for thousands of cases, they would count as memory that the client needs.
  private let requests = Locked<[HTTPRequest]?>(nil)
  private let seen = Locked<[OperationID: Set<String>]>([:])

  init(_ base: any Transport) { self.base = base }

  /// Every operation that was ever asked for, with its methods and paths, such as `GET /api/me`.
  var routes: [OperationID: Set<String>] { seen.withLock { $0 } }
  /// The answers since the start.
  var kept: [(place: Place, answer: HTTPResponse)] { state.withLock { $0.kept } }

  /// While true, nothing gets through.
  var isDown: Bool {
    get { down.withLock { $0 } }
    set { down.withLock { $0 = newValue } }
  }

  /// The requests since the last call of this function; none for the first call.
  func takeRequests() -> [HTTPRequest] {
    requests.withLock { requests in
      defer { requests = [] }
      return requests ?? []
    }
  }

  /// Counts from the beginning.
  func start(replacing place: Place? = nil, with replace: @escaping @Sendable (HTTPResponse) -> HTTPResponse = { $0 }) {
    state.withLock { $0 = State(replaced: place, replace: replace) }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    seen.withLock { _ = $0[request.operation, default: []].insert("\(request.method) \(request.url.path)") }
    if isDown { throw TransportFailure.unreachable(.refused) }
    requests.withLock { $0?.append(request) }
    let answer = try await base.send(request)
    return state.withLock { state in
      let place = Place(operation: request.operation, number: state.counts[request.operation, default: 0])
      state.counts[request.operation, default: 0] += 1
      state.kept.append((place, answer))
      return place == state.replaced ? state.replace(answer) : answer
    }
  }
}
