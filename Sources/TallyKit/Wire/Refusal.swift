import Foundation
import MediaCore

/// A refusal by the server, read from all of its four forms:
///
/// - `{"success": false, "error": "text", "details"?, "message"?}`, from most routes,
/// - the same with `code`, from the server's own sign-up,
/// - `{"error": "CODE", "message": "text", "details"?}` without `success`,
/// - and any answer of a proxy in front of the server, which is left to the core.
struct Refusal: Sendable, Hashable {
  var success: Bool?
  /// The server's sentence for the user.
  var text: String?
  /// `VALIDATION_ERROR`, `SHOW_NOT_FOUND`, …
  var code: String?
  /// The wrong members of the request, if the server names them.
  var fields: [String] = []
  /// The faults of ``fields`` in the server's words: `password: String must contain at least 8 character(s)`.
  var problems: [String] = []

  init?(_ body: Data) {
    guard body.count <= 64 << 10, let value = try? JSONValue(parsing: body), value.object != nil else { return nil }
    self.init(value)
  }

  init?(_ value: JSONValue) {
    success = value["success"]?.bool
    let error = value["error"]?.string
    let message = value["message"]?.string
    guard success == false || error != nil else { return nil }
    if let error, Self.isCode(error) {
      code = error
      text = message ?? error
    } else {
      code = value["code"]?.string.flatMap { Self.isCode($0) ? $0 : nil }
      text = error ?? message
      // If the server refuses a sign-up, the text is general and `details` has the reason: use `details`.
      if code == "VALIDATION_ERROR", let details = value["details"]?.string { text = details }
    }
    fields = (value["details"]?.array ?? []).prefix(20).compactMap {
      $0["path"]?.array?.compactMap(\.string).joined(separator: ".")
    }
    .filter { (1...64).contains($0.utf8.count) }
    problems = (value["details"]?.array ?? []).prefix(20).compactMap { detail in
      guard let message = detail["message"]?.string, (1...200).contains(message.utf8.count) else { return nil }
      let path = detail["path"]?.array?.compactMap(\.string).joined(separator: ".") ?? ""
      return path.isEmpty ? message : "\(path): \(message)"
    }
  }

  /// ``text``, followed by ``problems`` if the server sent any.
  var message: String? {
    problems.isEmpty ? text : [text, problems.joined(separator: "; ")].compactMap { $0 }.joined(separator: ": ")
  }

  private static func isCode(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F || (0x30...0x39).contains($0) }
  }

  /// ``code``, with the fields when the server names them: `VALIDATION_ERROR: email, password`.
  var detail: String? {
    guard let code, !fields.isEmpty else { return code }
    return "\(code): \(fields.joined(separator: ", "))"
  }

  func error(status: Int, operation: OperationID) -> ClientError {
    ClientError(.init(status: status), operation: operation, status: status, serverMessage: text, detail: detail)
  }
}

/// Turns the server's refusals, also those with a status of success, into errors with the server's sentence. Runs before authentication, so
/// that it sees the answer left after a sign-in could not be renewed.
struct RefusalMiddleware: Middleware {
  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    let response = try await next(call)
    guard response.status != 429, !response.isSuccess || Self.mayRefuse(response.body),
      var refusal = Refusal(response.body), !response.isSuccess || refusal.success == false
    else { return response }
    let redaction = Redaction(request: call.request, response: response)
    refusal.text = refusal.message.map { String(redaction.applied(to: Self.cut($0)).prefix(300)) }
    // The server may echo a secret of the request as `code` or as a field's name: drop such values.
    func isKept(_ name: String) -> Bool { redaction.applied(to: name) == name }
    refusal.code = refusal.code.flatMap { isKept($0) ? $0 : nil }
    refusal.fields = refusal.fields.filter(isKept)
    throw refusal.error(status: response.status, operation: call.operation)
  }

  /// Whether a successful answer may be a refusal, checked without parsing, so that other answers are not parsed twice.
  private static func mayRefuse(_ body: Data) -> Bool {
    body.count <= 64 << 10
      && [#""success":false"#, #""success": false"#].contains { body.range(of: Data($0.utf8)) != nil }
  }

  /// Shortens a text to 600 characters, because the time of looking for secrets grows with the square of the length. Drops the word at the
  /// cut, which could be part of a secret that would not be recognised.
  private static func cut(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(600)
    guard start.endIndex < text.endIndex else { return text }
    let words = start[..<(start.lastIndex { $0.properties.isWhitespace } ?? start.startIndex)]
    return words.isEmpty ? "•••" : String(words)
  }
}

extension ClientError {
  /// The case or the HTTP status, for development logs: no texts of the server, no addresses.
  var logText: String { status.map { "\(kind.rawValue)(\($0))" } ?? kind.rawValue }
}
