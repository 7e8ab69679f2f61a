#if canImport(AVFoundation)
  import AVFoundation
  import CoreMedia
  import Foundation

  #if APPLE_STANDINS
    import AppleFoundation
  #endif

  /// A ``TrackPlayer`` that plays with an AVQueuePlayer. Its queue holds the open file and the file that is prepared to follow it.
  @MainActor
  final class AVTrackPlayer: TrackPlayer {
    var onEvent: (@MainActor (TrackEvent) -> Void)?

    private let player = AVQueuePlayer()
    private let headers: @MainActor (URL) -> [String: String]
    private var item: AVPlayerItem?
    private var track: PlayableTrack?
    /// The file that is prepared to follow the open one, and the observation of its status.
    private var next: (track: PlayableTrack, item: AVPlayerItem, watched: NSKeyValueObservation)?
    private var watched: [NSKeyValueObservation] = []
    private var endings: [any NSObjectProtocol] = []
    private var ticks: Any?
    /// The offset at which the open file has to begin, in seconds; nil once the player has reached the offset.
    private var start: Double?
    private var rate: Double?
    /// The number of files opened so far. By this number, late callbacks of an earlier file are recognised and ignored.
    private var generation = 0
    /// The number of files prepared so far. By this number, a late failure of an earlier prepared file is recognised and ignored.
    private var preparations = 0

    /// - Parameter headers: returns the headers for requests to an address.
    init(headers: @escaping @MainActor (URL) -> [String: String]) {
      self.headers = headers
      player.automaticallyWaitsToMinimizeStalling = true
      // Stay on the last file at its end: `.advance` would remove the file from the queue, and a later seek back would find no file.
      player.actionAtItemEnd = .pause
    }

    var offset: Double? {
      guard item != nil else { return nil }
      if let start { return start }
      // If the queue's current item is not the open file, the player is between two files: either the notification of the end has not
      // arrived yet, or the queue has not advanced to the next file yet.
      guard player.currentItem === item else { return nil }
      let seconds = player.currentTime().seconds
      return seconds.isFinite ? seconds : nil
    }

    func open(_ track: PlayableTrack, at offset: Double) {
      close()
      let item = makeItem(track)
      generation += 1
      (self.item, self.track, start) = (item, track, offset)
      watch(item)
      player.insert(item, after: nil)
    }

    func prepare(_ track: PlayableTrack?) {
      if let next {
        next.watched.invalidate()
        player.remove(next.item)
      }
      next = nil
      player.actionAtItemEnd = .pause
      guard let track, let item, player.currentItem === item else { return }
      let following = makeItem(track)
      preparations += 1
      let number = preparations
      let watched = following.observe(\.status) { [weak self] _, _ in
        Task { @MainActor in self?.preparedStatusChanged(number) }
      }
      next = (track, following, watched)
      player.insert(following, after: item)
      player.actionAtItemEnd = .advance
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
      // The queue has already left the open file, and the engine has not received the event yet: open the file again.
      if player.currentItem !== item, let track {
        let rate = rate
        open(track, at: offset)
        self.rate = rate
        onEvent?(.sought)
        return
      }
      player.seek(to: Self.time(offset), toleranceBefore: .zero, toleranceAfter: .zero) { [weak self] _ in
        Task { @MainActor in self?.onEvent?(.sought) }
      }
    }

    func setVolume(_ volume: Double) { player.volume = Float(volume) }

    func close() {
      prepare(nil)
      unwatch()
      (item, track, start, rate) = (nil, nil, nil, nil)
      player.pause()
      player.removeAllItems()
    }

    // MARK: Parts

    private func unwatch() {
      watched.forEach { $0.invalidate() }
      endings.forEach { NotificationCenter.default.removeObserver($0) }
      if let ticks { player.removeTimeObserver(ticks) }
      (watched, endings, ticks) = ([], [], nil)
    }

    private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

    private func makeItem(_ track: PlayableTrack) -> AVPlayerItem {
      let headers = track.url.isFileURL ? [:] : headers(track.url)
      let options: [String: Any]? = headers.isEmpty ? nil : ["AVURLAssetHTTPHeaderFieldsKey": headers]
      let item = AVPlayerItem(asset: AVURLAsset(url: track.url, options: options))
      // Keep the pitch of speech at other speeds.
      item.audioTimePitchAlgorithm = .timeDomain
      return item
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
        observe(.AVPlayerItemDidPlayToEndTime, of: item) { $0.ended() },
        observe(.AVPlayerItemFailedToPlayToEndTime, of: item) { $0.failed("broke off") },
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

    private func ended() {
      guard let next else {
        onEvent?(.ended)
        return
      }
      next.watched.invalidate()
      self.next = nil
      unwatch()
      generation += 1
      (item, track) = (next.item, next.track)
      watch(next.item)
      let generation = generation
      onEvent?(.advanced)
      // The receiver of the event may have opened another file.
      guard generation == self.generation, item === next.item else { return }
      // Changes of the new item before `watch` had no observer: report its current state.
      if next.item.status != .unknown { statusChanged(generation) }
      timeControlChanged(generation)
      if let rate, player.rate != Float(rate) { player.rate = Float(rate) }
    }

    /// Reports a failure of the open file, and drops the prepared file. Otherwise the queue would continue with the prepared file.
    private func failed(_ reason: String) {
      prepare(nil)
      player.pause()
      onEvent?(.failed(reason: reason))
    }

    private func preparedStatusChanged(_ number: Int) {
      guard number == preparations, let next, next.item.status == .failed else { return }
      prepare(nil)
      onEvent?(.preparationFailed)
    }

    private func statusChanged(_ generation: Int) {
      guard generation == self.generation, let item else { return }
      switch item.status {
      case .readyToPlay:
        let duration = item.duration.seconds
        onEvent?(.ready(duration: duration.isFinite ? duration : nil))
        begin()
      // Report only the error's number: the error's text can contain the address of the audio.
      case .failed: failed("player error \((item.error as NSError?)?.code ?? 0)")
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
          // If `start` changed during this seek, seek again, otherwise playing begins at the older position.
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
        // `AVPlayer` also pauses at the end of a file. A notification reports the end, so report no pause here.
        let isAtEnd = item.duration.seconds.isFinite && player.currentTime().seconds >= item.duration.seconds - 0.5
        guard rate != nil, !isAtEnd, player.currentItem === item else { return }
        rate = nil
        onEvent?(.paused)
      @unknown default: break
      }
    }

    private func ticked(_ seconds: Double) {
      guard player.currentItem === item else { return }
      // This tick shows that the queue has advanced to this file. Setting `.pause` earlier could prevent the queue from advancing.
      if next == nil { player.actionAtItemEnd = .pause }
      if start == nil, seconds.isFinite { onEvent?(.progressed(offset: seconds)) }
    }
  }
#endif
