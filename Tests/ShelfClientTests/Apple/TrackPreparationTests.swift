import Foundation
import Testing

@testable import ShelfClient

@MainActor
@Suite("The next file of an item, prepared before the end of the open one")
struct TrackPreparationTests {
  private let rig = TrackEngineRig()

  @Test("the next file is prepared once, when less than 30 seconds of the open one remain")
  func preparing() {
    rig.play(at: 0)
    rig.player.report(.progressed(offset: 70))
    #expect(rig.player.takeCalls().isEmpty)
    rig.player.report(.progressed(offset: 71), .progressed(offset: 72))
    #expect(rig.player.takeCalls() == ["prepare 1"])
  }

  @Test("the seconds that remain are counted at the speed of listening")
  func fast() {
    rig.engine.setRate(2)
    rig.play(at: 0)
    rig.player.report(.progressed(offset: 39))
    #expect(rig.player.takeCalls().isEmpty)
    rig.player.report(.progressed(offset: 41))
    #expect(rig.player.takeCalls() == ["prepare 1"])
  }

  @Test("the prepared file follows without being opened, and its positions are those of the item")
  func following() {
    rig.play(at: 0)
    rig.player.report(.progressed(offset: 99), .advanced)
    #expect(rig.player.takeCalls() == ["prepare 1"])
    #expect(rig.events.take() == [.progressed(position: 99), .progressed(position: 100)])
    rig.player.offset = 0.5
    #expect(rig.engine.currentPosition == 100.5)
    rig.player.report(.progressed(offset: 1), .progressed(offset: 75))
    #expect(rig.events.take() == [.progressed(position: 101), .progressed(position: 175)])
    #expect(rig.player.takeCalls() == ["prepare 2"])
    rig.player.report(.advanced, .progressed(offset: 99), .ended)
    #expect(rig.events.take() == [.progressed(position: 200), .progressed(position: 299), .ended])
    // No file follows the last one, and none was opened at any end.
    #expect(rig.player.takeCalls().isEmpty)
  }

  @Test("a seek back in the file drops the prepared file, and a seek near the end keeps it")
  func seekingInFile() {
    rig.play(at: 0)
    rig.player.report(.progressed(offset: 80))
    rig.engine.seek(to: 90)
    #expect(rig.player.takeCalls() == ["prepare 1", "seek 90.0"])
    rig.player.report(.sought, .progressed(offset: 91))
    #expect(rig.player.takeCalls().isEmpty)
    rig.engine.seek(to: 20)
    #expect(rig.player.takeCalls() == ["prepare nothing", "seek 20.0"])
    rig.player.report(.sought, .progressed(offset: 80))
    #expect(rig.player.takeCalls() == ["prepare 1"])
  }

  @Test("a report from before a seek prepares nothing")
  func lateReport() {
    rig.play(at: 50)
    rig.engine.seek(to: 10)
    rig.player.report(.progressed(offset: 95))
    #expect(rig.player.takeCalls() == ["seek 10.0"])
  }

  @Test("a seek into another file opens it, also the prepared one, and a late end of the earlier file is ignored")
  func seekingElsewhere() {
    rig.play(at: 0)
    rig.player.report(.progressed(offset: 80))
    rig.engine.seek(to: 150)
    #expect(rig.player.takeCalls() == ["prepare 1", "open 1 at 50.0", "play 1.0"])
    rig.player.offset = nil
    rig.player.report(.advanced)
    #expect(rig.engine.currentPosition == 150)
    rig.player.report(.progressed(offset: 75))
    #expect(rig.player.takeCalls() == ["prepare 2"])
  }

  @Test("a file whose preparation fails is not prepared each second, and is opened at the end of the open one")
  func failing() {
    rig.play(at: 0)
    rig.player.report(.progressed(offset: 80), .preparationFailed, .progressed(offset: 81), .progressed(offset: 82))
    #expect(rig.player.takeCalls() == ["prepare 1"])
    #expect(rig.events.take() == [80, 81, 82].map { .progressed(position: $0) })
    rig.player.report(.ended)
    #expect(rig.player.takeCalls() == ["open 1 at 0.0", "play 1.0"])
    rig.player.report(.failed(reason: "player error 1"))
    #expect(rig.events.take() == [.failed(reason: "player error 1")])
  }

  @Test("after a failed preparation a seek away and back tries again")
  func failedBefore() {
    rig.play(at: 0)
    rig.player.report(.progressed(offset: 80), .preparationFailed)
    rig.engine.seek(to: 10)
    rig.player.report(.sought, .progressed(offset: 80))
    #expect(rig.player.takeCalls() == ["prepare 1", "seek 10.0", "prepare 1"])
  }

  @Test("a prepared file that has to wait for data is a stall, at its start")
  func waiting() {
    rig.play(at: 0)
    rig.player.report(.progressed(offset: 99), .advanced, .waiting)
    #expect(rig.events.take() == [.progressed(position: 99), .progressed(position: 100), .stalled])
    rig.player.offset = 0
    rig.player.report(.playing)
    #expect(rig.events.take() == [.progressed(position: 100)])
  }

  @Test("nothing is prepared while playing waits for data, and nothing of an item that is closed")
  func resting() {
    rig.play(at: 0)
    rig.player.report(.waiting, .progressed(offset: 80))
    #expect(rig.player.takeCalls().isEmpty)
    rig.player.report(.playing, .progressed(offset: 81))
    #expect(rig.player.takeCalls() == ["prepare 1"])
    rig.engine.stop()
    #expect(rig.player.takeCalls() == ["close"])
    rig.player.report(.advanced)
    #expect(rig.engine.currentPosition == nil)
    rig.play(at: 0)
    rig.player.report(.progressed(offset: 80))
    #expect(rig.player.takeCalls() == ["prepare 1"])
  }

  @Test("a pause at the very end of a file stays paused in the prepared one")
  func paused() {
    rig.play(at: 0)
    rig.player.report(.progressed(offset: 99))
    rig.player.offset = nil
    rig.engine.pause()
    rig.player.report(.advanced)
    #expect(rig.player.takeCalls() == ["prepare 1", "pause"])
    #expect(rig.events.take() == [.progressed(position: 99), .paused(position: 99)])
    #expect(rig.engine.currentPosition == 100)
    rig.engine.play()
    #expect(rig.player.takeCalls() == ["play 1.0"])
  }

  @Test("an observer that stops playing within a report leaves nothing prepared")
  func stoppedWithin() {
    rig.play(at: 0)
    rig.engine.onEvent = { [engine = rig.engine] in if case .progressed = $0 { engine.pause() } }
    rig.player.report(.progressed(offset: 80))
    #expect(rig.player.takeCalls() == ["pause"])
  }
}
