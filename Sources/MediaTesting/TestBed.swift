public import MediaCore

/// A service with its fake server and their clock, for tests and previews.
///
/// Each testing product has its own name for it, such as `TestShelf`, with the same members:
///
/// ```swift
/// let test = try await TestShelf.signedIn()
/// test.faults.fail(.shelfLibrariesAll, with: .replyLost)
/// let libraries = try await test.shelf.libraries.all()      // retried; the wait between passes by itself
/// #expect(test.server.count(.shelfLibrariesAll) == 2)
/// #expect(test.problems == [])
/// ```
public struct TestBed<Service: Sendable, Server: FakeServer>: Sendable {
  /// The service under test; in `TestShelf` also available as `test.shelf`, and so on.
  public let service: Service
  /// The server that answers the service's requests and records them.
  public let server: Server
  /// The transport between service and server, with faults for the next calls, and `isDown`.
  public let faults: FaultTransport
  /// The clock of service and server. It moves only by `advance(by:)` and past the waits of retries.
  public let clock: ManualClock
  /// The service's files, secrets, clock and random numbers.
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

  /// Returns the test bed of the app's next launch: with the same files, secrets, server and clock, and without data in memory.
  public func relaunched() -> TestBed {
    TestBed(server: server, faults: faults, environment: environment.relaunched(), clock: clock, make: make)
  }

  /// The faults that were not used, and the waits that did not end, in sentences. A test ends with `#expect(test.problems == [])`.
  public var problems: [String] { faults.problems + clock.problems }
}

/// An account that can sign in at a fake server.
public struct FakeAccount: Sendable, Hashable {
  /// The name, e-mail address or id that the service asks for.
  public let username: String
  /// The password; empty when the service has none.
  public let password: String

  /// Creates an account.
  /// - Parameter password: empty when the service has none.
  public init(username: String, password: String) {
    self.username = username
    self.password = password
  }
}
