import Foundation

/// Finds the server's own words in the body of a refusal, whatever form the body has, and keeps secrets out of them.
enum ServerMessage {
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
    guard !trimmed.isEmpty, trimmed.count <= 300, !trimmed.contains("<") else { return nil }
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
    // Shorter header values are words such as `true`, and credentials are not.
    let headers = request.fields.entries.filter {
      $0.value.count >= 8 && !harmless.contains($0.name.lowercased())
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
    let plain = secrets.filter { $0.count >= 4 }
    // A server may echo what it got in the form in which it got it.
    let encoded = plain.flatMap(Self.forms)
    self.secrets = Set(plain + encoded).sorted { ($0.count, $0) > ($1.count, $1) }
  }

  private static func forms(of secret: String) -> [String] {
    let quoted = String(decoding: JSONValue.string(secret).serialized().dropFirst().dropLast(), as: UTF8.self)
    return [
      secret.percentEncoded(keeping: "."), Data(secret.utf8).base64EncodedString(), quoted,
      quoted.replacingOccurrences(of: "/", with: #"\/"#),
    ] + (secret.utf8.count < 8 ? [] : (0..<3).map { base64Core(of: secret, shift: $0) })
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
    return found.reduce(text) { $0.replacingOccurrences(of: $1, with: "•••") }
  }

  package func applied(to text: String) -> String {
    withoutKnownSecrets(text).replacing(#/[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/#, with: "•••")
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
    ["password", "token", "secret", "code", "verifier", "email"].contains { name.lowercased().contains($0) }
  }
}
