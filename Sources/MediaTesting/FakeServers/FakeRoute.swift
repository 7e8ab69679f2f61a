/// A route of a fake server: its method and path, its access, and its handler.
package struct FakeRoute<Access: Sendable, Handler: Sendable>: Sendable {
  package let method: String
  package let access: Access
  package let handler: Handler
  /// The pattern of the path, in which `:name` stands for any part.
  package let path: String

  /// Creates a route.
  /// - Parameter path: the pattern; `:name` stands for any part of a path.
  package init(_ method: String, _ path: String, access: Access, handler: Handler) {
    self.method = method
    self.path = path
    self.access = access
    self.handler = handler
  }
}

/// The routes of a fake server, in the order in which the server tries them: the first match answers.
package struct FakeRouter<Access: Sendable, Handler: Sendable>: Sendable {
  package typealias Route = FakeRoute<Access, Handler>

  package enum Match {
    /// The route, and the values of its pattern's placeholders.
    case route(Route, [String: String])
    /// The path exists only with these methods.
    case otherMethods([String])
    case none
  }

  private let ignoresCase: Bool
  private let countsSlashes: Bool
  /// The routes by the number of their parts.
  private var routes: [Int: [(pattern: [Part], route: Route)]] = [:]

  private enum Part: Sendable {
    case text(String)
    case place(String)
  }

  /// Creates a router for the routes of a server.
  /// - Parameters:
  ///   - ignoresCase: whether the fixed parts match in any letter case.
  ///   - countsSlashes: whether `/a/` is a different path than `/a`.
  package init(_ routes: [Route], ignoresCase: Bool = false, countsSlashes: Bool = false) {
    self.ignoresCase = ignoresCase
    self.countsSlashes = countsSlashes
    for route in routes {
      let pattern: [Part] = parts(of: route.path).map {
        $0.hasPrefix(":") ? .place(String($0.dropFirst())) : .text(ignoresCase ? $0.lowercased() : $0)
      }
      self.routes[pattern.count, default: []].append((pattern, route))
    }
  }

  /// The parts of a path between the slashes, in the form that ``find(_:_:where:)`` expects.
  package func parts(of path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: !countsSlashes).map(String.init)
  }

  /// Finds the first route that matches a request.
  /// - Parameters:
  ///   - path: the parts of the path, decoded.
  ///   - exists: returns whether this server has a matching route.
  package func find(_ method: String, _ path: [String], where exists: (Access) -> Bool = { _ in true }) -> Match {
    var others: [String] = []
    for (pattern, route) in routes[path.count] ?? [] {
      guard exists(route.access), let places = places(pattern, path) else { continue }
      if route.method == method { return .route(route, places) }
      if !others.contains(route.method) { others.append(route.method) }
    }
    return others.isEmpty ? .none : .otherMethods(others)
  }

  /// The values of the pattern's placeholders; nil when the path does not match.
  private func places(_ pattern: [Part], _ path: [String]) -> [String: String]? {
    var places: [String: String] = [:]
    for (wanted, part) in zip(pattern, path) {
      switch wanted {
      case .text(let text): if text != (ignoresCase ? part.lowercased() : part) { return nil }
      case .place(let name):
        if part.isEmpty { return nil }
        places[name] = part
      }
    }
    return places
  }
}
