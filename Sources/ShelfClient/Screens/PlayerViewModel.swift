import Foundation
public import MediaCore

/// The full-screen player. It opens an item at the account's current position and starts to play after one second. It sends all listening
/// to the server, at once or as soon as the server can be reached.
///
/// The player records listening on disk every 30 seconds while playing, on a pause, within two seconds of a seek, and on closing. After
/// each record, the player sends it to the server. Without a network, the record waits on disk. If the process is killed, at most the
/// listening since the last record is lost.
///
/// If another screen finishes or restarts the open item, or sets its position, the player follows that change. Before the account signs
/// out, the player stops and closes the session on the server.
@MainActor
public final class PlayerViewModel: ViewModel {
  public var publisher: StatePublisher<State> { screen.publisher }

  /// The default number of seconds by which ``skipForward()`` and ``skipBackward()`` skip.
  public static let skip = 15.0
  /// The interval at which the player records listening while playing.
  public static let syncInterval = Duration.seconds(30)
  /// The time between opening an item and starting to play it automatically.
  public static let autoPlayDelay = Duration.seconds(1)

  let shelf: ShelfService
  let engine: any PlaybackEngine
  let localMedia: any LocalMedia
  let environment: ClientEnvironment
  /// Used by ``SystemPlayback``: the audio session is activated before the engine plays.
  let soundStart = SoundStart()
  let screen: StoreScreen<State>
  private var tokens: [ObservationToken] = []
  /// Keeps ``ShelfService/live`` connected in the background while playing.
  var livePlaying: ObservationToken?
  var current: OpenItem?
  /// The item that the user chose to open; nil once it is open, or has failed to open. `hasBegun` is true from the start of `openNext()`
  /// on. `place` is where to start, if the user chose that as well.
  var opening: (id: PlayableID, autoPlay: AutoPlay, place: Double?, hasBegun: Bool)?
  /// The item that could not be opened, and where to start if the user chose that as well; ``play()`` opens it again.
  var failed: (id: PlayableID, place: Double?)?
  /// The item that the user chose last: the one that is opening, else the open one, else the one that could not be opened.
  var chosen: PlayableID? { opening?.id ?? current?.id ?? failed?.id }
  /// The playlist that the open item was chosen from, and the last item of it that was open. See PlayerViewModel+NextUp.swift.
  var playlist: (id: String, place: PlayableID)?
  /// A closure to which the player passes the item that will play after the open item. The player calls the closure each time that
  /// ``State/nextUp`` changes to another item, so the app can download that item before other items.
  public var onNextKnown: (@MainActor (QueueEntry) -> Void)?
  var tracker: ListeningTracker?
  /// Whether the user wants the item to play. If so, it continues after it had to be opened again.
  var isMeantToPlay = false

  // Used by `PlayerViewModel+Reopening.swift`.
  var reopenings = 0
  var reopenPause = 1.0
  /// Whether the loaded audio has failed: the next ``play()`` opens the item again instead of resuming.
  var needsReopening = false
  /// The number of running closes of the open item: above 0, the item plays no more, and a failing engine does not open it again.
  var closings = 0

  // Used by `PlayerViewModel+Recording.swift`.
  var schedule = SaveSchedule()
  var isRecording = false
  var isRecordWanted = false
  var recordWaiters: [CheckedContinuation<Void, Never>] = []
  /// Listening of closed items that could not be written to disk, with the account that listened. The next record writes it first.
  var unrecorded: [(mutation: ProgressMutation, owner: String?)] = []
  /// When the last record reached the disk, by the server's clock if known.
  var recordedAt: Date?

  /// The latest save of settings of the open item.
  var settingsSave: Task<Void, Never>?
  // Used by `PlayerViewModel+Resuming.swift`.
  /// Called when the player begins to read a position before it plays. No sound plays meanwhile, so the system may suspend the app.
  var onAboutToPlay: @MainActor () -> Void = {}

  // Used by `PlayerViewModel+Sleep.swift`.
  var pausedAt: Duration?
  /// When the item was opened.
  var openedAt = Duration.zero
  var isAsleep = false
  /// The chapter that had ended when the sleep timer ended playing, while chapters are repeated or shuffled.
  var sleptAtEndOf: Int?
  /// Whether the user has chosen the place at which playing begins next: no automatic rewind applies to it.
  var isPlaceChosen = false
  var wasInterrupted = false
  var continuesAfterInterruption = false
  /// Until when the sleep timer of the daily window does not set itself, after the user has removed it.
  var sleepDismissedUntil: Date?
  /// The daily window whose timer runs; nil for a timer that the user has set.
  var sleepSetBy: SleepSchedule?
  var sleepCountedAt: Duration?
  var positionAt = Duration.zero

