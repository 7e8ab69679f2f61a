import MediaCore

// When the server restarts, it forgets the session and its audio addresses fail. The player then opens the item again.
extension PlayerViewModel {
  /// The most reopenings in a row without a second of audio played.
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

  /// Opens the item again when the user or the app starts playing after a failure.
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
    // A downloaded file that fails twice may be damaged: stream the item then. If the stream (`session`) has failed, try a downloaded
    // file.
    let prefersLocal = current.session != nil || reopenings < Self.maximumReopenings
    tasks.start("reopen") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let fresh = try await media(of: current.id, owner: current.owner, prefersLocal: prefersLocal, isOpen: true)
        guard !Task.isCancelled, let tracker else { return end(fresh.session) }
        self.current?.session = fresh.session
        self.current?.item.tracks = fresh.tracks
        needsReopening = false
        (screen.state.isLocal, screen.state.isTranscoded) = (fresh.session == nil, fresh.isTranscoded)
        screen.state.isStalled = false
        loadEngine(fresh.tracks, at: tracker.position)
        if isMeantToPlay { startEngine() }
      } catch {
        if !error.isCancellation, !Task.isCancelled { reopeningFailed(error) }
      }
    }
  }

  private func reopeningFailed(_ error: ClientError) {
    guard error.mayPass else { return fail(error) }
    // The server or the network is away: keep the item open, and retry while the user wants it to play.
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
  /// Whether the failure can be that of a restarting server, or of a proxy that answers in its place.
  fileprivate var mayPass: Bool {
    isTransient || [.server, .wrongServer].contains(kind)
      || !isFinalRefusal && [.notFound, .forbidden].contains(kind)
  }
}
