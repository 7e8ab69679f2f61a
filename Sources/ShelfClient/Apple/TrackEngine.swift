import MediaCore

/// An engine for items of one file or several, over a player of one file at a time: decides which file is open and when the next one
/// follows, and converts places in files into positions of the item.
@MainActor
final class TrackEngine: PlaybackEngine {
  var onEvent: (@MainActor (PlaybackEvent) -> Void)?

  private let player: any TrackPlayer
  private var tracks: [PlayableTrack] = []
  private var timeline = PlaybackTimeline([PlayableTrack]())
  /// The file that is open, and the last known place in it.
  private var place = PlaybackTimeline.Place(track: 0, offset: 0)
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
  }

  // MARK: Files

  private func open(at position: Double) {
    place = target(position)
    (seeks, isWaiting) = (0, false)
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

  private func openNext() -> Bool {
    let end = timeline.parts.indices.contains(place.track) ? timeline.parts[place.track].end : 0
    guard end < timeline.duration else { return false }
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
      if isPlaying, !isWaiting { onEvent?(.progressed(position: position(at: offset))) }
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
    case .failed(let reason):
      rest()
      onEvent?(.failed(reason: reason))
    }
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
