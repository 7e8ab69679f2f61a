#if canImport(AVFoundation)
  import AVFoundation
  import CoreMedia
  import Foundation

  #if APPLE_STANDINS
    import AppleFoundation
  #endif

  /// AVPlayer as a ``TrackPlayer``.
  @MainActor
  final class AVTrackPlayer: TrackPlayer {
    var onEvent: (@MainActor (TrackEvent) -> Void)?

    private let player = AVPlayer()
    private let headers: [String: String]
    private var item: AVPlayerItem?
    private var watched: [NSKeyValueObservation] = []
    private var endings: [any NSObjectProtocol] = []
    private var ticks: Any?
    /// The offset at which the file has to begin, in seconds; nil once the player is there.
    private var start: Double?
    private var rate: Double?
    /// The number of files opened so far: late callbacks of an earlier file are dropped.
    private var generation = 0

    init(headers: [String: String]) {
      self.headers = headers
      player.automaticallyWaitsToMinimizeStalling = true
    }

    var offset: Double? {
      guard item != nil else { return nil }
      if let start { return start }
      let seconds = player.currentTime().seconds
      return seconds.isFinite ? seconds : nil
    }

    func open(_ track: PlayableTrack, at offset: Double) {
      close()
      let item = AVPlayerItem(asset: AVURLAsset(url: track.url, options: options(for: track)))
      // Keep the pitch of speech at other speeds.
      item.audioTimePitchAlgorithm = .timeDomain
      generation += 1
      self.item = item
      start = offset
      watch(item)
      player.replaceCurrentItem(with: item)
    }

    func play(rate: Double) {
      self.rate = rate
      guard item != nil, start == nil else { return }
      player.rate = Float(rate)
    }

    func pause() {
      rate = nil
      player.pause()
    }

    func seek(to offset: Double) {
      guard item != nil else { return }
      // If the file has not begun yet, only set `start`: `begin()` seeks to it.
      guard start == nil else {
        start = offset
        onEvent?(.sought)
        return
      }
      player.seek(to: Self.time(offset), toleranceBefore: .zero, toleranceAfter: .zero) { [weak self] _ in
        Task { @MainActor in self?.onEvent?(.sought) }
      }
    }

    func setVolume(_ volume: Double) { player.volume = Float(volume) }

    func close() {
      watched.forEach { $0.invalidate() }
      endings.forEach { NotificationCenter.default.removeObserver($0) }
      if let ticks { player.removeTimeObserver(ticks) }
      (watched, endings, ticks, item, start, rate) = ([], [], nil, nil, nil, nil)
      player.pause()
      player.replaceCurrentItem(with: nil)
    }

    // MARK: Parts

    private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

    /// The headers of a reverse proxy go to the server's files only, never to a file on this device.
    private func options(for track: PlayableTrack) -> [String: Any]? {
      headers.isEmpty || track.url.isFileURL ? nil : ["AVURLAssetHTTPHeaderFieldsKey": headers]
    }

    private func watch(_ item: AVPlayerItem) {
      let generation = generation
      watched = [
        item.observe(\.status) { [weak self] _, _ in Task { @MainActor in self?.statusChanged(generation) } },
        player.observe(\.timeControlStatus) { [weak self] _, _ in
          Task { @MainActor in self?.timeControlChanged(generation) }
        },
      ]
      endings = [
        observe(.AVPlayerItemDidPlayToEndTime, of: item) { $0.onEvent?(.ended) },
        observe(.AVPlayerItemFailedToPlayToEndTime, of: item) { $0.onEvent?(.failed(reason: "broke off")) },
      ]
      ticks = player.addPeriodicTimeObserver(forInterval: Self.time(1), queue: .main) { [weak self] time in
        MainActor.assumeIsolated { self?.ticked(time.seconds) }
      }
    }

    private func observe(
      _ name: Notification.Name, of item: AVPlayerItem, _ body: @escaping @MainActor @Sendable (AVTrackPlayer) -> Void
    ) -> any NSObjectProtocol {
      let generation = generation
      return NotificationCenter.default.addObserver(forName: name, object: item, queue: .main) { [weak self] _ in
        MainActor.assumeIsolated { if let self, self.generation == generation { body(self) } }
      }
    }

    private func statusChanged(_ generation: Int) {
      guard generation == self.generation, let item else { return }
      switch item.status {
      case .readyToPlay:
        let duration = item.duration.seconds
        onEvent?(.ready(duration: duration.isFinite ? duration : nil))
        begin()
      // Report only the error's number: its text can contain the address of the audio.
      case .failed: onEvent?(.failed(reason: "player error \((item.error as NSError?)?.code ?? 0)"))
      default: break
      }
    }

    private func begin() {
      guard let start else { return }
      guard start > 0 else { return begun() }
      let generation = generation
      player.seek(to: Self.time(start), toleranceBefore: .zero, toleranceAfter: .zero) { [weak self] _ in
        Task { @MainActor in
          guard let self, self.generation == generation else { return }
          // If `start` changed during this seek, seek again, otherwise playing begins at the older place.
          if let later = self.start, later != start { return self.begin() }
          self.begun()
        }
      }
    }

    private func begun() {
      start = nil
      if let rate { player.rate = Float(rate) }
    }

    private func timeControlChanged(_ generation: Int) {
      guard generation == self.generation, let item, start == nil else { return }
      switch player.timeControlStatus {
      case .playing: onEvent?(.playing)
      case .waitingToPlayAtSpecifiedRate: onEvent?(.waiting)
      case .paused:
        // `AVPlayer` also pauses at the end. A notification reports the end, so report no pause.
        let isAtEnd = item.duration.seconds.isFinite && player.currentTime().seconds >= item.duration.seconds - 0.5
        guard rate != nil, !isAtEnd else { return }
        rate = nil
        onEvent?(.paused)
      @unknown default: break
      }
    }

    private func ticked(_ seconds: Double) {
      if start == nil, seconds.isFinite { onEvent?(.progressed(offset: seconds)) }
    }
  }
#endif
