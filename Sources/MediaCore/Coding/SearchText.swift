import Foundation

/// The folded form of texts that are searched on the device: "cafe" is found in "Café", "istanbul" in "İSTANBUL", "full" in "Ｆｕｌｌ",
/// "strasse" in "Straße", and "schindlers" or "schindler's" in "Schindler’s".
///
/// Fold the text and the query, and look for the query's bytes in the text's. The folded form is for comparing, not for showing.
package enum SearchText {
  /// The text without case, accents, width, ligatures and apostrophes, and with plain quotes, dashes and blanks.
  package static func folded(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The folded words of a query, none of them empty.
  package static func words(_ query: String) -> [String] {
    folded(query).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Whether every word of a query occurs in one of the texts; false for a query without words.
  package static func matches(_ query: String, in texts: [String]) -> Bool {
    let words = words(query).map { Array($0.utf8) }
    let folded = texts.map { text in
      var bytes: [UInt8] = []
      append(text, to: &bytes)
      return bytes
    }
    return !words.isEmpty && words.allSatisfy { word in folded.contains { holds($0, word) } }
  }

  /// Appends the folded form in UTF-8.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    guard !appendByTable(text, to: &bytes) else { return }
    bytes.removeSubrange(start...)
    appendByProperties(text.unicodeScalars, to: &bytes)
  }

  /// Whether the bytes of a folded word occur in a folded text.
  package static func holds(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard word.count <= text.count else { return false }
    return (0...text.count - word.count).contains { text[$0...].starts(with: word) }
  }

  // MARK: By table

  /// The forms of most letters and marks, made once: the Unicode tables of the standard library are too slow for each text of a
  /// library. Latin, Greek and Cyrillic letters, then general punctuation.
  private static let letters = table(0..<0x530)
  private static let punctuation = table(0x2000..<0x2070)

  private static func table(_ values: Range<UInt32>) -> [[UInt8]] {
    values.map { value in
      var bytes: [UInt8] = []
      if let scalar = Unicode.Scalar(value) { appendByProperties(String(Character(scalar)).unicodeScalars, to: &bytes) }
      return bytes
    }
  }

  /// - Returns: false for a text with a scalar that is in no table; then a part of it may have been appended.
  private static func appendByTable(_ text: String, to bytes: inout [UInt8]) -> Bool {
    var text = text
    return text.withUTF8 { text in
      var place = 0
      while place < text.count {
        let byte = text[place]
        if byte < 0x80 {
          if byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") {
            bytes.append(byte | 0x20)
          } else if byte != UInt8(ascii: "'"), byte != UInt8(ascii: "`") {
            bytes.append(byte)
          }
          place += 1
        } else if byte < 0xD5, place + 1 < text.count {
          let value = Int(byte & 0x1F) << 6 | Int(text[place + 1] & 0x3F)
          guard value < letters.count else { return false }
          bytes.append(contentsOf: letters[value])
          place += 2
        } else {
          guard byte == 0xE2, place + 2 < text.count, text[place + 1] & 0xFE == 0x80 else { return false }
          let value = Int(text[place + 1] & 1) << 6 | Int(text[place + 2] & 0x3F)
          guard value < punctuation.count else { return false }
          bytes.append(contentsOf: punctuation[value])
          place += 3
        }
      }
      return true
    }
  }

  // MARK: By the properties of each scalar

  private static func appendByProperties(_ text: String.UnicodeScalarView, to bytes: inout [UInt8]) {
    // Drop `´`, which people type as an apostrophe: the decomposition below would turn it into a blank and split the word.
    let plain = text.contains("\u{B4}") ? String.UnicodeScalarView(text.lazy.filter { $0 != "\u{B4}" }) : text
    var folded = String.UnicodeScalarView()
    for scalar in String(plain).decomposedStringWithCompatibilityMapping.unicodeScalars where !isDropped(scalar) {
      if scalar.properties.isWhitespace {
        // Keep line feeds: callers may separate texts with them.
        folded.append(scalar == "\n" ? scalar : " ")
        continue
      }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isDropped(lower) {
        if let other = replacements[lower] {
          folded.append(contentsOf: other.unicodeScalars)
        } else {
          folded.append(lower)
        }
      }
    }
    // Compose each letter with the marks that were kept, otherwise a search for the bare letter also finds the letter with a mark.
    bytes.append(contentsOf: String(folded).precomposedStringWithCanonicalMapping.utf8)
  }

  /// Whether a scalar is left out: accents and points, apostrophes, and invisible characters. Marks that make another letter stay:
  /// those of Kana, of the scripts of India, and the vowels of Thai.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return scalar == "'" || scalar == "`" }
    if apostrophes.contains(scalar) || scalar.properties.isDefaultIgnorableCodePoint { return true }
    switch scalar.properties.canonicalCombiningClass.rawValue {
    case 1, 10...36, 200...240: return true
    default: return false
    }
  }

  private static let apostrophes: Set<Unicode.Scalar> = [
    "\u{2BB}", "\u{2BC}", "\u{2BD}", "\u{2B9}", "\u{2C8}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}", "\u{2032}",
    "\u{2035}",
    "\u{2039}", "\u{203A}", "\u{55A}", "\u{5F3}", "\u{A78C}", "\u{275B}", "\u{275C}",
  ]

  /// Letters and marks that Unicode does not decompose.
  private static let replacements: [Unicode.Scalar: String] = {
    var all: [Unicode.Scalar: String] = [
      "ß": "ss", "ı": "i", "ȷ": "j", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h",
      "ŧ": "t",
      "ŋ": "n", "ĸ": "k", "ƀ": "b", "ɨ": "i", "ʉ": "u", "ɵ": "o", "ς": "σ", "⁄": "/", "∕": "/", "×": "x",
    ]
    for quote in "\u{AB}\u{BB}\u{201C}\u{201D}\u{201E}\u{201F}\u{2033}\u{2036}\u{2BA}\u{301D}\u{301E}\u{301F}"
      .unicodeScalars
    {
      all[quote] = "\""
    }
    for dash in "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2043}\u{2212}\u{58A}\u{5BE}\u{2E3A}\u{2E3B}"
      .unicodeScalars
    {
      all[dash] = "-"
    }
    return all
  }()
}
