import Foundation
import Testing

@testable import ShelfClient

@MainActor
@Suite("An item of several files over a player of one")
struct TrackEngineTests {
  private let rig = TrackEngineRig()

  @Test("opens the file of the position, and plays from the place in it")
  func opening() {
    rig.engine.load(rig.tracks, at: 130)
    #expect(rig.player.takeCalls() == ["open 1 at 30.0"])
    rig.player.report(.ready(duration: 100))
    #expect(rig.events.take() == [.ready(duration: 300)])
    rig.engine.setRate(1.5)
    #expect(rig.player.takeCalls().isEmpty)
    rig.engine.play()
    rig.player.report(.waiting, .playing, .progressed(offset: 31))
    #expect(rig.player.takeCalls() == ["play 1.5"])
    #expect(rig.events.take() == [.stalled, .started(position: 130), .progressed(position: 131)])
  }

  @Test("the next file follows by itself, at the same rate, and the end of the last one is the end")
  func following() {
    rig.engine.setRate(2)
    rig.play(at: 190)
    rig.player.report(.ended)
    #expect(rig.player.takeCalls() == ["open 2 at 0.0", "play 2.0"])
    rig.player.report(.ready(duration: 100), .playing, .progressed(offset: 1))
    #expect(rig.events.take() == [.progressed(position: 201)])
    rig.player.report(.ended)
    #expect(rig.events.take() == [.ended])
    #expect(rig.player.takeCalls().isEmpty)
  }

  @Test("a seek stays in its file or opens another; positions of the time before it do not count")
  func seeking() {
    rig.play(at: 10)
    rig.engine.seek(to: 50)
    #expect(rig.player.takeCalls() == ["seek 50.0"])
    rig.player.report(.progressed(offset: 11))
    #expect(rig.events.take().isEmpty)
    #expect(rig.engine.currentPosition == 50)
    rig.player.report(.sought, .progressed(offset: 51))
    #expect(rig.events.take() == [.progressed(position: 51)])
    rig.engine.seek(to: 250)
    #expect(rig.player.takeCalls() == ["open 2 at 50.0", "play 1.0"])
    #expect(rig.engine.currentPosition == 250)
  }

  @Test("of two seeks the later counts, until both are done")
  func twoSeeks() {
    rig.play(at: 0)
    rig.engine.seek(to: 20)
    rig.engine.seek(to: 30)
    rig.player.report(.sought, .progressed(offset: 20))
    #expect(rig.events.take().isEmpty)
    rig.player.offset = 30
    rig.player.report(.sought, .progressed(offset: 30))
    #expect(rig.events.take() == [.progressed(position: 30)])
  }

  @Test("a pause is reported once with its place, whoever asked for it")
  func pausing() {
    rig.play(at: 100)
    rig.player.offset = 7
    rig.engine.pause()
    rig.player.report(.paused)
    rig.engine.pause()
    #expect(rig.events.take() == [.paused(position: 107)])
    rig.engine.play()
    rig.player.report(.playing)
    rig.player.offset = 9
    rig.player.report(.paused)
    #expect(rig.events.take() == [.started(position: 107), .paused(position: 109)])
  }

  @Test("waiting for data is a stall, and playing on is no new start")
  func stalling() {
    rig.play(at: 0)
    rig.player.offset = 3
    rig.player.report(.waiting, .waiting, .progressed(offset: 3), .playing, .playing)
    #expect(rig.events.take() == [.stalled, .progressed(position: 3)])
  }

  @Test("a failure ends playing, and what comes after a stop is not reported")
  func failing() {
    rig.play(at: 0)
    rig.player.report(.failed(reason: "player error 1"), .playing)
    #expect(rig.events.take() == [.failed(reason: "player error 1")])
    rig.engine.stop()
    rig.player.report(.playing, .ended)
    #expect(rig.events.take().isEmpty)
    #expect(rig.player.takeCalls() == ["close"])
    #expect(rig.engine.currentPosition == nil)
  }

