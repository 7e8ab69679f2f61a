public import HubClient
public import MediaCore
public import MediaTesting

/// A test bed: a `HubService` with its fake server.
///
/// ``FakeHubServer`` begins with ``HubWorld/sample`` unless another world is given. A Hub has no sign-in.
///
/// ```swift
/// let test = TestHub()
/// let videos = try await test.hub.feed.newest().videos
/// #expect(videos.isEmpty == false)
/// #expect(test.problems == [])
/// ```
public typealias TestHub = TestBed<HubService, FakeHubServer>

extension TestHub {
  /// The service under test.
  public var hub: HubService { service }

  /// Creates a test bed for a user of the sample: a Hub has no sign-in. The user's id is kept in `TestBed.environment`, where
  /// `HubService(reading:)` and `HubUserStore` find it.
  /// - Parameter account: its name is the user's id. A name that cannot be an id gives the user of the sample.
  public init(
    as account: FakeAccount = HubWorld.account, world: HubWorld = .sample, settings: FakeHubServer.Settings = .init(),
    options: ClientOptions = .hub, clock: ManualClock = ManualClock(passing: .waits)
  ) {
    let server = FakeHubServer(world: world, settings: settings, clock: clock)
    let user = HubUserID(account.username) ?? HubUserID.sample
    self.init(server: server, clock: clock) { transport, environment in
      HubService(server: .fake, user: user, transport: transport, environment: environment, options: options)
    }
    // Keep the id as an app does, otherwise `HubService(reading:)` over the bed's environment finds no user.
    try? HubUserStore(server: .fake, environment: environment).adopt(user)
  }

  /// Creates a test bed, as ``init(as:world:settings:options:clock:)`` does, under the name that test beds of services with accounts have.
  /// Does not throw or wait.
  public static func signedIn(
    as account: FakeAccount = HubWorld.account, world: HubWorld = .sample,
    clock: ManualClock = ManualClock(passing: .waits)
  ) async throws(ClientError) -> TestHub {
    TestHub(as: account, world: world, clock: clock)
  }
}

extension HubUserID {
  /// The id of the first user of ``HubWorld/sample``.
  public static let sample = HubUserID(known: HubWorld.sampleUser)
}

extension HubWorld {
  /// The first user of ``sample``.
  public static let account = FakeAccount(username: sampleUser, password: "")
  /// The second user of ``sample``.
  public static let otherAccount = FakeAccount(username: otherUser, password: "")
}
