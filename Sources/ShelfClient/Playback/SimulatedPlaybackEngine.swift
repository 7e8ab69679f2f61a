public import MediaCore

/// Plays silence by the clock: for tests, previews and examples.
@MainActor
public final class SimulatedPlaybackEngine: PlaybackEngine {
  public var onEvent: (@MainActor (PlaybackEvent) -> Void)?
  /// Seconds on the item's timeline.
  public private(set) var position = 0.0
  public private(set) var isPlaying = false
  public private(set) var tracks: [PlayableTrack] = []
  /// While true, it plays without getting on, as with a bad network.
  public var isStalled = false { willSet { count() } }

  private let clock: any TimeSource
  private var rate = 1.0
  private var duration = 0.0
  private var loop: Task<Void, Never>?
  /// Up to when the position counts.
  private var counted = Duration.zero

  public init(clock: any TimeSource) { self.clock = clock }

  deinit { loop?.cancel() }

  public func load(_ tracks: [PlayableTrack], at position: Double) {
    stop()
    self.tracks = tracks
    duration = tracks.map(\.end).max() ?? 0
    self.position = min(max(0, position), duration)
    onEvent?(.ready(duration: duration))
  }

  public func play() {
    guard !isPlaying, !tracks.isEmpty else { return }
    isPlaying = true
    counted = clock.uptime()
    onEvent?(.started(position: position))
    loop = Task { [clock, weak self] in
      while !Task.isCancelled {
        do { try await clock.sleep(for: .seconds(1)) } catch { return }
        guard let self, self.tick() else { return }
      }
    }
  }

  public func pause() {
    guard isPlaying else { return }
    end()
    onEvent?(.paused(position: position))
  }

  public func seek(to position: Double) {
    count()
    self.position = min(max(0, position), duration)
  }

  public func setRate(_ rate: Double) {
    count()
    self.rate = rate
  }

  public func stop() {
    end()
    tracks = []
  }

  /// Reports a failure, as when the files have gone from under it.
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
    if isPlaying, !isStalled { position = min(duration, position + (now - counted).seconds * rate) }
    counted = now
  }

  private func tick() -> Bool {
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
    return isPlaying
  }
}
