public import Foundation

/// Makes sound. An app brings one (AVPlayer, say); ``SimulatedPlaybackEngine`` plays silence by the clock.
///
/// Positions are seconds on the timeline of the whole item, however many files it has. The engine reports what really
/// happens, and nothing counts that it does not report: a position before playback has begun is no listening.
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
/// ``currentPosition`` and ``setVolume(_:)`` can be left out: then the last seconds before a pause are those that were reported, and
/// the sleep timer does not fade. An engine over several files finds the file of a position with ``PlaybackTimeline``.
@MainActor
public protocol PlaybackEngine: AnyObject {
  /// The observer of events; set by the view model.
  var onEvent: (@MainActor (PlaybackEvent) -> Void)? { get set }
  /// Prepares the tracks and waits at `position`.
  func load(_ tracks: [PlayableTrack], at position: Double)
  /// Begins or goes on; the engine reports ``PlaybackEvent/started(position:)``.
  func play()
  /// Stops the sound; the engine reports ``PlaybackEvent/paused(position:)``.
  func pause()
  /// - Parameter position: seconds from the start of the item, over all of its files.
  func seek(to position: Double)
  /// 0.5…3.5. It is set after each load, and can change while playing.
  func setRate(_ rate: Double)
  /// Ends playing and lets go of everything.
  func stop()
  /// The position at this moment, in seconds; nil when it is unknown. Asked before a pause, a seek and the end.
  var currentPosition: Double? { get }
  /// - Parameter volume: 0…1 of what the user has set.
  func setVolume(_ volume: Double)
}

extension PlaybackEngine {
  public var currentPosition: Double? { nil }
  public func setVolume(_ volume: Double) {}
}

/// An event that an engine reports.
public enum PlaybackEvent: Sendable, Hashable {
  /// The duration is that of the whole item, in seconds; 0 when unknown.
  case ready(duration: Double)
  /// Sound is heard, from this second of the item on.
  case started(position: Double)
  /// While playing, about once a second.
  case progressed(position: Double)
  /// It would play but has nothing to play yet.
  case stalled
  /// The sound stopped, at this second of the item.
  case paused(position: Double)
  /// Playing reached the end.
  case ended
  /// It cannot go on; ``PlayerViewModel`` opens the session anew, as often as the server forgets it.
  case failed(reason: String)
}

/// One file or stream of an item.
///
/// The address of a server before 2.26.3 can hold the account's token: a description and a dump leave its query out.
public struct PlayableTrack: Codable, Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The address of a file or a stream. Don't log or store it: see ``MediaAPI/streamURL(of:in:)``.
  public var url: URL
  /// Seconds from the start of the item.
  public var start: Double
  /// Seconds.
  public var duration: Double
  /// The media type; nil for a file whose type is not known.
  public var mimeType: String?

  /// - Parameter start: seconds from the start of the item.
  public init(url: URL, start: Double, duration: Double, mimeType: String? = nil) {
    self.url = url
    self.start = start
    self.duration = duration
    self.mimeType = mimeType
  }

  /// Seconds from the start of the item.
  public var end: Double { start + duration }

  public var description: String { "\(url.scheme ?? "")…/\(url.lastPathComponent), \(start) to \(end)" }
  public var customMirror: Mirror {
    Mirror(self, children: ["file": url.lastPathComponent, "start": start, "duration": duration])
  }
}
