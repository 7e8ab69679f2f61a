public import HubClient
public import MediaCore
public import MediaTesting

/// A test bed: a `HubService` together with its fake server.
///
/// The ``FakeHubServer`` starts with ``HubWorld/sample`` unless another world is passed. A Hub has no sign-in, so calls work at once.
///
/// ```swift
/// let test = TestHub()
/// let videos = try await test.hub.feed.newest().videos
/// #expect(videos.isEmpty == false)
/// #expect(test.problems == [])
/// ```
public typealias TestHub = TestBed<HubService, FakeHubServer>

extension TestHub {
  /// The service that is tested.
  public var hub: HubService { service }

  /// Creates a test bed for a user of the sample world. A Hub has no sign-in. The user's id is stored in `TestBed.environment`, where
  /// `HubService(reading:)` and `HubUserStore` find it.
  /// - Parameter account: the account whose name is used as the user's id. If the name cannot be an id, the first user of the sample world
  ///   is used.
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

  /// Creates a test bed like ``init(as:world:settings:options:clock:)``. Test beds for services with a sign-in have a method of the same
  /// name. For a Hub, which has no sign-in, this method neither throws nor waits.
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
  /// The account of the first user of ``sample``. Its name is the user's id.
  public static let account = FakeAccount(username: sampleUser, password: "")
  /// The account of the second user of ``sample``. Its name is the user's id.
  public static let otherAccount = FakeAccount(username: otherUser, password: "")
}
