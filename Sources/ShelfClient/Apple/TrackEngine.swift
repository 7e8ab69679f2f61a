import MediaCore

/// An engine for items of one file or several, over a player of one file at a time: decides which file is open and when the next one
/// is prepared and follows, and converts places in files into positions of the item.
@MainActor
final class TrackEngine: PlaybackEngine {
  var onEvent: (@MainActor (PlaybackEvent) -> Void)?

  /// The next file is prepared when less than this remains of the open one, in seconds of listening. A slow network needs much of it for
  /// a connection and the first minutes of audio. Earlier, both files would load at the same time over that network.
  static let preparation = 30.0

  private let player: any TrackPlayer
  private var tracks: [PlayableTrack] = []
  private var timeline = PlaybackTimeline([PlayableTrack]())
  /// The file that is open, and the last known place in it.
  private var place = PlaybackTimeline.Place(track: 0, offset: 0)
  /// The index of the file that the player has prepared to follow; nil for none.
  private var prepared: Int?
  /// The index of the file whose preparation failed. It is not prepared again until another file is opened: the player would start to load
  /// it each second. At the end of the open file, it is opened like any file, and reports its failure then.
  private var unprepared: Int?
  private var rate = 1.0
  private var isMeantToPlay = false
  private var isPlaying = false
  private var isWaiting = false
  private var isReady = false
  /// The number of seeks under way: until they are done, the player still reports positions from before them.
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
    // Far from the end again, the next file would only hold a connection and memory.
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

  /// A stream of unknown length has no part of the timeline: it is the only file then, and every position lies in it.
  private func target(_ position: Double) -> PlaybackTimeline.Place {
    timeline.place(at: position) ?? PlaybackTimeline.Place(track: 0, offset: position.isFinite ? max(0, position) : 0)
  }

  private func position(at offset: Double?) -> Double {
    let place = PlaybackTimeline.Place(track: place.track, offset: offset ?? place.offset)
    return timeline.duration > 0 ? timeline.position(of: place) : place.offset
  }

  /// The end of the open file, in seconds from the start of the item; nil when no file follows it.
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
      // The observer of the position may have paused, sought or stopped.
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
    // A seek or another item has replaced the prepared file just before: the player has opened that one since.
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
