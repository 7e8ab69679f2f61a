import Foundation
public import MediaCore

/// A request that a fake server has answered, without headers, which can be credentials.
public struct LoggedRequest: Sendable, Hashable {
  /// The HTTP method.
  public let method: String
  /// The path as sent, without the query.
  public let path: String
  /// The query; empty for servers that accept credentials in a query.
  public let query: [String: String]
  /// The endpoint's id, as the client named it.
  public let operation: OperationID
  /// The status of the answer.
  public let status: Int
  /// Whether the answer came from the server's cache.
  public let isCached: Bool
  /// The body, only for servers without accounts: elsewhere a body can contain credentials.
  public let body: JSONValue?
}

/// The requests that a fake server has answered, oldest first; at most the latest ten thousand.
public final class RequestLog: Sendable {
  /// The parts of a request that the log keeps beside method and path.
  package enum Detail: Sendable {
    case query, body
  }

  private let kept: Set<Detail>
  private let entries = Locked<[LoggedRequest]>([])

  /// Creates a log for an app's own fake server.
  public convenience init() { self.init(keeping: []) }

  package init(keeping kept: Set<Detail>) { self.kept = kept }

  /// Adds a request with its answer.
  public func add(_ request: HTTPRequest, _ response: HTTPResponse) {
    note(FakeRequest(request), request.operation, response)
  }

  package func note(_ request: FakeRequest, _ operation: OperationID, _ response: HTTPResponse) {
    let entry = LoggedRequest(
      method: request.method, path: request.rawPath, query: kept.contains(.query) ? request.query : [:],
      operation: operation, status: response.status, isCached: response.fields["Age"] != nil,
      body: kept.contains(.body) ? request.json : nil)
    entries.withLock { entries in
      if entries.count >= 20_000 { entries.removeFirst(10_000) }
      entries.append(entry)
    }
  }

  fileprivate var all: [LoggedRequest] { entries.withLock { $0 } }

  fileprivate func clear() { entries.withLock { $0 = [] } }
}

extension FakeServer {
  /// The requests since the start or the last ``clearRequests()``, oldest first; at most the latest ten thousand.
  public var requests: [LoggedRequest] { log.all }

  /// Removes the requests so far from the log; the server's data stays.
  public func clearRequests() { log.clear() }

  /// The number of requests of one operation.
  public func count(_ operation: OperationID) -> Int { requests.count { $0.operation == operation } }
}
