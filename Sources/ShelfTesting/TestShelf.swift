public import MediaCore
public import MediaTesting
public import ShelfClient

/// A `ShelfService` for tests, connected to a ``FakeShelfServer``.
///
/// The server starts with ``ShelfWorld/sample``, unless another world is given.
///
/// ```swift
/// let test = try await TestShelf.signedIn()
/// let libraries = try await test.shelf.libraries.all()
/// #expect(libraries.count == 2)
/// #expect(test.problems == [])
/// ```
public typealias TestShelf = TestBed<ShelfService, FakeShelfServer>

extension TestShelf {
  /// The service to test.
  public var shelf: ShelfService { service }

  /// Creates a service and its fake server. No account is signed in.
  public init(
    world: ShelfWorld = .sample, settings: FakeShelfServer.Settings = .init(), options: ClientOptions = ClientOptions(),
    clock: ManualClock = ManualClock(passing: .waits)
  ) {
    let server = FakeShelfServer(world: world, settings: settings, clock: clock)
    self.init(server: server, clock: clock) { transport, environment in
      ShelfService(server: .fake, transport: transport, environment: environment, options: options)
    }
  }

  /// Creates a service and its fake server, and signs an account in.
  /// - Parameter clock: the clock of the service and the server. Pass one with `passing: .everything` for a preview, where no test advances
  ///   the time.
  /// - Throws: the error of the sign-in, such as `signedOut` for an account that is not in the world.
  public static func signedIn(
    as account: FakeAccount = ShelfWorld.account, world: ShelfWorld = .sample,
    clock: ManualClock = ManualClock(passing: .waits)
  ) async throws(ClientError) -> TestShelf {
    let test = TestShelf(world: world, clock: clock)
    _ = try await test.shelf.account.signIn(username: account.username, password: account.password)
    // Let observers handle the sign-in's answer before the test begins.
    await test.clock.advance(by: .zero)
    return test
  }
}

extension ShelfWorld {
  /// The name and password of `ada`, the owner of the server in ``sample``.
  public static let account = FakeAccount(username: "ada", password: "correct horse")
  /// The name and password of `grace`, a user of the server in ``sample`` without special rights.
  public static let otherAccount = FakeAccount(username: "grace", password: "battery staple")
}
