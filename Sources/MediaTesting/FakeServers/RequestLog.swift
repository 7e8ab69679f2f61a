import Foundation
public import MediaCore

/// A request that a fake server has answered. Its headers are left out, because they can hold credentials.
public struct LoggedRequest: Sendable, Hashable {
  /// The HTTP method.
  public let method: String
  /// The path of the request as it was sent, without the query.
  public let path: String
  /// The query of the request. Always empty if the server accepts credentials in a query.
  public let query: [String: String]
  /// The id of the endpoint to which the request belongs.
  public let operation: OperationID
  /// The HTTP status of the server's response.
  public let status: Int
  /// Whether the server took the response from a cache. Such a response has an `Age` header.
  public let isCached: Bool
  /// The body of the request, if it is JSON. Always nil if the server has accounts, because a body can then hold credentials.
  public let body: JSONValue?
}

/// The requests that a fake server has answered, oldest first. A log that has reached 20,000 requests drops the oldest 10,000.
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

  /// Adds a request and the server's response to the log.
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
  /// The requests since the server was created or ``clearRequests()`` was last called, oldest first. A log that has reached 20,000 requests
  /// drops the oldest 10,000.
  public var requests: [LoggedRequest] { log.all }

  /// Removes all requests from the log. The server's data stays.
  public func clearRequests() { log.clear() }

  /// The number of requests of one operation.
  public func count(_ operation: OperationID) -> Int { requests.count { $0.operation == operation } }
}
