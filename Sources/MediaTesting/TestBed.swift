public import MediaCore

/// A service together with its fake server and the clock that both use, for tests and previews.
///
/// The testing product of each service has its own name for this type, such as `TestShelf`, with the same members:
///
/// ```swift
/// let test = try await TestShelf.signedIn()
/// test.faults.fail(.shelfLibrariesAll, with: .replyLost)
/// let libraries = try await test.shelf.libraries.all()      // retried; the wait between passes by itself
/// #expect(test.server.count(.shelfLibrariesAll) == 2)
/// #expect(test.problems == [])
/// ```
public struct TestBed<Service: Sendable, Server: FakeServer>: Sendable {
  /// The service under test. In `TestShelf`, the service is also available as `test.shelf`, and likewise for the other services.
  public let service: Service
  /// The fake server, which answers the service's requests and records them.
  public let server: Server
  /// The transport between the service and the server. It can make the next calls fail, and refuses every connection while its `isDown` is
  /// true.
  public let faults: FaultTransport
  /// The clock that the service and the server use. The time moves when the test calls `advance(by:)`, and by itself past the pauses before
  /// retries.
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

  /// Returns the test bed as after a relaunch of the app: with the same files, secrets, server and clock, and without the service's data in
  /// memory.
  public func relaunched() -> TestBed {
    TestBed(server: server, faults: faults, environment: environment.relaunched(), clock: clock, make: make)
  }

  /// The planned faults that were not used and the waits that did not end, each as a sentence. A test ends with `#expect(test.problems ==
  /// [])`.
  public var problems: [String] { faults.problems + clock.problems }
}

/// An account with which a test can sign in at a fake server.
public struct FakeAccount: Sendable, Hashable {
  /// The user name, e-mail address or id with which the account signs in.
  public let username: String
  /// The password; empty if the service has no passwords.
  public let password: String

  /// Creates an account.
  /// - Parameter password: empty if the service has no passwords.
  public init(username: String, password: String) {
    self.username = username
    self.password = password
  }
}
