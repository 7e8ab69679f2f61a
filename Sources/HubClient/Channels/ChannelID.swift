import Foundation

/// Helpers for YouTube's channel ids, which are plain texts here as on the wire.
public enum ChannelID {
  /// `UC` and 22 characters of `A-Z a-z 0-9 _ -`. The server takes anything silently, so anything else is worth a
  /// warning, and no more than that.
  public static func isWellFormed(_ id: String) -> Bool {
    id.utf8.count == 24 && id.hasPrefix("UC") && id.utf8.allSatisfy(isAllowed)
  }

  /// The id that a text is, or that stands in it as in `https://www.youtube.com/channel/UC…/videos`; nil for any other text.
  public static func found(in text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if isWellFormed(text) { return text }
    guard let start = text.range(of: "/channel/")?.upperBound else { return nil }
    let id = String(text[start...].prefix { !"/?#&".contains($0) })
    return isWellFormed(id) ? id : nil
  }

  /// The ids without blanks at the ends, empty ones and repetitions, in their order. The server does not trim.
  package static func cleaned(_ ids: some Sequence<String>) -> [String] {
    var seen: Set<String> = []
    let trimmed = ids.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    return trimmed.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  static func isAllowed(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
      || byte == 0x2D
  }
}
