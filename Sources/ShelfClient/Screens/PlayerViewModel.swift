import Foundation
public import MediaCore

/// The full-screen player: opens at the place where the user is, starts by itself after a second, and delivers all listening
/// to the server, now or later.
///
/// Listening is recorded durably every 30 seconds while playing, on pause, within two seconds of a seek, and on close, and then
/// sent; without a network it waits. Stopping the process at any moment loses at most what was played since the last record.
/// A change that another screen makes to the open item (finishing, restarting, moving it) counts here too; before its account
/// signs out, the sound stops and the session ends.
@MainActor
public final class PlayerViewModel: ViewModel {
  public var publisher: StatePublisher<State> { screen.publisher }

  /// The step of ``skipForward()`` and ``skipBackward()`` until the user chooses another, in seconds.
  public static let skip = 15.0
  /// The interval at which listening is recorded while playing.
  public static let syncInterval = Duration.seconds(30)
  /// The time from opening until it starts by itself.
  public static let autoPlayDelay = Duration.seconds(1)

  let shelf: ShelfService
  let engine: any PlaybackEngine
  let localMedia: any LocalMedia
  let environment: ClientEnvironment
  let screen: StoreScreen<State>
  private var tokens: [ObservationToken] = []
  var current: OpenItem?
  var opening: (id: PlayableID, autoPlay: AutoPlay)?
  var tracker: ListeningTracker?
  /// Whether the user wants it to play: one that had to be opened again goes on with it.
  var isMeantToPlay = false

  // Opening again. See PlayerViewModel+Reopening.swift.
  var reopenings = 0
  var reopenPause = 1.0
  /// Its audio is gone; it is asked for again with the next reason to hope.
  var needsReopening = false
  /// The open item is being recorded and closed: nothing is opened in its place any more.
  var closings = 0

  // Recording. See PlayerViewModel+Recording.swift.
  var schedule = SaveSchedule()
  var isRecording = false
  var isRecordWanted = false
  var recordWaiters: [CheckedContinuation<Void, Never>] = []
  /// When the last record was on disk, by the clock of its change.
  var recordedAt: Date?

  // Pauses and sleep. See PlayerViewModel+Sleep.swift.
  var pausedAt: Duration?
  var isAsleep = false
  var wasInterrupted = false
  var sleepCountedAt: Duration?
  var positionAt = Duration.zero

  /// The player's own tasks, for tests.
  var tasks: Activities { screen.activities }

