public import Foundation
public import MediaCore

/// The full-screen player: opens at the place where the user is, starts by itself after a second, and delivers all listening
/// to the server, now or later.
///
/// Listening is recorded durably every 30 seconds while playing, on pause, after a seek and on close, and then sent; without a
/// network it waits. Stopping the process at any moment loses at most what was played since the last record. A change that
/// another screen makes to the open item (finishing, restarting, moving it) counts here too.
@MainActor
public final class PlayerViewModel: ViewModel {
  public struct State: ScreenState {
    public enum Phase: Equatable, Sendable {
      case idle
      case opening
      case ready
      /// ``State/error`` says why.
      case failed
    }

    public var phase = Phase.idle
    public var id: PlayableID?
    public var title = ""
    /// The author, or the podcast's name.
    public var author = ""
    public var coverURL: URL?
    /// Seconds.
    public var position = 0.0
    /// Seconds; 0 when unknown.
    public var duration = 0.0
    public var isPlaying = false
    /// It would play but waits for data.
    public var isStalled = false
    public var rate = 1.0
    public var chapters: [Chapter] = []
    /// Listening that is not on the server yet.
    public var hasUnsentProgress = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// `12:34`
    public var positionText: String { MediaTime.text(position) }
    public var durationText: String { MediaTime.text(duration) }
    /// 0…1 for the seek bar.
    public var fraction: Double { duration > 0 ? min(max(position / duration, 0), 1) : 0 }
    /// The chapter at the position; ends are exclusive, but for the item's. Nil between two chapters.
    public var chapter: Chapter? {
      chapters.last { $0.start <= position && position < $0.end } ?? (position >= duration ? chapters.last : nil)
    }
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  /// The step of ``skipForward()`` and ``skipBackward()``, in seconds.
  public static let skip = 15.0
  /// The interval at which listening is recorded while playing.
  public static let syncInterval = Duration.seconds(30)
  /// The time from opening until it starts by itself.
  public static let autoPlayDelay = Duration.seconds(1)

  let shelf: ShelfService
  let engine: any PlaybackEngine
  let environment: ClientEnvironment
  let screen: StoreScreen<State>
  let records = SerialTaskQueue()
  private var changes: ObservationToken?
  var session: PlaybackSession?
  /// The account that opened it, and to which the listening belongs.
  var owner: String?
  var tracker: ListeningTracker?
  var reopenings = 0
  /// The open session is being recorded and closed: nothing is opened in its place any more.
  var closings = 0
  /// Whether the user wants it to play: a session that had to be opened again goes on with it.
  var isMeantToPlay = false
  private var opening: (id: PlayableID, autoPlay: Bool)?

  /// The player's own tasks, for tests.
  var tasks: Activities { screen.activities }

  public init(shelf: ShelfService, engine: any PlaybackEngine) {
    self.shelf = shelf
    self.engine = engine
    environment = shelf.client.environment
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.lastingActivities = ["sync", "autoPlay"]
    screen.attach(self, observing: [shelf.progressStore.observe]) { player in
      await player.render()
    } fetch: { (player) async throws(ClientError) in
      try await player.openNext()
    } reset: { player in
      player.accountChanged()
    }
    changes = shelf.progressStore.observeChanges { [weak self] change, account in
      Task { @MainActor in self?.follow(change, of: account) }
    }
    engine.onEvent = { [weak self] in self?.handle($0) }
  }

  private func render() async {
    guard let id = state.id else { return }
    let isUnsent = (try? await shelf.progressStore.progress(of: id))?.isPending ?? false
    if state.id == id { screen.state.hasUnsentProgress = isUnsent }
  }

  // MARK: Opening and closing

  /// Opens an episode or book; what was open before is closed first.
  /// - Parameter autoPlay: start by itself, a second after opening.
  public func open(_ id: PlayableID, autoPlay: Bool = true) {
    opening = (id, autoPlay)
    screen.load()
  }

  /// Records and sends what is not on the server yet, and ends the session there.
  public func close() {
    opening = nil
    tasks.cancel("load")
    // Everything is recorded even when the player is released now; a second call does not end the first.
    tasks.start("close", replacing: false) { [self] in await closeNow() }
  }

  private func openNext() async throws(ClientError) {
    guard let (id, autoPlay) = opening else { return }
    opening = nil
    // The account that chose it: closing takes its time, and another one can sign in meanwhile.
    let owner = (try? await account()) ?? nil
    await closeNow()
    // Something else was asked for meanwhile.
    guard !Task.isCancelled else { return }
    do throws(ClientError) { try await open(id, of: owner, autoPlay: autoPlay) } catch {
      if !error.isCancellation, !Task.isCancelled {
        shelf.client.log.add(.error, "player: \(error)")
        screen.state.phase = .failed
      }
      throw error
    }
  }

