import Foundation
import MediaTesting

/// The access to a route, and whether it has a typed body.
struct VaultAccess: Sendable {
  enum Level: Sendable {
    case open, user, admin
    /// Open, on a server with Auth0.
    case auth0
  }

  let level: Level
  let hasBody: Bool
}

typealias VaultHandler = @Sendable (VaultCall, inout VaultState) throws -> HTTPResponse
typealias VaultRoute = FakeRoute<VaultAccess, VaultHandler>

extension VaultRoute {
  init(
    _ method: String, _ path: String, for level: VaultAccess.Level = .open, body: Bool = false,
    _ handler: @escaping VaultHandler
  ) {
    self.init(method, path, access: VaultAccess(level: level, hasBody: body), handler: handler)
  }

  fileprivate func answer(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var call = call
    if access.hasBody { try call.readBody() }
    if access.level == .auth0 { try VaultAuth0.checkConfigured(call) }
    if access.level == .user || access.level == .admin { call.userID = try VaultAccounts.authenticate(call, &state) }
    if access.level == .admin, try !state.user(of: call).isAdmin {
      throw VaultFailure.detail(403, "Admin privileges required")
    }
    return try handler(call, &state)
  }
}

enum VaultRouter {
  private static let router = FakeRouter(
    VaultPages.routes + VaultAccounts.routes + VaultAuth0.routes + VaultMovies.routes + VaultSeries.routes
      + VaultEpisodes.routes + VaultWatchlist.routes + VaultLists.routes + VaultListItems.routes + VaultTransfers.routes
      + VaultImports.routes + VaultJellyfin.routes + VaultSearch.routes + VaultNotifications.routes, countsSlashes: true
  )

  /// The first route that fits answers; a path of another method is a 405, another spelling of the slash a redirect.
  static func answer(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let path = call.request.rawPath.removingPercentEncoding ?? call.request.rawPath
    switch router.find(call.request.method, router.parts(of: path)) {
    case .route(let route, let parameters):
      var call = call
      call.parameters = parameters
      return try route.answer(call, &state)
    case .otherMethods(let methods):
      var response = VaultFailure.detail(405, "Method Not Allowed").response
      response.fields["Allow"] = methods.first
      return response
    case .none:
      if path != "/", case .otherMethods = router.find("", router.parts(of: respelled(path))) {
        return HTTPResponse(status: 307)
      }
      throw VaultFailure.detail(404, "Not Found")
    }
  }

  /// The path with its slash at the end taken away or put there.
  static func respelled(_ path: String) -> String {
    guard path.hasSuffix("/") else { return path + "/" }
    return String(path.reversed().drop { $0 == "/" }.reversed())
  }
}
