import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import ShelfClient

@MainActor
@Suite("The engine that plays silence")
struct SimulatedEngineTests {
  private let clock = ManualClock()
  private let engine: SimulatedPlaybackEngine
  private let events = EngineEvents()

  init() {
    engine = SimulatedPlaybackEngine(clock: clock)
    engine.onEvent = { [events] in events.note($0) }
  }

  /// One file of 100 s.
  private var tracks: [PlayableTrack] {
    [PlayableTrack(url: URL(fileURLWithPath: "/a.mp3"), start: 0, duration: 100)]
  }

  private func pass(_ seconds: Double) async { await clock.advance(by: .seconds(seconds)) }

  @Test("play and pause count once, at the fraction of the second, and without an item not at all")
  func playAndPause() async {
    engine.pause()
    engine.play()
    #expect(events.take().isEmpty && !engine.isPlaying && engine.currentPosition == nil)
    engine.load(tracks, at: 10)
    engine.play()
    engine.play()
    await pass(1.5)
    engine.pause()
    engine.pause()
    #expect(
      events.take() == [
        .ready(duration: 100), .started(position: 10), .progressed(position: 11), .paused(position: 11.5),
      ])
    #expect(clock.sleeperCount == 0, "no timer is left")
    await pass(60)
    #expect(engine.position == 11.5)
    #expect(events.take().isEmpty)
  }

  @Test("places beyond the item are its ends, and its end is reported once", arguments: [true, false])
  func ends(isLoad: Bool) async {
    func move(to position: Double) {
      if isLoad { engine.load(tracks, at: position) } else { engine.seek(to: position) }
    }
    engine.load(tracks, at: 0)
    move(to: -5)
    #expect(engine.position == 0)
    move(to: 500)
    #expect(engine.position == 100)
    move(to: 98.5)
    engine.play()
    _ = events.take()
    await pass(10)
    #expect(events.take() == [.progressed(position: 99.5), .ended])
    #expect(engine.position == 100)
    #expect(!engine.isPlaying && clock.sleeperCount == 0)
  }

  @Test("each change of the speed, and each stall, counts from its moment on")
  func rateAndStall() async {
    engine.load(tracks, at: 0)
    engine.play()
    await pass(10.5)
    engine.setRate(2)
    #expect(engine.position == 10.5)
    await pass(5)
    #expect(engine.position == 20.5)
    engine.isStalled = true
    _ = events.take()
    await pass(2)
    #expect(events.take() == [.stalled, .stalled])
    engine.isStalled = false
    #expect(engine.position == 20.5)
    await pass(1)
    #expect(engine.position == 22.5)
  }

  @Test("a load, a stop and a failure end playing, and only the failure keeps the place", arguments: 0..<3)
  func endsPlaying(kind: Int) async {
    engine.load(tracks, at: 0)
    engine.play()
    await pass(5.5)
    _ = events.take()
    switch kind {
    case 0: engine.load(tracks, at: 50)
    case 1: engine.stop()
    default: engine.fail("gone")
    }
    #expect(!engine.isPlaying && clock.sleeperCount == 0)
    #expect(engine.currentPosition == [50, nil, 5.5][kind])
    #expect(events.take() == [[.ready(duration: 100)], [], [.failed(reason: "gone")]][kind])
  }

  @Test("a pause in the moment of a report is the last event")
  func pauseAtTick() async {
    engine.load(tracks, at: 0)
    let pausing = Task {
      try? await clock.sleep(for: .seconds(1), as: .delay)
      engine.pause()
    }
    await clock.sleepers(atLeast: 1)
    engine.play()
    await clock.sleepers(atLeast: 2)
    await pass(1)
    await pausing.value
    #expect(events.take().suffix(2) == [.started(position: 0), .paused(position: 1)])
  }
}
