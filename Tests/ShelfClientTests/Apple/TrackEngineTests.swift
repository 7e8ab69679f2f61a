import Foundation
import Testing

@testable import ShelfClient

@MainActor
@Suite("An item of several files over a player of one")
struct TrackEngineTests {
  private let player = ScriptedTrackPlayer()
  private let engine: TrackEngine
  private let events = Box()

  private final class Box {
    var events: [PlaybackEvent] = []
    func take() -> [PlaybackEvent] {
      defer { events = [] }
      return events
    }
  }

  init() {
    engine = TrackEngine(player: player)
    engine.onEvent = { [events] in events.events.append($0) }
  }

  /// Three files of 100 s.
  private var tracks: [PlayableTrack] {
    (0..<3).compactMap { index in
      URL(string: "https://nas.test/\(index)").map {
        PlayableTrack(url: $0, start: Double(index) * 100, duration: 100)
      }
    }
  }

  private func play(at position: Double) {
    engine.load(tracks, at: position)
    engine.play()
    player.report(.ready(duration: 100), .playing)
    _ = (events.take(), player.takeCalls())
  }

  @Test("opens the file of the position, and plays from the place in it")
  func opening() {
    engine.load(tracks, at: 130)
    #expect(player.takeCalls() == ["open 1 at 30.0"])
    player.report(.ready(duration: 100))
    #expect(events.take() == [.ready(duration: 300)])
    engine.setRate(1.5)
    #expect(player.takeCalls().isEmpty)
    engine.play()
    player.report(.waiting, .playing, .progressed(offset: 31))
    #expect(player.takeCalls() == ["play 1.5"])
    #expect(events.take() == [.stalled, .started(position: 130), .progressed(position: 131)])
  }

  @Test("the next file follows by itself, at the same rate, and the end of the last one is the end")
  func following() {
    engine.setRate(2)
    play(at: 190)
    player.report(.ended)
    #expect(player.takeCalls() == ["open 2 at 0.0", "play 2.0"])
    player.report(.ready(duration: 100), .playing, .progressed(offset: 1))
    #expect(events.take() == [.progressed(position: 201)])
    player.report(.ended)
    #expect(events.take() == [.ended])
    #expect(player.takeCalls().isEmpty)
  }

  @Test("a seek stays in its file or opens another; positions of the time before it do not count")
  func seeking() {
    play(at: 10)
    engine.seek(to: 50)
    #expect(player.takeCalls() == ["seek 50.0"])
    player.report(.progressed(offset: 11))
    #expect(events.take().isEmpty)
    #expect(engine.currentPosition == 50)
    player.report(.sought, .progressed(offset: 51))
    #expect(events.take() == [.progressed(position: 51)])
    engine.seek(to: 250)
    #expect(player.takeCalls() == ["open 2 at 50.0", "play 1.0"])
    #expect(engine.currentPosition == 250)
  }

  @Test("of two seeks the later counts, until both are done")
  func twoSeeks() {
    play(at: 0)
    engine.seek(to: 20)
    engine.seek(to: 30)
    player.report(.sought, .progressed(offset: 20))
    #expect(events.take().isEmpty)
    player.offset = 30
    player.report(.sought, .progressed(offset: 30))
    #expect(events.take() == [.progressed(position: 30)])
  }

  @Test("a pause is reported once with its place, whoever asked for it")
  func pausing() {
    play(at: 100)
    player.offset = 7
    engine.pause()
    player.report(.paused)
    engine.pause()
    #expect(events.take() == [.paused(position: 107)])
    engine.play()
    player.report(.playing)
    player.offset = 9
    player.report(.paused)
    #expect(events.take() == [.started(position: 107), .paused(position: 109)])
  }

  @Test("waiting for data is a stall, and playing on is no new start")
  func stalling() {
    play(at: 0)
    player.offset = 3
    player.report(.waiting, .waiting, .progressed(offset: 3), .playing, .playing)
    #expect(events.take() == [.stalled, .progressed(position: 3)])
  }

