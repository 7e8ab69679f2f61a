import Foundation

@testable import ShelfClient

/// A player whose events come from a test, and which records its calls.
@MainActor
final class ScriptedTrackPlayer: TrackPlayer {
  var onEvent: (@MainActor (TrackEvent) -> Void)?
  var offset: Double?
  private(set) var calls: [String] = []

  func open(_ track: PlayableTrack, at offset: Double) {
    calls.append("open \(track.url.lastPathComponent) at \(offset)")
    self.offset = offset
  }
  func prepare(_ track: PlayableTrack?) { calls.append("prepare \(track?.url.lastPathComponent ?? "nothing")") }
  func play(rate: Double) { calls.append("play \(rate)") }
  func pause() { calls.append("pause") }
  func seek(to offset: Double) { calls.append("seek \(offset)") }
  func setVolume(_ volume: Double) { calls.append("volume \(volume)") }
  func close() { calls.append("close") }

  func report(_ events: TrackEvent...) { for event in events { onEvent?(event) } }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }
}
