public import MediaCore

/// A service, its fake server and their clock in one: for tests and previews.
///
/// Each testing product names its own, `TestShelf` for one, with the same members:
///
/// ```swift
/// let test = try await TestShelf.signedIn()
/// test.faults.fail(.shelfLibrariesAll, with: .replyLost)
/// let libraries = try await test.shelf.libraries.all()      // retried; the wait between passes by itself
/// #expect(test.server.count(.shelfLibrariesAll) == 2)
/// #expect(test.problems == [])
/// ```
public struct TestBed<Service: Sendable, Server: FakeServer>: Sendable {
  /// The service under test. `test.shelf` is another name of it in `TestShelf`, and so on.
  public let service: Service
  /// Answers its requests, and knows what has arrived.
  public let server: Server
  /// Between the two: faults for the next calls, and `isDown`.
  public let faults: FaultTransport
  /// The clock of both. Moves only by `advance(by:)` and past the waits of retries.
  public let clock: ManualClock
  /// The service's files, secrets, clock and chance.
  public let environment: ClientEnvironment
  private let make: @Sendable (any Transport, ClientEnvironment) -> Service

  package init(
    server: Server, clock: ManualClock, make: @escaping @Sendable (any Transport, ClientEnvironment) -> Service
  ) {
    let faults = FaultTransport(server.transport, clock: clock)
    self.init(server: server, faults: faults, environment: .test(clock: clock), clock: clock, make: make)
  }

  private init(
    server: Server, faults: FaultTransport, environment: ClientEnvironment, clock: ManualClock,
    make: @escaping @Sendable (any Transport, ClientEnvironment) -> Service
  ) {
    self.server = server
    self.faults = faults
    self.environment = environment
    self.clock = clock
    self.make = make
    service = make(faults, environment)
  }

  /// The app's next launch: the same files, secrets, server and clock, and nothing of what was in memory.
  public func relaunched() -> TestBed {
    TestBed(server: server, faults: faults, environment: environment.relaunched(), clock: clock, make: make)
  }

  /// Faults that have not struck, and waits that nobody ended. A test ends with `#expect(test.problems == [])`.
  public var problems: [String] { faults.problems + clock.problems }
}

/// Somebody who can sign in at a fake server.
public struct FakeAccount: Sendable, Hashable {
  /// The name, the address of mail, or the id that the service asks for.
  public let username: String
  /// Empty where the service has none.
  public let password: String

  /// - Parameter password: empty where the service has none.
  public init(username: String, password: String) {
    self.username = username
    self.password = password
  }
}
