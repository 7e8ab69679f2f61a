public import MediaCore
public import MediaTesting
public import ShelfClient

/// `ShelfService` with its fake server.
public typealias TestShelf = TestBed<ShelfService, FakeShelfServer>

extension TestShelf {
  /// The service under test.
  public var shelf: ShelfService { service }

  /// Nobody is signed in yet.
  public init(
    world: ShelfWorld = .sample, settings: FakeShelfServer.Settings = .init(), options: ClientOptions = ClientOptions(),
    clock: ManualClock = ManualClock(passing: .waits)
  ) {
    let server = FakeShelfServer(world: world, settings: settings, clock: clock)
    self.init(server: server, clock: clock) { transport, environment in
      ShelfService(server: .fake, transport: transport, environment: environment, options: options)
    }
  }

  /// - Parameter clock: one with `passing: .everything` suits previews, where nobody moves time.
  /// - Throws: what the sign-in throws, such as `signedOut` for an account that the world does not have.
  public static func signedIn(
    as account: FakeAccount = ShelfWorld.account, world: ShelfWorld = .sample,
    clock: ManualClock = ManualClock(passing: .waits)
  ) async throws(ClientError) -> TestShelf {
    let test = TestShelf(world: world, clock: clock)
    _ = try await test.shelf.account.signIn(username: account.username, password: account.password)
    // Whoever waits for a connection has heard of the first answer.
    await test.clock.advance(by: .zero)
    return test
  }
}

extension ShelfWorld {
  /// The owner of the sample's server.
  public static let account = FakeAccount(username: "ada", password: "correct horse")
  /// A listener without rights over the server.
  public static let otherAccount = FakeAccount(username: "grace", password: "battery staple")
}
