import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

extension AttackedShelf {
  var progress: [AttackCall] {
    [
      AttackCall("progress.update") {
        var update = ProgressUpdate(
          currentTime: $0.number(100), duration: $0.number(5401), progress: $0.number(0.2), lastUpdate: clock.now())
        update.ebookProgress = $0.number(0)
        update.markAsFinishedTimeRemaining = $0.number(10)
        try await shelf.progress.update(salt, update)
        let record = try #require(try await shelf.progress.progress(of: salt))
        _ = "\(record.fraction) \(record.isUnplayed)"
        try await shelf.progress.hideFromContinueListening(record: record.id)
        try await shelf.progress.remove(record: record.id)
      },
      AttackCall("progress.update date") {
        var update = ProgressUpdate.position($0.number(100), duration: $0.number(5401), at: $0.date(clock.now()))
        update.createdAt = $0.date(clock.now())
        update.finishedAt = $0.date(clock.now())
        try await shelf.progress.update([BatchProgressUpdate(libraryItemId: $0.text(notes.description), update: update)]
        )
        try await shelf.progress.markFinished(notes)
        try await shelf.progress.restart(notes)
        _ = try await shelf.progress.all()
      },
      AttackCall("bookmarks") {
        let (item, time) = (salt.libraryItemId, $0.number(12.5))
        _ = try await shelf.bookmarks.create($0.text("Here"), at: time, in: item)
        _ = try await shelf.bookmarks.retitle($0.text("There"), at: time, in: item)
        _ = try await (shelf.bookmarks.all(), shelf.bookmarks.bookmarks(of: $0.text(item)))
        try await shelf.bookmarks.remove(at: time, in: item)
      },
      AttackCall("listening") {
        _ = try await shelf.listening.sessions(of: nil, page: $0.integer(0), limit: $0.integer(5))
        _ = try await shelf.listening.history(of: episodes[0], pageSize: $0.integer(5)).all()
        _ = try await shelf.listening.stats()
        _ = try await shelf.listening.year($0.integer(2026))
      },
    ]
  }

  var playback: [AttackCall] {
    [
      AttackCall("playback.sync") {
        let session = try await shelf.playback.start(episodes[0], options: PlayOptions())
        let sync = SessionSync(
          currentTime: $0.number(20), timeListened: $0.number(10), duration: $0.number(1500))
        try await shelf.playback.sync(session.id, sync)
        _ = try await shelf.playback.session($0.text(session.id))
        try await shelf.playback.close(session.id, SessionSync(currentTime: $0.number(30), timeListened: $0.number(10)))
      },
      AttackCall("playback.start") {
        await shelf.device.describe(with(DeviceInfo()) { [text = $0.text("phone")] in $0.model = text })
        let episode = Episode(id: $0.text(episodes[0].episodeId ?? ""))
        let recent = RecentEpisode(episode: with(episode) { $0.libraryItemId = signals })
        let session = try await shelf.playback.start(episode: recent)
        let book = try await shelf.playback.start(book: with(.sample) { $0.id = salt.libraryItemId })
        try await shelf.playback.close(session.id, nil)
        try await shelf.playback.close(book.id, nil)
      },
      AttackCall("playback.uploadLocal") {
        var session = LocalSession(
          id: "6d596e63-8760-432d-a423-2549224d70e8", libraryItemId: signals, timeListening: $0.number(12),
          currentTime: $0.number(12), startedAt: $0.date(clock.now() - 12), updatedAt: $0.date(clock.now()))
        session.episodeId = episodes[0].episodeId
        session.startTime = $0.number(0)
        session.duration = $0.number(1500)
        session.date = CalendarDay($0.date(clock.now()), in: .gmt)
        session.chapters = [Chapter(id: $0.integer(0), start: $0.number(0), end: $0.number(10))]
        session.playMethod = PlayMethod(rawValue: $0.integer(3))
        try await shelf.playback.uploadLocal(session)
        _ = try await shelf.playback.uploadLocal([session])
      },
    ]
  }

  var stores: [AttackCall] {
    [
      AttackCall("progressStore.setPosition") {
        let (id, position) = (PlayableID(libraryItemId: $0.text(salt.libraryItemId)), $0.number(100))
        try await shelf.progressStore.setPosition(id, to: position, duration: $0.number(5401))
        _ = try await shelf.progressStore.progress(of: id)?.fraction
        try await shelf.progressStore.refresh()
      },
      AttackCall("progressStore.markFinished, restart") {
        let id = PlayableID(libraryItemId: signals, episodeId: $0.text(episodes[1].episodeId ?? ""))
        try await clock.sleep(for: .seconds(5), as: .wait)
        try await shelf.progressStore.markFinished(id)
        try await shelf.progressStore.restart(id)
        await shelf.progressStore.flush()
      },
      AttackCall("progressStore.undo") {
        let id = episodes[2]
        try await clock.sleep(for: .seconds(5), as: .wait)
        try await shelf.progressStore.refresh()
        try await shelf.progress.update(id, .position($0.number(700), duration: $0.number(1882), at: clock.now()))
        try await clock.sleep(for: .seconds(5), as: .wait)
        _ = try await shelf.progressStore.setPosition(id, to: 300, duration: 1882).settled()
        for conflict in try await shelf.progressStore.conflicts() {
          _ = conflict.text(timeZone: .gmt)
          try await shelf.progressStore.undo(conflict)
        }
        await shelf.progressStore.settled()
        try await clock.sleep(for: .seconds(5), as: .wait)
        _ = try await shelf.progressStore.setPosition(id, to: 500, duration: 1882).settled()
      },
      AttackCall("queueStore") {
        try await shelf.queueStore.refresh()
        let id = PlayableID(libraryItemId: $0.text(signals), episodeId: $0.text(episodes[0].episodeId ?? ""))
        try await shelf.queueStore.remove(id)
        _ = try await shelf.queueStore.current().visible
        try await shelf.queueStore.restore(id)
      },
    ]
  }

