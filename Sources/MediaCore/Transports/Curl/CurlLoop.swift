#if os(Linux) && !APPLE_STANDINS
  import CCurl
  import Foundation

  /// Carries the transfers of a ``CurlTransport``. Its thread waits for sockets and timers. While the thread sleeps, a caller that starts
  /// or ends a transfer does so itself, which saves waking the thread; while the thread is awake, callers leave their commands to it.
  ///
  /// `@unchecked Sendable`: its variables are guarded by `work`, but for those with a lock of their own.
  final class CurlLoop: @unchecked Sendable {
    private enum Command: Sendable {
      case start(CurlTransfer)
      case end(CurlTransfer, TransportFailure)
      case goOn(CurlTransfer)
      case stop
    }

    private typealias Ended = (transfer: CurlTransfer, result: Result<CurlTransfer.Outcome, TransportFailure>)

    private let multi: UnsafeMutableRawPointer
    private let sockets: CurlSockets
    private let work = NSLock()
    private let inbox = Locked(Inbox())

    private struct Inbox {
      var commands: [Command] = []
      /// Whether the thread waits in `sockets`, and reads no command before something else wakes it.
      var isThreadAsleep = false
    }
    private let idle = Locked<[CurlHandle]>([])
    private static let mostIdle = 64

    private var places: Places
    /// In the order in which they get a place.
    private var waiting: [CurlTransfer] = []
    private var underWay: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    private var ended: [Ended] = []
    private var isStopped = false
    /// When the time of a transfer may be over, in nanoseconds of the uptime.
    private var nextCheck = UInt64.max
    /// When the thread wakes by itself.
    private var alarm = UInt64.max

    /// Nil where the system has no descriptors or no memory left.
    init?(maximumConnections: Int) {
      guard let sockets = CurlSockets() else { return nil }
      let context = Unmanaged.passUnretained(sockets).toOpaque()
      guard let multi = ccurl_multi_new(onSocket, context) else { return nil }
      (self.multi, self.sockets, places) = (multi, sockets, Places(limit: maximumConnections))
      ccurl_multi_set(multi, CCURL_MULTI_MAX_HOST_CONNECTIONS, maximumConnections)
      ccurl_multi_set(multi, CCURL_MULTI_MAXCONNECTS, maximumConnections)
      let thread = Thread { [self] in run() }
      thread.name = "MediaClients.curl"
      thread.start()
    }

    // MARK: For callers

    /// A handle without options, to make a transfer with.
    func takeHandle() -> CurlHandle? { idle.withLock { $0.popLast() } ?? CurlHandle() }

    func start(_ transfer: CurlTransfer) { submit(.start(transfer)) }
    func end(_ transfer: CurlTransfer, with failure: TransportFailure) { submit(.end(transfer, failure)) }
    /// There is room for more bytes.
    func goOn(_ transfer: CurlTransfer) { submit(.goOn(transfer)) }
    /// Ends every transfer and the thread; later ones are refused.
    func stop() {
      submit(.stop)
      sockets.wakeUp()
    }

    private func submit(_ command: Command) {
      let isThreadAsleep = inbox.withLock { inbox in
        inbox.commands.append(command)
        return inbox.isThreadAsleep
      }
      guard isThreadAsleep else { return }
      let wasHushed = ccurl_hush()
      workIfNobodyDoes()
      ccurl_unhush(wasHushed)
    }

    /// Reads the inbox again after unlocking `work`, so that a command that came while `work` was locked is not left behind.
    private func workIfNobodyDoes() {
      while inbox.withLock({ !$0.commands.isEmpty }), work.try() {
        let ended = doWhatIsDue()
        work.unlock()
        finish(ended)
      }
    }

    // MARK: The thread

    private func run() {
      _ = ccurl_hush()
      var isOver = false
      while !isOver {
        let isAsleep = inbox.withLock { inbox in
          inbox.isThreadAsleep = inbox.commands.isEmpty
          return inbox.isThreadAsleep
        }
        let ready = sockets.wait(isAsleep ? .untilReady : .notAtAll)
        if isAsleep { inbox.withLock { $0.isThreadAsleep = false } }
        work.lock()
        for (socket, events) in ready where !isStopped && sockets.isWatched(socket) {
          ccurl_multi_act(multi, socket, events)
        }
        if ready.isAlarm { alarm = .max }
        let ended = doWhatIsDue()
        isOver = isStopped
        work.unlock()
        finish(ended)
      }
      work.lock()
      ccurl_multi_free(multi)
      work.unlock()
      // The thread ends here. Set `isThreadAsleep`, so that a later caller runs its own command and gets `.closed`: no thread would run it.
      inbox.withLock { $0.isThreadAsleep = true }
      workIfNobodyDoes()
    }

    /// With the lock.
    private func doWhatIsDue() -> [Ended] {
      var wait = -1
      // Stop after 100 rounds: one transfer that always has work must not delay the others' results for ever.
      for _ in 0..<100 {
        let hasBegun = takeCommands()
        guard !isStopped else { break }
        if hasBegun || ccurl_multi_wait(multi) == 0 { ccurl_multi_act(multi, -1, 0) }
        collect()
        if beginWaiting() { continue }
        wait = ccurl_multi_wait(multi)
        if wait != 0, inbox.withLock({ $0.commands.isEmpty }) { break }
      }
      if !isStopped { setAlarm(after: wait) }
      defer { ended = [] }
      return ended
    }

    /// - Returns: whether libcurl has something to begin with.
    private func takeCommands() -> Bool {
      let given = inbox.withLock { inbox in
        defer { inbox.commands = [] }
        return inbox.commands
      }
      given.forEach(run)
      return beginWaiting() || !given.isEmpty
    }

    private func run(_ command: Command) {
      switch command {
      case .start(let transfer):
        if let failure = isStopped ? .closed : transfer.failure { return ended.append((transfer, .failure(failure))) }
        // Put a transfer that follows a redirect ahead of new ones: it has begun before.
        waiting.insert(transfer, at: transfer.began == nil ? waiting.count : 0)
      case .end(let transfer, let failure):
        // Note the failure in the transfer, so that a `.start` that comes after this `.end` is refused.
        transfer.end(with: failure)
        if isUnderWay(transfer) {
          remove(transfer, .failure(failure))
        } else if let index = waiting.firstIndex(where: { $0 === transfer }) {
          waiting.remove(at: index)
          ended.append((transfer, .failure(failure)))
        }
      case .goOn(let transfer):
        guard isUnderWay(transfer) else { break }
        transfer.goOn()
        // While the transfer was paused, no check was planned for its deadline: without one, a silent server is never noticed.
        nextCheck = min(nextCheck, transfer.deadline)
      case .stop:
        underWay.values.forEach { remove($0, .failure(.cancelled)) }
        ended += waiting.map { ($0, .failure(.cancelled)) }
        waiting = []
        isStopped = true
      }
    }

    /// Lets those begin for whom there is a place.
    /// - Returns: whether there was one.
    private func beginWaiting() -> Bool {
      var hasBegun = false
      while let index = waiting.firstIndex(where: { places.take(isBulk: $0.isBulk) }) {
        let transfer = waiting.remove(at: index)
        guard ccurl_multi_add(multi, transfer.handle.easy) == CCURL_OK.rawValue else {
          places.give(isBulk: transfer.isBulk)
          ended.append((transfer, .failure(.unreachable(.unknown))))
          continue
        }
        transfer.begin(at: ccurl_uptime())
        underWay[transfer.handle.easy] = transfer
        nextCheck = min(nextCheck, transfer.deadline)
        hasBegun = true
      }
      return hasBegun
    }

    private func isUnderWay(_ transfer: CurlTransfer) -> Bool { underWay[transfer.handle.easy] === transfer }

    private func remove(_ transfer: CurlTransfer, _ result: Result<CurlTransfer.Outcome, TransportFailure>) {
      underWay[transfer.handle.easy] = nil
      ccurl_multi_remove(multi, transfer.handle.easy)
      places.give(isBulk: transfer.isBulk)
      ended.append((transfer, result))
    }

    private func collect() {
      var code: Int32 = 0
      while let easy = ccurl_multi_ended(multi, &code) {
        guard let transfer = underWay[easy] else { continue }
        remove(transfer, transfer.result(code))
      }
    }

    /// - Parameter wait: libcurl's, in milliseconds; below 0 for none.
    private func setAlarm(after wait: Int) {
      guard nextCheck < alarm || wait >= 0 else { return }
      let now = ccurl_uptime()
      if nextCheck <= now { endOverdue(at: now) }
      let next = min(nextCheck, wait < 0 ? .max : now + UInt64(wait) * 1_000_000)
      guard next < alarm else { return }
      alarm = next
      sockets.wake(at: next)
    }

    private func endOverdue(at now: UInt64) {
      for transfer in underWay.values where transfer.isOverdue(at: now) { remove(transfer, .failure(.timedOut)) }
      nextCheck = underWay.values.reduce(.max) { min($0, $1.deadline) }
      // The removed transfers have freed their places: wake the loop to begin waiting ones.
      if !waiting.isEmpty { sockets.wakeUp() }
    }

    /// Without the lock: who waits for the result may begin the next transfer.
    private func finish(_ ended: [Ended]) {
      for (transfer, result) in ended {
        if ccurl_can_reuse() {
          let handle = transfer.handle
          // Reset the handle, so that it keeps nothing of this request while idle.
          handle.reset()
          idle.withLock { if $0.count < Self.mostIdle { $0.append(handle) } }
        }
        transfer.done(result)
        // Release the closure, which retains the caller.
        transfer.done = { _ in }
      }
    }
  }

  private let onSocket: ccurl_socket_callback = { _, socket, what, context, _ in
    guard let context else { return 0 }
    Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue().watch(socket, what)
    return 0
  }
#endif
