import Foundation
import Testing

@testable import ShelfClient

@MainActor
@Suite("The next file of an item, prepared before the end of the open one")
struct TrackPreparationTests {
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

  @Test("the next file is prepared once, when less than 30 seconds of the open one remain")
  func preparing() {
    play(at: 0)
    player.report(.progressed(offset: 70))
    #expect(player.takeCalls().isEmpty)
    player.report(.progressed(offset: 71), .progressed(offset: 72))
    #expect(player.takeCalls() == ["prepare 1"])
  }

  @Test("the seconds that remain are counted at the speed of listening")
  func fast() {
    engine.setRate(2)
    play(at: 0)
    player.report(.progressed(offset: 39))
    #expect(player.takeCalls().isEmpty)
    player.report(.progressed(offset: 41))
    #expect(player.takeCalls() == ["prepare 1"])
  }

  @Test("the prepared file follows without being opened, and its positions are those of the item")
  func following() {
    play(at: 0)
    player.report(.progressed(offset: 99), .advanced)
    #expect(player.takeCalls() == ["prepare 1"])
    #expect(events.take() == [.progressed(position: 99), .progressed(position: 100)])
    player.offset = 0.5
    #expect(engine.currentPosition == 100.5)
    player.report(.progressed(offset: 1), .progressed(offset: 75))
    #expect(events.take() == [.progressed(position: 101), .progressed(position: 175)])
    #expect(player.takeCalls() == ["prepare 2"])
    player.report(.advanced, .progressed(offset: 99), .ended)
    #expect(events.take() == [.progressed(position: 200), .progressed(position: 299), .ended])
    // No file follows the last one, and none was opened at any end.
    #expect(player.takeCalls().isEmpty)
  }

  @Test("a seek back in the file drops the prepared file, and a seek near the end keeps it")
  func seekingInFile() {
    play(at: 0)
    player.report(.progressed(offset: 80))
    engine.seek(to: 90)
    #expect(player.takeCalls() == ["prepare 1", "seek 90.0"])
    player.report(.sought, .progressed(offset: 91))
    #expect(player.takeCalls().isEmpty)
    engine.seek(to: 20)
    #expect(player.takeCalls() == ["prepare nothing", "seek 20.0"])
    player.report(.sought, .progressed(offset: 80))
    #expect(player.takeCalls() == ["prepare 1"])
  }

  @Test("a report from before a seek prepares nothing")
  func lateReport() {
    play(at: 50)
    engine.seek(to: 10)
    player.report(.progressed(offset: 95))
    #expect(player.takeCalls() == ["seek 10.0"])
  }

  @Test("a seek into another file opens it, also the prepared one, and a late end of the earlier file is ignored")
  func seekingElsewhere() {
    play(at: 0)
    player.report(.progressed(offset: 80))
    engine.seek(to: 150)
    #expect(player.takeCalls() == ["prepare 1", "open 1 at 50.0", "play 1.0"])
    player.offset = nil
    player.report(.advanced)
    #expect(engine.currentPosition == 150)
    player.report(.progressed(offset: 75))
    #expect(player.takeCalls() == ["prepare 2"])
  }

  @Test("a file whose preparation fails is not prepared each second, and is opened at the end of the open one")
  func failing() {
    play(at: 0)
    player.report(.progressed(offset: 80), .preparationFailed, .progressed(offset: 81), .progressed(offset: 82))
    #expect(player.takeCalls() == ["prepare 1"])
    #expect(events.take() == [80, 81, 82].map { .progressed(position: $0) })
    player.report(.ended)
    #expect(player.takeCalls() == ["open 1 at 0.0", "play 1.0"])
    player.report(.failed(reason: "player error 1"))
    #expect(events.take() == [.failed(reason: "player error 1")])
  }

  @Test("after a failed preparation a seek away and back tries again")
  func failedBefore() {
    play(at: 0)
    player.report(.progressed(offset: 80), .preparationFailed)
    engine.seek(to: 10)
    player.report(.sought, .progressed(offset: 80))
    #expect(player.takeCalls() == ["prepare 1", "seek 10.0", "prepare 1"])
  }

  @Test("a prepared file that has to wait for data is a stall, at its start")
  func waiting() {
    play(at: 0)
    player.report(.progressed(offset: 99), .advanced, .waiting)
    #expect(events.take() == [.progressed(position: 99), .progressed(position: 100), .stalled])
    player.offset = 0
    player.report(.playing)
    #expect(events.take() == [.progressed(position: 100)])
  }

  @Test("nothing is prepared while playing waits for data, and nothing of an item that is closed")
  func resting() {
    play(at: 0)
    player.report(.waiting, .progressed(offset: 80))
    #expect(player.takeCalls().isEmpty)
    player.report(.playing, .progressed(offset: 81))
    #expect(player.takeCalls() == ["prepare 1"])
    engine.stop()
    #expect(player.takeCalls() == ["close"])
    player.report(.advanced)
    #expect(engine.currentPosition == nil)
    play(at: 0)
    player.report(.progressed(offset: 80))
    #expect(player.takeCalls() == ["prepare 1"])
  }

  @Test("a pause at the very end of a file stays paused in the prepared one")
  func paused() {
    play(at: 0)
    player.report(.progressed(offset: 99))
    player.offset = nil
    engine.pause()
    player.report(.advanced)
    #expect(player.takeCalls() == ["prepare 1", "pause"])
    #expect(events.take() == [.progressed(position: 99), .paused(position: 99)])
    #expect(engine.currentPosition == 100)
    engine.play()
    #expect(player.takeCalls() == ["play 1.0"])
  }

  @Test("an observer that stops playing within a report leaves nothing prepared")
  func stoppedWithin() {
    play(at: 0)
    engine.onEvent = { [engine] in if case .progressed = $0 { engine.pause() } }
    player.report(.progressed(offset: 80))
    #expect(player.takeCalls() == ["pause"])
  }
}
