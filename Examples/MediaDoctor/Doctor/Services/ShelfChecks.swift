import MediaCore
import ShelfClient

/// Audiobookshelf.
struct ShelfChecks: ServiceChecks {
  private let shelf: ShelfService
  var client: ServiceClient { shelf.client }

  init(
    _ address: ServerAddress, _ transport: any Transport, _ environment: ClientEnvironment, _ options: ClientOptions
  ) {
    shelf = ShelfService(server: address, transport: transport, environment: environment, options: options)
  }

  func version() async throws -> Finding {
    let profile = try await shelf.profile()
    guard let known = profile.version else { return Finding("version", .warning, "the server names none") }
    let version = ServerText.marked(known)
    switch profile.support {
    case .unknown: return Finding("version", .warning, "\(version) is no version to compare")
    case .tooOld(let oldest):
      return Finding(
        "version", .problem, "\(version) is older than \(oldest), the oldest version that was tried: update the server")
    case .newerThanTested(let newest):
      return Finding("version", .note, "\(version) is newer than \(newest), the newest version that was tried")
    case .tested: break
    }
    guard profile.capabilities.contains(.renewableSignIn) else {
      return Finding(
        "version", .warning,
        "\(version): before 2.26 a sign-in cannot be renewed, changes made offline get the server's date, and podcasts play by "
          + "addresses that hold the token; update the server")
    }
    guard profile.capabilities.contains(.openEpisodeTracks) else {
      return Finding(
        "version", .warning,
        "\(version): before 2.26.3 podcasts play by addresses that hold the token; update the server")
    }
    return Finding("version", .ok, "\(version) is supported (2.26 or later)")
  }

  func signInWays() async throws -> Finding {
    let status = try await shelf.server.status()
    guard status.isInit else {
      return Finding("sign-in", .problem, "the server is not set up yet: open it in a browser and make an account")
    }
    let ways = status.authMethods.map { way in
      switch way {
      case .local: "user name and password"
      case .openid: "OpenID in a browser"
      default: "\(ServerText.marked(way.rawValue)), which the client does not know"
      }
    }
    let canSignIn = status.authMethods.contains(.local) || status.authMethods.contains(.openid)
    return Finding(
      "sign-in", canSignIn ? .ok : .problem, ways.isEmpty ? "no way is switched on" : ways.joined(separator: ", "))
  }

  var openRoutes: [RouteCheck] {
    [
      .answers("GET /ping") { try await shelf.server.ping() },
      .answers("GET /healthcheck") { try await shelf.server.healthCheck() },
      .refuses(["api", "libraries"], "GET /api/libraries", client),
    ]
  }

  func signIn(_ username: String, _ password: String) async throws -> [RouteCheck] {
    try await shelf.account.signIn(username: username, password: password)
    return [
      .answers("GET /api/me") { _ = try await shelf.account.me() },
      .answers("GET /api/libraries") { _ = try await shelf.libraries.all() },
      .answers("GET /api/libraries/…/items") {
        guard let first = try await shelf.libraries.all().first else { return }
        _ = try await shelf.libraries.page(0, of: ItemQuery(), in: first.id, limit: 1)
      },
    ]
  }

  func signOut() async throws { try await shelf.account.signOut(pending: .discard) }
}
