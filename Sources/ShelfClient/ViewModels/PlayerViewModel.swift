public import Foundation
public import MediaCore

/// The full-screen player: opens at the place where the user is, starts by itself after a second, and sees to it that the
/// server learns of everything, now or later.
///
/// Listening is recorded durably every 30 seconds while playing, on pause, after a seek and on close, and then sent; without a
/// network it waits. Stopping the process at any moment loses at most what was played since the last record.
@MainActor
public final class PlayerViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    public enum Phase: Equatable, Sendable {
      case idle
      case opening
      case ready
      case failed(ClientError)
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

  public let publisher = StatePublisher(State())
  public let activities = Activities()
  public let lastingActivities: Set<String> = ["sync", "autoPlay"]

  /// How far ``skipForward()`` and ``skipBackward()`` go, in seconds.
  public static let skip = 15.0
  /// How often listening is recorded while playing.
  public static let syncInterval = Duration.seconds(30)
  /// How long after opening it starts by itself.
  public static let autoPlayDelay = Duration.seconds(1)

  private let shelf: ShelfService
  private let engine: any PlaybackEngine
  private let environment: ClientEnvironment
  private var session: PlaybackSession?
  /// Who opened it: nobody else's listening.
  private var owner: String?
  private var tracker: ListeningTracker?
  private var reopenings = 0
  /// What is open is being told and closed: nothing is opened in its place any more.
  private var closings = 0
  /// Whether it would sound if it could: what a session that had to be opened again goes on with.
  private var isMeantToPlay = false
  private let turns = Turns()

  public init(shelf: ShelfService, engine: any PlaybackEngine) {
    self.shelf = shelf
    self.engine = engine
    environment = shelf.client.environment
    engine.onEvent = { [weak self] in self?.heard($0) }
  }

  // MARK: Opening and closing

  /// Opens an episode or book; what was open before is closed first.
  /// - Parameter autoPlay: start by itself, a second after opening.
  public func open(_ id: PlayableID, autoPlay: Bool = true) {
    activities.start("open") { [weak self] in
      guard let self else { return }
      // Whose choice it is: closing takes its time, and somebody else can sign in meanwhile.
      let owner = (try? await self.account()) ?? nil
      await self.closeNow()
      // Something else was asked for meanwhile.
      guard !Task.isCancelled else { return }
      await self.openNow(id, of: owner, autoPlay: autoPlay)
    }
  }

  /// Records and sends what is not told yet and ends the session on the server.
  public func close() {
    activities.cancel("open")
    // Whoever lets go of the player now still has everything recorded; a second call does not end the first.
    activities.start("close", replacing: false) { [self] in await closeNow() }
  }

  private func openNow(_ id: PlayableID, of owner: String?, autoPlay: Bool) async {
    publisher.state = State(phase: .opening, id: id)
    do throws(ClientError) {
      // What waits goes first, so that the server knows where we are; offline it does not matter.
      await shelf.outbox.flush(.call)
      try await check(owner)
      let session = try await shelf.playback.start(id, options: PlayOptions())
      try await check(owner)
      // A place that is not on the server yet counts more than what the server says.
      let known = try? await shelf.progressStore.progress(of: id)
      let waiting = known.flatMap { $0.isPending ? $0 : nil }
      let start = waiting.map { $0.isFinished ? 0 : $0.position } ?? session.currentTime ?? 0
      let tracks = try await tracks(of: session)
      guard !tracks.isEmpty else {
        end(session)
        throw ClientError(.unsupported, operation: "shelf.playback.start", detail: "noAudio")
      }
      let coverURL = try? await shelf.media.coverURL(
        of: id.libraryItemId, width: 800, updatedAt: session.libraryItem?.updatedAt)
      guard !Task.isCancelled else {
        end(session)
        return
      }
      self.session = session
      self.owner = owner
      let random = environment.random
      tracker = ListeningTracker(
        item: id, position: start,
        display: .init(title: session.displayTitle, author: session.displayAuthor, coverPath: session.coverPath),
        makeID: { random.uuid() })
      reopenings = 0
      publisher.state = State(
        phase: .ready, id: id, title: session.displayTitle ?? "", author: session.displayAuthor ?? "",
        coverURL: coverURL,
        position: start, duration: session.duration ?? tracks.map(\.end).max() ?? 0, chapters: session.chapters)
      engine.load(tracks, at: start)
      if autoPlay { startSoon() }
    } catch {
      guard !error.isCancellation, !Task.isCancelled else { return }
      shelf.client.log.add(.error, "player: \(error)")
      publisher.state.phase = .failed(error)
    }
  }