  @Test("a failure ends playing, and what comes after a stop is not reported")
  func failing() {
    play(at: 0)
    player.report(.failed(reason: "player error 1"), .playing)
    #expect(events.take() == [.failed(reason: "player error 1")])
    engine.stop()
    player.report(.playing, .ended)
    #expect(events.take().isEmpty)
    #expect(player.takeCalls() == ["close"])
    #expect(engine.currentPosition == nil)
  }

  @Test("a stream of unknown length plays at its own positions, and nothing at all is a failure")
  func unknownLength() throws {
    let url = try #require(URL(string: "https://nas.test/output.m3u8"))
    engine.load([PlayableTrack(url: url, start: 0, duration: 0)], at: 40)
    player.report(.ready(duration: 900))
    engine.play()
    player.report(.playing, .progressed(offset: 41))
    #expect(
      events.take() == [.ready(duration: 900), .started(position: 40), .progressed(position: 41)])
    engine.load([], at: 0)
    #expect(events.take() == [.failed(reason: "nothing to play")])
  }

  // MARK: What comes late, twice, or out of order

  @Test("an item that is loaded over another closes it, waits silently, and is ready in its turn")
  func loadedOver() {
    play(at: 10)
    engine.load(tracks, at: 250)
    #expect(player.takeCalls() == ["close", "open 2 at 50.0"])
    player.report(.ready(duration: 100), .playing, .progressed(offset: 51))
    #expect(events.take() == [.ready(duration: 300)])
    engine.play()
    #expect(player.takeCalls() == ["play 1.0"])
  }

  @Test("after an end, a failure, a stop or the system's pause, play starts once more", arguments: 0..<4)
  func playsAgain(after kind: Int) {
    play(at: 290)
    switch kind {
    case 0: player.report(.ended)
    case 1: player.report(.failed(reason: "player error 1"))
    case 2: player.report(.paused)
    default:
      engine.stop()
      engine.load(tracks, at: 290)
    }
    _ = player.takeCalls()
    engine.seek(to: 20)
    #expect(player.takeCalls() == ["open 0 at 20.0"])
    engine.play()
    engine.play()
    #expect(player.takeCalls() == ["play 1.0"])
  }

  @Test("a file that ends just after a pause opens the next one, which waits")
  func endedWhilePaused() {
    play(at: 190)
    player.offset = 100
    engine.pause()
    player.report(.ended)
    #expect(player.takeCalls() == ["pause", "open 2 at 0.0"])
    #expect(events.take() == [.paused(position: 200)])
    engine.play()
    #expect(player.takeCalls() == ["play 1.0"])
  }

  @Test("a seek into another file ends the one under way, whose report comes late, and the wait for data")
  func seekWhileSeeking() {
    play(at: 10)
    player.report(.waiting)
    engine.seek(to: 50)
    engine.seek(to: 250)
    _ = events.take()
    player.report(.progressed(offset: 51))
    #expect(events.take() == [.progressed(position: 251)])
    player.report(.sought, .progressed(offset: 52))
    #expect(events.take() == [.progressed(position: 252)])
  }

  @Test("reports of a player that was not started do not count; the last place stands while the player has none")
  func notStarted() {
    engine.load(tracks, at: 130)
    player.report(.ready(duration: 100), .waiting, .progressed(offset: 40))
    #expect(events.take() == [.ready(duration: 300)])
    engine.play()
    player.report(.progressed(offset: 41))
    #expect(events.take().isEmpty)
    player.offset = nil
    #expect(engine.currentPosition == 141)
  }

  @Test("without a file neither play nor a seek reaches the player")
  func nothingLoaded() {
    engine.play()
    engine.seek(to: 5)
    #expect(player.takeCalls().isEmpty)
    #expect(engine.currentPosition == nil)
  }

  @Test("the length of one file is not that of several, and a stream of unknown length begins at 0, not before")
  func lengths() throws {
    let url = try #require(URL(string: "https://nas.test/output.m3u8"))
    let stream = PlayableTrack(url: url, start: 0, duration: 0)
    engine.load([stream, stream], at: 0)
    player.report(.ready(duration: 900))
    #expect(events.take() == [.ready(duration: 0)])
    _ = player.takeCalls()
    engine.load([stream], at: -5)
    engine.seek(to: .infinity)
    #expect(player.takeCalls() == ["close", "open output.m3u8 at 0.0", "seek 0.0"])
  }
}
