public import MediaCore
public import MediaTesting
public import TallyKit

/// `TallyService` with its fake server.
public typealias TestTally = TestBed<TallyService, FakeTallyServer>

extension TestTally {
  /// The service under test.
  public var tally: TallyService { service }

  /// Nobody is signed in yet.
  public init(
    world: TallyWorld = .sample, settings: FakeTallyServer.Settings = .init(), options: ClientOptions = ClientOptions(),
    clock: ManualClock = ManualClock(passing: .waits)
  ) {
    let server = FakeTallyServer(world: world, settings: settings, clock: clock)
    self.init(server: server, clock: clock) { transport, environment in
      TallyService(server: .fake, transport: transport, environment: environment, options: options)
    }
  }

  /// - Parameter clock: one with `passing: .everything` suits previews, where nobody moves time.
  /// - Throws: what the sign-in throws, such as `signedOut` for an account that the world does not have.
  public static func signedIn(
    as account: FakeAccount = TallyWorld.account, world: TallyWorld = .sample,
    clock: ManualClock = ManualClock(passing: .waits)
  ) async throws(ClientError) -> TestTally {
    let test = TestTally(world: world, clock: clock)
    _ = try await test.tally.account.signIn(email: account.username, password: account.password)
    // Whoever waits for a connection has heard of the first answer.
    await test.clock.advance(by: .zero)
    return test
  }
}

extension TallyWorld {
  /// The sample's account with a watchlist.
  public static let account = FakeAccount(username: sampleEmail, password: password)
  /// Somebody else at the same server.
  public static let otherAccount = FakeAccount(username: otherEmail, password: password)
}
