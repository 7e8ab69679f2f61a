import Foundation
import MediaCore

/// Connects, signs in, answers pings, hands events to the stores, and connects again. One run for each time that the app wants to be
/// connected with one account; a run that was replaced changes nothing any more.
actor LiveLoop {
  typealias Status = LiveUpdates.Status

  private enum End {
    case signedOut
    case unsupported
    case lost(ClientError)
  }

  private let client: ServiceClient
  private let reader: LiveReader
  private let isWanted: @Sendable () -> Bool
  private let show: @Sendable (Status) -> Void
  private let report: @Sendable (LiveEvent) -> Void
  private nonisolated let connectors = Locked<[any SocketConnector]>([])

  private var run = 0
  private var runner: Task<Void, Never>?
  private var pause: Task<Bool, Never>?
  /// The close of the last connection, which outlives its run.
  private var closing: Task<Void, Never>?
  private var tokens: [ObservationToken] = []
  private var connectorIndex = 0
  private var attemptedAt: Duration?
  /// Whether the app came to the front, or the network came back, since the last attempt began.
  private var isAskedAgain = false
  private var socket: (any SocketConnection)?
  private var signIn: SocketSignIn?
  private var hasNamespace = false
  private var hasRenewed = false
  private var liveSince: Duration?

  /// Two reasons to try at once, such as the front and the network, make one attempt.
  private static let leastPause = Duration.seconds(5)
  /// The time from opening a connection to the server's word that the sign-in counts.
  private static let signInLimit = Duration.seconds(45)
  /// Answers without any content in a row after which a server counts as broken: each would be asked for again at once.
  private static let mostIdleAnswers = 10

  init(
    client: ServiceClient, reader: LiveReader, isWanted: @escaping @Sendable () -> Bool,
    show: @escaping @Sendable (Status) -> Void, report: @escaping @Sendable (LiveEvent) -> Void
  ) {
    self.client = client
    self.reader = reader
    self.isWanted = isWanted
    self.show = show
    self.report = report
  }

  private var clock: any TimeSource { client.environment.clock }

  // MARK: From outside

  /// The app's reasons to be connected have changed.
  nonisolated func follow() { Task { await update() } }

  /// Ends a pause between two attempts: the app came to the front, or the network is back.
  nonisolated func retryNow(isFront: Bool) { Task { await endPause(isFront: isFront) } }

  nonisolated func use(_ new: [any SocketConnector]) { connectors.withLock { $0 = new } }

  private func update() {
    guard isWanted() else {
      disconnect()
      tokens = []
      return show(.off)
    }
    if tokens.isEmpty { tokens = observe() }
    guard runner == nil else { return }
    run += 1
    runner = Task { [run] in await stayConnected(run) }
  }

  private func observe() -> [ObservationToken] {
    [
      client.accounts.observeAccount { [weak self] in Task { await self?.accountChanged() } },
      // After a sign-in, connect if no loop runs, also if the same user has signed in again.
      client.session.observeStatus { [weak self] in if case .signedIn = $0 { self?.follow() } },
      client.session.observeRenewal { [weak self] in Task { await self?.signInAgain() } },
      client.connectivity.observe { [weak self] in if $0 == .online { self?.retryNow(isFront: false) } },
    ]
  }

  private func accountChanged() {
    disconnect()
    update()
  }

  private func disconnect() {
    run += 1
    runner?.cancel()
    runner = nil
    pause?.cancel()
    isAskedAgain = false
    reader.stop()
    closeSocket()
  }

  private func closeSocket() {
    if let socket { closing = Task { await socket.close() } }
    forgetSocket()
  }

  private func forgetSocket() {
    (socket, signIn, liveSince) = (nil, nil, nil)
    (hasNamespace, hasRenewed) = (false, false)
  }

  private func endPause(isFront: Bool) {
    if isFront { connectorIndex = 0 }
    guard !isAskedAgain else { return }
    isAskedAgain = true
    pause?.cancel()
  }

  // MARK: Connecting

  private func stayConnected(_ run: Int) async {
    var backoff = ReconnectBackoff()
    while run == self.run {
      show(.connecting)
      attemptedAt = clock.uptime()
      let end = await connect(run)
      guard run == self.run else { return }
      let lasted = liveSince.map { clock.uptime() - $0 } ?? .zero
      if lasted > .zero { isAskedAgain = false }
      if lasted >= ReconnectBackoff.stable {
        connectorIndex = 0
      } else if lasted == .zero, connectorIndex < connectors.withLock({ $0.count }) {
        // The connection opened but brought nothing, for example because a proxy stops WebSockets after the handshake: try the next
        // connector.
        connectorIndex += 1
      }
      guard case .lost(let error) = end else {
        closeSocket()
        runner = nil
        if case .unsupported = end { show(.unsupported) } else { show(.off) }
        return
      }
      let isBroken = error.kind == .unreachable || error.kind == .timedOut
      // If a polling connection is broken, only drop the socket: a close cannot be sent.
      if isBroken, socket is any RequestedConnection { forgetSocket() } else { closeSocket() }
      show(.waiting)
      let asked = error.retryAt.map { $0.timeIntervalSince(clock.now()) } ?? 0
      await sleep(
        backoff.pause(after: lasted, isLasting: error.isLasting, asked: asked, random: client.environment.random))
    }
  }

  /// Returns after `duration`, or when ``retryNow(isFront:)`` is called, but then not before five seconds after the last attempt. Also
  /// returns when the run ends.
  private func sleep(_ duration: Duration) async {
    if !isAskedAgain { await rest(duration) }
    guard isAskedAgain, let attemptedAt else { return }
    let left = attemptedAt + Self.leastPause - clock.uptime()
    if left > .zero { await rest(min(left, duration)) }
    isAskedAgain = false
  }

  private func rest(_ duration: Duration) async {
    let task = Task { [clock] () -> Bool in
      do { try await clock.sleep(for: duration, as: .watchdog) } catch { return Task.isCancelled }
      return true
    }
    pause = task
    // If the clock refuses to wait, as it does when the process ends, `task.value` is false: stop, otherwise the attempts follow each other
    // without a pause.
    guard await !task.value else { return }
    disconnect()
    show(.off)
  }

  private func connect(_ run: Int) async -> End {
    do throws(ClientError) {
      guard let held = try await client.heldSocketSignIn() else { return .signedOut }
      if held.tokenType == "api" { return .unsupported }
      let socket = try await open()
      guard run == self.run else {
        // Close the socket in its own task, because this one is cancelled.
        closing = Task { await socket.close() }
        throw .cancelled(.liveOpen)
      }
      self.socket = socket
      // Renew the token only after the socket has opened: an unreachable server must not cost a renewal at each attempt.
      guard let signIn = try await client.socketSignIn() else { return .signedOut }
      guard run == self.run else { throw .cancelled(.liveOpen) }
      self.signIn = signIn
      try await converse(over: socket, run)
    } catch {
      if liveSince == nil { client.forgetSocketPlaces() }
      // `accountChanged` only means that the tokens were replaced: reconnect with the new ones.
      let isOver = error.kind == .signedOut && error.detail != ClientError.Detail.accountChanged
      return isOver ? .signedOut : .lost(error)
    }
  }

  private func open() async throws(ClientError) -> any SocketConnection {
    let all = connectors.withLock { $0 } + [PollingConnector(client: client)]
    while true {
      do throws(ClientError) { return try await all[min(connectorIndex, all.count - 1)].open() } catch {
        if error.isCancellation || connectorIndex >= all.count - 1 { throw error }
        connectorIndex += 1
      }
    }
  }

  // MARK: Talking

  private func converse(over socket: any SocketConnection, _ run: Int) async throws(ClientError) -> Never {
    let signInDue = clock.uptime() + Self.signInLimit
    try await send(.connect(id: nil), over: socket)
    var (idleAnswers, pace) = (0, AnswerPace())
    while true {
      let packets = try await socket.receive(by: clock)
      guard run == self.run else { throw .cancelled(.livePoll) }
      idleAnswers = packets.contains { $0.kind == .ping || $0.kind == .message } ? 0 : idleAnswers + 1
      guard idleAnswers < Self.mostIdleAnswers, let pause = pace.pause(after: packets, at: clock.uptime()) else {
        throw .malformedLive
      }
      for packet in packets {
        switch packet.kind {
        case .close: throw .liveClosed
        case .message: try await take(try packet.socketPacket(), from: socket, run)
        default: break
        }
        guard run == self.run else { throw .cancelled(.livePoll) }
      }
      if packets.contains(where: { $0.kind == .ping }) { try await socket.send([EnginePacket(.pong)]) }
      guard liveSince != nil || clock.uptime() < signInDue else { throw ClientError(.timedOut, operation: .livePoll) }
      // A WebSocket delivers its packets one by one without a request. A pause would only delay them, and the server closes a connection
      // whose pong comes late.
      if pause > .zero, socket is any RequestedConnection {
        do { try await clock.sleep(for: pause, as: .watchdog) } catch { throw .cancelled(.livePoll) }
        guard run == self.run else { throw .cancelled(.livePoll) }
      }
    }
  }

  private func send(_ packet: SocketPacket, over socket: any SocketConnection) async throws(ClientError) {
    if let message = packet.message { try await socket.send([message]) }
  }

  private func authenticate(_ signIn: SocketSignIn, over socket: any SocketConnection) async throws(ClientError) {
    self.signIn = signIn
    try await send(.event("auth", [signIn.argument]), over: socket)
  }

  private func take(
    _ packet: SocketPacket, from socket: any SocketConnection, _ run: Int
  ) async throws(ClientError) {
    switch packet {
    case .connect:
      guard !hasNamespace, let signIn else { return }
      hasNamespace = true
      try await authenticate(signIn, over: socket)
    case .connectError, .disconnect: throw .liveClosed
    case .event("init", let arguments):
      guard let signIn, arguments.first?["userId"]?.string == signIn.account else {
        throw ClientError(.wrongServer, operation: .liveOpen, detail: ClientError.Detail.anotherAccount)
      }
      hasRenewed = false
      guard liveSince == nil else { return }
      liveSince = clock.uptime()
      show(.live)
      // The server does not send changes from before the sign-in over this connection: read them now.
      reader.readSoon()
    // Servers before 2.26 refuse a token with `invalid_token`.
    case .event("auth_failed", _), .event("invalid_token", _): try await renewSignIn(over: socket, run)
    case .event(let name, let arguments):
      // Skip events before the sign-in is confirmed: an administrator's connection already receives `user_online`.
      guard liveSince != nil, let account = signIn?.account else { return }
      if let event = await reader.take(name, arguments, of: account), run == self.run { report(event) }
    case .ack, .ignored: break
    }
  }

  /// The server refused the token: its time may be over.
  private func renewSignIn(over socket: any SocketConnection, _ run: Int) async throws(ClientError) {
    guard let refused = signIn, !hasRenewed, let renewed = try await client.socketSignIn(after: refused) else {
      throw ClientError(.forbidden, operation: .liveOpen, detail: "auth")
    }
    guard run == self.run else { throw .cancelled(.liveOpen) }
    hasRenewed = true
    // `signInAgain` may have sent the new token during the await.
    if signIn != renewed { try await authenticate(renewed, over: socket) }
  }

  /// The tokens were renewed for some other call: the server takes the new one for this connection, which goes on meanwhile.
  private func signInAgain() async {
    let run = run
    guard let now = try? await client.socketSignIn(), run == self.run, hasNamespace, let socket, let signIn,
      now != signIn, now.account == signIn.account
    else { return }
    // Ignore a failure: the connection is broken then, and the running loop reconnects.
    try? await authenticate(now, over: socket)
  }
}

extension EnginePacket {
  fileprivate func socketPacket() throws(ClientError) -> SocketPacket {
    do throws(FrameError) { return try SocketPacket(parsing: text) } catch {
      throw ClientError(error, operation: .livePoll)
    }
  }
}

extension ClientError {
  fileprivate static var malformedLive: ClientError {
    ClientError(.wrongServer, operation: .livePoll, detail: Detail.malformed)
  }

  /// Whether connecting fails again until something changes at the server: without the route, or behind a proxy that does not pass it.
  fileprivate var isLasting: Bool {
    operation == .liveOpen
      && [.notFound, .forbidden, .wrongServer, .unsupported, .invalidRequest].contains(kind)
  }
}
