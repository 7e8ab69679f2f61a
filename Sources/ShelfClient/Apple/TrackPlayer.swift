/// A player of one file or stream at a time, such as a system's own. ``TrackEngine`` plays items of several files with it.
@MainActor
protocol TrackPlayer: AnyObject {
  var onEvent: (@MainActor (TrackEvent) -> Void)? { get set }
  /// Prepares a file and waits at `offset`, in seconds from its start.
  func open(_ track: PlayableTrack, at offset: Double)
  /// Plays, or changes the rate while playing.
  func play(rate: Double)
  func pause()
  /// Seeks, and reports ``TrackEvent/sought`` at the end, also when another seek replaces this one.
  func seek(to offset: Double)
  /// 0…1 of the user's volume.
  func setVolume(_ volume: Double)
  /// Releases the file.
  func close()
  /// Seconds from the start of the file; nil while that is unknown.
  var offset: Double? { get }
}

/// An event of the file that is open.
enum TrackEvent: Sendable, Hashable {
  /// The file can be played. The duration is in seconds; nil if the file does not have it.
  case ready(duration: Double?)
  /// Sound is heard.
  case playing
  /// Playing waits for data.
  case waiting
  case progressed(offset: Double)
  case sought
  /// The system paused the file.
  case paused
  case ended
  case failed(reason: String)
}
