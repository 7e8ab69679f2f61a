import MediaCore

extension ServerCapability {
  /// The server can stream books without a token: it has the route `/public/session/…/track/…`, and HLS playlists need no token. If the
  /// server lacks this capability, ``MediaAPI/streamURL(of:in:)`` returns the URL of the file with the account's token in the query.
  public static let openTracks = ServerCapability(rawValue: "openTracks")
  /// The server can stream episodes without a token. ``openTracks`` is the same capability for books.
  public static let openEpisodeTracks = ServerCapability(rawValue: "openEpisodeTracks")
  /// The server stores the date ``ProgressUpdate/lastUpdate`` that a client sends with a change of progress. A server without this
  /// capability replaces that date by its current time. For such a server, the client sends offline listening in another order of requests,
  /// and takes the dates of positions from the listening history.
  public static let datedProgress = ServerCapability(rawValue: "datedProgress")
  /// The server can renew a sign-in by a refresh token. If the server lacks this capability, a sign-in ends when its access token expires.
  public static let renewableSignIn = ServerCapability(rawValue: "renewableSignIn")
  /// The server can list the account's sign-ins, see ``AccountAPI/loginSessions()``.
  public static let signInList = ServerCapability(rawValue: "signInList")
}

/// The differences between versions of Audiobookshelf, each with the first version that has it.
enum ShelfCapabilities {
  /// The versions that were run.
  static let tested = ServerVersion(2, 20)...ServerVersion(2, 36)

  static let since: [ServerCapability: ServerVersion] = [
    .openTracks: ServerVersion(2, 22), .datedProgress: ServerVersion(2, 26), .renewableSignIn: ServerVersion(2, 26),
    .openEpisodeTracks: ServerVersion(2, 26, 3), .signInList: ServerVersion(2, 36),
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
