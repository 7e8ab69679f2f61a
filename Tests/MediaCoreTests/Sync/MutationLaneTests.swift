import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Mutation queue: services that share their changes")
struct MutationLaneTests {
  private let environment: ClientEnvironment
  private let client: ServiceClient
  private let home = BatchServer()
  private let away = BatchServer()

  init() async throws {
    environment = .manual(clock: ManualClock(passing: .everything))
    client = ServiceClient(
      service: "test", address: .fake, check: nil, coder: JSONCoder(dates: .milliseconds),
      transport: ClosureTransport { _ in .text("answer") }, environment: environment
    ) { _ in AuthenticationScheme() }
    try await QueueWorld.signIn("ada", client)
  }

  private func queue(_ server: BatchServer) -> MutationQueue {
    MutationQueue(in: client.accounts, handlers: [MutationHandler(SharedValue.self, server)])
  }

  @Test("a service made later sends only what was submitted to it")
  func own() async throws {
    let (first, second) = (queue(home), queue(away))
    try await first.submit(SharedValue(target: "a", value: "1"))
    try await second.submit(SharedValue(target: "b", value: "2"))
    await first.settled()
    #expect(home.values == ["a": "1"])
    #expect(away.values == ["b": "2"])
    #expect(try await first.open().isEmpty)
  }

  @Test("a service goes on through its own server when a later one is released")
  func released() async throws {
    let first = queue(home)
    do {
      let second = queue(away)
      #expect(await second.submitted("b") == .synced)
    }
    #expect(await first.submitted("a") == .synced)
    #expect(home.values == ["a": "1"])
    #expect(away.values == ["b": "1"])
  }

  @Test("a service that cannot reach its server does not hold up the others")
  func apart() async throws {
    let (first, second) = (queue(home), queue(away))
    let down = ClientError(.unreachable, operation: "write")
    home.fail(down, down, down, down, down, down)
    try await first.submit(SharedValue(target: "a", value: "1"))
    await first.settled()
    try await second.submit(SharedValue(target: "b", value: "2"))
    await second.settled()
    #expect(home.values.isEmpty)
    #expect(away.values == ["b": "2"])
    #expect(try await first.open().map(\.target) == ["a"])
  }

  @Test("what a released service has left goes out through the one that is there")
  func left() async throws {
    let first = queue(home)
    let down = ClientError(.unreachable, operation: "write")
    away.fail(down, down, down)
    do {
      let second = queue(away)
      try await second.submit(SharedValue(target: "b", value: "2"))
      await second.settled()
    }
    #expect(try await first.open().count == 1)
    await first.flush()
    #expect(home.values == ["b": "2"])
    #expect(try await first.open().isEmpty)
  }

  @Test("a change is sent by a service that knows its kind, though the journal was read before that service was made")
  func laterKind() async throws {
    let down = ClientError(.unreachable, operation: "write")
    away.fail(down, down, down)
    let earlier = queue(away)
    try await earlier.submit(SharedValue(target: "a", value: "1"))
    await earlier.settled()

    let relaunched = ServiceClient(
      service: "test", address: .fake, check: nil, coder: JSONCoder(dates: .milliseconds),
      transport: ClosureTransport { _ in .text("answer") }, environment: environment.relaunched()
    ) { _ in AuthenticationScheme() }
    let first = MutationQueue(
      in: relaunched.accounts, handlers: [MutationHandler(SetOther.self, ValueServer())])
    #expect(try await first.open().map(\.target) == ["a"])
    let second = MutationQueue(in: relaunched.accounts, handlers: [MutationHandler(SharedValue.self, home)])
    await second.flush()
    #expect(home.values == ["a": "1"])
    #expect(try await first.all().map(\.state) == [.synced])
  }
}

extension MutationQueue {
  fileprivate func submitted(_ target: String) async -> MutationOutcome? {
    try? await submit(SharedValue(target: target, value: "1")).settled()
  }
}
