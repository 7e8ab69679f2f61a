import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The actions of voice assistants and shortcuts")
struct ShelfIntentsTests {
  /// - Parameter isSparse: whether the account has nothing to listen to.
  private func rig(isSparse: Bool = false) async throws -> (PlayerRig, ShelfIntents) {
    let player = PlayerRig(
      try await ShelfRig(instant: false, world: isSparse ? .sparse() : .sample, as: isSparse ? nil : "ada"))
    if isSparse { try await player.rig.shelf.account.signIn(username: "nora", password: "one quiet room") }
    return (player, ShelfIntents(player: player.player))
  }

  /// The error that `action` throws.
  private func problem(_ action: () async throws -> Void) async throws -> ClientError {
    do { try await action() } catch { return try #require(error as? ClientError) }
    return ClientError(.init(rawValue: "none"), operation: "none")
  }

  /// The result of an action that waits for the player.
  private func result<Value: Sendable>(
    _ rig: PlayerRig, _ action: @escaping @MainActor @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await action() }
    await rig.settle()
    return try await task.value
  }

  @Test("resuming plays what was listened to last, and says so once it is open")
  func resume() async throws {
    let (rig, intents) = try await rig()
    let book = try rig.rig.book()
    try await rig.rig.shelf.progress.update(book, .position(120, duration: 5401))
    let reply = try await result(rig) { try await intents.resume() }
    #expect(reply == IntentReply(book, sentence: "Playing “The Salt Clock”."))
    #expect(rig.player.state.isPlaying && rig.player.state.position >= 119)
    rig.player.pause()
    let again = try await result(rig) { try await intents.resume() }
    #expect(again == reply && rig.player.state.isPlaying)
    #expect(rig.rig.count(.shelfPlaybackStart) == 1)
    await rig.close()
  }

  @Test("with nothing to play, each action says why")
  func nothing() async throws {
    let (rig, intents) = try await rig(isSparse: true)
    let errors = [
      try await problem { _ = try await self.result(rig) { try await intents.resume() } },
      try await problem { _ = try intents.skipForward() },
      try await problem { _ = try intents.setSleepTimer(minutes: 5) },
      try await problem { _ = try await intents.addBookmark() },
      try await problem { _ = try await intents.markFinished() },
    ]
    #expect(errors.map(\.kind) == Array(repeating: .notFound, count: 5))
    #expect(
      errors.map { $0.text(intents.texts) } == [
        "There is nothing to continue.", "Nothing is open in the player.", "Nothing is open in the player.",
        "Nothing is open in the player.", "Nothing is open in the player.",
      ])
  }

  @Test("an item that cannot be opened is the error of the action, and a cancelled action ends")
  func failures() async throws {
    let (rig, intents) = try await rig()
    let book = try rig.rig.book()
    rig.rig.network.isDown = true
    let error = try await problem { _ = try await self.result(rig) { try await intents.play(book) } }
    #expect(error.kind == .unreachable)
    rig.rig.network.isDown = false
    rig.rig.network.fail(.shelfPlaybackStart, with: .noAnswer)
    let task = Task { try await intents.play(book) }
    #expect(await eventually { rig.player.state.phase == .opening })
    task.cancel()
    #expect(try await problem { _ = try await task.value }.isCancellation)
    await rig.close()
  }

  @Test("an action whose item was replaced by another choice of the user does not claim that it plays")
  func replaced() async throws {
    let (rig, intents) = try await rig()
    let (book, other) = (try rig.rig.book(), try rig.rig.book("Field Notes"))
    rig.rig.network.fail(.shelfPlaybackStart, with: .noAnswer)
    let task = Task { try await intents.play(book) }
    #expect(await eventually { rig.player.state.phase == .opening })
    rig.player.open(other)
    await rig.settle()
    #expect(try await problem { _ = try await task.value }.isCancellation)
    #expect(rig.player.state.id == other)
    await rig.close()
  }

  @Test("skips move by the given seconds or by the user's setting, and impossible ones are refused")
  func skips() async throws {
    let (rig, intents) = try await rig()
    _ = try await result(rig) { [book = try rig.rig.book()] in try await intents.play(book) }
    rig.player.pause()
    rig.player.seek(to: 600)
    #expect(try intents.skipForward(by: 90) == IntentReply(690, sentence: "At 11:30."))
    #expect(try intents.skipBackward().subject == 675)
    for seconds in [0, -5, .nan, .infinity, 90_000] {
      #expect(try await problem { _ = try intents.skipForward(by: seconds) }.kind == .invalidRequest)
    }
    #expect(rig.player.state.position == 675)
    await rig.close()
  }

  @Test("the sleep timer takes minutes or ends with the chapter")
  func sleep() async throws {
    let (rig, intents) = try await rig()
    _ = try await result(rig) { [book = try rig.rig.book()] in try await intents.play(book) }
    #expect(try intents.setSleepTimer(minutes: 20).sentence == "The sleep timer is set to 20 minutes.")
    #expect(rig.player.state.sleepTimer?.mode == .duration(1200))
    #expect(try intents.setSleepTimer(minutes: 1).sentence == "The sleep timer is set to one minute.")
    #expect(try await problem { _ = try intents.setSleepTimer(minutes: 0) }.kind == .invalidRequest)
    #expect(try intents.setSleepTimerToChapterEnd().sentence == "Playing stops at the end of the chapter.")
    #expect(rig.player.state.sleepTimer?.mode == .endOfChapter)
    await rig.close()
  }

  @Test("bookmarks and marks are kept without a network, and an episode has no bookmarks")
  func marks() async throws {
    let (rig, intents) = try await rig()
    let (book, episode) = (try rig.rig.book(), try rig.rig.episode())
    _ = try await result(rig) { try await intents.play(book) }
    rig.player.pause()
    rig.player.seek(to: 61.7)
    rig.rig.network.isDown = true
    let reply = try await intents.addBookmark()
    #expect(reply.subject == book && reply.sentence.hasPrefix("Bookmark added: "))
    let kept = try await rig.rig.shelf.bookmarkStore.bookmarks(of: book.libraryItemId)?.list
    #expect(kept?.map(\.time) == [61])
    #expect(try await intents.markFinished().sentence == "“The Salt Clock” is marked as finished.")
    #expect(try await rig.rig.shelf.progressStore.progress(of: book)?.isFinished == true)
    #expect(try await intents.markFinished(episode) == IntentReply(episode, sentence: "Marked as finished."))
    rig.rig.network.isDown = false
    _ = try await result(rig) { try await intents.play(episode) }
    let error = try await problem { _ = try await intents.addBookmark() }
    #expect(error.detail == ShelfDetail.booksOnly && error.text(intents.texts) == "Only books can have bookmarks.")
    await rig.close()
  }
}
