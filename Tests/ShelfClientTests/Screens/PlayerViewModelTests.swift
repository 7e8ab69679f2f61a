import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player")
struct PlayerViewModelTests {
  private func make(
    instant: Bool = false, timeZone: TimeZone? = nil, start: Date = ManualClock.defaultStart
  ) async throws -> PlayerRig {
    PlayerRig(try await ShelfRig(instant: instant, timeZone: timeZone, start: start))
  }

  @Test("starts by itself a second after opening, not before")
  func autoPlay() async throws {
    let test = try await make()
    test.player.open(try test.rig.episode(2))
    await test.settle()
    #expect(test.player.state.phase == .ready)
    #expect(test.player.state.title == "Radio on the Roof")
    #expect(test.player.state.author == "Example Radio Collective")
    #expect(test.player.state.duration == 1882.044)
    #expect(test.player.state.durationText == "31:22")
    #expect(test.player.state.chapters.map(\.title) == ["Intro", "Up the ladder"])
    await test.pass(0.9)
    #expect(!test.player.state.isPlaying)
    await test.pass(0.2)
    #expect(test.player.state.isPlaying)
    #expect(test.engine.isPlaying)
    await test.close()
  }

  @Test("does not start by itself when autoPlay is off, or when it was paused before")
  func noAutoPlay() async throws {
    let test = try await make()
    test.player.open(try test.rig.episode(2), autoPlay: false)
    await test.settle()
    await test.pass(5)
    #expect(!test.player.state.isPlaying)
    test.player.open(try test.rig.episode(1))
    await test.settle()
    test.player.pause()
    await test.pass(5)
    #expect(!test.player.state.isPlaying)
    await test.close()
  }

