import Foundation
import MediaTesting

/// The conditions of a request for a file, as Express's `send` evaluates them: it compares tags regardless of weakness, requires both a
/// tag and a time to match if both are sent, checks in `If-Range` only whether the tag occurs, and accepts a date there if the file is
/// not newer.
struct ShelfConditions {
  enum Outcome { case send, notModified, failed }

  let call: ShelfCall
  let tag: String
  /// `Sat, 21 Nov 2026 09:04:08 GMT`
  let lastModified: String

  var outcome: Outcome {
    if let wanted = call.header("If-Match") {
      if wanted != "*", !Self.contains(wanted, tag) { return .failed }
    } else if let since = Self.date(call.header("If-Unmodified-Since")), let modified = Self.date(lastModified) {
      if modified > since { return .failed }
    }
    if call.header("Cache-Control")?.contains("no-cache") == true { return .send }
    let (known, since) = (call.header("If-None-Match"), call.header("If-Modified-Since"))
    if known == nil, since == nil { return .send }
    if let known, known != "*", !Self.contains(known, tag) { return .send }
    guard since != nil else { return .notModified }
    guard let since = Self.date(since), let modified = Self.date(lastModified) else { return .send }
    return modified <= since ? .notModified : .send
  }

  /// Whether a part may be sent; otherwise the whole file is sent.
  var isRangeFresh: Bool {
    guard let wanted = call.header("If-Range") else { return true }
    if wanted.contains("\"") { return wanted.contains(tag) }
    guard let date = Self.date(wanted), let modified = Self.date(lastModified) else { return false }
    return modified <= date
  }

  private static func contains(_ list: String, _ tag: String) -> Bool {
    list.split(separator: ",").contains { opaque($0.trimmingCharacters(in: .whitespaces)) == opaque(tag) }
  }

  private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }

  private static func date(_ text: String?) -> Date? { text.flatMap(WireDate.parseHTTP) }
}
