import Foundation
import MediaCore

// The engine's events, and the recording of listening.
extension PlayerViewModel {
  // MARK: Events

  func handle(_ event: PlaybackEvent) {
    guard session != nil else { return }
    let uptime = environment.clock.uptime()
    let (moment, _) = shelf.progressStore.moment()
    let day = CalendarDay(environment.clock.now(), in: environment.timeZone())
    switch event {
    case .ready(let duration):
      if duration > 0, state.duration == 0 { screen.state.duration = duration }
    case .started:
      isMeantToPlay = true
      tracker?.started(at: uptime)
      screen.state.isPlaying = true
      screen.state.isStalled = false
      startSyncing()
    case .progressed(let position):
      moved(to: position, uptime: uptime, moment: moment, day: day)
      screen.state.isStalled = false
    case .stalled:
      tracker?.stalled(uptime: uptime)
      screen.state.isStalled = true
    case .paused(let position):
      isMeantToPlay = false
      moved(to: position, uptime: uptime, moment: moment, day: day)
      stopped()
    case .ended:
      isMeantToPlay = false
      tracker?.ended(duration: state.duration, uptime: uptime, rate: state.rate, moment: moment, day: day)
      if let position = tracker?.position { screen.state.position = position }
      stopped()
    case .failed:
      shelf.client.log.add(.warning, "player: engine failed")
      stopped()
      if closings == 0 { reopen() }
    }
  }

  func moved(to position: Double, uptime: Duration, moment: Date, day: CalendarDay) {
    let isBelieved = tracker?.progressed(to: position, rate: state.rate, uptime: uptime, moment: moment, day: day)
    if isBelieved == true, let position = tracker?.position { screen.state.position = position }
  }

  func stopped() {
    tracker?.paused()
    screen.state.isPlaying = false
    screen.state.isStalled = false
    tasks.cancel("sync")
    recordSoon()
  }

  /// A server that was restarted has forgotten the session, and with it the addresses of the audio: ask for new ones.
  func reopen() {
    guard let id = state.id, let tracker, reopenings < 2 else {
      return fail(ClientError(.notFound, operation: "shelf.player", detail: "engine"))
    }
    reopenings += 1
    tasks.start("reopen") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let (session, tracks) = try await startSession(id, of: owner)
        guard !Task.isCancelled, closings == 0, state.id == id else { return end(session) }
        self.session = session
        engine.load(tracks, at: self.tracker?.position ?? tracker.position)
        if isMeantToPlay { engine.play() }
      } catch {
        if !error.isCancellation, !Task.isCancelled { fail(error) }
      }
    }
  }

  func fail(_ error: ClientError) {
    screen.state.phase = .failed
    screen.state.error = error
  }

  /// Another screen has finished, restarted or moved the item that is open.
  func follow(_ change: ProgressMutation, of account: String) {
    guard session != nil, change.item == tracker?.item, account == owner else { return }
    switch change.action {
    case .finished:
      tracker?.markFinished()
      pause()
    case .restart, .position:
      move(to: change.place.position)
      tracker?.move(to: state.position)
    case .listened: break
    }
  }

  // MARK: Recording

  func startSyncing() {
    tasks.start("sync") { [weak self, environment] in
      while !Task.isCancelled {
        do { try await environment.clock.sleep(for: Self.syncInterval) } catch { return }
        self?.recordSoon()
      }
    }
  }

  func recordSoon() {
    tasks.start("record", replacing: false) { [self] in
      await record()
      await shelf.queue.flush(.recorded)
      await screen.show()
    }
  }

  /// Records durably what was listened to since the last time: one record after the other, or the earlier of two quick moves
  /// could be recorded as the later.
  func record() async { await records.enqueue { [weak self] in await self?.recordNow() } }

  func takeMutation() -> ProgressMutation? {
    let (moment, isServerTime) = shelf.progressStore.moment()
    return tracker?.takeMutation(
      at: moment, isServerTime: isServerTime, duration: state.duration > 0 ? state.duration : nil)
  }

  func recordNow() async {
    guard let mutation = takeMutation() else { return }
    do throws(ClientError) {
      try await shelf.progressStore.submit(mutation, cause: "playback", owner: owner)
      if state.id == mutation.item { screen.state.hasUnsentProgress = true }
      shelf.client.log.add(.info, "player: progress recorded")
    } catch {
      shelf.client.log.add(.error, "player: progress not recorded: \(error)")
      // The queue has it for the account it belongs to.
      if error.kind == .signedOut { return stopForeign() }
      if tracker?.item == mutation.item { tracker?.markUnsent() }
      screen.notice(error)
    }
  }
}
