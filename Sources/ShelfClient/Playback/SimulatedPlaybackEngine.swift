public import MediaCore

/// An engine that plays silence, for tests, previews and examples. Its position moves with a clock.
@MainActor
public final class SimulatedPlaybackEngine: PlaybackEngine {
  public var onEvent: (@MainActor (PlaybackEvent) -> Void)?
  /// The position at this moment, in seconds on the item's timeline.
  public var position: Double {
    count()
    return counted.position
  }
  /// The file at the current position, and the offset in that file; nil before the first item is loaded.
  public var place: PlaybackTimeline.Place? { timeline.place(at: position) }
  public var currentPosition: Double? { tracks.isEmpty ? nil : position }
  /// The volume that was set last, 0…1.
  public private(set) var volume = 1.0
  /// Whether the engine is playing. A real engine would output sound while this value is true.
  public private(set) var isPlaying = false
  /// The files of the loaded item; empty while no item is loaded.
  public private(set) var tracks: [PlayableTrack] = []
  /// Whether playback is stalled, as on a bad network. While true, the position does not move.
  public var isStalled = false { willSet { count() } }

  private let clock: any TimeSource
  /// The speed that was set last, as a factor; 1 is the normal speed.
  public private(set) var rate = 1.0
  private var timeline = PlaybackTimeline([PlayableTrack]())
  private var duration: Double { timeline.duration }
  private var loop: Task<Void, Never>?
  /// A position, and the time at which it was right.
  private var counted = (position: 0.0, at: Duration.zero)

  /// Creates an engine without an item.
  /// - Parameter clock: the clock that moves the position while the engine plays.
  public init(clock: any TimeSource) { self.clock = clock }

  deinit { loop?.cancel() }

  public func load(_ tracks: [PlayableTrack], at position: Double) {
    stop()
    self.tracks = tracks
    timeline = PlaybackTimeline(tracks)
    counted = (timeline.clamped(position), clock.uptime())
    onEvent?(.ready(duration: duration))
  }

  /// Starts playing at once, without waiting for data. Does nothing if the engine already plays or no item is loaded.
  public func play() {
    guard !isPlaying, !tracks.isEmpty else { return }
    count()
    isPlaying = true
    onEvent?(.started(position: position))
    loop = Task { [clock, weak self] in
      while true {
        do { try await clock.sleep(for: .seconds(1), as: .delay) } catch { return }
        guard let self, self.tick() else { return }
      }
    }
  }

  /// Pauses at the current position. Does nothing if the engine does not play.
  public func pause() {
    guard isPlaying else { return }
    end()
    onEvent?(.paused(position: position))
  }

  /// Moves to a position at once. A position outside of the item is moved to the nearest end of the item.
  public func seek(to position: Double) {
    counted = (timeline.clamped(position), clock.uptime())
  }

  public func setVolume(_ volume: Double) { self.volume = volume }

  public func setRate(_ rate: Double) {
    count()
    self.rate = rate
  }

  public func stop() {
    end()
    tracks = []
  }

  /// Ends playing and reports ``PlaybackEvent/failed(reason:)``, as a real engine does if the files are gone.
  public func fail(_ reason: String) {
    end()
    onEvent?(.failed(reason: reason))
  }

  private func end() {
    count()
    isPlaying = false
    loop?.cancel()
    loop = nil
  }

  /// The position follows the clock, not the ticks: on a busy machine a tick may come late.
  private func count() {
    let now = clock.uptime()
    let moved = isPlaying && !isStalled ? (now - counted.at).seconds * rate : 0
    counted = (min(duration, counted.position + moved), now)
  }

  /// - Returns: whether the item plays on.
  private func tick() -> Bool {
    // If the player was paused just before this tick, report nothing.
    guard isPlaying else { return false }
    count()
    if isStalled {
      onEvent?(.stalled)
      return true
    }
    if position >= duration {
      end()
      onEvent?(.ended)
      return false
    }
    onEvent?(.progressed(position: position))
    return true
  }
}
