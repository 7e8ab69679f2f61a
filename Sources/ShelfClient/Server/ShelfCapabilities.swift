import MediaCore

extension ServerCapability {
  /// The capability to stream books without a token: the server has `/public/session/…/track/…`, and HLS playlists are open. Without it,
  /// ``MediaAPI/streamURL(of:in:)`` returns the address of the file, with the account's token in its query.
  public static let openTracks = ServerCapability(rawValue: "openTracks")
  /// The capability to stream episodes without a token; see ``openTracks``.
  public static let openEpisodeTracks = ServerCapability(rawValue: "openEpisodeTracks")
  /// The capability to keep `lastUpdate` of a change of progress. Without it the server dates every change itself, so that places reached
  /// offline are sent in another order.
  public static let datedProgress = ServerCapability(rawValue: "datedProgress")
  /// The capability to renew a sign-in by a token. Without it, a sign-in ends with its access token.
  public static let renewableSignIn = ServerCapability(rawValue: "renewableSignIn")
  /// The capability to list the account's sign-ins: the server has the route of ``AccountAPI/loginSessions()``.
  public static let signInList = ServerCapability(rawValue: "signInList")
}

/// The differences between versions of Audiobookshelf, each with the first version that has it.
enum ShelfCapabilities {
  /// The versions that were run.
  static let tested = ServerVersion(2, 20)...ServerVersion(2, 36)

  static let since: [ServerCapability: ServerVersion] = [
    .openTracks: ServerVersion(2, 22), .datedProgress: ServerVersion(2, 26), .renewableSignIn: ServerVersion(2, 26),
    .openEpisodeTracks: ServerVersion(2, 26, 3), .signInList: ServerVersion(2, 31),
  ]

  /// The capabilities of a version. A server without a version in its status is taken for a new one.
  static func of(_ version: ServerVersion?) -> Set<ServerCapability> {
    Set(since.filter { since in version.map { $0 >= since.value } ?? true }.keys)
  }
}

extension ServerProfile {
  init(_ status: ServerStatus, clockSkew: Duration?) {
    let version = status.serverVersion.flatMap(ServerVersion.init)
    // Servers without a list of sign-in methods accept only passwords. An API key works beside any method.
    var ways: Set<SignInOption> = [.apiKey]
    if status.authMethods.isEmpty || status.authMethods.contains(.local) { ways.insert(.password) }
    if status.authMethods.contains(.openid) { ways.insert(.browser) }
    self.init(
      version: status.serverVersion, support: ServerSupport(version, tested: ShelfCapabilities.tested),
      signInOptions: ways, capabilities: ShelfCapabilities.of(version), clockSkew: clockSkew)
  }
}
