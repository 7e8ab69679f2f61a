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
  /// The service under test. Each service's own name for this type also has a property for it, such as `test.shelf` in `TestShelf`.
  public let service: Service
  /// The fake server, which answers the service's requests and records them.
  public let server: Server
  /// The transport between the service and the server. With it, a test can make the next calls fail. While its `isDown` is true, it refuses
  /// every connection.
  public let faults: FaultTransport
  /// The clock that the service and the server use. The time moves when the test calls `advance(by:)`. Pauses before retries also move the
  /// time, without a call.
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

  /// Returns a test bed that simulates a relaunch of the app. It has the same files, secrets, server and clock, and none of the data that
  /// the service had in memory.
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
  /// - Parameter password: the password; empty if the service has no passwords.
  public init(username: String, password: String) {
    self.username = username
    self.password = password
  }
}
