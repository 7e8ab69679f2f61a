import Foundation
import MediaCore

/// The request line and the fields of a request.
struct RequestHead {
  enum Framing {
    case length(Int)
    case chunked
  }

  let framing: Framing
  let keepsAlive: Bool
  let expectsContinue: Bool
  private let method: String
  private let target: String
  private let fields: HTTPFields

  /// - Throws: ``RequestParser/Refusal`` for what is no HTTP/1, and for a length that two readers could understand in two ways.
  init(_ lines: [String]) throws {
    let parts = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, Self.isToken(parts[0]), !parts[1].isEmpty else {
      throw RequestParser.Refusal(status: 400)
    }
    guard ["HTTP/1.1", "HTTP/1.0"].contains(parts[2]) else {
      throw RequestParser.Refusal(status: parts[2].hasPrefix("HTTP/") ? 505 : 400)
    }
    method = parts[0]
    // Clients send no fragment, so a `#` belongs to the path: escape it.
    target = parts[1].replacingOccurrences(of: "#", with: "%23")
    fields = try Self.fields(lines.dropFirst())
    framing = try Self.framing(fields)
    let connection = Self.words(fields.values("Connection"))
    let isOld = parts[2] == "HTTP/1.0"
    // This server speaks only HTTP/1.1: answer a request with an `Upgrade` field, then close.
    keepsAlive =
      !connection.contains("close") && (!isOld || connection.contains("keep-alive")) && fields["Upgrade"] == nil
    expectsContinue = !isOld && fields["Expect"]?.lowercased() == "100-continue"
  }

  /// The request for a handler; nil when its target is no address.
  func request(body: Data) -> HTTPRequest? {
    guard let url = URL(string: "http://\(fields["Host"] ?? "127.0.0.1")\(target)") else { return nil }
    var all = fields
    let cookies = fields.values("Cookie")
    if cookies.count > 1 { all["Cookie"] = cookies.joined(separator: "; ") }
    return HTTPRequest(
      method: HTTPMethod(rawValue: method), url: url, fields: all, body: body.isEmpty ? nil : body,
      timeout: .seconds(86_400))
  }

  // MARK: Fields

  private static func fields(_ lines: ArraySlice<String>) throws -> HTTPFields {
    var fields = HTTPFields()
    for line in lines {
      // Refuse a space before the colon or a line that continues the one before: servers read these old forms differently.
      guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else {
        throw RequestParser.Refusal(status: 400)
      }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: [" ", "\t"])
      if value.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) {
        throw RequestParser.Refusal(status: 400)
      }
      fields.append(String(line[..<colon]), value)
    }
    return fields
  }

  private static func framing(_ fields: HTTPFields) throws -> Framing {
    let lengths = Set(fields.values("Content-Length"))
    let codings = words(fields.values("Transfer-Encoding"))
    if !codings.isEmpty {
      if !lengths.isEmpty { throw RequestParser.Refusal(status: 400) }
      if codings != ["chunked"] { throw RequestParser.Refusal(status: 501) }
      return .chunked
    }
    if lengths.isEmpty { return .length(0) }
    guard lengths.count == 1, let text = lengths.first, text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      throw RequestParser.Refusal(status: 400)
    }
    guard let length = Int(text) else { throw RequestParser.Refusal(status: 413) }
    return .length(length)
  }

  private static func words(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
  }

  private static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}
