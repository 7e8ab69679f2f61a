public import MediaCore
public import MediaTesting
public import ShelfClient

/// A `ShelfService` for tests, connected to a ``FakeShelfServer``.
///
/// The fake server starts with the data of ``ShelfWorld/sample``, unless other data is passed.
///
/// ```swift
/// let test = try await TestShelf.signedIn()
/// let libraries = try await test.shelf.libraries.all()
/// #expect(libraries.count == 2)
/// #expect(test.problems == [])
/// ```
public typealias TestShelf = TestBed<ShelfService, FakeShelfServer>

extension TestShelf {
  /// The service that the test examines.
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
  /// - Parameter clock: the clock of the service and the server. In a preview, where no test advances the time, pass a clock with
  ///   `passing: .everything`.
  /// - Throws: the error of the sign-in, such as `signedOut` if the account is not in `world`.
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
  /// The user name and password of `ada`, a root user in ``sample``.
  public static let account = FakeAccount(username: "ada", password: "correct horse")
  /// The user name and password of `grace`, an ordinary user in ``sample``.
  public static let otherAccount = FakeAccount(username: "grace", password: "battery staple")
}
