import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@MainActor
@Suite("Double and triple presses on headphones")
struct RemotePressesTests {
  private let test: PlayerRig

  init() async throws { test = PlayerRig(try await ShelfRig()) }

  private func open(_ id: PlayableID) async {
    test.player.open(id, autoPlay: false)
    await test.settle()
  }

  private func meanings(_ change: (inout RemotePresses) -> Void, hasChapters: Bool, isBook: Bool) -> [RemoteCommand?] {
    var presses = RemotePresses()
    change(&presses)
    return [RemoteCommand.doublePress, .triplePress].map {
      presses.meaning(of: $0, hasChapters: hasChapters, isBook: isBook)
    }
  }

  @Test("without a choice presses move by a chapter, and skip by seconds in an item without chapters")
  func first() {
    #expect(meanings({ _ in }, hasChapters: true, isBook: true) == [.nextChapter, .previousChapter])
    #expect(meanings({ _ in }, hasChapters: false, isBook: false) == [.skipForward, .skipBackward])
  }

  @Test("each press has its own effect, and a press without one is a command that is disabled")
  func chosen() {
    let skips: [RemoteCommand?] = [.skipForward, .skipBackward]
    #expect(meanings({ ($0.double, $0.triple) = (.skip, .skip) }, hasChapters: true, isBook: true) == skips)
    #expect(
      meanings({ ($0.double, $0.triple) = (.skip, .bookmark) }, hasChapters: true, isBook: true)
        == [.skipForward, .bookmark])
    #expect(
      meanings({ ($0.double, $0.triple) = (.bookmark, .nothing) }, hasChapters: true, isBook: true) == [.bookmark, nil])
    // Episodes have no bookmarks.
    #expect(
      meanings({ ($0.double, $0.triple) = (.nothing, .bookmark) }, hasChapters: true, isBook: false) == [nil, nil])
  }

  @Test("the player carries out what a press stands for in the open item, and refuses one that stands for nothing")
  func handling() async throws {
    await open(try test.rig.book())
    let chapters = test.player.state.chapterList.chapters
    try #require(chapters.count > 1)
    test.player.seek(to: 1)
    #expect(test.player.handle(.doublePress))
    #expect(test.player.state.position == chapters[1].start)
    test.player.setSettings { ($0.lockScreen.presses.double, $0.lockScreen.presses.triple) = (.skip, .nothing) }
    #expect(test.player.handle(.doublePress))
    #expect(test.player.state.position == chapters[1].start + 15)
    #expect(!test.player.handle(.triplePress))
    #expect(test.player.meaning(of: .triplePress) == nil)
    #expect(test.player.state.position == chapters[1].start + 15)
    await test.close()
  }

  @Test("a press for a bookmark adds one at the second that plays, named by chapter and time, and sends it")
  func bookmark() async throws {
    let book = try test.rig.book()
    test.player.setSettings { $0.lockScreen.presses.triple = .bookmark }
    await open(book)
    test.player.seek(to: 75.4)
    let chapter = try #require(test.player.state.chapter?.title)
    for _ in 0..<2 { #expect(test.player.handle(.triplePress)) }
    await test.player.settled()
    let kept = try await test.rig.shelf.bookmarkStore.bookmarks(of: book.libraryItemId)?.list ?? []
    let added = try #require(kept.first { $0.time == 75 })
    #expect(added.title == "\(chapter), 1:15")
    #expect(kept.filter { $0.title == added.title }.count == 1)
    #expect(try await test.rig.shelf.bookmarks.all().contains { $0.time == 75 && $0.title == added.title })
    #expect(test.player.state.position == 75.4)
    await test.close()
  }

  @Test("an episode has no bookmarks: the command fails there")
  func episode() async throws {
    await open(try test.rig.episode())
    #expect(!test.player.handle(.bookmark))
    await test.close()
  }

  @Test("settings from before there were presses keep their other choices, and unknown effects are the first ones")
  func stored() throws {
    func read(_ text: String) throws -> PlaybackSettings {
      try JSONDecoder().decode(PlaybackSettings.self, from: Data(text.utf8))
    }
    let old = try read(#"{"lockScreen":{"allowsSeeking":false,"title":"item"}}"#).lockScreen
    #expect(!old.allowsSeeking)
    #expect(old.title == .item)
    #expect(old.presses == RemotePresses())
    let later = try read(#"{"lockScreen":{"allowsSeeking":false,"presses":{"double":"eject","triple":"skip"}}}"#)
    #expect(later.lockScreen.presses.double == .chapter)
    #expect(later.lockScreen.presses.triple == .skip)
    #expect(!later.lockScreen.allowsSeeking)
    var settings = PlaybackSettings()
    (settings.lockScreen.presses.double, settings.lockScreen.presses.triple) = (.bookmark, .nothing)
    #expect(try JSONDecoder().decode(PlaybackSettings.self, from: JSONEncoder().encode(settings)) == settings)
  }
}
