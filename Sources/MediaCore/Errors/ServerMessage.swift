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
    return Redaction(request: request).applied(to: trimmed)
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

/// Takes what a request kept secret, and whatever looks like a token, out of a text.
struct Redaction {
  private let secrets: [String]

  init(request: HTTPRequest) {
    var secrets = request.fields.entries.filter { !Self.harmless.contains($0.name.lowercased()) }.map(\.value)
    secrets += secrets.filter { $0.hasPrefix("Bearer ") }.map { String($0.dropFirst(7)) }
    if let body = request.body, body.count <= 64 << 10, let value = try? JSONValue(parsing: body) {
      secrets += Self.secretMembers(of: value)
    }
    self.secrets = secrets.filter { $0.count >= 4 }.sorted { $0.count > $1.count }
  }

  func applied(to text: String) -> String {
    let cleaned = secrets.reduce(text) { $0.replacingOccurrences(of: $1, with: "•••") }
    return cleaned.replacing(#/[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/#, with: "•••")
  }

  private static let harmless: Set<String> = ["accept", "content-type", "user-agent", "if-none-match", "range"]

  private static func secretMembers(of value: JSONValue) -> [String] {
    (value.object ?? [:]).flatMap { key, member -> [String] in
      let name = key.lowercased()
      let isSecret = ["password", "token", "secret", "code", "verifier", "email"].contains { name.contains($0) }
      return isSecret ? [member.string].compactMap { $0 } : secretMembers(of: member)
    }
  }
}
