import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

/// One recorded exchange with the real server.
struct Recording: Sendable, CustomTestStringConvertible {
  let name: String
  let method: String
  /// The path as sent, percent-encoded, without the query.
  let path: String
  let query: [(name: String, value: String)]
  /// The text after `Bearer`; nil without the header.
  let token: String?
  let body: JSONValue?
  let bodyText: String?
  let status: Int
  let response: HTTPResponse
  let wire: JSONValue?

  var testDescription: String { name }
  var isSuccess: Bool { (200..<300).contains(status) }
  /// The server's message of a refusal.
  var words: String? { wire?["detail"]?.string ?? wire?["error"]?.string }

  init(_ file: URL) throws {
    let json = try JSONValue(parsing: Data(contentsOf: file))
    let request = try #require(json["request"])
    let answer = try #require(json["response"])
    name = file.deletingPathExtension().lastPathComponent
    method = request["method"]?.string ?? "GET"
    let target = request["path"]?.string ?? "/"
    path = String(target.prefix { $0 != "?" })
    query = target.dropFirst(path.count + 1).split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? String($0) }
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    let authorization = (request["headers"]?.object ?? [:]).first { $0.key.lowercased() == "authorization" }?.value
    token = authorization?.string.map { String($0.drop { $0 != " " }.dropFirst()) }
    bodyText = request["bodyText"]?.string
    body = request["body"] ?? bodyText.flatMap { try? JSONValue(parsing: $0) }
    status = try #require(answer["status"]?.int)
    wire = answer["body"]
    var response = HTTPResponse(status: status)
    for (name, value) in answer["headers"]?.object ?? [:] { response.fields[name] = value.string }
    response.fields["content-length"] = nil
    response.body = wire?.serialized() ?? Data((answer["bodyText"]?.string ?? "").utf8)
    if answer["bodyBinary"] != nil { response.body = Data([1, 2, 3]) }
    self.response = response
  }

  /// An answer whose body alone is recorded.
  init(name: String, _ method: String, _ path: String, body: JSONValue, status: Int = 200) {
    self.name = name
    self.method = method
    self.path = path
    query = []
    token = "recorded"
    self.body = nil
    bodyText = nil
    self.status = status
    wire = body
    response = .json(body, status: status)
  }

  /// The same with another body.
  func answering(_ body: JSONValue, status: Int = 200) -> Recording {
    Recording(name: name, method, path, body: body, status: status)
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/recordings/vault")

  /// The recordings of the package, and those in the folder that `RECORDINGS_VAULT` names.
  static func all() throws -> [Recording] {
    let more = ProcessInfo.processInfo.environment["RECORDINGS_VAULT"].map { URL(fileURLWithPath: $0) }
    return try ([folder] + [more].compactMap { $0 }).flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
        .map { try Recording(folder.appendingPathComponent($0)) }
    }
  }

  /// The kind of error that a refusal has to become, whatever its route.
  func expectedKind(_ broken: BrokenRoute?) -> ClientError.Kind {
    switch status {
    case 401: .signedOut
    case 403:
      ["Not authenticated", "Invalid authentication credentials"].contains(words) ? .signedOut : .forbidden
    case 404: words == "Not Found" && !path.hasPrefix("/static/") ? .unsupported : .notFound
    case 405: .unsupported
    case 300..<400: .wrongServer
    case 400: words?.contains("already exists") == true ? .conflict : .invalidRequest
    case 422: .invalidRequest
    case 429: .rateLimited
    case 500:
      broken != nil ? .unsupported : words?.hasPrefix("Failed to share list") == true ? .conflict : .server
    case 503: words == "Auth0 not configured" ? .unsupported : .server
    default: .server
    }
  }
}

/// Answers the one call that is being played, and the SDK's other requests around it.
final class RecordingPlayer: Transport {
  private let response: HTTPResponse
  private let sent = Locked<[HTTPRequest]>([])

  init(_ response: HTTPResponse) { self.response = response }

  /// The call itself, without the requests that identify the server.
  var request: HTTPRequest? { sent.withLock { $0.first } }
  var count: Int { sent.withLock { $0.count } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isFirst = sent.withLock { $0.isEmpty }
    if !isFirst {
      switch request.operation {
      case .vaultServerHealth: return .json(["service": "viewvault-server", "status": "healthy"])
      case .vaultAccountOwner: return .json(["id": 7, "username": "ada", "email": "ada@example.test"])
      default: break
      }
    }
    sent.withLock { $0.append(request) }
    return response
  }
}
