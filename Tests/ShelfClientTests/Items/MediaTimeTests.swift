import MediaCore
import ShelfClient
import Testing

@Suite("Times as text")
struct MediaTimeTests {
  @Test(
    "the time that is left",
    arguments: [
      (0, "less than a minute left"), (59.9, "less than a minute left"), (60, "1 minute left"), (119, "1 minute left"),
      (720, "12 minutes left"), (3599, "59 minutes left"), (3600, "1 h 0 min left"), (3900, "1 h 5 min left"),
      (90_061, "25 h 1 min left"), (-5, "less than a minute left"), (.nan, "less than a minute left"),
      (.infinity, "less than a minute left"),
    ])
  func left(_ seconds: Double, _ text: String) {
    #expect(MediaTime.left(seconds) == text)
  }

  @Test("the time that is left, in German")
  func german() {
    let texts = Texts(.shelfGerman)
    #expect(
      [30, 60, 720, 3900].map { MediaTime.left($0, texts) }
        == ["noch weniger als eine Minute", "noch 1 Minute", "noch 12 Minuten", "noch 1 Std. 5 Min."])
  }

  @Test("the orders of a menu are the server's for the library's kind")
  func orders() {
    #expect(ItemSort.choices(for: .podcast).contains(.episodeCount))
    #expect(!ItemSort.choices(for: .podcast).contains(.authorName))
    #expect(!ItemSort.choices(for: .book).contains(.episodeCount))
    #expect(ItemSort.choices(for: .book).first == .title)
  }
}