  // Used by `PlayerViewModel+Order.swift`.
  var chapterPlaying: Int?
  var jumpedAt: Duration?

  /// The player's own tasks, for tests.
  var tasks: Activities { screen.activities }

  /// Creates the player.
  /// - Parameter localMedia: the source of items that are stored on this device and open without a network. If nil, the player uses
  ///   ``ShelfService/downloads``.
  public init(shelf: ShelfService, engine: any PlaybackEngine, localMedia: (any LocalMedia)? = nil) {
    self.shelf = shelf
    self.engine = engine
    self.localMedia = localMedia ?? shelf.downloads
    environment = shelf.client.environment
    var state = State()
    state.settings = shelf.playbackSettings.current
    let (lists, latest) = (shelf.rowStore.observe, shelf.queueStore.observe)
    screen = StoreScreen(state, accounts: shelf.client.accounts)
    screen.lastingActivities = ["sync", "autoPlay", "save", "sleep", "reopenLater", "alarm", "chapterEnd"]
    screen.attach(
      self, observing: [shelf.progressStore.observe, shelf.upNext.observe, shelf.sequences.observe, lists, latest]
    ) { player in
      await player.render()
    } fetch: { (player) async throws(ClientError) in
      try await player.openNext()
    } reset: { player in
      player.accountChanged()
    }
    tokens = [
      shelf.progressStore.observeChanges { [weak self] change, account in
        Task { @MainActor in self?.follow(change, of: account) }
      },
      shelf.playbackSettings.observe { [weak self] _ in Task { @MainActor in self?.settingsChanged() } },
      shelf.openPlayers.add { [weak self] pending in await self?.leaveAccount(pending) },
    ]
    engine.onEvent = { [weak self] in self?.handle($0) }
    shelf.downloads.setPlayableTypes(engine.mimeTypes)
  }

  /// Waits until all tasks that the player has started are done, and all listening is recorded and published. For tests and examples.
  public func settled() async {
    repeat {
      if schedule.due != nil || isRecording { await record() }
      await screen.settled()
      await shelf.queue.settled()
      await screen.settled()
    } while (schedule.due != nil || isRecording) && !Task.isCancelled
  }

  // MARK: Controls

  /// Plays the open item. After a pause, first goes back by as many seconds as ``PlaybackSettings`` require, for example
  /// ``PlaybackSettings/smartRewind``. If the item has failed, opens it again. After a pause of a minute or more, and for a downloaded item
  /// that was just opened, first reads the item's position from the server, for at most two seconds. If the item was played further on
  /// another device, playback starts at that device's position. An item that is being opened plays as soon as it is open.
  public func play() { play(isRead: false) }

  /// - Parameter isRead: whether the caller has read the position already, or has waited long enough for it.
  func play(isRead: Bool) {
    if opening == nil, let failed { return open(failed.id, .atOnce(), at: failed.place) }
    if let chosen = opening?.autoPlay, chosen == .never || chosen == .soon {
      wasInterrupted = false
      opening?.autoPlay = .atOnce(isRead: isRead)
      return
    }
    guard current != nil, closings == 0, !state.isPlaying else { return }
    tasks.cancel("autoPlay")
    isMeantToPlay = true
    wasInterrupted = false
    if !isRead, readsBeforePlaying, let id = current?.id { playAfterReading(id) } else { playNow() }
  }

  func playNow() {
    guard !needsReopening, state.phase != .failed else { return reopenNow() }
    rewindAfterPause()
    startEngine()
  }

  /// Lets the engine play once the audio session is active. Every start of the sound goes through here.
  func startEngine() {
    soundStart.begin { [weak self] in
      // The user may have paused or closed the item while the system asked where sound goes.
      guard let self, isMeantToPlay, current != nil, closings == 0 else { return }
      engine.play()
    } refused: { [weak self] in
      self?.isMeantToPlay = false
    }
  }

  /// Pauses the open item, and records its position. If the next item is being looked for, the player does not open it. An item that is
  /// being opened does not play by itself.
  public func pause() {
    wasInterrupted = false
    startNothing()
    pauseNow()
  }

  /// Cancels the search for the next item, and lets an item that is being opened open without playing.
  func startNothing() {
    tasks.cancel("next")
    opening?.autoPlay = .never
  }

  func pauseNow() {
    tasks.cancel("autoPlay")
    tasks.cancel("resume")
    (isMeantToPlay, continuesAfterInterruption) = (false, false)
    soundStart.cancel()
    engine.pause()
    removePassedAlarm()
  }

