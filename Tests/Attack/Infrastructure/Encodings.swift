import Foundation
import MediaCore
import MediaTesting

/// The forms in which a server can give a secret back, in one place for errors, logs and files of all services.
enum Encodings {
  typealias Encoding = (name: String, encode: @Sendable (String) -> String)

  static let all: [Encoding] = [
    ("plain", { $0 }),
    ("upper case", { $0.uppercased() }),
    ("lower case", { $0.lowercased() }),
    ("percent", { $0.percent() }),
    ("percent, lower case", { $0.percent().lowercased() }),
    ("percent twice", { $0.percent().percent() }),
    ("percent of all", { $0.utf8.map { String(format: "%%%02X", $0) }.joined() }),
    ("percent of all, lower case", { $0.utf8.map { String(format: "%%%02x", $0) }.joined() }),
    ("percent beside a broken one", { "100% of %zz " + $0.utf8.map { String(format: "%%%02x", $0) }.joined() }),
    ("a form's", { $0.percent().replacingOccurrences(of: "%20", with: "+") }),
    ("hex", { $0.utf8.map { String(format: "%02x", $0) }.joined() }),
    ("hex, upper case", { $0.utf8.map { String(format: "%02X", $0) }.joined() }),
    ("hex with blanks", { $0.utf8.map { String(format: "%02x", $0) }.joined(separator: " ") }),
    ("hex of C", { $0.utf8.map { String(format: "\\x%02x", $0) }.joined() }),
    ("base64", { $0.base64() }),
    ("base64 without padding", { $0.base64().replacing("=", with: "") }),
    ("base64url", { $0.base64().replacing("+", with: "-").replacing("/", with: "_") }),
    (
      "base64url without padding",
      {
        $0.base64().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      }
    ),
    ("base64 in a longer text", { "Bearer \($0)!".base64() }),
    ("JSON escapes", { $0.utf16.map { String(format: "\\u%04x", $0) }.joined() }),
    ("JSON escapes, upper case", { $0.utf16.map { String(format: "\\u%04X", $0) }.joined() }),
    ("JSON escapes beside a quote", { "\"\\q " + $0.utf16.map { String(format: "\\u%04x", $0) }.joined() }),
    ("braced escapes", { $0.unicodeScalars.map { String(format: "\\u{%x}", $0.value) }.joined() }),
    ("HTML entities", { $0.unicodeScalars.map { "&#\($0.value);" }.joined() }),
    ("HTML entities, hex", { $0.unicodeScalars.map { String(format: "&#x%X;", $0.value) }.joined() }),
    ("HTML entities in percent", { $0.unicodeScalars.map { "&#\($0.value);" }.joined().percent() }),
    ("split over lines", { $0.split(every: 4).joined(separator: "\n") }),
    ("split over lines of JSON", { $0.split(every: 4).joined(separator: "\\n") }),
    ("split by blanks", { $0.split(every: 3).joined(separator: " ") }),
    ("base64 over lines", { $0.base64().split(every: 6).joined(separator: "\r\n") }),
  ]

  /// The names of the encodings in which a text holds one of `secrets`, without case and layout.
  static func search(for secrets: [String]) -> @Sendable (_ texts: [String]) -> [String] {
    let forms = secrets.flatMap { secret in
      all.map { ($0.name, $0.encode(secret).lowercased()) }.filter { $0.1.utf8.count >= 4 }
    }
    let bare = secrets.filter { $0.count >= 8 }.map(\.bare)
    return { texts in
      let text = texts.joined(separator: "\u{1}").replacingOccurrences(of: "\0", with: " ").lowercased()
      let rest = text.bare
      return forms.filter { strstr(text, $0.1) != nil }.map { $0.0 }
        + bare.filter { strstr(rest, $0) != nil }.map { _ in "split up" }
    }
  }
}

extension String {
  fileprivate func percent() -> String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
  }
  fileprivate func base64() -> String { Data(utf8).base64EncodedString() }
  /// Letters and digits, without case.
  fileprivate var bare: String {
    String(decoding: lowercased().utf8.filter { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }, as: UTF8.self)
  }

  fileprivate func split(every count: Int) -> [String] {
    stride(from: 0, to: self.count, by: count).map { String(dropFirst($0).prefix(count)) }
  }
}

/// The places in an answer where a server can put a text.
enum EchoPlace: CaseIterable {
  case message, error, nested, detail, validation, code, plainText, html, header, redirect, keys, keysOfSuccess, large

  func answer(_ echo: String, status: Int, original: HTTPResponse) -> HTTPResponse {
    let said = JSONValue.string("refused: \(echo) is wrong")
    switch self {
    case .message: return .json(["message": said, "success": false], status: status)
    case .error: return .json(["error": said, "success": false], status: status)
    case .nested: return .json(["error": ["message": said]], status: status)
    case .detail: return .json(["detail": said], status: status)
    case .validation:
      return .json(["detail": [["msg": said, "loc": ["body", .string(echo)]]], "success": false], status: 422)
    case .code:
      return .json(
        ["success": false, "error": "no", "code": .string(echo), "details": [["path": [.string(echo)]]]],
        status: status)
    case .plainText: return .text("refused: \(echo) is wrong", status: status)
    case .html: return .text("<html><title>\(echo)</title></html>", status: status)
    case .header:
      var answer = HTTPResponse.json(["error": "refused"], status: status)
      for name in ["WWW-Authenticate", "ETag", "Retry-After", "X-\(status)"] {
        answer.fields[name] = echo.filter { !$0.isNewline }
      }
      return answer
    case .redirect:
      return HTTPResponse(
        status: 302, fields: ["Location": "https://elsewhere.invalid/?x=\(echo.filter { !$0.isNewline })"])
    case .keys: return .json(.object([echo: ["id": .string(echo)], "error": .object([echo: 1])]), status: status)
    case .keysOfSuccess:
      // Add a member of this name, with an unexpected type, to every object of the answer.
      guard let body = try? JSONValue(parsing: original.body) else { return original }
      var answer = original
      answer.body = body.adding(member: echo).serialized()
      return answer
    case .large:
      return .text(String(repeating: "x", count: 9 << 20) + echo, status: status)
    }
  }
}

extension JSONValue {
  fileprivate func adding(member name: String) -> JSONValue {
    switch self {
    case .object(let members):
      var members = members.mapValues { $0.adding(member: name) }
      members[name] = [[.string("wrong")]]
      return .object(members)
    case .array(let elements): return .array(elements.map { $0.adding(member: name) })
    default: return self
    }
  }
}

/// Lets a server's answers be given with an echo of their requests.
final class EchoTap: Transport {
  typealias Echo = @Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse

  private let base: any Transport
  private struct Answering: Sendable {
    var echo: Echo = { $1 }
  }
  private let answering = Locked(Answering())
  private let seen = Locked<Set<String>>([])

  init(_ base: any Transport) { self.base = base }

  /// The addresses that were asked for.
  var addresses: Set<String> { seen.withLock { $0 } }
  func start(_ echo: @escaping Echo) { answering.withLock { $0.echo = echo } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    seen.withLock { _ = $0.insert(request.url.absoluteString) }
    return answering.withLock { $0.echo }(request, try await base.send(request))
  }
}