  /// - Parameter localMedia: what is on this device, which opens without a network; ``ShelfService/downloads`` if it is nil.
  public init(shelf: ShelfService, engine: any PlaybackEngine, localMedia: (any LocalMedia)? = nil) {
    self.shelf = shelf
    self.engine = engine
    self.localMedia = localMedia ?? shelf.downloads
    environment = shelf.client.environment
    var state = State()
    state.settings = shelf.playbackSettings.current
    screen = StoreScreen(state, accounts: shelf.client.accounts)
    screen.lastingActivities = ["sync", "autoPlay", "save", "sleep", "reopenLater"]
    screen.attach(self, observing: [shelf.progressStore.observe]) { player in
      await player.render()
    } fetch: { (player) async throws(ClientError) in
      try await player.openNext()
    } reset: { player in
      player.accountChanged()
    }
    tokens = [
      shelf.progressStore.observeChanges { [weak self] change, account in
        // Its own listening is the most frequent change by far, and concerns no other player.
        guard change.action != .listened else { return }
        Task { @MainActor in self?.follow(change, of: account) }
      },
      shelf.playbackSettings.observe { [weak self] _ in Task { @MainActor in self?.settingsChanged() } },
      shelf.openPlayers.add { [weak self] pending in await self?.leaveAccount(pending) },
    ]
    engine.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Returns once everything it has started is done, recorded and published. For tests and examples.
  public func settled() async {
    repeat {
      if schedule.due != nil || isRecording { await record() }
      await screen.settled()
      await shelf.queue.settled()
      await screen.settled()
    } while (schedule.due != nil || isRecording) && !Task.isCancelled
  }

  // MARK: Controls

  /// Plays, from a little before where it was paused if the user wants that. One that has failed is opened again.
  public func play() {
    guard current != nil, !state.isPlaying else { return }
    tasks.cancel("autoPlay")
    isMeantToPlay = true
    wasInterrupted = false
    guard !needsReopening, state.phase != .failed else { return reopenNow() }
    rewindAfterPause()
    engine.play()
  }

  /// Records the place.
  public func pause() {
    wasInterrupted = false
    pauseNow()
  }

  func pauseNow() {
    tasks.cancel("autoPlay")
    tasks.cancel("reopenLater")
    isMeantToPlay = false
    engine.pause()
  }

  /// Plays or pauses.
  public func togglePlayback() { if state.isPlaying { pause() } else { play() } }

  /// By ``PlaybackSettings/skipForward``.
  public func skipForward() { seek(to: livePosition + state.settings.skipForward) }

  /// By ``PlaybackSettings/skipBackward``.
  public func skipBackward() { seek(to: livePosition - state.settings.skipBackward) }

  /// To the start of the next chapter; nothing happens in the last one.
  public func nextChapter() {
    if let next = state.chapterList.next(after: livePosition) { seek(to: next.start) }
  }

  /// To the start of the chapter, or of the one before within its first ``ChapterList/previousWithin`` seconds.
  public func previousChapter() { seek(to: state.chapterList.previousStart(at: livePosition)) }

  /// To the start of a chapter.
  public func seek(to chapter: Chapter) { seek(to: chapter.start) }

  /// Recorded within two seconds of the last of several.
  /// - Parameter position: seconds; kept within the item.
  public func seek(to position: Double) {
    guard current != nil, position.isFinite else { return }
    readEngine()
    move(to: position)
    tracker?.seek(to: state.position)
    saveSoon(.seek)
  }

  /// The position at this moment, as far as the engine says it.
  private var livePosition: Double {
    readEngine()
    return state.position
  }

  func move(to position: Double) {
    let place = min(max(0, position), state.duration > 0 ? state.duration : MediaTime.longest)
    engine.seek(to: place)
    shown(position: place)
    screen.state.sleepTimer?.moved(to: place, in: state.chapterList)
    restartSleepTask()
  }

  func shown(position: Double) {
    screen.state.position = position
    positionAt = environment.clock.uptime()
  }

  /// - Parameter fraction: 0…1, where the seek bar was let go.
  public func seek(toFraction fraction: Double) { seek(to: fraction * state.duration) }

  /// - Parameter rate: kept within 0.5…3.5, in steps of 0.05; 1 for what is no number.
  public func setRate(_ rate: Double) { setSpeed(PlaybackSpeed(rate)) }

  /// Kept on this device for the kind of item that is open: books have their speed and podcasts theirs. While nothing is open,
  /// for both.
  public func setSpeed(_ speed: PlaybackSpeed) {
    let kinds = current.map { [$0.id.kind] } ?? PlayableKind.allCases
    setSettings { settings in for kind in kinds { settings.setSpeed(speed, of: kind) } }
    use(speed)
  }

  func use(_ speed: PlaybackSpeed) {
    readEngine()
    engine.setRate(speed.rawValue)
    screen.state.rate = speed.rawValue
    restartSleepTask()
  }

  /// Changes what is kept on this device about playing.
  public func setSettings(_ change: (inout PlaybackSettings) -> Void) {
    do throws(ClientError) { try shelf.playbackSettings.update(change) } catch { screen.notice(error) }
    screen.state.settings = shelf.playbackSettings.current
  }

  private func settingsChanged() {
    screen.state.settings = shelf.playbackSettings.current
    guard let kind = current?.id.kind, state.settings.speed(of: kind) != state.speed else { return }
    use(state.settings.speed(of: kind))
  }

  /// The app goes to the background or may end soon: what was listened to is recorded and sent at once.
  public func saveNow() {
    schedule.begin(at: environment.clock.uptime())
    tasks.start("record", replacing: false) { [self] in
      await record()
      await shelf.queue.flush(.foreground)
    }
  }

  func log(_ message: String) { shelf.client.log.add(.info, "player: \(message) at \(MediaTime.text(state.position))") }
}
