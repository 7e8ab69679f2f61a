import Foundation

@testable import ShelfClient

/// An engine over a scripted player of one file, for an item of three files of 100 s.
@MainActor
struct TrackEngineRig {
  let player = ScriptedTrackPlayer()
  let engine: TrackEngine
  let events = EngineEvents()
  let tracks: [PlayableTrack]

  init() {
    tracks = (0..<3).compactMap { index in
      URL(string: "https://nas.test/\(index)").map {
        PlayableTrack(url: $0, start: Double(index) * 100, duration: 100)
      }
    }
    engine = TrackEngine(player: player)
    engine.onEvent = { [events] in events.note($0) }
  }

  /// Opens the item, plays, and forgets the events and calls so far.
  func play(at position: Double) {
    engine.load(tracks, at: position)
    engine.play()
    player.report(.ready(duration: 100), .playing)
    _ = (events.take(), player.takeCalls())
  }
}
