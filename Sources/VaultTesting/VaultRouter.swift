import Foundation
import MediaTesting

/// The access to a route, and whether it has a typed body.
struct VaultAccess: Sendable {
  enum Level: Sendable {
    case open, user, admin
    /// Open, but only on a server with Auth0.
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

/// One request on its way to a route, with what was found out about it so far.
struct VaultCall: Sendable {
  let request: FakeRequest
  let config: VaultWorld.Configuration
  let settings: FakeVaultServer.Settings
  /// The variable parts of the path.
  var parameters: [String: String] = [:]
  var body = Body.missing
  /// The signed-in account; 0 on open routes.
  var userID = 0

  enum Body: Sendable {
    case missing
    case json(JSONValue)
    /// A body that was sent as something else than JSON.
    case other(String)
  }

  /// Whether TMDB, OMDb and TVMaze cannot be reached, as set by ``FakeVaultServer/setCatalogue(isReachable:)``.
  var lacksCatalogue = false

  /// Whether the catalogues answer.
  var isSimulated: Bool { settings.simulatedUpstreams && !lacksCatalogue }

  /// The number in this place of the path, for routes that check nothing else.
  func id(_ place: String) throws -> Int { try VaultForm.read(self) { $0.path(place) } }

  /// Reads the body as typed routes do. A JSON body that is not UTF-8 or cannot be parsed is refused before anything else is checked, even
  /// before the token.
  mutating func readBody() throws {
    guard !request.body.isEmpty else { return }
    if request.fields["Content-Type"] != nil, !isJSON {
      body = .other(String(decoding: request.body, as: UTF8.self))
      return
    }
    guard String(bytes: request.body, encoding: .utf8) != nil else {
      throw VaultFailure.detail(400, "There was an error parsing the body")
    }
    do {
      let value = try looseJSON()
      body = value.isNull ? .missing : .json(value)
    } catch let fault as PythonJSONFault {
      let error: JSONValue = [
        "type": "json_invalid", "loc": ["body", .count(fault.position)], "msg": "JSON decode error", "input": [:],
        "ctx": ["error": .string(fault.reason)],
      ]
      throw VaultFailure.validation([error])
    }
  }

  /// The body as JSON, whatever its type says; throws a ``PythonJSONFault``.
  func looseJSON() throws -> JSONValue {
    if let value = request.json { return value }
    if let fault = PythonJSONFault.find(in: request.body) { throw fault }
    throw VaultFailure.crash
  }

  private var isJSON: Bool {
    let type = request.mediaType
    return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
  }
}