  private func open(_ id: PlayableID, of owner: String?, autoPlay: Bool) async throws(ClientError) {
    var state = State()
    (state.phase, state.id) = (.opening, id)
    screen.state = state
    // Waiting changes are sent first, so that the server has the position; offline it does not matter.
    await shelf.queue.flush(.call)
    let (session, tracks) = try await startSession(id, of: owner)
    // A place that is not on the server yet counts more than what the server says.
    let known = try? await shelf.progressStore.progress(of: id)
    let waiting = known.flatMap { $0.isPending ? $0 : nil }
    let start = waiting.map { $0.isFinished ? 0 : $0.position } ?? session.currentTime ?? 0
    let coverURL = try? await shelf.media.coverURL(
      of: id.libraryItemId, width: 800, updatedAt: session.libraryItem?.updatedAt)
    guard !Task.isCancelled else { return end(session) }
    self.session = session
    self.owner = owner
    let random = environment.random
    tracker = ListeningTracker(
      item: id, position: start,
      display: .init(title: session.displayTitle, author: session.displayAuthor, coverPath: session.coverPath),
      makeID: { random.uuid() })
    reopenings = 0
    state.phase = .ready
    state.title = session.displayTitle ?? ""
    state.author = session.displayAuthor ?? ""
    state.coverURL = coverURL
    state.position = start
    state.duration = session.duration ?? tracks.map(\.end).max() ?? 0
    state.chapters = session.chapters
    screen.state = state
    engine.load(tracks, at: start)
    if autoPlay { startSoon() }
  }

  /// Opens a session for `owner`, with something to play.
  func startSession(
    _ id: PlayableID, of owner: String?
  ) async throws(ClientError) -> (PlaybackSession, [PlayableTrack]) {
    try await check(owner)
    let session = try await shelf.playback.start(id, options: PlayOptions())
    try await check(owner)
    var tracks: [PlayableTrack] = []
    for track in session.audioTracks ?? [] {
      tracks.append(
        PlayableTrack(
          url: try await shelf.media.streamURL(of: track, in: session), start: track.startOffset ?? 0,
          duration: track.duration ?? 0, mimeType: track.mimeType))
    }
    guard !tracks.isEmpty else {
      end(session)
      throw ClientError(.unsupported, operation: "shelf.playback.start", detail: "noAudio")
    }
    return (session, tracks)
  }

  /// - Throws: `signedOut` when it is no longer `owner` who is signed in.
  private func check(_ owner: String?) async throws(ClientError) {
    guard try await account() == owner else {
      throw ClientError(.signedOut, operation: "shelf.player", detail: ClientError.Detail.accountChanged)
    }
  }

  private func account() async throws(ClientError) -> String? { try await shelf.account.status().account }

  /// Closes a session that will not be played. In a task of its own: the one that opened it may be cancelled.
  func end(_ session: PlaybackSession) {
    tasks.start("end", replacing: false) { [self] in try? await shelf.playback.close(session.id, nil) }
  }

  private func startSoon() {
    tasks.start("autoPlay") { [weak self, environment] in
      do { try await environment.clock.sleep(for: Self.autoPlayDelay) } catch { return }
      if !Task.isCancelled { self?.play() }
    }
  }

  private func closeNow() async {
    cancelTimers()
    guard let session else {
      // An item that was still opening, or could not be opened, is cleared too.
      screen.state = State()
      return
    }
    engine.stop()
    tracker?.paused()
    closings += 1
    await record()
    closings -= 1
    // Another call closed it and opened the next one meanwhile.
    guard self.session?.id == session.id else { return }
    letGo()
    await shelf.queue.flush(.recorded)
    // Without a body: the listening is recorded already, and a body would count it twice.
    do throws(ClientError) { try await shelf.playback.close(session.id, nil) } catch {
      if error.isCancellation { end(session) }
    }
  }

  private func cancelTimers() { for kind in ["autoPlay", "sync", "reopen"] { tasks.cancel(kind) } }

  private func letGo() {
    session = nil
    isMeantToPlay = false
    owner = nil
    tracker = nil
    screen.state = State()
  }

  /// Listening so far belongs to the account that opened the session.
  private func accountChanged() {
    if let mutation = takeMutation() {
      tasks.start("record", replacing: false) { [store = shelf.progressStore, owner] in
        _ = try? await store.submit(mutation, cause: "playback", owner: owner)
      }
    }
    stopForeign()
  }

  /// The account that listened is signed out: playing ends.
  func stopForeign() {
    cancelTimers()
    if session != nil { engine.stop() }
    letGo()
  }

  // MARK: Controls

  public func play() {
    guard session != nil, !state.isPlaying else { return }
    isMeantToPlay = true
    engine.play()
  }

  public func pause() {
    tasks.cancel("autoPlay")
    isMeantToPlay = false
    engine.pause()
  }

  public func togglePlayback() { if state.isPlaying { pause() } else { play() } }

  public func skipForward() { seek(to: state.position + Self.skip) }

  public func skipBackward() { seek(to: state.position - Self.skip) }

  /// - Parameter position: seconds; kept within the item.
  public func seek(to position: Double) {
    guard session != nil, position.isFinite else { return }
    move(to: position)
    tracker?.seek(to: state.position)
    if !state.isPlaying { recordSoon() }
  }

  func move(to position: Double) {
    let place = min(max(0, position), state.duration > 0 ? state.duration : .greatestFiniteMagnitude)
    engine.seek(to: place)
    screen.state.position = place
  }

  /// - Parameter fraction: 0…1, where the seek bar was let go.
  public func seek(toFraction fraction: Double) { seek(to: fraction * state.duration) }

  /// - Parameter rate: kept within 0.5…2.0.
  public func setRate(_ rate: Double) {
    let rate = rate.isFinite ? min(max(rate, 0.5), 2) : 1
    engine.setRate(rate)
    screen.state.rate = rate
  }

  /// The app goes to the background or may end soon: what was listened to is recorded and sent at once.
  public func saveNow() { recordSoon() }
}
