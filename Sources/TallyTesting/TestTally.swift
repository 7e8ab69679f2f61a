public import MediaCore
public import MediaTesting
public import TallyKit

/// A test bed: a `TallyService` with its fake server.
///
/// The ``FakeTallyServer`` has the data of ``TallyWorld/sample`` unless another world is given.
///
/// ```swift
/// let test = try await TestTally.signedIn()
/// let hits = try await test.tally.shows.search("light", country: "AU").results
/// ```
public typealias TestTally = TestBed<TallyService, FakeTallyServer>

extension TestTally {
  /// The service that the test uses.
  public var tally: TallyService { service }

  /// Creates a test bed in which nobody is signed in.
  public init(
    world: TallyWorld = .sample, settings: FakeTallyServer.Settings = .init(), options: ClientOptions = ClientOptions(),
    clock: ManualClock = ManualClock(passing: .waits)
  ) {
    let server = FakeTallyServer(world: world, settings: settings, clock: clock)
    self.init(server: server, clock: clock) { transport, environment in
      TallyService(server: .fake, transport: transport, environment: environment, options: options)
    }
  }

  /// Creates a test bed, and signs `account` in.
  /// - Parameter clock: the clock of service and server. In previews, where no code moves the time, use a clock with `passing:
  ///   .everything`.
  /// - Throws: the error of the sign-in, such as `signedOut` if the world does not have the account.
  public static func signedIn(
    as account: FakeAccount = TallyWorld.account, world: TallyWorld = .sample,
    clock: ManualClock = ManualClock(passing: .waits)
  ) async throws(ClientError) -> TestTally {
    let test = TestTally(world: world, clock: clock)
    _ = try await test.tally.account.signIn(email: account.username, password: account.password)
    // Let observers handle the sign-in's answer before the test begins.
    await test.clock.advance(by: .zero)
    return test
  }
}

extension TallyWorld {
  /// The account of ``sample`` that has a watchlist.
  public static let account = FakeAccount(username: sampleEmail, password: password)
  /// A second account of ``sample``, without a watchlist.
  public static let otherAccount = FakeAccount(username: otherEmail, password: password)
}