  @Test("goes on at the server's position")
  func resume() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    try await test.rig.shelf.progress.update(id, .position(300.25, duration: 1882.044))
    test.player.open(id, autoPlay: false)
    await test.settle()
    #expect(test.player.state.position == 300.25)
    #expect(test.engine.position == 300.25)
    #expect(test.player.state.positionText == "5:00")
    #expect(test.player.state.chapter?.title == "Up the ladder")
    await test.close()
    #expect(test.position(of: id) == 300.25)
  }

  @Test("names the chapter at its place: none between two, and the last at the very end")
  func chapters() {
    var state = PlayerViewModel.State()
    state.duration = 300
    state.chapters = [
      with(Chapter(id: 0, start: 0, end: 100)) { $0.title = "one" },
      with(Chapter(id: 1, start: 120, end: 300)) { $0.title = "two" },
    ]
    let named = [0, 99.9, 100, 119, 120, 299, 300].map { position -> String? in
      state.position = position
      return state.chapter?.title
    }
    #expect(named == ["one", "one", nil, nil, "two", "two", "two"])
  }

  @Test("what was listened to stands in the server's history under its own title")
  func history() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    test.player.open(id)
    await test.settle()
    await test.pass(40)
    await test.close()
    let session = try #require(try await test.rig.shelf.listening.history(of: id).all().first)
    #expect(session.displayTitle == "Radio on the Roof")
    #expect(session.displayAuthor == "Example Radio Collective")
    #expect(session.coverPath != nil)
  }

  @Test("starts a finished one at the beginning, and leaves it finished while nothing is played")
  func finished() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    try await test.rig.shelf.progress.update(id, .position(700, duration: 1882.044))
    try await test.rig.shelf.progress.markFinished(id)
    test.player.open(id, autoPlay: false)
    await test.settle()
    #expect(test.player.state.position == 0)
    await test.close()
    #expect(test.rig.stored(id)?["isFinished"]?.bool == true)
    await test.play(id)
    await test.pass(40)
    await test.close()
    #expect(test.rig.stored(id)?["isFinished"]?.bool == false)
    #expect(abs((test.position(of: id) ?? 0) - 40) <= 1)
  }

  @Test("skips 15 seconds and seeks, never beyond the ends")
  func skipping() async throws {
    let test = try await make()
    test.player.open(try test.rig.episode(2), autoPlay: false)
    await test.settle()
    test.player.skipBackward()
    #expect(test.player.state.position == 0)
    test.player.skipForward()
    #expect(test.player.state.position == 15)
    test.player.seek(to: 1880)
    test.player.skipForward()
    #expect(test.player.state.position == 1882.044)
    #expect(test.engine.position == 1882.044)
    test.player.skipBackward()
    #expect(abs(test.player.state.position - 1867.044) < 1e-9)
    test.player.seek(toFraction: 0.5)
    #expect(abs(test.player.state.position - 941.022) < 1e-9)
    #expect(abs(test.player.state.fraction - 0.5) < 1e-9)
    test.player.seek(to: .nan)
    test.player.seek(to: -.infinity)
    #expect(abs(test.player.state.position - 941.022) < 1e-9)
    await test.settle()
    await test.close()
    #expect(abs((test.position(of: try test.rig.episode(2)) ?? 0) - 941.022) < 0.01)
    #expect(test.listened == 0)
  }

  @Test("sends to the server every 30 seconds, on pause and on closing")
  func syncing() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    await test.pass(29)
    #expect(test.position(of: id) == nil)
    await test.pass(2)
    #expect(abs((test.position(of: id) ?? 0) - 30) <= 1)
    #expect(abs(test.listened - 30) <= 1)
    await test.pass(30)
    #expect(abs((test.position(of: id) ?? 0) - 60) <= 1)
    await test.pass(10)
    test.player.pause()
    await test.settle()
    #expect(!test.player.state.isPlaying)
    #expect(abs((test.position(of: id) ?? 0) - 71) <= 1)
    let paused = test.listened
    await test.pass(300)
    #expect(test.listened == paused)
    test.player.play()
    await test.pass(7)
    await test.close()
    #expect(abs((test.position(of: id) ?? 0) - 78) <= 1)
    #expect(abs(test.listened - 78) <= 1)
    #expect(abs((test.position(of: id) ?? 0) - test.listened) <= 1)
    #expect(test.player.state.phase == .idle)
    #expect(test.rig.server.openSessionCount == 0)
    #expect(test.rig.count(.shelfPlaybackSync) == 0)
  }

  @Test("starting anew below a minute counts, and is sent after 30 seconds")
  func belowAMinute() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    try await test.rig.shelf.progress.update(id, .position(45, duration: 1882.044))
    test.player.open(id, autoPlay: false)
    await test.settle()
    #expect(test.player.state.position == 45)
    test.player.seek(to: 0)
    test.player.play()
    await test.pass(31)
    #expect(abs((test.position(of: id) ?? 0) - 30) <= 1.5)
    await test.close()
  }

  @Test(
    "counts no second twice, whatever happens to the answers",
    arguments: [FaultTransport.Fault.replyLost, .duplicated, .cut, .refused, .status(502), .loginPage, .truncated(3)])
  func faults(fault: FaultTransport.Fault) async throws {
    let test = try await make(instant: false)
    let id = try test.rig.episode(2)
    await test.play(id)
    for operation in [OperationID.shelfPlaybackUploadLocal, .shelfProgressOne, .shelfProgressUpdate] {
      test.rig.network.fail(operation, with: fault, fault)
    }
    for _ in 0..<8 { await test.pass(15) }
    let heard = test.player.state.position
    #expect(heard >= 118)
    await test.close()
    for _ in 0..<8 { await test.pass(60) }
    #expect(try await test.rig.shelf.queue.open().isEmpty)
    #expect(abs(test.listened - heard) <= 2)
    #expect(abs((test.position(of: id) ?? 0) - heard) <= 2)
  }

  @Test("without a network goes on playing, and all listening reaches the server later")
  func offline() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    test.rig.network.isDown = true
    for _ in 0..<10 { await test.pass(10) }
    let heard = test.player.state.position
    #expect(heard >= 98)
    #expect(test.player.state.isPlaying)
    #expect(test.player.state.hasUnsentProgress)
    #expect(test.position(of: id) == nil)
    await test.close()
    test.rig.network.isDown = false
    let again = test.rig.relaunched()
    #expect(abs((try await again.progressStore.progress(of: id)?.position ?? 0) - heard) <= 2)
    await again.progressStore.flush()
    #expect(abs((test.position(of: id) ?? 0) - heard) <= 2)
    #expect(abs(test.listened - heard) <= 2)
  }

  @Test("books a night's listening on both days")
  func midnight() async throws {
    // Start at 23:59:30 on the 21st, in UTC.
    let test = try await make(start: Date(timeIntervalSince1970: 1_795_305_570))
    let id = try test.rig.episode(2)
    await test.play(id)
    await test.pass(59)
    await test.close()
    let days = try await test.rig.shelf.listening.stats().days
    let (first, second) = (CalendarDay("2026-11-21"), CalendarDay("2026-11-22"))
    #expect(Set(days.keys.map(Optional.some)) == [first, second])
    #expect(abs((try #require(first.flatMap { days[$0] })) - 29) <= 1.5)
    #expect(abs(days.values.reduce(0, +) - 59) <= 1.5)
    #expect(abs((test.position(of: id) ?? 0) - 59) <= 1.5)
  }

  @Test("counts seconds by the clock and moves at the rate")
  func rate() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    test.player.open(id, autoPlay: false)
    await test.settle()
    test.player.setRate(9)
    #expect(test.player.state.rate == 3.5)
    test.player.setRate(0.1)
    #expect(test.player.state.rate == 0.5)
    test.player.setRate(.nan)
    #expect(test.player.state.rate == 1)
    test.player.setRate(2)
    test.player.play()
    await test.pass(40)
    await test.close()
    #expect(abs((test.position(of: id) ?? 0) - 80) <= 2)
    #expect(abs(test.listened - 40) <= 1.5)
  }

  @Test("finishes what is listened to the end")
  func end() async throws {
    let test = try await make()
    let id = try test.rig.episode(0, of: "Bread Hour")
    try await test.rig.shelf.progress.update(id, .position(590, duration: 610.5))
    await test.play(id)
    await test.pass(25)
    #expect(!test.player.state.isPlaying)
    #expect(test.player.state.position == 610.5)
    await test.settle()
    #expect(test.rig.stored(id)?["isFinished"]?.bool == true)
    await test.close()
    #expect(test.rig.stored(id)?["isFinished"]?.bool == true)
    #expect(abs(test.listened - 20.5) <= 1.5)
  }

  @Test("opening another item closes the first and records its listening")
  func another() async throws {
    let test = try await make()
    await test.play(try test.rig.episode(2))
    await test.pass(12)
    await test.play(try test.rig.episode(1))
    #expect(abs((test.position(of: try test.rig.episode(2)) ?? 0) - 12) <= 1.5)
    #expect(test.player.state.title == "The Long Wave")
    #expect(test.rig.server.openSessionCount == 1)
    await test.pass(20)
    await test.close()
    #expect(abs((test.position(of: try test.rig.episode(1)) ?? 0) - 20) <= 1.5)
    #expect(abs(test.listened - 32) <= 3)
  }

  @Test("an item that one account chose is not opened for the next one that signs in meanwhile")
  func chosenByAnother() async throws {
    let rig = try await ShelfRig(as: nil)
    let network = Interceptor(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: network, environment: rig.environment)
    try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    let player = PlayerViewModel(shelf: shelf, engine: SimulatedPlaybackEngine(clock: rig.clock))
    player.open(try rig.book(), autoPlay: false)
    await player.settled()
    #expect(player.state.phase == .ready)
    network.hold(.shelfPlaybackClose)
    player.open(try rig.episode(2), autoPlay: false)
    await network.isHolding()
    _ = try await shelf.account.signOut(pending: .keep)
    try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    network.letGo()
    await player.settled()
    #expect(player.state == PlayerViewModel.State())
    #expect(network.requests.count { $0.operation == .shelfPlaybackStart } == 1)
    #expect(try await shelf.account.me().username == "grace")
  }

  @Test("a stalled player counts nothing")
  func stalled() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    await test.pass(10)
    test.engine.isStalled = true
    await test.pass(100)
    #expect(test.player.state.isStalled)
    test.engine.isStalled = false
    await test.pass(10)
    #expect(!test.player.state.isStalled)
    await test.close()
    #expect(abs(test.listened - 20) <= 2.5)
    #expect(abs((test.position(of: id) ?? 0) - 20) <= 2.5)
  }
}
