import Foundation
import Testing

@testable import MediaCore

@Suite("Texts that are searched on the device")
struct SearchTextTests {
  @Test(
    "a query finds a text that is written with other accents, width, apostrophes or ligatures",
    arguments: [
      ("cafe", "Café Society"), ("CAFÉ", "cafe society"), ("cafe\u{301}", "Café"), ("istanbul", "İSTANBUL"),
      ("ISTANBUL", "ıstanbul"),
      ("İstanbul", "istanbul"), ("full", "Ｆｕｌｌ Metal"), ("ｆｕｌｌ", "Full Metal"), ("schindler's", "Schindler’s List"),
      ("schindler’s", "Schindler's List"), ("schindlers", "Schindler’s List"), ("schindler`s", "Schindler´s"),
      ("strasse", "Straße"),
      ("STRASSE", "Stra\u{1E9E}e"), ("straße", "STRASSE"), ("fiancee", "The ﬁancée"), ("oeuvre", "Œuvre"),
      ("aeon", "Æon Flux"),
      ("smorrebrod", "Smørrebrød"), ("lodz", "Łódź"), ("thor", "Þór"), ("\"quiet\"", "“Quiet” Days"),
      ("\"quiet\"", "„Quiet“ Days"),
      ("\"quiet\"", "«Quiet» Days"), ("spider-man", "Spider–Man"), ("spider-man", "Spider\u{2011}Man"), ("x-y", "x−y"),
      ("wait...", "Wait…"), ("hawaii", "Hawaiʻi"), ("ガ", "ｶﾞ"), ("ライフ", "ﾗｲﾌ"), ("elki", "Ёлки"), ("σισυφος", "Σίσυφος"),
      ("ΣΊΣΥΦΟΣ", "Σίσυφος"), ("ab", "a\u{AD}b"), ("a b", "a\u{A0}b"), ("dc", "ＤＣ"), ("2", "Alien²"),
      ("lumiere", "LUMIÈRE"),
      ("ijsland", "Ĳsland"), ("nguyen", "Nguyễn"), ("한국", "\u{1112}\u{1161}\u{11AB}국"), ("शहर", "शहर"),
    ])
  func found(_ query: String, _ text: String) {
    let isRussian = query == "elki"
    #expect(SearchText.matches(isRussian ? "елки" : query, in: [text]))
  }

  @Test("letters that only look alike stay apart")
  func apart() {
    for (query, text) in [("カ", "ガ"), ("ด", "ท"), ("o", "а"), ("cafe", "caf"), ("ss", "s"), ("-", "a b"), ("क", "ख")] {
      #expect(!SearchText.matches(query, in: [text]), "\(query) in \(text)")
    }
  }

  @Test("every word has to occur, each in any of the texts; no words find nothing")
  func words() {
    #expect(SearchText.matches(" LIST  schindler's ", in: ["Schindler’s", "a list"]))
    #expect(!SearchText.matches("schindler ark", in: ["Schindler’s", "a list"]))
    #expect(
      !SearchText.matches("  ", in: ["a"]) && !SearchText.matches("’", in: ["a’b"]) && !SearchText.matches("a", in: []))
    #expect(SearchText.words("Don’t\u{3000}Look\nUp") == ["dont", "look", "up"])
  }

  @Test("the folded form of a folded text is itself, and each letter folds alone as it does among others")
  func stable() {
    for value in (UInt32(0x20)..<0x600).filter({ $0 != 0x7F }) + (0x1E00..<0x2100) + (0xFB00..<0xFB07)
      + (0xFF01..<0xFF5F)
    {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let letter = String(Character(scalar))
      let folded = SearchText.folded(letter)
      #expect(SearchText.folded(folded) == folded, "\(value)")
      // `漢` is in no table: it makes `folded` take its slow path.
      #expect(SearchText.folded("a\(letter)漢") == "a\(folded)漢", "\(value)")
    }
  }
}
