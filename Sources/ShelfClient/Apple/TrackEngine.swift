import MediaCore

/// Plays items of one file or several with a ``TrackPlayer``, which plays one file at a time. Decides which file is open and when the next
/// file is prepared, and converts offsets in a file to positions in the item.
@MainActor
final class TrackEngine: PlaybackEngine {
  var onEvent: (@MainActor (PlaybackEvent) -> Void)?

  /// The next file is prepared when less than this time remains of the open file, in seconds of listening. A slow network needs much of
  /// this time to connect and to load the first minutes of audio. If the next file were prepared earlier, both files would load at the same
  /// time over that network.
  static let preparation = 30.0

  private let player: any TrackPlayer
  private var tracks: [PlayableTrack] = []
  private var timeline = PlaybackTimeline([PlayableTrack]())
  /// The open file, and the last known offset in it.
  private var place = PlaybackTimeline.Place(track: 0, offset: 0)
  /// The index of the file that the player has prepared to follow the open one; nil if no file is prepared.
  private var prepared: Int?
  /// The index of the file whose preparation failed; nil if none has. This file is not prepared again before another file is opened or a
  /// seek leads away from the end of the open file, otherwise the player would start to load it each second. At the end of the open file,
  /// this file is opened like any other, and its failure is then reported.
  private var unprepared: Int?
  private var rate = 1.0
  private var isMeantToPlay = false
  private var isPlaying = false
  private var isWaiting = false
  private var isReady = false
  /// The number of seeks that have not ended yet. Until all have ended, the player can still report positions from before the seeks.
  private var seeks = 0

  init(player: any TrackPlayer) {
    self.player = player
    player.onEvent = { [weak self] in self?.handle($0) }
  }

  var currentPosition: Double? { tracks.isEmpty ? nil : position(at: seeks == 0 ? player.offset : nil) }

  func load(_ tracks: [PlayableTrack], at position: Double) {
    stop()
    self.tracks = tracks
    timeline = PlaybackTimeline(tracks)
    guard !tracks.isEmpty else {
      onEvent?(.failed(reason: "nothing to play"))
      return
    }
    open(at: position)
  }

  func play() {
    guard !tracks.isEmpty, !isMeantToPlay else { return }
    isMeantToPlay = true
    player.play(rate: rate)
  }

  func pause() {
    guard isMeantToPlay else { return }
    let position = currentPosition ?? 0
    rest()
    player.pause()
    onEvent?(.paused(position: position))
  }

  func seek(to position: Double) {
    guard !tracks.isEmpty else { return }
    let target = target(position)
    guard target.track == place.track else {
      open(at: position)
      if isMeantToPlay { player.play(rate: rate) }
      return
    }
    place = target
    seeks += 1
    // If the new position is far from the end of the file, drop the prepared file: it would only take memory and a connection.
    if !isNearEnd { drop() }
    player.seek(to: target.offset)
  }

  func setRate(_ rate: Double) {
    self.rate = rate
    if isMeantToPlay { player.play(rate: rate) }
  }

  func setVolume(_ volume: Double) { player.setVolume(volume) }

  func stop() {
    rest()
    isReady = false
    if !tracks.isEmpty { player.close() }
    tracks = []
    (prepared, unprepared) = (nil, nil)
  }

  // MARK: Files

  private func open(at position: Double) {
    place = target(position)
    (seeks, isWaiting) = (0, false)
    // `TrackPlayer/open(_:at:)` drops the prepared file.
    (prepared, unprepared) = (nil, nil)
    player.open(tracks[place.track], at: place.offset)
  }

  /// Returns the file at a position, and the offset in it. A stream of unknown length fills no interval of the timeline. It is the only
  /// file of its item, so every position is in it.
  private func target(_ position: Double) -> PlaybackTimeline.Place {
    timeline.place(at: position) ?? PlaybackTimeline.Place(track: 0, offset: position.isFinite ? max(0, position) : 0)
  }

  private func position(at offset: Double?) -> Double {
    let place = PlaybackTimeline.Place(track: place.track, offset: offset ?? place.offset)
    return timeline.duration > 0 ? timeline.position(of: place) : place.offset
  }

  /// The end of the open file, in seconds from the start of the item; nil if no file follows.
  private var endBeforeNext: Double? {
    guard timeline.parts.indices.contains(place.track) else { return nil }
    let end = timeline.parts[place.track].end
    return end < timeline.duration ? end : nil
  }

  private var isNearEnd: Bool {
    guard let end = endBeforeNext else { return false }
    return end - position(at: place.offset) < Self.preparation * rate
  }

  private func prepareNext() {
    guard prepared == nil, isNearEnd, let end = endBeforeNext, let next = timeline.place(at: end)?.track,
      next != unprepared
    else { return }
    prepared = next
    player.prepare(tracks[next])
  }

  private func drop() {
    unprepared = nil
    guard prepared != nil else { return }
    prepared = nil
    player.prepare(nil)
  }

  private func openNext() -> Bool {
    guard let end = endBeforeNext else { return false }
    open(at: end)
    // If the user paused just before the end of a file, open the next file but do not play it.
    if isMeantToPlay { player.play(rate: rate) }
    return true
  }

  private func rest() { (isMeantToPlay, isPlaying, isWaiting) = (false, false, false) }

  // MARK: Events

  private func handle(_ event: TrackEvent) {
    guard !tracks.isEmpty else { return }
    switch event {
    case .ready(let duration): ready(duration)
    case .playing: playing()
    case .waiting:
      guard isMeantToPlay, !isWaiting else { return }
      isWaiting = true
      onEvent?(.stalled)
    case .progressed(let offset):
      guard seeks == 0 else { return }
      place = PlaybackTimeline.Place(track: place.track, offset: offset)
      // The player also reports its offset while it waits for data: report progress only while audio plays.
      guard isPlaying, !isWaiting else { return }
      onEvent?(.progressed(position: position(at: offset)))
      // The receiver of the event may have paused, sought or stopped.
      if isPlaying, seeks == 0 { prepareNext() }
    case .sought: seeks = max(0, seeks - 1)
    case .paused:
      guard isMeantToPlay else { return }
      let position = currentPosition ?? 0
      rest()
      onEvent?(.paused(position: position))
    case .ended:
      if openNext() { return }
      rest()
      onEvent?(.ended)
    case .advanced: advanced()
    case .preparationFailed:
      (prepared, unprepared) = (nil, prepared)
    case .failed(let reason):
      rest()
      onEvent?(.failed(reason: reason))
    }
  }

  private func advanced() {
    // If no file is prepared, a seek or another item has dropped it just before, and the player has opened another file since: ignore the
    // event.
    guard let next = prepared else { return }
    (prepared, unprepared, seeks) = (nil, nil, 0)
    place = PlaybackTimeline.Place(track: next, offset: 0)
    if isPlaying, !isWaiting { onEvent?(.progressed(position: position(at: 0))) }
  }

  private func ready(_ duration: Double?) {
    guard !isReady else { return }
    isReady = true
    // If the item has several files, `duration` is only the first file's: do not report it as the item's.
    let own = tracks.count == 1 ? duration ?? 0 : 0
    onEvent?(.ready(duration: timeline.duration > 0 ? timeline.duration : own))
  }

  private func playing() {
    guard isMeantToPlay else { return }
    let (wasPlaying, wasWaiting) = (isPlaying, isWaiting)
    (isPlaying, isWaiting) = (true, false)
    let position = currentPosition ?? 0
    if !wasPlaying {
      onEvent?(.started(position: position))
    } else if wasWaiting {
      onEvent?(.progressed(position: position))
    }
  }
}
