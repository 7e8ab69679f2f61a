import Foundation
import MediaTesting

/// The forms in which the server answers: JSON, a status as text, a sentence labelled HTML, a page, and a bare 401.
extension HTTPResponse {
  private static func shelf(_ status: Int, type: String, body: Data) -> HTTPResponse {
    shelfFile(
      ["Content-Type": type, "Content-Length": String(body.count), "ETag": ShelfHash.entityTag(body)], status: status,
      body: body)
  }

  /// An answer with a file, without a tag computed from its bytes.
  static func shelfFile(_ fields: HTTPFields, status: Int = 200, body: Data) -> HTTPResponse {
    var answer = HTTPResponse(
      status: status,
      fields: ["Content-Security-Policy": "frame-ancestors 'self'", "Referrer-Policy": "no-referrer"], body: body)
    answer.fields.merge(fields)
    return answer
  }

  static func shelfRedirect(to place: String) -> HTTPResponse {
    HTTPResponse(
      status: 302, fields: ["Location": place, "Vary": "Accept", "Content-Type": "text/plain; charset=utf-8"],
      body: Data("Found. Redirecting to \(place)".utf8))
  }

  static func shelfJSON(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    shelf(status, type: "application/json; charset=utf-8", body: value.serialized())
  }

  static func shelfJSON(body: Data) -> HTTPResponse { shelf(200, type: "application/json; charset=utf-8", body: body) }

  static func shelfText(_ text: String, status: Int = 200, type: String = "text/plain") -> HTTPResponse {
    shelf(status, type: "\(type); charset=utf-8", body: Data(text.utf8))
  }

  /// A status and nothing else: `Not Found`, `Forbidden`.
  static func shelfStatus(_ status: Int) -> HTTPResponse { shelfText(ShelfWire.phrase(status), status: status) }

  static var shelfOK: HTTPResponse { ShelfWire.ok }
  static var shelfNotFound: HTTPResponse { shelfStatus(404) }
  static var shelfForbidden: HTTPResponse { shelfStatus(403) }

  /// One plain sentence, labelled as HTML.
  static func shelfSentence(_ text: String, status: Int = 400) -> HTTPResponse {
    shelfText(text, status: status, type: "text/html")
  }

  /// The answer of the sign-in layer: the status as text, without a content type.
  static func shelfBare(_ status: Int) -> HTTPResponse {
    let body = Data(ShelfWire.phrase(status).utf8)
    return shelfFile(["Content-Length": String(body.count)], status: status, body: body)
  }

  static func shelfPage(_ status: Int, _ text: String? = nil) -> HTTPResponse {
    let escaped = ShelfWire.escaped(text ?? ShelfWire.phrase(status))
    let body = Data(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>Error</title>
      </head>
      <body>
      <pre>\(escaped)</pre>
      </body>
      </html>

      """.utf8)
    return HTTPResponse(
      status: status,
      fields: [
        "Content-Security-Policy": "default-src 'none'", "Referrer-Policy": "no-referrer",
        "Content-Type": "text/html; charset=utf-8", "Content-Length": String(body.count),
      ], body: body)
  }
}

enum ShelfWire {
  static let ok = HTTPResponse.shelfText("OK")

  /// The text escaped for markup.
  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }

  static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 412: "Precondition Failed"
    case 413: "Payload Too Large"
    case 416: "Range Not Satisfiable"
    default: "Internal Server Error"
    }
  }

  /// A name without its markup; nil if nothing is left of it.
  static func plainName(_ sent: JSONValue?) -> String? {
    let name = sent?.string?.replacingOccurrences(of: "<[^>]*>", with: "", options: .regularExpression)
    return name.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The text of a description without its markup, and with its entities resolved; nil for an empty description.
  static func plainText(_ description: String?) -> String? {
    guard let description, !description.isEmpty else { return nil }
    let entities = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", "\u{a0}"), ("&amp;", "&"),
    ]
    let text = description.replacingOccurrences(of: "<[^>]*>", with: "", options: .regularExpression)
    return entities.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  /// An object whose last members are encoded JSON already, so that large constant parts are encoded once.
  static func object(_ members: JSONValue, adding parts: [(name: String, text: Data)]) -> Data {
    var out = members.serialized()
    out.removeLast()
    for part in parts {
      if out.count > 1 { out.append(UInt8(ascii: ",")) }
      out.append(contentsOf: "\"\(part.name)\":".utf8)
      out.append(part.text)
    }
    out.append(UInt8(ascii: "}"))
    return out
  }
}

extension JSONValue {
  /// The number to which JavaScript converts this value; not a number if it cannot.
  var scriptNumber: Double {
    switch self {
    case .null: return 0
    case .bool(let value): return value ? 1 : 0
    case .integer(let value): return Double(value)
    case .number(let value): return value
    case .string(let text): return Self.scriptNumber(text)
    case .array, .object: return .nan
    }
  }

  static func scriptNumber(_ text: String) -> Double {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if trimmed.isEmpty { return 0 }
    guard trimmed.utf8.allSatisfy({ (0x2B...0x39).contains($0) || $0 == 0x65 || $0 == 0x45 }) else { return .nan }
    return Double(trimmed) ?? .nan
  }

  /// The value itself if JavaScript treats it as true, else none. (A bare `nil` would be JSON's null here.)
  var ifTruthy: JSONValue? { isTruthy ? self : .none }

  /// A number, or no value at all if it is not a number.
  static func ifNumber(_ value: Double) -> JSONValue? { value.isNaN ? .none : .number(value) }

  func without(_ keys: String...) -> JSONValue {
    guard case .object(var members) = self else { return self }
    for key in keys { members[key] = nil }
    return .object(members)
  }

  func with(_ key: String, _ value: JSONValue?) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members[key] = value
    return .object(members)
  }
}

extension Optional<JSONValue> {
  var scriptNumber: Double { map(\.scriptNumber) ?? .nan }

  /// The number, or nil if JavaScript has null, undefined or not-a-number.
  var numberOrNil: Double? {
    guard let value = self, !value.isNull else { return nil }
    let number = value.scriptNumber
    return number.isNaN ? nil : number
  }
}

/// Dates of the server's own time zone, which is UTC.
struct ShelfDate {
  private let moment: WireMoment

  init(milliseconds time: Int64) { moment = WireMoment(time, digits: 3) }
  init(milliseconds time: Double) { self.init(milliseconds: Self.whole(time)) }

  /// Whole milliseconds of a time that a client may have sent, kept within JavaScript's dates.
  static func whole(_ time: Double) -> Int64 { time.isNaN ? 0 : Int64(max(-8.64e15, min(8.64e15, time))) }

  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  var year: Int { moment.day.year }
  var month: Int { moment.day.month }
  /// `2026-11-21`
  var date: String { moment.day.text }
  var dayOfWeek: String { Self.weekdays[moment.day.weekday] }
  /// `Sat, 21 Nov 2026 09:06:53 GMT`
  var http: String {
    let day = moment.day
    return
      "\(dayOfWeek.prefix(3)), \(day.day.padded(to: 2)) \(Self.months[day.month - 1]) \(day.year) \(moment.time) GMT"
  }
  /// `2026-11-21T09:06:53.250Z`
  var iso: String { moment.iso }
}