  /// Pauses the open item if it plays, and plays it otherwise.
  public func togglePlayback() { if state.isPlaying { pause() } else { play() } }

  /// Skips forward by ``State/skipForward`` seconds.
  public func skipForward() { seek(to: livePosition + state.skipForward) }

  /// Skips backward by ``State/skipBackward`` seconds.
  public func skipBackward() { seek(to: livePosition - state.skipBackward) }

  /// Seeks to the start of the next chapter. Does nothing in the last chapter.
  public func nextChapter() {
    if let next = state.chapterList.next(after: livePosition) { seek(to: next.start) }
  }

  /// Seeks to the start of the current chapter. Within the first ``ChapterList/previousWithin`` seconds of the chapter, seeks to the start
  /// of the previous chapter instead.
  public func previousChapter() { seek(to: state.chapterList.previousStart(at: livePosition)) }

  /// Seeks to the start of a chapter.
  public func seek(to chapter: Chapter) { seek(to: chapter.start) }

  /// Seeks to a position. The player records the new position within two seconds, and records several quick seeks only once. If the user
  /// seeks during a pause, the next ``play()`` starts exactly at the new position, without any rewind.
  /// - Parameter position: the position in seconds, kept within the item.
  public func seek(to position: Double) {
    guard current != nil, position.isFinite else { return }
    readEngine()
    let before = state.position
    move(to: position)
    noteJump(from: before)
    tracker?.seek(to: state.position)
    placeChosen()
    saveSoon(.seek)
  }

  /// The position at this moment, read from the engine.
  private var livePosition: Double {
    readEngine()
    return state.position
  }

  func move(to position: Double) {
    let place = min(max(0, position), state.duration > 0 ? state.duration : MediaTime.longest)
    engine.seek(to: place)
    shown(position: place)
    screen.state.sleepTimer?.moved(to: place, in: state.chapterList, order: state.chapterOrder)
    restartSleepTask()
    sleptAtEndOf = nil
    chapterPlaying = state.chapterList.index(at: place)
    restartChapterTask()
  }

  func shown(position: Double) {
    screen.state.position = position
    positionAt = environment.clock.uptime()
  }

  /// Seeks to a fraction of the item.
  /// - Parameter fraction: the fraction of the duration, 0…1, such as the value at which the user has released a seek bar.
  public func seek(toFraction fraction: Double) { seek(to: fraction * state.duration) }

  /// Sets the speed from a factor; see ``setSpeed(_:)``.
  /// - Parameter rate: the speed as a factor, rounded to a step of 0.05 and kept within 0.5…3.5. If NaN, the speed is 1.
  public func setRate(_ rate: Double) { setSpeed(PlaybackSpeed(rate)) }

  /// Sets the speed, and stores it on this device. If the open item has a speed of its own (``ItemPlaybackSettings/speed``), only that
  /// speed changes. Otherwise the speed applies to all books if a book is open, to all podcasts if an episode is open, and to both while
  /// nothing is open.
  public func setSpeed(_ speed: PlaybackSpeed) {
    if state.itemSettings.speed != nil { return setItemSettings { $0.speed = speed } }
    let kinds = current.map { [$0.id.kind] } ?? PlayableKind.allCases
    setSettings { settings in for kind in kinds { settings.setSpeed(speed, of: kind) } }
    use(speed)
  }

  func use(_ speed: PlaybackSpeed) {
    readEngine()
    engine.setRate(speed.rawValue)
    screen.state.rate = speed.rawValue
    restartSleepTask()
    restartChapterTask()
  }

  /// Changes the playback settings of this device, which apply to all items.
  public func setSettings(_ change: (inout PlaybackSettings) -> Void) {
    let before = state.settings
    do throws(ClientError) { try shelf.playbackSettings.update(change) } catch { screen.notice(error) }
    screen.state.settings = shelf.playbackSettings.current
    useSleepSettings(before)
  }

  private func settingsChanged() {
    let before = state.settings
    screen.state.settings = shelf.playbackSettings.current
    useSettings()
    useSleepSettings(before)
  }

  /// Records the seconds that were listened to and the position at once, and sends them. Call this method when the app goes to the
  /// background or may be terminated soon.
  public func saveNow() {
    tasks.start("record", replacing: false) { [self] in
      await record()
      await shelf.queue.flush(.foreground)
    }
  }

  func log(_ message: String) { shelf.client.log.add(.info, "player: \(message) at \(MediaTime.text(state.position))") }
}
