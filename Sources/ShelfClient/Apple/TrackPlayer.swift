/// A player that plays one file or stream at a time, such as a system's audio player. ``TrackEngine`` plays items of several files with it.
@MainActor
protocol TrackPlayer: AnyObject {
  var onEvent: (@MainActor (TrackEvent) -> Void)? { get set }
  /// Opens a file and waits at `offset`, in seconds from the start of the file. Drops a file that ``prepare(_:)`` has prepared.
  func open(_ track: PlayableTrack, at offset: Double)
  /// Loads the next file, so that it plays without a gap at the end of the open file. The player then reports ``TrackEvent/advanced``
  /// instead of ``TrackEvent/ended``. Replaces a file that was prepared earlier; if `track` is nil, only drops that file.
  func prepare(_ track: PlayableTrack?)
  /// Starts playing at a rate, or changes the rate while playing.
  func play(rate: Double)
  func pause()
  /// Moves to an offset, in seconds from the start of the open file. Reports ``TrackEvent/sought`` when the seek has ended, even if another
  /// seek has replaced it.
  func seek(to offset: Double)
  /// Sets the volume, as a factor of the user's volume, 0…1.
  func setVolume(_ volume: Double)
  /// Releases the open file and the prepared file.
  func close()
  /// The current offset in seconds from the start of the open file; nil while it is unknown.
  var offset: Double? { get }
}

/// An event that a ``TrackPlayer`` reports.
enum TrackEvent: Sendable, Hashable {
  /// The open file can be played. The duration is in seconds; nil if the file does not contain it.
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
  /// The open file reached its end, and the prepared file became the open file, at its start. It plays if the earlier file was playing.
  case advanced
  /// The prepared file cannot be played, and the player has dropped it. The open file is not affected.
  case preparationFailed
  case failed(reason: String)
}
