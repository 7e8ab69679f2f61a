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
  public var isStalled = false

  private let clock: any TimeSource
  private var rate = 1.0
  private var duration = 0.0
  private var loop: Task<Void, Never>?

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
    onEvent?(.started(position: position))
    loop = Task { [clock, weak self] in
      var last = clock.uptime()
      while !Task.isCancelled {
        do { try await clock.sleep(for: .seconds(1)) } catch { return }
        let now = clock.uptime()
        guard let self, self.advance(by: (now - last).seconds) else { return }
        last = now
      }
    }
  }

  public func pause() {
    guard isPlaying else { return }
    end()
    onEvent?(.paused(position: position))
  }

  public func seek(to position: Double) { self.position = min(max(0, position), duration) }

  public func setRate(_ rate: Double) { self.rate = rate }

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
    isPlaying = false
    loop?.cancel()
    loop = nil
  }

  private func advance(by seconds: Double) -> Bool {
    guard isPlaying else { return false }
    if isStalled {
      onEvent?(.stalled)
      return true
    }
    position = min(duration, position + seconds * rate)
    if position >= duration {
      end()
      onEvent?(.ended)
      return false
    }
    onEvent?(.progressed(position: position))
    return isPlaying
  }
}
