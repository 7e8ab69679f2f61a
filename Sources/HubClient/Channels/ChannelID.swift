import Foundation

/// Helpers for YouTube's channel ids, which are plain texts here as on the wire.
public enum ChannelID {
  /// `UC` and 22 characters of `A-Z a-z 0-9 _ -`. The server takes anything silently, so anything else is worth a
  /// warning, and no more than that.
  public static func isWellFormed(_ id: String) -> Bool {
    id.utf8.count == 24 && id.hasPrefix("UC") && id.utf8.allSatisfy(isAllowed)
  }

  /// The id that a text is, or that stands in it, as in the addresses `https://www.youtube.com/channel/UC…/videos`,
  /// `https://www.youtube.com/feeds/videos.xml?channel_id=UC…` and `https://www.youtube.com/playlist?list=UU…`, the channel's
  /// uploads; nil for any other text. Invisible characters, such as those that a copied text brings along, do not count.
  public static func found(in text: String) -> String? { ChannelAddress(text).id }

  /// The ids without invisible characters, blanks at the ends, empty ones and repetitions, in their order. The server does not
  /// trim.
  package static func cleaned(_ ids: some Sequence<String>) -> [String] {
    var seen: Set<String> = []
    return ids.map(visible).filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// The text without the characters that nobody sees, such as marks of direction, joiners and controls, and without blanks at
  /// its ends.
  static func visible(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter { scalar in
      if scalar.properties.isWhitespace { return true }
      if scalar.properties.isDefaultIgnorableCodePoint { return false }
      return ![.format, .control, .privateUse, .unassigned].contains(scalar.properties.generalCategory)
    }
    return String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  static func isAllowed(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
      || byte == 0x2D
  }
}
