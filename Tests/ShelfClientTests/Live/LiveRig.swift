import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// Two devices at one fake server, of which the first is connected; time moves by hand.
struct LiveRig: Sendable {
  let clock: ManualClock
  let server: FakeShelfServer
  /// The transport to which ``line`` passes requests; its faults can be planned.
  let network: FaultTransport
  let line: SocketLine
  let shelf: ShelfService
  let world = ShelfWorld.sample

  init(as user: String = "grace", settings: FakeShelfServer.Settings = .init()) async throws {
    clock = ManualClock(passing: .waits)
    server = FakeShelfServer(settings: settings, clock: clock)
    network = FaultTransport(server.transport, clock: clock)
    line = SocketLine(network)
    shelf = ShelfService(server: .fake, transport: line, environment: .test(clock: clock))
    try await shelf.account.signIn(username: user, password: ShelfRig.password(of: user))
  }

  /// Another device, whose requests do not pass ``line``.
  func device(as user: String = "grace") async throws -> ShelfService {
    let other = ShelfService(
      server: .fake, transport: server.transport, environment: .test(clock: clock, seed: 99))
    try await other.account.signIn(username: user, password: ShelfRig.password(of: user))
    return other
  }

  /// Connects, and waits until the read after the connection is over.
  func connect() async {
    let before = line.count(.shelfProgressAll)
    shelf.live.start()
    #expect(await eventually { shelf.live.currentStatus == .live })
    #expect(await eventually { line.count(.shelfProgressAll) > before })
    await shelf.progressStore.settled()
    await waits()
  }

  /// Returns once the connection waits for news.
  func waits() async {
    await clock.advance(by: .zero)
    #expect(await eventually { server.waitingPolls == 1 })
  }

  func book(_ title: String = "Field Notes") throws -> PlayableID {
    PlayableID(libraryItemId: try #require(world.itemID(titled: title)))
  }

  /// An episode by its place, the oldest first.
  func episode(_ index: Int, of podcast: String = "Night Signals") throws -> PlayableID {
    let item = try book(podcast).libraryItemId
    return PlayableID(libraryItemId: item, episodeId: world.episodeIDs(of: item)[index])
  }

  func position(_ id: PlayableID) async throws -> Double? { try await shelf.progressStore.progress(of: id)?.position }

  /// Lets time pass in small steps until a condition holds.
  func passes(_ seconds: Int = 400, until condition: @Sendable () async -> Bool) async -> Bool {
    for _ in 0..<seconds {
      if await condition() { return true }
      await clock.advance(by: .seconds(1))
    }
    return await condition()
  }
}

/// The way to the server: counts requests, and breaks the socket after a number of frames in either direction.
final class SocketLine: Transport {
  enum Fault: Sendable {
    /// The connection breaks; a frame on its way to the server gets lost.
    case cut
    /// The frame arrives, and then the connection breaks.
    case cutAfter
    /// The server's frame is replaced.
    case replaced(String)
  }

  private struct State {
    var operations: [OperationID] = []
    var requests: [HTTPRequest] = []
    var frames = 0
    var fault: (at: Int, Fault)?
    var isDown = false
    var held: OperationID?
    var holding: CheckedContinuation<Void, Never>?
  }

  private let base: any Transport
  private let state = Locked(State())

  init(_ base: any Transport) { self.base = base }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var operations: [OperationID] { state.withLock { $0.operations } }
  func count(_ operation: OperationID) -> Int { operations.count { $0 == operation } }
  /// The requests other than those of the socket.
  var calls: [OperationID] { operations.filter { !$0.rawValue.hasPrefix("live.") } }

  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// Plans one fault at a frame, counted from zero.
  func fail(at frame: Int, with fault: Fault) { state.withLock { $0.fault = (frame, fault) } }
  var hasFault: Bool { state.withLock { $0.fault != nil } }

  /// Holds the next answer to `operation` back, which the server has made already.
  func hold(_ operation: OperationID) { state.withLock { $0.held = operation } }
  var isHolding: Bool { state.withLock { $0.holding != nil } }

  func letGo() {
    state.withLock { state in
      defer { (state.held, state.holding) = (nil, nil) }
      return state.holding
    }?.resume()
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isDown = state.withLock { state in
      state.operations.append(request.operation)
      state.requests.append(request)
      return state.isDown
    }
    // A client that asks without a pause would go on for ever, and the test with it.
    if operations.count > 5000 { try await ContinuousClock().sleep(for: .seconds(3600)) }
    if isDown { throw TransportFailure.unreachable(.refused) }
    if request.operation == .liveSend, case .cut? = next() { throw TransportFailure.unreachable(.connectionLost) }
    var response = try await base.send(request)
    if state.withLock({ $0.held }) == request.operation {
      await withCheckedContinuation { continuation in state.withLock { $0.holding = continuation } }
    }
    guard [.liveOpen, .livePoll].contains(request.operation), response.status == 200 else { return response }
    var frames = String(decoding: response.body, as: UTF8.self).split(separator: "\u{1e}").map(String.init)
    for index in frames.indices {
      switch next() {
      case .cut?: throw TransportFailure.unreachable(.connectionLost)
      case .cutAfter?:
        frames = Array(frames[...index]) + ["1"]
        response.body = Data(frames.joined(separator: "\u{1e}").utf8)
        return response
      case .replaced(let text)?: frames[index] = text
      case nil: break
      }
    }
    response.body = Data(frames.joined(separator: "\u{1e}").utf8)
    return response
  }

  private func next() -> Fault? {
    state.withLock { state in
      defer { state.frames += 1 }
      guard let (at, fault) = state.fault, state.frames >= at else { return nil }
      state.fault = nil
      return fault
    }
  }
}
