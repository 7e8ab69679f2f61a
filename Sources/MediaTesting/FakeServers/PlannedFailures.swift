package import MediaCore

/// The failures that a test has planned for the next requests to a fake server.
package struct PlannedFailures<Failure: Sendable>: Sendable {
  private var planned: [(count: Int, part: String, failure: Failure)] = []

  package init() {}

  /// Plans a failure for the next `count` requests.
  /// - Parameter part: the text that the path of a request must contain; empty for any path.
  package mutating func plan(_ count: Int, where part: String, _ failure: Failure) {
    planned.append((count, part, failure))
  }

  package mutating func next(for request: FakeRequest) -> Failure? {
    let found = planned.firstIndex { $0.part.isEmpty || request.rawPath.contains($0.part) }
    guard let index = found else { return nil }
    let failure = planned[index].failure
    planned[index].count -= 1
    if planned[index].count <= 0 { planned.remove(at: index) }
    return failure
  }
}

extension HTTPResponse {
  /// The error page of a proxy in front of a server.
  package static func proxyPage(_ status: Int) -> HTTPResponse {
    .text("<html><body><h1>\(status)</h1></body></html>", status: status, type: "text/html")
  }
}
