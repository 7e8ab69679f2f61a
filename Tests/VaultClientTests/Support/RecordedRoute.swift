import Foundation
import MediaCore

@testable import VaultClient

/// A recorded call, in the SDK's terms.
struct RecordedCall: Sendable {
  let recording: Recording
  /// The variable parts of the path.
  let parts: [String]

  var query: [String: String] {
    Dictionary(recording.query.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// The indices of the parts that are numbers.
  let numbers: Set<Int>

  /// Whether the SDK's typed calls can send this: ids are numbers there, and bodies are objects.
  var isSayable: Bool {
    (recording.bodyText == nil || recording.body?.object != nil) && numbers.allSatisfy { Int(parts[$0]) != nil }
      && !hasUnknownKind
  }

  /// Whether the path has a kind of title without such a route, or one that the client has no case for.
  var hasUnknownKind = false

  func number(_ index: Int) -> Int { Int(parts[index]) ?? 0 }
  func text(_ index: Int) -> String { parts[index] }
  func body(_ name: String) -> JSONValue { recording.body?[name] ?? .null }
  func words(_ name: String) -> String { body(name).string ?? "" }
  /// The server accepts digits and words in a text for their values.
  func number(named name: String) -> Int? { body(name).int ?? body(name).string.flatMap { Int($0) } }
  func flag(_ name: String) -> Bool? {
    body(name).bool ?? ["true": true, "false": false, "1": true, "0": false][body(name).string ?? ""]
  }
  func optional(_ name: String) -> String? { body(name).string }
  func lists(_ name: String) -> [ListID] {
    (body(name).array ?? []).compactMap { $0.string.flatMap { ListID($0) } ?? $0.int.map { .list($0) } }
  }
  var item: ListItem { ListItem(TitleKind(rawValue: optional("item_type") ?? "movie"), number(named: "item_id") ?? 0) }
}

/// A client-facing route, and the call that serves it.
struct RecordedRoute: Sendable {
  let method: String
  /// `*` stands for a text, `#` for a number, `@` for a number or the personal list.
  let pattern: String
  var broken: BrokenRoute?
  /// The server ignores the query here.
  var ignoresQuery = false
  /// Makes the call; returns its result as JSON, nil for nothing.
  let play: @Sendable (VaultService, RecordedCall) async throws -> JSONValue?

  init(
    _ method: String, _ pattern: String, broken: BrokenRoute? = nil, ignoresQuery: Bool = false,
    _ play: @escaping @Sendable (VaultService, RecordedCall) async throws -> JSONValue?
  ) {
    self.method = method
    self.pattern = pattern
    self.broken = broken
    self.ignoresQuery = ignoresQuery
    self.play = play
  }

  func match(_ recording: Recording, path: String) -> RecordedCall? {
    guard method == recording.method else { return nil }
    let wanted = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let given = path.split(separator: "/", omittingEmptySubsequences: false)
    guard wanted.count == given.count else { return nil }
    var numbers: Set<Int> = []
    var parts: [String] = []
    var hasUnknownKind = false
    for (want, part) in zip(wanted, given) {
      if ["*", "#", "@"].contains(want) {
        guard !part.isEmpty else { return nil }
        if want == "#" || want == "@" && part != "personal" { numbers.insert(parts.count) }
        parts.append(part.removingPercentEncoding ?? String(part))
      } else if want.contains("|") {
        if !want.split(separator: "|").contains(part) {
          guard !Self.kinds.contains(part) else { return nil }
          hasUnknownKind = true
        }
        parts.append(String(part))
      } else if want != part {
        return nil
      }
    }
    return RecordedCall(recording: recording, parts: parts, numbers: numbers, hasUnknownKind: hasUnknownKind)
  }

  private static let kinds: Set<Substring> = ["movie", "series", "collection"]

  /// Whether the server ignores a body here.
  var ignoresBody: Bool {
    !pattern.contains("/lists/")
      && ["/toggle", "/watched", "/interacted", "-imported", "/sequels", "/full", "-seen", "-oauth", "-automation"]
        .contains(where: pattern.hasSuffix)
  }

  static func json(_ value: some Encodable) throws -> JSONValue { try JSONValue(encoding: value) }

  /// Results of a search for one kind: the SDK sets the kind, which is not on the wire.
  static func typed(_ results: [SearchResult], _ type: TitleKind) throws -> JSONValue {
    try json(
      results.map { result in
        var result = result
        if result.type == type { result.type = nil }
        return result
      })
  }

  static func reference(_ call: RecordedCall) -> TitleReference {
    switch call.text(0) {
    case "series": .series(call.number(1))
    case "collection": .collection(call.number(1))
    default: .movie(call.number(1))
    }
  }
}

extension RecordedRoute {
  /// The reason why a recording belongs to no client-facing route; nil when it should belong to one.
  static func reasonToSkip(_ recording: Recording) -> String? {
    if ["HEAD", "OPTIONS"].contains(recording.method) { return "asked by browsers and monitors, never by a client" }
    let path = recording.path
    for (prefix, reason) in administration where path.hasPrefix(prefix) { return reason }
    if pages.contains(path) { return "a page for browsers" }
    if recording.words == "Not Found" || recording.status == 405 { return "the server has no such route" }
    return nil
  }

  private static let administration = [
    ("/api/admin", "administration"), ("/api/debug", "diagnosis for administrators"),
    ("/api/test-db", "diagnosis for administrators"), ("/admin", "administration"),
    ("/api/import/jellyfin/debug", "diagnosis for administrators"),
    ("/api/import/jellyfin/test-", "diagnosis for administrators"),
    ("/api/auth/make-admin", "a hole that makes anybody an administrator; no client may call it"),
  ]

  private static let pages: Set<String> = [
    "/", "/login", "/login/", "/register", "/register/", "/auth/callback", "/auth0/callback", "/auth0-login",
    "/email-login",
  ]
}
