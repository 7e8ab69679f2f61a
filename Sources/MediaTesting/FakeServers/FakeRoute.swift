/// One route of a fake server: what it answers to, who may use it, and its handler.
package struct FakeRoute<Access: Sendable, Handler: Sendable>: Sendable {
  package let method: String
  package let access: Access
  package let handler: Handler
  /// The pattern.
  package let path: String

  /// - Parameter path: the pattern; `:name` stands for any part of a path.
  package init(_ method: String, _ path: String, access: Access, handler: Handler) {
    self.method = method
    self.path = path
    self.access = access
    self.handler = handler
  }
}

/// The table of a fake server's routes, in the order in which the server tries them: of two that fit, the first one answers.
package struct FakeRouter<Access: Sendable, Handler: Sendable>: Sendable {
  package typealias Route = FakeRoute<Access, Handler>

  package enum Match {
    /// The route, and the texts in the places of its pattern.
    case route(Route, [String: String])
    /// The path is only known with these methods.
    case otherMethods([String])
    case none
  }

  private let ignoresCase: Bool
  private let countsSlashes: Bool
  /// By the number of their parts.
  private var routes: [Int: [(pattern: [Part], route: Route)]] = [:]

  private enum Part: Sendable {
    case text(String)
    case place(String)
  }

  /// - Parameters:
  ///   - ignoresCase: whether the fixed parts match in any letter case.
  ///   - countsSlashes: whether `/a/` is another path than `/a`.
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

  /// The parts between the slashes, as ``find(_:_:where:)`` takes them.
  package func parts(of path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: !countsSlashes).map(String.init)
  }

  /// - Parameters:
  ///   - path: the parts of the path, decoded.
  ///   - exists: which routes this server has, of those that fit.
  package func find(_ method: String, _ path: [String], where exists: (Access) -> Bool = { _ in true }) -> Match {
    var others: [String] = []
    for (pattern, route) in routes[path.count] ?? [] {
      guard exists(route.access), let places = places(pattern, path) else { continue }
      if route.method == method { return .route(route, places) }
      if !others.contains(route.method) { others.append(route.method) }
    }
    return others.isEmpty ? .none : .otherMethods(others)
  }

  /// The texts in the places of the pattern; nil when the path is another one.
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
