import Foundation

/// Folds titles for sorting by a table of the letters below U+0280, in which most titles are written. Foundation makes the table once;
/// calling it for each title of a library is too slow. Searches use ``SearchText``.
enum LatinFolding {
  /// The text without case and accents, as `folding(options:locale:)` makes it. Nil for text that has other letters.
  static func folded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    return append(text, folding, to: &bytes) ? bytes : nil
  }

  /// A letter's form in UTF-8, by its scalar; empty for one that is not in the table.
  private static let folding = table { $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }
  /// No scalar below this one combines with a neighbour.
  private static let limit: UInt32 = 0x280

  private static func table(_ form: (String) -> String) -> [[UInt8]] {
    (0..<limit).map { value in
      guard let scalar = Unicode.Scalar(value) else { return [] }
      let form = form(String(Character(scalar)))
      return form.unicodeScalars.allSatisfy { $0.value < limit } ? Array(form.utf8) : []
    }
  }

  /// - Returns: false for text with a scalar that is not in the table; then a part of it may have been appended.
  private static func append(_ text: String, _ table: [[UInt8]], to bytes: inout [UInt8]) -> Bool {
    var text = text
    return text.withUTF8 { text in
      var place = 0
      while place < text.count {
        let byte = text[place]
        if byte < 0x80 {
          bytes.append(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte)
          place += 1
          continue
        }
        // The table ends at U+027F. In UTF-8 all later scalars begin with a byte above 0xC9: return false for them.
        guard byte <= 0xC9, place + 1 < text.count else { return false }
        let form = table[Int(byte & 0x1F) << 6 | Int(text[place + 1] & 0x3F)]
        guard !form.isEmpty else { return false }
        bytes.append(contentsOf: form)
        place += 2
      }
      return true
    }
  }
}