  /// - Throws: `signedOut` when it is no longer `owner` who is signed in.
  private func check(_ owner: String?) async throws(ClientError) {
    guard try await account() == owner else {
      throw ClientError(.signedOut, operation: "shelf.player", detail: ClientError.Detail.accountChanged)
    }
  }

  private func account() async throws(ClientError) -> String? {
    try await shelf.account.status().account
  }

  private func tracks(of session: PlaybackSession) async throws(ClientError) -> [PlayableTrack] {
    var tracks: [PlayableTrack] = []
    for track in session.audioTracks ?? [] {
      tracks.append(
        PlayableTrack(
          url: try await shelf.media.streamURL(of: track, in: session), start: track.startOffset ?? 0,
          duration: track.duration ?? 0, mimeType: track.mimeType))
    }
    return tracks
  }

  /// Closes a session that will not be played. In a task of its own: whoever opened it may be cancelled.
  private func end(_ session: PlaybackSession) {
    activities.start("end", replacing: false) { [self] in try? await shelf.playback.close(session.id, nil) }
  }

  private func startSoon() {
    activities.start("autoPlay") { [weak self, environment] in
      do { try await environment.clock.sleep(for: Self.autoPlayDelay) } catch { return }
      if !Task.isCancelled { self?.play() }
    }
  }

  private func closeNow() async {
    activities.cancel("autoPlay")
    activities.cancel("sync")
    activities.cancel("reopen")
    guard let session else {
      // What was still opening, or could not be opened, is gone too.
      publisher.state = State()
      return
    }
    engine.stop()
    tracker?.paused()
    closings += 1
    await tell()
    closings -= 1
    // Somebody else closed it and opened another meanwhile.
    guard self.session?.id == session.id else { return }
    letGo()
    await shelf.outbox.flush(.recorded)
    // Without a body: the listening is told already, and told twice it would count twice.
    do throws(ClientError) { try await shelf.playback.close(session.id, nil) } catch {
      if error.isCancellation { end(session) }
    }
  }

  private func letGo() {
    session = nil
    isMeantToPlay = false
    owner = nil
    tracker = nil
    publisher.state = State()
  }

  // MARK: Controls

  public func play() {
    guard session != nil, !state.isPlaying else { return }
    isMeantToPlay = true
    engine.play()
  }

  public func pause() {
    activities.cancel("autoPlay")
    isMeantToPlay = false
    engine.pause()
  }

  public func togglePlayback() { if state.isPlaying { pause() } else { play() } }

  public func skipForward() { seek(to: state.position + Self.skip) }

  public func skipBackward() { seek(to: state.position - Self.skip) }

  /// - Parameter position: seconds; kept within the item.
  public func seek(to position: Double) {
    guard session != nil, position.isFinite else { return }
    let upper = state.duration > 0 ? state.duration : .greatestFiniteMagnitude
    let place = min(max(0, position), upper)
    engine.seek(to: place)
    tracker?.seek(to: place)
    publisher.state.position = place
    if !state.isPlaying { recordSoon() }
  }

  /// - Parameter fraction: 0…1, where the seek bar was let go.
  public func seek(toFraction fraction: Double) { seek(to: fraction * state.duration) }

  /// - Parameter rate: kept within 0.5…2.0.
  public func setRate(_ rate: Double) {
    let rate = rate.isFinite ? min(max(rate, 0.5), 2) : 1
    engine.setRate(rate)
    publisher.state.rate = rate
  }

  /// The app goes to the background or may end soon: what was listened to is recorded and sent at once.
  public func saveNow() { recordSoon() }

  // MARK: Events

