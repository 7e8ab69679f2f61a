import Foundation

/// Finds the server's own words in the body of a refusal, whatever form the body has, and keeps secrets out of them.
enum ServerMessage {
  private static let maximumBytes = 1200

  static func read(_ response: HTTPResponse, request: HTTPRequest) -> String? {
    guard !response.body.isEmpty, response.body.count <= 64 << 10 else { return nil }
    let text: String?
    if let value = try? JSONValue(parsing: response.body) {
      text = message(in: value)
    } else {
      text = String(bytes: response.body, encoding: .utf8)
    }
    guard let text else { return nil }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty, trimmed.utf8.count <= maximumBytes, trimmed.count <= 300, !trimmed.contains("<") else {
      return nil
    }
    return Redaction(request: request, response: response).applied(to: trimmed)
  }

  /// `error`, `message` or `detail`, as text or one level down, as all four services use them.
  private static func message(in value: JSONValue) -> String? {
    if let text = value.string { return text }
    for key in ["message", "error", "detail", "title"] {
      if let text = value[key]?.string { return text }
      if let text = value[key]?["message"]?.string { return text }
      if let text = value[key]?[0]?["msg"]?.string { return text }
      if let text = value[key]?[0]?["message"]?.string { return text }
    }
    return nil
  }
}

/// Removes a request's secrets, and everything that has the form of a token, from a text.
package struct Redaction: Sendable, CustomReflectable {
  private let secrets: [String]
  /// The same without case.
  private let folded: [String]
  /// Short ones, taken out where they stand alone: inside other words they are no secret.
  private let words: [String]
  package var customMirror: Mirror { Mirror(self, children: [:]) }

  package init(request: HTTPRequest, more: [Secret] = []) {
    self.init(secrets: Self.secrets(of: request, more: more))
  }

  /// With what the way to the server added to the request, and its answer may echo.
  package init(request: HTTPRequest, response: HTTPResponse) {
    self.init(request: request, more: response.requestSecrets)
  }

  /// The parts of a request that must appear nowhere else.
  package static func secrets(of request: HTTPRequest, more: [Secret] = []) -> [String] {
    let headers = request.fields.entries.filter {
      $0.value.count >= 4 && !harmless.contains($0.name.lowercased())
    }
    let values = headers.map(\.value) + more.map { $0.reveal() }
    // `Bearer x`, `a=x; b=y`: the parts are secret too.
    var secrets = values + values.flatMap { $0.split { " ;,=".contains($0) }.filter { $0.count >= 8 }.map(String.init) }
    if let body = request.body, body.count <= 64 << 10 {
      secrets += (try? JSONValue(parsing: body)).map(secretMembers) ?? secretFormFields(of: body)
    }
    return secrets
  }

  package init(secrets: [String]) {
    let plain = secrets.filter { $0.count >= 8 }
    // A server may echo what it got in the form in which it got it.
    let encoded = plain.flatMap(Self.forms)
    self.secrets = Set(plain + encoded).sorted { ($0.count, $0) > ($1.count, $1) }
    folded = Set(self.secrets.map { $0.lowercased() }).sorted()
    words = Set(secrets.filter { 1..<8 ~= $0.count }).sorted { ($0.count, $0) > ($1.count, $1) }
  }

  private static func forms(of secret: String) -> [String] {
    let quoted = String(decoding: JSONValue.string(secret).serialized().dropFirst().dropLast(), as: UTF8.self)
    let hex = secret.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let base64 = [Data(secret.utf8).base64EncodedString()] + (0..<3).map { base64Core(of: secret, shift: $0) }
    return [secret.percentEncoded(keeping: "."), hex, quoted, quoted.replacingOccurrences(of: "/", with: #"\/"#)]
      + base64 + base64.map { $0.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "") }
  }

  /// The base64 form of a secret inside a longer text, when it starts `shift` bytes into a group of three.
  private static func base64Core(of secret: String, shift: Int) -> String {
    let encoded = (Data(repeating: 0x20, count: shift) + Data(secret.utf8)).base64EncodedString()
    let start = (shift * 8 + 5) / 6
    return String(encoded.dropFirst(start).prefix((shift + secret.utf8.count) * 8 / 6 - start))
  }

  /// Leaves text alone that only resembles a token, such as a file name with dots.
  package func withoutKnownSecrets(_ text: String) -> String {
    // Almost no text holds one, and looking for bytes is far quicker than replacing text.
    let found = text.utf8.contains(0) ? secrets : secrets.filter { strstr(text, $0) != nil }
    let cleaned = found.reduce(text) { $0.replacingOccurrences(of: $1, with: "•••") }
    return words.reduce(cleaned, Self.withoutWord)
  }

  private static func withoutWord(_ text: String, _ word: String) -> String {
    func isPartOfWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
    var (text, start) = (text, text.startIndex)
    while let range = text.range(of: word, options: .caseInsensitive, range: start..<text.endIndex) {
      let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
      let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
      if isPartOfWord(before) && isPartOfWord(word.first) || isPartOfWord(after) && isPartOfWord(word.last) {
        start = text.index(after: range.lowerBound)
      } else {
        text.replaceSubrange(range, with: "•••")
        start = text.startIndex
      }
    }
    return text
  }

  package func applied(to text: String) -> String {
    let text = withoutKnownSecrets(text)
      .replacing(#/[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/#, with: "•••")
    return resemblesSecret(text) ? "•••" : text
  }

  /// A secret in another case, or behind another percent encoding or JSON escape than its usual one: nothing of such a text
  /// is kept.
  private func resemblesSecret(_ text: String) -> Bool {
    var form = text.lowercased()
    for _ in 0..<4 {
      if folded.contains(where: form.contains) || words.contains(where: { Self.withoutWord(form, $0) != form }) {
        return true
      }
      let decoded = Self.unescaped(form.removingPercentEncoding ?? form).lowercased()
      if decoded == form { return false }
      form = decoded
    }
    return true
  }

  /// Without `\u0061`, `\/` and the like.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\"), let value = try? JSONValue(parsing: Data("\"\(text)\"".utf8)) else { return text }
    return value.string ?? text
  }

  private static let harmless: Set<String> = ["accept", "content-type", "user-agent", "if-none-match", "range"]

  /// The texts under members whose names say that they are secret, however deep.
  package static func secretMembers(of value: JSONValue) -> [String] {
    (value.array ?? []).flatMap(secretMembers)
      + (value.object ?? [:]).flatMap { isSecret($0) ? texts(in: $1) : secretMembers(of: $1) }
  }

  private static func texts(in value: JSONValue) -> [String] {
    [value.string].compactMap { $0 } + (value.array ?? []).flatMap(texts) + (value.object ?? [:]).values.flatMap(texts)
  }

  private static func secretFormFields(of body: Data) -> [String] {
    String(decoding: body, as: UTF8.self).split(separator: "&").flatMap { pair -> [String] in
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, isSecret(parts[0]) else { return [] }
      return [parts[1], parts[1].replacingOccurrences(of: "+", with: " ").removingPercentEncoding].compactMap { $0 }
    }
  }

  private static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    // Codes of countries, languages and errors are none.
    return name == "code" || ["password", "token", "secret", "verifier", "email"].contains(where: name.contains)
  }
}
