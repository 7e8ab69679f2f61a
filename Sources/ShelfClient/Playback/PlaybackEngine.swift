public import Foundation

/// The part of a player that makes sound. An app provides an engine (over AVPlayer, for example); ``SimulatedPlaybackEngine`` plays silence
/// by the clock.
///
/// Positions are seconds on the timeline of the whole item, however many files it has. Only events that the engine reports count as
/// listening, so it must report the events as they really happen.
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
/// ``mimeTypes``, ``currentPosition``, ``setVolume(_:)`` and ``setGain(_:)`` can be left out. Then the server sends what Apple's players can
/// play, listening is counted up to the last report before a pause, the sleep timer does not fade, and nothing gets louder. An engine for several files finds the file of a position with
/// ``PlaybackTimeline``.
@MainActor
public protocol PlaybackEngine: AnyObject {
  /// The closure to call with each event; set by the view model.
  var onEvent: (@MainActor (PlaybackEvent) -> Void)? { get set }
  /// The MIME types of audio that the engine plays, such as `audio/mpeg`. The server converts audio of any other type to HLS.
  var mimeTypes: [String] { get }
  /// Prepares the tracks and waits at `position`, in seconds from the start of the item.
  func load(_ tracks: [PlayableTrack], at position: Double)
  /// Starts or resumes playing; the engine reports ``PlaybackEvent/started(position:)``.
  func play()
  /// Stops the sound; the engine reports ``PlaybackEvent/paused(position:)``.
  func pause()
  /// Moves to a position.
  /// - Parameter position: seconds from the start of the item, over all of its files.
  func seek(to position: Double)
  /// Sets the speed, 0.5…3.5; called after each load, and while playing when the user changes it.
  func setRate(_ rate: Double)
  /// Ends playing and releases the tracks.
  func stop()
  /// The position at this moment, in seconds; nil when it is unknown. Read before a pause, a seek and the end.
  var currentPosition: Double? { get }
  /// Sets the volume.
  /// - Parameter volume: 0…1 of the user's volume.
  func setVolume(_ volume: Double)
  /// Makes the item louder or quieter than it was recorded; called after each load, and when the user changes it.
  /// - Parameter decibels: -12…12; 0 for the sound as it was recorded.
  func setGain(_ decibels: Double)
}

extension PlaybackEngine {
  public var mimeTypes: [String] { PlayOptions().mimeTypes }
  public var currentPosition: Double? { nil }
  public func setVolume(_ volume: Double) {}
  public func setGain(_ decibels: Double) {}
}

/// An event that an engine reports.
public enum PlaybackEvent: Sendable, Hashable {
  /// The tracks are prepared. The duration is that of the whole item, in seconds; 0 when unknown.
  case ready(duration: Double)
  /// Sound is heard, from this position on, in seconds from the start of the item.
  case started(position: Double)
  /// Playing has reached this position, in seconds from the start of the item; reported about once a second.
  case progressed(position: Double)
  /// Playing waits for data; no sound is heard.
  case stalled
  /// The sound stopped at this position, in seconds from the start of the item.
  case paused(position: Double)
  /// Playing reached the end of the item.
  case ended
  /// Playing cannot continue. ``PlayerViewModel`` then opens the item again, at most twice in a row without playing in between. A restart
  /// of the server, for example, ends the session and its addresses.
  case failed(reason: String)
}

/// One file or stream of an item.
///
/// The address on a server before 2.26.3 can contain the account's token, so a description and a dump leave the query out.
public struct PlayableTrack: Codable, Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The address of a file or a stream. Don't log or store it: see ``MediaAPI/streamURL(of:in:)``.
  public var url: URL
  /// The start of the track, in seconds from the start of the item.
  public var start: Double
  /// The duration of the track, in seconds.
  public var duration: Double
  /// The MIME type; nil for a file whose type is not known.
  public var mimeType: String?

  /// Creates a track.
  /// - Parameter start: seconds from the start of the item.
  public init(url: URL, start: Double, duration: Double, mimeType: String? = nil) {
    self.url = url
    self.start = start
    self.duration = duration
    self.mimeType = mimeType
  }

  /// The end of the track, in seconds from the start of the item.
  public var end: Double { start + duration }

  /// Whether an engine for `types` plays the track. A track of unknown type is tried.
  func isPlayable(in types: [String]) -> Bool { mimeType?.isMIMEType(in: types) ?? true }

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
