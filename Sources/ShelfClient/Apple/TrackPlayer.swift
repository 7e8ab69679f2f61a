/// A player of one file or stream at a time, such as a system's own. ``TrackEngine`` plays items of several files with it.
@MainActor
protocol TrackPlayer: AnyObject {
  var onEvent: (@MainActor (TrackEvent) -> Void)? { get set }
  /// Prepares a file and waits at `offset`, in seconds from its start. Drops a file that was prepared to follow the earlier one.
  func open(_ track: PlayableTrack, at offset: Double)
  /// Loads the file that follows the open one, so that it plays at the end of the open file without a gap; reports
  /// ``TrackEvent/advanced`` then, in place of ``TrackEvent/ended``. Replaces a file that was prepared before; nil drops it.
  func prepare(_ track: PlayableTrack?)
  /// Plays, or changes the rate while playing.
  func play(rate: Double)
  func pause()
  /// Seeks, and reports ``TrackEvent/sought`` at the end, also when another seek replaces this one.
  func seek(to offset: Double)
  /// 0…1 of the user's volume.
  func setVolume(_ volume: Double)
  /// Releases the file, and the prepared one.
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
  /// The open file reached its end, and the prepared one is now the open file, at its start. It plays if the earlier one did.
  case advanced
  /// The prepared file cannot be played; the player has dropped it. The open file plays on.
  case preparationFailed
  case failed(reason: String)
}
