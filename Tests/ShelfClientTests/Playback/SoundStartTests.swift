import MediaCore
import Testing

@testable import ShelfClient

@MainActor
@Suite("The audio session is active before the sound starts")
struct SoundStartTests {
  @MainActor
  private final class Session {
    var steps: [String] = []
    /// The answers that the system owes.
    var answers: [@MainActor (Bool) -> Void] = []
    /// The answer that the system gives at once; nil for a later one.
    var answer: Bool?

    func activate(_ isActive: @escaping @MainActor (Bool) -> Void) {
      steps.append("activate")
      if let answer { isActive(answer) } else { answers.append(isActive) }
    }
  }

  private let session = Session()
  private let start = SoundStart()

  private func connect(answer: Bool?, isPermissionNeeded: Bool = false) {
    session.answer = answer
    start.connect({ [session] in session.activate($0) }, isPermissionNeeded: isPermissionNeeded)
  }

  private func note(_ step: String) { session.steps.append(step) }

  private func begin() {
    start.begin({ note("play") }, refused: { note("refused") })
  }

  @Test("without a session, as on a Mac, playing begins at once")
  func unconnected() {
    begin()
    #expect(session.steps == ["play"])
  }

  @Test("the session is activated first, once, and anew after the system has deactivated it")
  func order() {
    connect(answer: true)
    begin()
    begin()
    #expect(session.steps == ["activate", "play", "play"])
    start.deactivated()
    begin()
    #expect(session.steps == ["activate", "play", "play", "activate", "play"])
  }

  @Test("a phone plays also when the session was refused, and asks again at the next start")
  func refusedOnPhone() {
    connect(answer: false)
    begin()
    begin()
    #expect(session.steps == ["activate", "play", "activate", "play"])
  }

  @Test("a watch plays after the user has chosen where sound goes, and not when the user chose nothing")
  func watch() {
    connect(answer: nil, isPermissionNeeded: true)
    begin()
    #expect(session.steps == ["activate"])
    session.answers.removeFirst()(false)
    #expect(session.steps == ["activate", "refused"])
    begin()
    session.answers.removeFirst()(true)
    #expect(session.steps == ["activate", "refused", "activate", "play"])
  }

  @Test("an answer that comes after a pause or a later start plays nothing")
  func late() throws {
    connect(answer: nil, isPermissionNeeded: true)
    begin()
    start.cancel()
    begin()
    let early = try #require(session.answers.first)
    early(true)
    #expect(session.steps == ["activate", "activate"])
    let later = try #require(session.answers.last)
    later(true)
    #expect(session.steps == ["activate", "activate", "play"])
  }

  @Test("an engine that plays already gets its session once, and a disconnected session is asked no more")
  func following() {
    connect(answer: true)
    start.follow()
    start.follow()
    begin()
    #expect(session.steps == ["activate", "play"])
    start.connect(nil)
    begin()
    #expect(session.steps == ["activate", "play", "play"])
  }
}

@MainActor
@Suite("The player activates the audio session before its engine plays")
struct PlayerSoundTests {
  private let test: PlayerRig

  init() async throws { test = PlayerRig(try await ShelfRig()) }

  /// Notes at each activation whether the engine plays already.
  private func connect(_ wasPlaying: Flags) {
    test.player.soundStart.connect { [engine = test.engine] isActive in
      wasPlaying.values.append(engine.isPlaying)
      isActive(true)
    }
  }

  @MainActor
  private final class Flags { var values: [Bool] = [] }

  @Test("play and the end of a call activate the session, and then the sound starts; a plain pause keeps the session")
  func interruption() async throws {
    let wasPlaying = Flags()
    connect(wasPlaying)
    test.player.open(try test.rig.episode(), autoPlay: false)
    await test.settle()
    test.player.play()
    #expect(test.engine.isPlaying)
    #expect(wasPlaying.values == [false])
    test.player.pause()
    test.player.play()
    #expect(wasPlaying.values == [false])
    test.player.handle(.interruptionBegan)
    #expect(!test.engine.isPlaying)
    test.player.handle(.interruptionEnded(shouldResume: true))
    #expect(test.engine.isPlaying)
    #expect(wasPlaying.values == [false, false])
    test.player.handle(.oldDeviceGone)
    test.player.play()
    #expect(wasPlaying.values == [false, false])
    // A suspended app has lost its session. The system reports it later.
    test.player.pause()
    test.player.handle(.suspended)
    #expect(!test.engine.isPlaying)
    test.player.play()
    #expect(test.engine.isPlaying && wasPlaying.values == [false, false, false])
    await test.close()
  }

  @Test("a reset of the system's audio activates the session again before it plays on")
  func reset() async throws {
    let wasPlaying = Flags()
    connect(wasPlaying)
    test.player.open(try test.rig.episode(), autoPlay: false)
    await test.settle()
    test.player.play()
    test.player.handle(.servicesReset)
    #expect(test.engine.isPlaying)
    #expect(wasPlaying.values == [false, false])
    await test.close()
  }

  @Test("a pause while a watch asks where sound goes ends the start, and a refusal leaves the item paused")
  func asking() async throws {
    var answers: [@MainActor (Bool) -> Void] = []
    test.player.soundStart.connect({ answers.append($0) }, isPermissionNeeded: true)
    test.player.open(try test.rig.episode(), autoPlay: false)
    await test.settle()
    test.player.play()
    test.player.pause()
    let paused = try #require(answers.last)
    paused(true)
    #expect(!test.engine.isPlaying)
    test.player.play()
    let refusal = try #require(answers.last)
    refusal(false)
    #expect(!test.engine.isPlaying)
    #expect(!test.player.isMeantToPlay)
    test.player.play()
    #expect(answers.count == 3)
    let choice = try #require(answers.last)
    choice(true)
    #expect(test.engine.isPlaying)
    await test.close()
  }

  @Test("an item that is closed while a watch asks where sound goes does not play, nor does the item opened after it")
  func closing() async throws {
    var answers: [@MainActor (Bool) -> Void] = []
    test.player.soundStart.connect({ answers.append($0) }, isPermissionNeeded: true)
    test.player.open(try test.rig.episode(), autoPlay: false)
    await test.settle()
    test.player.play()
    await test.close()
    let next = try test.rig.book()
    test.player.open(next, autoPlay: false)
    await test.settle()
    let late = try #require(answers.last)
    late(true)
    #expect(!test.engine.isPlaying)
    #expect(test.player.state.id == next)
    await test.close()
  }
}
