public import HubClient
public import MediaCore
public import MediaTesting

/// `HubService` with its fake server.
public typealias TestHub = TestBed<HubService, FakeHubServer>

extension TestHub {
  /// The service under test.
  public var hub: HubService { service }

  /// For the user of the sample: a Hub knows no sign-in.
  /// - Parameter account: its name is the user's id, as the password of a Hub is. An id that cannot be one is a new user's.
  public init(
    as account: FakeAccount = HubWorld.account, world: HubWorld = .sample, settings: FakeHubServer.Settings = .init(),
    options: ClientOptions = .hub, clock: ManualClock = ManualClock(passing: .waits)
  ) {
    let server = FakeHubServer(world: world, settings: settings, clock: clock)
    let user = HubUserID(account.username) ?? HubUserID.sample
    self.init(server: server, clock: clock) { transport, environment in
      HubService(server: .fake, user: user, transport: transport, environment: environment, options: options)
    }
  }

  /// The same as ``init(as:world:settings:options:clock:)``, by the name that it has for services with accounts. It throws
  /// nothing and waits for nothing.
  public static func signedIn(
    as account: FakeAccount = HubWorld.account, world: HubWorld = .sample,
    clock: ManualClock = ManualClock(passing: .waits)
  ) async throws(ClientError) -> TestHub {
    TestHub(as: account, world: world, clock: clock)
  }
}

extension HubUserID {
  /// The sample's user.
  public static let sample = HubUserID(known: HubWorld.sampleUser)
}

extension HubWorld {
  /// The sample's user.
  public static let account = FakeAccount(username: sampleUser, password: "")
  /// Somebody else at the same Hub.
  public static let otherAccount = FakeAccount(username: otherUser, password: "")
}
