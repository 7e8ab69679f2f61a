public import Foundation

/// The component of a player that outputs the sound. An app provides an engine, for example one that uses `AVPlayer`. For tests,
/// ``SimulatedPlaybackEngine`` plays silence, with a position that moves with a clock.
///
/// Positions are seconds on the timeline of the whole item, however many files the item has. ``PlayerViewModel`` records only listening
/// that the engine reports, so the engine must report each event when it really happens.
///
/// ```swift
/// final class SilentEngine: PlaybackEngine {
///   var onEvent: (@MainActor (PlaybackEvent) -> Void)?
///   func load(_ tracks: [PlayableTrack], at position: Double) { onEvent?(.ready(duration: tracks.last?.end ?? 0)) }
///   func play() { onEvent?(.started(position: 0)) }
///   func pause() { onEvent?(.paused(position: 0)) }
///   func seek(to position: Double) {}
///   func setRate(_ rate: Double) {}
///   func stop() {}
/// }
/// ```
///
/// ``mimeTypes``, ``currentPosition``, ``setVolume(_:)`` and ``setGain(_:)`` are optional: they have default implementations. Without
/// ``mimeTypes``, the server sends the types that Apple's players can play, and every file on this device is used. Without
/// ``currentPosition``, listening is recorded only up to the last event before a pause. Without ``setVolume(_:)``, the sleep timer does not
/// fade the sound. Without ``setGain(_:)``, the gain of ``PlaybackSettings`` has no effect. An engine for several files finds the file of a
/// position with ``PlaybackTimeline``.
@MainActor
public protocol PlaybackEngine: AnyObject {
  /// The closure that the engine calls with each event. ``PlayerViewModel`` sets this closure.
  var onEvent: (@MainActor (PlaybackEvent) -> Void)? { get set }
  /// The MIME types of audio that the engine plays, such as `audio/mpeg`. The server converts audio of any other type to HLS, and files of
  /// another type on this device are not used. If nil, the server sends the types that Apple's players can play, and every file on this
  /// device is used.
  var mimeTypes: [String]? { get }
  /// Prepares the tracks of an item without playing, at `position`, in seconds from the start of the item.
  func load(_ tracks: [PlayableTrack], at position: Double)
  /// Starts or resumes playing. When the sound starts, the engine reports ``PlaybackEvent/started(position:)``.
  func play()
  /// Pauses the sound. When the sound has stopped, the engine reports ``PlaybackEvent/paused(position:)``.
  func pause()
  /// Moves to a position in the item.
  /// - Parameter position: the position in seconds from the start of the item, over all of its files.
  func seek(to position: Double)
  /// Sets the speed, 0.5…3.5. The player calls this method after each load, and when the user changes the speed.
  func setRate(_ rate: Double)
  /// Ends playing and releases the tracks of the item.
  func stop()
  /// The position at this moment, in seconds from the start of the item; nil if it is unknown. The player reads this value before a pause,
  /// before a seek, and at the end of the item.
  var currentPosition: Double? { get }
  /// Sets the volume relative to the device's volume. The sleep timer uses this method to fade the sound.
  /// - Parameter volume: a factor for the device's volume, 0…1.
  func setVolume(_ volume: Double)
  /// Makes the item louder or quieter than its recording. The player calls this method after each load, and when the user changes the gain.
  /// - Parameter decibels: the gain, -12…12; 0 leaves the sound as it was recorded.
  func setGain(_ decibels: Double)
}

extension PlaybackEngine {
  public var mimeTypes: [String]? { nil }
  public var currentPosition: Double? { nil }
  public func setVolume(_ volume: Double) {}
  public func setGain(_ decibels: Double) {}
}

/// An event that a ``PlaybackEngine`` reports.
public enum PlaybackEvent: Sendable, Hashable {
  /// The tracks are prepared. `duration` is the duration of the whole item, in seconds; 0 if it is unknown.
  case ready(duration: Double)
  /// The sound starts at this position, in seconds from the start of the item.
  case started(position: Double)
  /// Playing has reached this position, in seconds from the start of the item; reported about once a second.
  case progressed(position: Double)
  /// Playback waits for data, and no sound is heard.
  case stalled
  /// The sound stopped at this position, in seconds from the start of the item.
  case paused(position: Double)
  /// Playing reached the end of the item.
  case ended
  /// Playback cannot continue, for example because the server was restarted and the session and its URLs are no longer valid.
  /// ``PlayerViewModel`` then opens the item again, at most twice in a row if nothing plays in between.
  case failed(reason: String)
}

/// One audio file or stream of an item.
///
/// The URL on a server before 2.26.3 can contain the account's token in its query, so ``description`` and a dump leave the query out.
public struct PlayableTrack: Codable, Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The URL of a file or a stream. Do not log or store the URL, since it can contain a token: see ``MediaAPI/streamURL(of:in:)``.
  public var url: URL
  /// The start of the track, in seconds from the start of the item.
  public var start: Double
  /// The duration of the track, in seconds.
  public var duration: Double
  /// The MIME type; nil if the type of the file is not known.
  public var mimeType: String?

  /// Creates a track.
  /// - Parameter start: the start of the track, in seconds from the start of the item.
  public init(url: URL, start: Double, duration: Double, mimeType: String? = nil) {
    self.url = url
    self.start = start
    self.duration = duration
    self.mimeType = mimeType
  }

  /// The end of the track, in seconds from the start of the item.
  public var end: Double { start + duration }

  /// Whether an engine for `types` plays the track. A track of unknown type is tried.
  /// - Parameter types: nil if the engine has not named its types.
  func isPlayable(in types: [String]?) -> Bool { types.flatMap { mimeType?.isMIMEType(in: $0) } ?? true }

  public var description: String { "\(url.scheme ?? "")…/\(url.lastPathComponent), \(start) to \(end)" }
  public var customMirror: Mirror {
    Mirror(self, children: ["file": url.lastPathComponent, "start": start, "duration": duration])
  }
}

extension String {
  /// Whether this MIME type is one of `types`, without regard to case and to parameters such as `codecs`.
  func isMIMEType(in types: [String]) -> Bool {
    func essence(_ type: String) -> String {
      (type.split(separator: ";").first.map(String.init) ?? "").trimmingCharacters(in: .whitespaces).lowercased()
    }
    let own = essence(self)
    return types.contains { essence($0) == own }
  }
}
