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
}
