public import MediaCore
public import MediaTesting
public import VaultClient

/// A test bed that connects a `VaultService` to a fake server.
///
/// The ``FakeVaultServer`` starts with ``VaultWorld/sample`` unless another world is given. The server can look up titles to import.
///
/// ```swift
/// let test = try await TestVault.signedIn()
/// let titles = try await test.vault.store.refreshLibrary().value
/// #expect(titles.movies.isEmpty == false)
/// #expect(test.problems == [])
/// ```
public typealias TestVault = TestBed<VaultService, FakeVaultServer>

extension TestVault {
  /// The service under test.
  public var vault: VaultService { service }

  /// Creates a test bed without a signed-in user. With the default settings, the server can look up titles to import, like a server with
  /// access to the internet.
  public init(
    world: VaultWorld = .sample, settings: FakeVaultServer.Settings = .init(simulatedUpstreams: true),
    options: ClientOptions = ClientOptions(), clock: ManualClock = ManualClock(passing: .waits)
  ) {
    let server = FakeVaultServer(world: world, settings: settings, clock: clock)
    self.init(server: server, clock: clock) { transport, environment in
      VaultService(server: .fake, transport: transport, environment: environment, options: options)
    }
  }

  /// Creates a test bed and signs in with `account`.
  /// - Parameter clock: the clock of client and server. For previews, pass a clock with `passing: .everything`, because no test moves the
  ///   time there.
  /// - Throws: the error of the sign-in, such as `signedOut` if the world has no such account.
  public static func signedIn(
    as account: FakeAccount = VaultWorld.account, world: VaultWorld = .sample,
    clock: ManualClock = ManualClock(passing: .waits)
  ) async throws(ClientError) -> TestVault {
    let test = TestVault(world: world, clock: clock)
    _ = try await test.vault.account.signIn(username: account.username, password: account.password)
    // Let observers handle the sign-in's answer before the test begins.
    await test.clock.advance(by: .zero)
    return test
  }
}

extension VaultWorld {
  /// The account of alice in ``sample``. She has films, series and lists.
  public static let account = FakeAccount(username: "alice", password: standardPassword)
  /// The account of bob in ``sample``. He is a second user, with whom alice can share lists.
  public static let otherAccount = FakeAccount(username: "bob", password: standardPassword)
}