  var screens: [AttackCall] {
    [
      AttackCall("player") { try await drive($0) },
      AttackCall("player's engine") { try await report($0) },
      AttackCall("simulated engine") { await simulate($0) },
      AttackCall("latest, settings, logs") { await useScreens($0) },
      AttackCall("pure functions") { compute($0) },
    ]
  }

  @MainActor
  private func drive(_ arguments: Arguments) async throws {
    let engine = ReportingEngine()
    let player = try await open(episodes[1], engine)
    player.setRate(arguments.number(1.5))
    player.seek(to: arguments.number(100))
    player.seek(toFraction: arguments.number(0.5))
    player.skipForward()
    player.skipBackward()
    player.play()
    try await clock.sleep(for: .seconds(10), as: .wait)
    engine.report(.progressed(position: player.state.position + 5))
    player.togglePlayback()
    player.saveNow()
    await player.settled()
    _ = "\(player.state.positionText) \(player.state.durationText) \(player.state.chapter?.title ?? "")"
    try await close(player)
  }

  @MainActor
  private func report(_ arguments: Arguments) async throws {
    let engine = ReportingEngine()
    let player = try await open(episodes[1], engine)
    engine.report(.ready(duration: arguments.number(1650)), .started(position: arguments.number(100)))
    try await clock.sleep(for: .seconds(10), as: .wait)
    engine.report(
      .progressed(position: arguments.number(104)), .stalled, .progressed(position: arguments.number(105)),
      .paused(position: arguments.number(106)), .ended, .failed(reason: arguments.text("gone")))
    await player.settled()
    try await close(player)
  }

  @MainActor
  private func open(_ id: PlayableID, _ engine: any PlaybackEngine) async throws -> PlayerViewModel {
    _ = try await shelf.progressStore.setPosition(id, to: 100, duration: 1650.5).settled()
    let player = PlayerViewModel(shelf: shelf, engine: engine)
    player.open(id, autoPlay: false)
    await player.settled()
    return player
  }

  @MainActor
  private func close(_ player: PlayerViewModel) async throws {
    player.close()
    await player.settled()
    await shelf.queue.settled()
    _ = try await shelf.progressStore.setPosition(episodes[1], to: 100, duration: 1650.5).settled()
  }

  @MainActor
  private func simulate(_ arguments: Arguments) async {
    let clock = ManualClock()
    let engine = SimulatedPlaybackEngine(clock: clock)
    let url = URL(fileURLWithPath: "/track")
    let track = PlayableTrack(url: url, start: arguments.number(0), duration: arguments.number(100))
    engine.load([track], at: arguments.number(10))
    engine.setRate(arguments.number(1))
    engine.play()
    await clock.advance(by: .seconds(2))
    engine.seek(to: arguments.number(50))
    engine.stop()
  }

  @MainActor
  private func useScreens(_ arguments: Arguments) async {
    let latest = LatestViewModel(shelf: shelf)
    try? await clock.sleep(for: .seconds(5), as: .wait)
    let id = PlayableID(libraryItemId: arguments.text(signals), episodeId: episodes[0].episodeId)
    latest.markFinished(id)
    await latest.settled()
    latest.restart(id)
    latest.remove(id)
    await latest.settled()
    try? await shelf.queueStore.restore(id)
    let settings = ShelfSettingsViewModel(shelf: shelf)
    settings.setShowsLogs(true)
    await settings.refreshAndWait()
    let logs = LogsViewModel(shelf: shelf)
    logs.setLevel(.debug)
    _ = logs.copyAll()
    logs.clear()
  }

  private func compute(_ arguments: Arguments) {
    _ = MediaTime.text(arguments.number(1))
    var known = KnownProgress(id: salt, position: arguments.number(1))
    known.duration = arguments.number(10)
    known.storedFraction = arguments.number(0.5)
    var record = MediaProgress(id: "record")
    record.currentTime = arguments.number(1)
    record.duration = arguments.number(10)
    record.progress = arguments.number(0.5)
    var state = PlayerViewModel.State()
    state.position = arguments.number(1)
    state.duration = arguments.number(10)
    state.chapters = [Chapter(id: arguments.integer(0), start: arguments.number(0), end: arguments.number(10))]
    for fraction in [known.fraction, record.fraction, state.fraction] { #expect((0...1).contains(fraction)) }
    _ = "\(state.positionText) \(state.durationText) \(state.chapter?.title ?? "")"
    let update = ProgressUpdate.position(arguments.number(1), duration: arguments.number(10))
    #expect(update.progress.map { (0...1).contains($0) } ?? true)
    _ = PlayableID(arguments.text("item/episode"))?.description
  }
}

/// An engine that plays nothing and reports what a call says.
@MainActor
private final class ReportingEngine: PlaybackEngine {
  var onEvent: (@MainActor (PlaybackEvent) -> Void)?
  private var position = 0.0

  func load(_ tracks: [PlayableTrack], at position: Double) {
    self.position = position
    onEvent?(.ready(duration: tracks.map(\.end).max() ?? 0))
  }

  func play() { report(.started(position: position)) }
  func pause() { report(.paused(position: position)) }
  func seek(to position: Double) { self.position = position }
  func setRate(_ rate: Double) {}
  func stop() {}

  func report(_ events: PlaybackEvent...) { for event in events { onEvent?(event) } }
}
