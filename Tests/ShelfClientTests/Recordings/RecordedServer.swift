import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

/// A service in front of one recorded exchange: the first request that fits gets the recorded answer.
final class RecordedServer: Transport {
  let recording: Recording
  private let sent = Locked<[HTTPRequest]>([])
  private let issues = Locked<[DecodingIssue]>([])

  init(_ recording: Recording) { self.recording = recording }

  /// Requests that went out, without what the test itself needed.
  var requests: [HTTPRequest] { sent.withLock { $0 } }
  /// The tolerated faults of the answers.
  var tolerated: [DecodingIssue] { issues.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if request.method.rawValue == recording.method, request.url.path == recording.path {
      sent.withLock { $0.append(request) }
      return recording.response
    }
    if request.url.path == "/status" { return .json(Self.status) }
    // A token that one route refuses is refused by all of them.
    if request.operation == .shelfAccountConfirm, recording.status == 401 { return recording.response }
    sent.withLock { $0.append(request) }
    throw TransportFailure.malformed
  }

  static let status: JSONValue = [
    "app": "audiobookshelf", "serverVersion": "2.36.0", "isInit": true, "authMethods": ["local"],
  ]

  /// A service that is signed in as somebody, with nothing to renew the sign-in with unless `refresh` is given.
  func service(isSignedIn: Bool = true, refresh: String? = nil) async throws -> ShelfService {
    var options = ClientOptions()
    options.retry = .never
    options.onEvent = { [issues] event in
      if case .tolerated(_, _, let found) = event { issues.withLock { $0 += found } }
    }
    let shelf = ShelfService(
      server: .fake, transport: self, environment: .manual(clock: ManualClock(passing: .everything)), options: options)
    if isSignedIn {
      let generation = await shelf.client.session.currentGeneration()
      try await shelf.client.session.adopt(
        Credentials(
          account: "account", name: "ada", access: Secret("recorded-access-token"), refresh: refresh.map { Secret($0) }),
        generation: generation)
    }
    return shelf
  }
}

/// A public call as the counterpart of a route, with its arguments taken from the recorded request.
struct RecordedCall: Sendable {
  /// The result of a call as JSON, and its place in the recorded answer.
  enum Value: Sendable {
    /// Nothing but success.
    case done
    case json(JSONValue, member: String? = nil)
    case bytes(Data)
    /// There is nothing, and that is no error.
    case none
  }

  let method: String
  /// `*` stands for one part of the path.
  let path: String
  /// Query items that the client decides for itself.
  var ownQuery: Set<String> = []
  /// Members of the body that the client decides for itself; `*` when the recorded body cannot be made with the API.
  var ownBody: Set<String> = []
  /// Refusals that the API takes for an answer.
  var expectedStatus: Set<Int> = []
  let play: @Sendable (ShelfService, Recording) async throws -> Value

  func fits(_ recording: Recording) -> Bool {
    let pattern = path.split(separator: "/")
    let parts = recording.path.split(separator: "/")
    return method == recording.method && pattern.count == parts.count
      && zip(pattern, parts).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension RecordedCall.Value {
  static func value(_ value: some Encodable, in member: String? = nil) throws -> RecordedCall.Value {
    .json(try JSONValue(parsing: try shelfCoder.encode(value)), member: member)
  }

  /// A page says where it stands, besides what is on it.
  static func page<Element: Encodable>(
    _ page: Page<Element>, in member: String, total: String = "total", limit: String = "limit"
  ) throws -> RecordedCall.Value {
    let items = try JSONValue(parsing: try shelfCoder.encode(page.items))
    var json: JSONValue = [:]
    json[member] = items
    json["page"] = .integer(Int64(page.page))
    json[limit] = .integer(Int64(page.limit))
    json[total] = page.total.map { .integer(Int64($0)) }
    return .json(json)
  }
}
