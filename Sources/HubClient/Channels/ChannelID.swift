import Foundation

/// Functions for the ids of YouTube channels. An id is a plain `String` in this package and in the server's JSON.
public enum ChannelID {
  /// Whether an id consists of `UC` and 22 characters of `A-Z a-z 0-9 _ -`. The server silently accepts any text as an id, so warn about
  /// other texts but do not reject them.
  public static func isWellFormed(_ id: String) -> Bool {
    id.utf8.count == 24 && id.hasPrefix("UC") && id.utf8.allSatisfy(isAllowed)
  }

  /// Returns the channel id that a text contains. The text is either the id itself, or an address such as
  /// `https://www.youtube.com/channel/UC…/videos`, `https://www.youtube.com/feeds/videos.xml?channel_id=UC…` or
  /// `https://www.youtube.com/playlist?list=UU…` (the channel's uploads). Returns nil for any other text. Invisible characters, which
  /// copied texts can contain, are ignored.
  public static func found(in text: String) -> String? { ChannelAddress(text).id }

  /// Returns the ids in order, without invisible characters, surrounding blanks, empty ids and repetitions. The server does not trim.
  package static func cleaned(_ ids: some Sequence<String>) -> [String] {
    var seen: Set<String> = []
    return ids.map(visible).filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// The text without invisible characters, such as marks of direction, joiners and controls, and without surrounding blanks.
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