  @Test("a stream of unknown length plays at its own positions, and nothing at all is a failure")
  func unknownLength() throws {
    let url = try #require(URL(string: "https://nas.test/output.m3u8"))
    rig.engine.load([PlayableTrack(url: url, start: 0, duration: 0)], at: 40)
    rig.player.report(.ready(duration: 900))
    rig.engine.play()
    rig.player.report(.playing, .progressed(offset: 41))
    #expect(
      rig.events.take() == [.ready(duration: 900), .started(position: 40), .progressed(position: 41)])
    rig.engine.load([], at: 0)
    #expect(rig.events.take() == [.failed(reason: "nothing to play")])
  }

  // MARK: What comes late, twice, or out of order

  @Test("an item that is loaded over another closes it, waits silently, and is ready in its turn")
  func loadedOver() {
    rig.play(at: 10)
    rig.engine.load(rig.tracks, at: 250)
    #expect(rig.player.takeCalls() == ["close", "open 2 at 50.0"])
    rig.player.report(.ready(duration: 100), .playing, .progressed(offset: 51))
    #expect(rig.events.take() == [.ready(duration: 300)])
    rig.engine.play()
    #expect(rig.player.takeCalls() == ["play 1.0"])
  }

  @Test("after an end, a failure, a stop or the system's pause, play starts once more", arguments: 0..<4)
  func playsAgain(after kind: Int) {
    rig.play(at: 290)
    switch kind {
    case 0: rig.player.report(.ended)
    case 1: rig.player.report(.failed(reason: "player error 1"))
    case 2: rig.player.report(.paused)
    default:
      rig.engine.stop()
      rig.engine.load(rig.tracks, at: 290)
    }
    _ = rig.player.takeCalls()
    rig.engine.seek(to: 20)
    #expect(rig.player.takeCalls() == ["open 0 at 20.0"])
    rig.engine.play()
    rig.engine.play()
    #expect(rig.player.takeCalls() == ["play 1.0"])
  }

  @Test("a file that ends just after a pause opens the next one, which waits")
  func endedWhilePaused() {
    rig.play(at: 190)
    rig.player.offset = 100
    rig.engine.pause()
    rig.player.report(.ended)
    #expect(rig.player.takeCalls() == ["pause", "open 2 at 0.0"])
    #expect(rig.events.take() == [.paused(position: 200)])
    rig.engine.play()
    #expect(rig.player.takeCalls() == ["play 1.0"])
  }

  @Test("a seek into another file ends the one under way, whose report comes late, and the wait for data")
  func seekWhileSeeking() {
    rig.play(at: 10)
    rig.player.report(.waiting)
    rig.engine.seek(to: 50)
    rig.engine.seek(to: 250)
    _ = rig.events.take()
    rig.player.report(.progressed(offset: 51))
    #expect(rig.events.take() == [.progressed(position: 251)])
    rig.player.report(.sought, .progressed(offset: 52))
    #expect(rig.events.take() == [.progressed(position: 252)])
  }

  @Test("reports of a player that was not started do not count; the last place stands while the player has none")
  func notStarted() {
    rig.engine.load(rig.tracks, at: 130)
    rig.player.report(.ready(duration: 100), .waiting, .progressed(offset: 40))
    #expect(rig.events.take() == [.ready(duration: 300)])
    rig.engine.play()
    rig.player.report(.progressed(offset: 41))
    #expect(rig.events.take().isEmpty)
    rig.player.offset = nil
    #expect(rig.engine.currentPosition == 141)
  }

  @Test("without a file neither play nor a seek reaches the player")
  func nothingLoaded() {
    rig.engine.play()
    rig.engine.seek(to: 5)
    #expect(rig.player.takeCalls().isEmpty)
    #expect(rig.engine.currentPosition == nil)
  }

  @Test("the length of one file is not that of several, and a stream of unknown length begins at 0, not before")
  func lengths() throws {
    let url = try #require(URL(string: "https://nas.test/output.m3u8"))
    let stream = PlayableTrack(url: url, start: 0, duration: 0)
    rig.engine.load([stream, stream], at: 0)
    rig.player.report(.ready(duration: 900))
    #expect(rig.events.take() == [.ready(duration: 0)])
    _ = rig.player.takeCalls()
    rig.engine.load([stream], at: -5)
    rig.engine.seek(to: .infinity)
    #expect(rig.player.takeCalls() == ["close", "open output.m3u8 at 0.0", "seek 0.0"])
  }
}
