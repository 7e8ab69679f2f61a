import Foundation

/// Finds the server's own words in the body of a refusal, whatever form the body has, and keeps secrets out of them.
enum ServerMessage {
  static func read(_ response: HTTPResponse, request: HTTPRequest) -> String? {
    guard !response.body.isEmpty, response.body.count <= 64 << 10 else { return nil }
    let text: String?
    if let value = try? JSONValue(parsing: response.body) {
      text = message(in: value)
    } else {
      text = String(bytes: response.body, encoding: .utf8).flatMap { names(response.status, in: $0) ? nil : $0 }
    }
    guard let text else { return nil }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty, trimmed.utf8.count <= Redaction.maximumBytes, trimmed.count <= 300, !trimmed.contains("<")
    else {
      return nil
    }
    return Redaction(request: request, response: response).applied(to: trimmed)
  }

  /// Whether a text names the status of its own response, such as `404 page not found` or `default backend - 404`. A proxy in front of a
  /// stopped server sends such texts, and the services never do, so the text is no message of the service.
  private static func names(_ status: Int, in text: String) -> Bool {
    text.split { !$0.isLetter && !$0.isNumber }.contains { $0 == String(status) }
  }

  /// `message`, `error`, `detail` or `title`, as text or one level down, as the four services use them.
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
  /// The number of bytes above which a text is dropped. A longer text would have to be cut before the search for secrets, which would miss
  /// half of a secret.
  package static let maximumBytes = 1200

  private let secrets: [String]
  /// Short secrets, removed only where they stand alone: they can occur inside ordinary words.
  private let words: [String]
  /// The letters and digits of the secrets that have at least six, without case.
  private let skeletons: [String]
  /// The secrets with fewer letters and digits, without case.
  private let folded: [String]
  package var customMirror: Mirror { Mirror(self, children: [:]) }

  package init(request: HTTPRequest, more: [Secret] = []) {
    self.init(secrets: Self.secrets(of: request, more: more))
  }

  /// Creates a redaction that also removes the secrets that were added to the request on its way to the server, since the answer may echo
  /// them.
  package init(request: HTTPRequest, response: HTTPResponse) {
    self.init(request: request, more: response.requestSecrets)
  }

  /// The secrets of a request, which must not appear in logs and errors.
  package static func secrets(of request: HTTPRequest, more: [Secret] = []) -> [String] {
    let headers = request.fields.entries.filter {
      $0.value.count >= 4 && !harmless.contains($0.name.lowercased())
    }
    let values = headers.map(\.value) + more.map { $0.reveal() }
    // Also hide the parts of a value such as `Bearer x` or `a=x; b=y`: a server may echo only `x`.
    var secrets = values + values.flatMap { $0.split { " ;,=".contains($0) }.filter { $0.count >= 8 }.map(String.init) }
    if let body = request.body, body.count <= 64 << 10 {
      secrets += (try? JSONValue(parsing: body)).map(secretMembers) ?? secretFormFields(of: body)
    }
    return secrets
  }

  package init(secrets: [String]) {
    // Add the encoded forms: a server may echo a secret in one of them.
    let (long, short) = (secrets.filter { $0.count >= 8 }, secrets.filter { 1..<8 ~= $0.count })
    self.secrets = Self.sorted(long + long.flatMap(Self.forms))
    words = Self.sorted(short + short.flatMap(Self.forms).filter { $0.count >= 3 })
    skeletons = Self.sorted((self.secrets + words).map(Self.skeleton).filter { $0.count >= 6 })
    folded = Self.sorted(self.secrets.filter { Self.skeleton($0).count < 6 }.map { $0.lowercased() })
  }

  /// The longest first, each once.
  private static func sorted(_ texts: [String]) -> [String] {
    Set(texts).sorted { ($0.count, $0) > ($1.count, $1) }
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

  /// Returns the text without the known secrets. Text that only resembles a token, such as a file name with dots, stays.
  package func withoutKnownSecrets(_ text: String) -> String {
    // Search with the fast `strstr` first: few texts hold a secret. `strstr` stops at a zero byte, so keep all `secrets` for such a text.
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
        let place = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        text.replaceSubrange(range, with: "•••")
        // Continue behind the inserted bullets, otherwise a password that consists of bullets is found in them without end.
        start = text.utf8.index(text.startIndex, offsetBy: place + "•••".utf8.count)
      }
    }
    return text
  }

  package func applied(to text: String) -> String {
    guard text.utf8.count <= Self.maximumBytes else { return "•••" }
    let text = withoutKnownSecrets(text)
      .replacing(#/[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/#, with: "•••")
    return resemblesSecret(text) ? "•••" : text
  }

  /// Whether a text holds a secret in another case, split up, or behind layers of escapes; nothing of such a text is kept.
  private func resemblesSecret(_ text: String) -> Bool {
    var text = text
    for _ in 0..<5 {
      let (skeleton, lowercased) = (Self.skeleton(text), text.lowercased())
      if skeletons.contains(where: skeleton.contains) || folded.contains(where: lowercased.contains)
        || words.contains(where: { Self.withoutWord(text, $0) != text })
      {
        return true
      }
      let decoded = Unescaped(text).text
      if decoded == text { return false }
      text = decoded
    }
    return true
  }

  /// Letters and digits without case and accents: the same however a text is split and punctuated.
  private static func skeleton(_ text: String) -> String {
    let scalars = text.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars
    return String(
      String.UnicodeScalarView(scalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }))
  }

  private static let harmless: Set<String> = ["accept", "content-type", "user-agent", "if-none-match", "range"]

  /// The texts of all members, at any depth, whose names show that they are secret.
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
    // `code` must be the whole name: `countryCode` and `errorCode` are no secrets.
    return name == "code" || ["password", "token", "secret", "verifier", "email"].contains(where: name.contains)
  }
}
