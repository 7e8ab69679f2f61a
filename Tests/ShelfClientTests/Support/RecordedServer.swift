import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

/// A server that plays one recorded exchange: the first matching request gets the recorded answer.
final class RecordedServer: Transport {
  let recording: Recording
  private let sent = Locked<[HTTPRequest]>([])
  private let issues = Locked<[DecodingIssue]>([])

  init(_ recording: Recording) { self.recording = recording }

  /// Requests that were sent, without those that the test itself needed.
  var requests: [HTTPRequest] { sent.withLock { $0 } }
  /// The tolerated faults of the answers.
  var tolerated: [DecodingIssue] { issues.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if request.method.rawValue == recording.method, request.url.path == recording.path {
      sent.withLock { $0.append(request) }
      return recording.response
    }
    if request.url.path == "/status" { return .json(Self.status) }
    // If a route answered 401, the token is invalid: also refuse the client's check of it.
    if request.operation == .shelfAccountConfirm, recording.status == 401 { return recording.response }
    sent.withLock { $0.append(request) }
    throw TransportFailure.malformed
  }

  static let status: JSONValue = [
    "app": "audiobookshelf", "serverVersion": "2.36.0", "isInit": true, "authMethods": ["local"],
  ]

  /// A signed-in service, which cannot renew its sign-in unless `refresh` is given.
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
    /// Success, without a value.
    case done
    case json(JSONValue, member: String? = nil)
    case bytes(Data)
    /// No value, and no error.
    case none
  }

  let method: String
  /// The path, in which `*` stands for one part.
  let path: String
  /// Query items that the client sets by itself.
  var ownQuery: Set<String> = []
  /// Members of the body that the client sets by itself; `*` when the API cannot make the recorded body.
  var ownBody: Set<String> = []
  /// Error statuses that the API treats as an answer.
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

  /// The value of a page: its elements, and its place in the list.
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
