import MediaCore

// A server that was restarted has forgotten the session, and with it the addresses of the audio: the player asks for new ones, as
// often as that happens.
extension PlayerViewModel {
  /// The number of times in a row that audio was opened anew without a second of it being played.
  private static var maximumReopenings: Int { 2 }
  /// The longest wait between two attempts, in seconds.
  private static var longestPause: Double { 30 }

  func reopen() {
    guard current != nil, reopenings < Self.maximumReopenings else {
      return fail(ClientError(.notFound, operation: .shelfPlayer, detail: "engine"))
    }
    reopenings += 1
    startReopening()
  }

  /// The user, or an app, wants it to play all the same.
  func reopenNow() {
    reopenings = 1
    screen.state.phase = .ready
    screen.state.error = nil
    startReopening()
  }

  private func startReopening() {
    guard let current else { return }
    needsReopening = true
    tasks.cancel("reopenLater")
    // A file that fails on this device may be whole on the server.
    let prefersLocal = current.session != nil || reopenings < Self.maximumReopenings
    tasks.start("reopen") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let fresh = try await media(of: current.id, owner: current.owner, prefersLocal: prefersLocal)
        guard !Task.isCancelled, closings == 0, self.current?.id == current.id, let tracker else {
          return end(fresh.session)
        }
        self.current?.session = fresh.session
        self.current?.item.tracks = fresh.tracks
        needsReopening = false
        screen.state.isLocal = fresh.session == nil
        screen.state.isStalled = false
        engine.load(fresh.tracks, at: tracker.position)
        engine.setRate(state.rate)
        if isMeantToPlay { engine.play() }
      } catch {
        if !error.isCancellation, !Task.isCancelled { reopeningFailed(error) }
      }
    }
  }

  private func reopeningFailed(_ error: ClientError) {
    guard error.mayPass else { return fail(error) }
    // It stays open where it is: the server is away for a while, or the network.
    guard isMeantToPlay else { return }
    screen.state.isStalled = true
    let pause = reopenPause
    reopenPause = min(Self.longestPause, pause * 2)
    tasks.start("reopenLater") { [weak self, clock = environment.clock] in
      do { try await clock.sleep(for: .seconds(pause)) } catch { return }
      if !Task.isCancelled, self?.isMeantToPlay == true { self?.startReopening() }
    }
  }

  func fail(_ error: ClientError) {
    isMeantToPlay = false
    screen.state.isStalled = false
    screen.state.phase = .failed
    screen.state.error = error
  }
}

extension ClientError {
  /// The server can be restarting, with or without a proxy in front of it that answers in its place.
  fileprivate var mayPass: Bool {
    isTransient || kind == .server || kind == .wrongServer || !isFinalRefusal && kind == .notFound
  }
}
