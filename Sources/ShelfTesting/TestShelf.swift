public import MediaCore
public import MediaTesting
public import ShelfClient

/// A `ShelfService` under test with its fake server.
///
/// ``FakeShelfServer`` begins with ``ShelfWorld/sample`` unless another world is given.
///
/// ```swift
/// let test = try await TestShelf.signedIn()
/// let libraries = try await test.shelf.libraries.all()
/// #expect(libraries.count == 2)
/// #expect(test.problems == [])
/// ```
public typealias TestShelf = TestBed<ShelfService, FakeShelfServer>

extension TestShelf {
  /// The service under test.
  public var shelf: ShelfService { service }

  /// Creates a service and its server, without an account signed in.
  public init(
    world: ShelfWorld = .sample, settings: FakeShelfServer.Settings = .init(), options: ClientOptions = ClientOptions(),
    clock: ManualClock = ManualClock(passing: .waits)
  ) {
    let server = FakeShelfServer(world: world, settings: settings, clock: clock)
    self.init(server: server, clock: clock) { transport, environment in
      ShelfService(server: .fake, transport: transport, environment: environment, options: options)
    }
  }

  /// Creates a service and its server, with an account signed in.
  /// - Parameter clock: use one with `passing: .everything` for previews, where no test moves the time.
  /// - Throws: the error of the sign-in, such as `signedOut` for an account that the world does not have.
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
  /// The name and password of the owner of the sample's server.
  public static let account = FakeAccount(username: "ada", password: "correct horse")
  /// The name and password of a listener without rights over the sample's server.
  public static let otherAccount = FakeAccount(username: "grace", password: "battery staple")
}
