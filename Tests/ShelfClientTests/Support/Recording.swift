import Foundation
import MediaCore
import ShelfTesting
import Testing

/// One exchange of a client with the real server, as a file keeps it.
struct Recording: Sendable, CustomTestStringConvertible {
  let name: String
  let method: String
  /// The path, without the query.
  let path: String
  let query: [String: String]
  let fields: [String: String]
  /// The body; nil when there was none, or when it is not JSON.
  let body: JSONValue?
  let status: Int
  let answer: JSONValue?
  let answerText: String?
  private let answerFields: [String: String]
  /// Bytes as long as the answer's, of which only the first were recorded.
  private let answerBytes: Data?

  var testDescription: String { name }

  /// A recording from its file; nil if that is not an exchange over HTTP.
  init?(name: String, _ value: JSONValue) {
    guard let request = value["request"], let response = value["response"], let method = request["method"]?.string,
      let target = request["path"]?.string, let status = response["status"]?.int
    else { return nil }
    self.name = name
    self.method = method
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    path = parts[0].removingPercentEncoding ?? parts[0]
    var query: [String: String] = [:]
    for item in parts.dropFirst().joined().split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
      let text = pair.dropFirst().joined().replacingOccurrences(of: "+", with: " ")
      query[pair[0]] = text.removingPercentEncoding ?? text
    }
    self.query = query
    fields = Self.texts(request["headers"])
    body = request["body"].flatMap { $0.isNull ? nil : $0.withTokens }
    self.status = status
    answer = response["body"].flatMap { $0.isNull ? nil : $0.withTokens }
    answerText = response["bodyText"]?.string
    answerFields = Self.texts(response["headers"])
    answerBytes = response["bodyBinary"].map { Self.bytes($0) }
  }

  private static func texts(_ value: JSONValue?) -> [String: String] {
    (value?.object ?? [:]).compactMapValues { $0.string ?? $0[0]?.string }
  }

  private static func bytes(_ described: JSONValue) -> Data {
    let count = described["bytes"]?.int ?? described["length"]?.int ?? described["size"]?.int ?? 64
    let digits = (described["firstBytesHex"]?.string ?? "").compactMap(\.hexDigitValue)
    let first = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    return Data((first + [UInt8](repeating: 7, count: count)).prefix(count))
  }

  /// The server's answer.
  var response: HTTPResponse {
    var response = HTTPResponse(status: status)
    for (name, value) in answerFields where !["content-length", "content-encoding"].contains(name.lowercased()) {
      response.fields[name] = value
    }
    response.body =
      answer?.serialized() ?? answerText.map { Data($0.utf8) } ?? answerBytes ?? Data()
    return response
  }

  var isBinary: Bool { answerBytes != nil }

  /// The part of the path between two slashes, from 0.
  subscript(part: Int) -> String {
    let parts = path.split(separator: "/")
    return parts.indices.contains(part) ? String(parts[part]) : ""
  }

  /// The server's message in a refusal, as an app has to receive it.
  var expectedMessage: String? {
    if let text = answer?["message"]?.string ?? answer?["error"]?.string { return text }
    guard let text = answerText?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty, text.count <= 300,
      !text.contains("<")
    else { return nil }
    return text
  }

  /// The kind of error that a refusal has to become.
  var expectedKind: ClientError.Kind {
    switch status {
    case 401: .signedOut
    case 403: .forbidden
    case 404: .notFound
    case 429: .rateLimited
    case 500...: .server
    default: .invalidRequest
    }
  }
}

extension Recording {
  /// The recordings of the tests, and those in a folder of your own.
  static func all() throws -> [(name: String, value: JSONValue)] {
    var folders = [Fixtures.folder.appendingPathComponent("recordings/shelf")]
    if let own = ProcessInfo.processInfo.environment["RECORDINGS_SHELF"], !own.isEmpty {
      folders.append(URL(fileURLWithPath: own))
    }
    return try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted().map {
        (String($0.dropLast(5)), try JSONValue(parsing: Data(contentsOf: folder.appendingPathComponent($0))))
      }
    }
  }
}

extension JSONValue {
  /// The value with tokens filled in: recorded tokens were shortened, and an empty one would count as missing.
  fileprivate var withTokens: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.withTokens))
    case .object(let members): .object(members.mapValues(\.withTokens))
    case .string(let text) where text.hasSuffix("…") && text.hasPrefix("eyJ"):
      .string("eyJhbGciOiJIUzI1NiJ9.e30.\(text.utf8.count)")
    default: self
    }
  }
}