  private func heard(_ event: PlaybackEvent) {
    guard session != nil else { return }
    let uptime = environment.clock.uptime()
    let (moment, _) = shelf.progressStore.moment()
    let day = CalendarDay(environment.clock.now(), in: environment.timeZone())
    switch event {
    case .ready(let duration):
      if duration > 0, state.duration == 0 { publisher.state.duration = duration }
    case .started:
      isMeantToPlay = true
      tracker?.started(at: uptime)
      publisher.state.isPlaying = true
      publisher.state.isStalled = false
      startSyncing()
    case .progressed(let position):
      moved(to: position, uptime: uptime, moment: moment, day: day)
      publisher.state.isStalled = false
    case .stalled:
      tracker?.stalled(uptime: uptime)
      publisher.state.isStalled = true
    case .paused(let position):
      isMeantToPlay = false
      moved(to: position, uptime: uptime, moment: moment, day: day)
      stopped()
    case .ended:
      isMeantToPlay = false
      tracker?.ended(duration: state.duration, uptime: uptime, rate: state.rate, moment: moment, day: day)
      if let position = tracker?.position { publisher.state.position = position }
      stopped()
    case .failed:
      shelf.client.log.add(.warning, "player: engine failed")
      stopped()
      if closings == 0 { reopen() }
    }
  }

  private func moved(to position: Double, uptime: Duration, moment: Date, day: CalendarDay) {
    let isBelieved = tracker?.progressed(to: position, rate: state.rate, uptime: uptime, moment: moment, day: day)
    if isBelieved == true, let position = tracker?.position { publisher.state.position = position }
  }

  private func stopped() {
    tracker?.paused()
    publisher.state.isPlaying = false
    publisher.state.isStalled = false
    activities.cancel("sync")
    recordSoon()
  }

  /// A server that was restarted has forgotten the session, and with it the addresses of the audio: ask for new ones.
  private func reopen() {
    guard let id = state.id, let tracker, reopenings < 2 else {
      publisher.state.phase = .failed(ClientError(.notFound, operation: "shelf.player", detail: "engine"))
      return
    }
    reopenings += 1
    activities.start("reopen") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        try await self.check(self.owner)
        let session = try await self.shelf.playback.start(id, options: PlayOptions())
        try await self.check(self.owner)
        let tracks = try await self.tracks(of: session)
        guard !Task.isCancelled, self.closings == 0, self.state.id == id else { return self.end(session) }
        self.session = session
        self.engine.load(tracks, at: self.tracker?.position ?? tracker.position)
        if self.isMeantToPlay { self.engine.play() }
      } catch {
        if !error.isCancellation, !Task.isCancelled { self.publisher.state.phase = .failed(error) }
      }
    }
  }

  // MARK: Telling the server

  private func startSyncing() {
    activities.start("sync") { [weak self, environment] in
      while !Task.isCancelled {
        do { try await environment.clock.sleep(for: Self.syncInterval) } catch { return }
        self?.recordSoon()
      }
    }
  }

  private func recordSoon() {
    activities.start("record", replacing: false) { [self] in
      await tell()
      await shelf.outbox.flush(.recorded)
      await turns.take { [weak self] in await self?.showUnsent() }
    }
  }

  /// Records durably what was listened to since the last time: one after the other, or of two moves that follow each other
  /// the earlier could be recorded as the later.
  private func tell() async { await turns.take { [weak self] in await self?.tellNow() } }

  private func tellNow() async {
    guard let item = tracker?.item else { return }
    let (moment, isServerTime) = shelf.progressStore.moment()
    let duration = state.duration > 0 ? state.duration : nil
    guard let wish = tracker?.takeWish(at: moment, isServerTime: isServerTime, duration: duration) else { return }
    do throws(ClientError) {
      try await shelf.progressStore.record(item, wish, cause: "playback", owner: owner)
      if state.id == item { publisher.state.hasUnsentProgress = true }
      shelf.client.log.add(.info, "player: progress recorded")
    } catch {
      if tracker?.item == item { tracker?.untell() }
      if error.kind == .signedOut { endForeign() }
      shelf.client.log.add(.error, "player: progress not recorded: \(error)")
    }
  }

  /// Whoever listened is signed out, and what would be counted from here on belongs to nobody.
  private func endForeign() {
    activities.cancel("autoPlay")
    activities.cancel("sync")
    engine.stop()
    letGo()
  }

  private func showUnsent() async {
    guard let id = state.id else { return }
    let isUnsent = (try? await shelf.progressStore.progress(of: id))?.isPending ?? false
    if state.id == id { publisher.state.hasUnsentProgress = isUnsent }
  }
}
