/// Plays one file or stream at a time: the part of an engine that a system's player is good at. ``TrackEngine`` makes an item of
/// several files out of it.
@MainActor
protocol TrackPlayer: AnyObject {
  var onEvent: (@MainActor (TrackEvent) -> Void)? { get set }
  /// Prepares a file and waits at `offset`, in seconds from its start.
  func open(_ track: PlayableTrack, at offset: Double)
  /// Plays, or changes the rate while playing.
  func play(rate: Double)
  func pause()
  /// Ends with ``TrackEvent/sought``, also when another seek overtakes it.
  func seek(to offset: Double)
  /// 0…1 of what the user has set.
  func setVolume(_ volume: Double)
  /// Lets go of the file.
  func close()
  /// Seconds from the start of the file; nil while that is unknown.
  var offset: Double? { get }
}

/// An event of the file that is open.
enum TrackEvent: Sendable, Hashable {
  /// The duration in seconds, as far as the file says it.
  case ready(duration: Double?)
  /// Sound comes out.
  case playing
  /// It would play but has no data.
  case waiting
  case progressed(offset: Double)
  case sought
  /// The system stopped it.
  case paused
  case ended
  case failed(reason: String)
}
