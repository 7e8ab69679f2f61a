import Foundation
import MediaCore
import MediaTesting

/// One row of the server's route table.
struct VaultRoute: Sendable {
  typealias Handler = @Sendable (VaultCall, inout VaultState) throws -> HTTPResponse

  enum Access: Sendable {
    case open, user, admin
  }

  let method: String
  private let parts: [String]
  private let access: Access
  private let hasBody: Bool
  private let handler: Handler

  /// - Parameters:
  ///   - path: the one path that the server accepts; `{name}` stands for any text without a slash.
  ///   - body: whether the route has a typed body.
  init(_ method: String, _ path: String, for access: Access = .open, body: Bool = false, _ handler: @escaping Handler) {
    self.method = method
    self.access = access
    self.handler = handler
    hasBody = body
    parts = Self.parts(path)
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// The variable parts of `path`, or nil when the path is not the route's.
  private func match(_ path: [String]) -> [String: String]? {
    guard path.count == parts.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, given) in zip(parts, path) {
      if part.hasPrefix("{") {
        guard !given.isEmpty else { return nil }
        parameters[String(part.dropFirst().dropLast())] = given
      } else if part != given {
        return nil
      }
    }
    return parameters
  }

  private func answer(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var call = call
    if hasBody { try call.readBody() }
    if access != .open { call.userID = try VaultAccounts.authenticate(call, &state) }
    if access == .admin, try !state.user(of: call).isAdmin {
      throw VaultFailure.detail(403, "Admin privileges required")
    }
    return try handler(call, &state)
  }

  /// The first route whose path and method match answers; a path with another method is a 405, a path with or without
  /// the other slash a redirect.
  static func answer(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let path = call.request.rawPath.removingPercentEncoding ?? call.request.rawPath
    let wanted = parts(path)
    var otherMethod: String?
    for route in table {
      guard let parameters = route.match(wanted) else { continue }
      if route.method == call.request.method {
        var call = call
        call.parameters = parameters
        return try route.answer(call, &state)
      }
      otherMethod = otherMethod ?? route.method
    }
    if let otherMethod {
      var response = VaultFailure.detail(405, "Method Not Allowed").response
      response.fields["Allow"] = otherMethod
      return response
    }
    if path != "/", table.contains(where: { $0.match(parts(respelled(path))) != nil }) {
      return HTTPResponse(status: 307)
    }
    throw VaultFailure.detail(404, "Not Found")
  }

  /// The path with its final slash removed or added.
  static func respelled(_ path: String) -> String {
    guard path.hasSuffix("/") else { return path + "/" }
    return String(path.reversed().drop { $0 == "/" }.reversed())
  }

  private static let table: [VaultRoute] =
    VaultPages.routes + VaultAccounts.routes + VaultAuth0.routes + VaultMovies.routes + VaultSeries.routes
    + VaultEpisodes.routes + VaultWatchlist.routes + VaultLists.routes + VaultListItems.routes + VaultTransfers.routes
    + VaultImports.routes + VaultJellyfin.routes + VaultSearch.routes + VaultNotifications.routes
}
