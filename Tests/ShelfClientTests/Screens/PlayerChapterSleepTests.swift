import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// Sleep timers for chapters while chapters are repeated or shuffled. The episode has the chapters 0 to 95.5 and 95.5 to 1882.044, the book
/// “First Light” those from 0 to 1200 and from 1200 to 3000.
@MainActor
@Suite("The player's sleep timer, and chapters in another order")
struct PlayerChapterSleepTests {
  @Test("a timer for the chapter's end stops a repeated chapter at its end, which repeats on after the timer's rewind")
  func endOfChapter() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.episode(2))
    test.player.seek(to: 90)
    test.player.setRepeat(.chapter)
    test.player.setSleepTimer(.endOfChapter)
    await test.pass(8)
    #expect(!test.engine.isPlaying)
    #expect(abs(test.player.state.position - 95.5) < 0.1, "\(test.player.state.position)")
    #expect(test.player.state.sleepTimer == nil)
    test.player.play()
    #expect(abs(test.player.state.position - 85.5) < 0.1)
    await test.pass(15)
    #expect(test.engine.isPlaying)
    #expect(test.engine.position < 10, "\(test.engine.position)")
    await test.close()
  }

  @Test("without a rewind, a chapter that ended for sleep begins again", arguments: [false, true])
  func noRewind(isShuffled: Bool) async throws {
    let test = try await PlayerRig.inUTC { $0.sleepRewind = 0 }
    await test.play(try test.rig.episode(2))
    test.player.seek(to: isShuffled ? 1877 : 90)
    if isShuffled { test.player.setShuffled(true) }
    test.player.setRepeat(isShuffled ? .item : .chapter)
    test.player.seek(to: 90)
    test.player.setSleepTimer(.endOfChapter)
    await test.pass(8)
    #expect(!test.engine.isPlaying)
    test.player.play()
    #expect(test.player.state.position == (isShuffled ? 95.5 : 0))
    await test.close()
  }

  @Test("a timer of three chapters counts each end of a repeated chapter, and shows the time until the third")
  func repeatedChapters() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.episode(2))
    test.player.seek(to: 90)
    test.player.setRepeat(.chapter)
    test.player.setSleepTimer(.endOfChapters(3))
    #expect(abs((test.player.state.sleepTimeLeft ?? 0) - 196.5) < 0.1)
    #expect(test.player.state.sleepTimer?.end == nil)
    await test.pass(6)
    #expect(test.engine.position < 3)
    #expect(abs((test.player.state.sleepTimeLeft ?? 0) - 190.5) < 1)
    test.player.seek(to: 94)
    await test.pass(2)
    #expect(test.engine.position < 3, "a seek within the chapter counts no end of its own")
    #expect(test.player.state.sleepTimer?.end == 95.5)
    test.player.seek(to: 94)
    await test.pass(4)
    #expect(!test.engine.isPlaying)
    #expect(abs(test.player.state.position - 95.5) < 0.1)
    #expect(test.player.state.sleepTimer == nil)
    await test.close()
  }

  @Test("a timer of two chapters counts shuffled chapters in the order in which they are played")
  func shuffledChapters() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.book())
    test.player.seek(to: 2000)
    test.player.setShuffled(true)
    let list = test.player.state.chapterList.chapters
    let order = try #require(test.player.state.chapterOrder.shuffled)
    test.player.setSleepTimer(.endOfChapters(2))
    let (first, second) = (list[order[0]], list[order[1]])
    let all = first.end - 2000 + second.end - second.start
    #expect(abs((test.player.state.sleepTimeLeft ?? 0) - all) < 0.1)
    test.player.seek(to: first.end - 2)
    await test.pass(4)
    #expect((second.start...second.start + 4).contains(test.engine.position))
    test.player.seek(to: second.end - 2)
    await test.pass(4)
    #expect(!test.engine.isPlaying)
    // At the item's end, the player is where the order goes on: an item that is left at its end counts as finished.
    let isLast = second.end > test.player.state.duration - 0.5
    let place = isLast ? list[order[2]].start : second.end
    #expect(abs(test.player.state.position - place) < 0.1)
    await test.close()
  }

  @Test("a repeated item's chapters count on after its end")
  func repeatedItem() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.episode(2))
    test.player.seek(to: 1878)
    test.player.setRepeat(.item)
    test.player.setSleepTimer(.endOfChapters(2))
    #expect(abs((test.player.state.sleepTimeLeft ?? 0) - 99.544) < 0.1)
    await test.pass(7)
    #expect(test.engine.isPlaying)
    #expect(test.engine.position < 6)
    test.player.seek(to: 93)
    await test.pass(5)
    #expect(!test.engine.isPlaying)
    #expect(abs(test.player.state.position - 95.5) < 0.1)
    await test.close()
  }

  @Test("the chapters that are left count on when the user begins or ends to repeat")
  func reordered() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.book())
    let list = test.player.state.chapterList.chapters
    test.player.setSleepTimer(.endOfChapters(3))
    #expect(test.player.state.sleepTimer?.end == list[2].end)
    test.player.seek(to: list[1].end - 10)
    test.player.setRepeat(.chapter)
    let left = 10 + list[1].end - list[1].start
    #expect(abs((test.player.state.sleepTimeLeft ?? 0) - left) < 0.1, "one of three is over")
    test.player.setRepeat(.off)
    #expect(test.player.state.sleepTimer?.end == list[2].end)
    await test.close()
  }

  @Test("the last chapter of an item repeats as often as the timer says, and stays open")
  func lastChapter() async throws {
    let test = try await PlayerRig.inUTC()
    let id = try test.rig.episode(2)
    await test.play(id)
    test.player.seek(to: 1878)
    test.player.setRepeat(.chapter)
    test.player.setSleepTimer(.endOfChapters(2))
    await test.pass(6)
    #expect(test.engine.isPlaying)
    #expect((95.5...100).contains(test.engine.position), "\(test.engine.position)")
    test.player.seek(to: 1879)
    await test.pass(6)
    #expect(!test.engine.isPlaying)
    #expect(test.player.state.id == id)
    #expect(test.player.state.sleepTimer == nil)
    #expect(test.player.state.position == 95.5, "an item that is left at its end counts as finished")
    test.player.play()
    #expect(test.player.state.position == 95.5, "the rewind after sleep leads into no other chapter")
    await test.close()
  }

  @Test("an interruption's rewind stays in the chapter that repeats")
  func interrupted() async throws {
    let test = try await PlayerRig.inUTC { $0.setRewind(afterInterruption: 7) }
    await test.play(try test.rig.episode(2))
    test.player.seek(to: 97)
    test.player.setRepeat(.chapter)
    await test.pass(1)
    test.player.interruptionBegan()
    test.player.interruptionEnded(shouldResume: true)
    #expect(test.player.state.position == 95.5)
    await test.close()
  }

  @Test("a timer of many chapters stays cheap, and survives encoding")
  func values() throws {
    let chapters = ChapterList((0..<3).map { Chapter(id: $0, start: Double($0) * 100, end: Double($0 + 1) * 100) })
    var order = ChapterOrder()
    order.repeats = .chapter
    var timer = SleepTimer(.endOfChapters(.max), fadeOut: 0)
    timer.opened(at: 50, in: chapters, order: order)
    #expect(timer.remaining(at: 50, speed: .normal) == 999_950.0)
    order.shuffle(3, current: 0) { _ in 0 }
    order.repeats = .item
    timer.opened(at: 50, in: chapters, order: order)
    #expect(timer.remaining(at: 50, speed: .normal) == 999_950.0)
    let copy = try JSONDecoder().decode(SleepTimer.self, from: JSONEncoder().encode(timer))
    #expect(copy == timer)
    let old = #"{"mode":{"endOfChapters":{"_0":2}},"fadeOut":0,"end":200,"countedFrom":0}"#
    var decoded = try JSONDecoder().decode(SleepTimer.self, from: Data(old.utf8))
    #expect(decoded.end == 200)
    let isOver = [decoded.chapterEnded(0, in: chapters), decoded.chapterEnded(0, in: chapters)]
    #expect(isOver == [false, true])
  }
}
