import ShelfClient

/// An engine that reports the events that a test sets, including ones that no correct engine reports.
@MainActor
final class ScriptedEngine: PlaybackEngine {
  var onEvent: (@MainActor (PlaybackEvent) -> Void)?
  let mimeTypes: [String]?
  private(set) var tracks: [PlayableTrack] = []
  private(set) var start = 0.0
  private(set) var seeks: [Double] = []
  private(set) var rate = 1.0
  private(set) var plays = 0
  private(set) var stops = 0
  private(set) var pauses = 0
  private(set) var volume = 1.0
  /// The position at this moment; nil for an engine that only reports.
  var place: Double?
  var currentPosition: Double? { place }
  /// Called when the player pauses the engine.
  var onPause: @MainActor () -> Void = {}
  /// Called when the player stops the engine.
  var onStop: @MainActor () -> Void = {}

  init(mimeTypes: [String]? = PlayOptions().mimeTypes) { self.mimeTypes = mimeTypes }

  func load(_ tracks: [PlayableTrack], at position: Double) {
    self.tracks = tracks
    start = position
    rate = 1
    onEvent?(.ready(duration: tracks.map(\.end).max() ?? 0))
  }

  func play() { plays += 1 }
  func pause() {
    pauses += 1
    onPause()
  }
  func seek(to position: Double) { seeks.append(position) }
  func setRate(_ rate: Double) { self.rate = rate }
  func setVolume(_ volume: Double) { self.volume = volume }
  func stop() {
    stops += 1
    onStop()
  }

  func report(_ events: PlaybackEvent...) { events.forEach { onEvent?($0) } }
}
