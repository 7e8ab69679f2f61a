import Foundation
import MediaTesting

/// Passes requests to the server in this process. A long poll of a socket waits until the socket has a frame, such as the server's next
/// ping, or is closed. A request for a track of an ended share never gets a response, as on the real server. All other requests are
/// answered at once.
struct ShelfTransport: Transport {
  let server: FakeShelfServer
  let clock: any TimeSource

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let read = FakeRequest(request)
    let isPoll = read.method == "GET" && read.path.contains("socket.io") && read.query["transport"] == "polling"
    if isPoll, let id = read.query["sid"] {
      await wait(for: id)
      try Task.checkCancellation()
    }
    let response = server.respond(to: request)
    if server.leavesUnanswered(read) {
      // Sleep as a watchdog: a `ManualClock` would end another sleep at once.
      try await clock.sleep(for: request.timeout, as: .watchdog)
      throw TransportFailure.timedOut
    }
    return response
  }

  private func wait(for socket: String) async {
    // Compute the time again after each wait, because a pong during the wait postpones the next ping.
    while let left = server.timeToNextFrame(of: socket) {
      let hasPassed = await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          await server.waitForFrames(of: socket)
          return false
        }
        // A `ManualClock` ends ordinary waits at once and would jump from ping to ping: sleep as a watchdog.
        group.addTask { (try? await clock.sleep(for: left, as: .watchdog)) != nil }
        defer { group.cancelAll() }
        return await group.next() ?? false
      }
      if !hasPassed { return }
    }
  }
}

/// The polls that wait for a frame of their socket.
struct ShelfPolls: Sendable {
  typealias Waiter = CheckedContinuation<Void, Never>

  private var waiters: [Int: (socket: String, waiter: Waiter)] = [:]
  private var cancelled: Set<Int> = []
  private var nextID = 0

  var isEmpty: Bool { waiters.isEmpty }
  var count: Int { waiters.count }

  mutating func newID() -> Int {
    nextID += 1
    return nextID
  }

  /// - Returns: false when the wait was cancelled before it began.
  mutating func add(_ waiter: Waiter, id: Int, socket: String) -> Bool {
    if cancelled.remove(id) != nil { return false }
    waiters[id] = (socket, waiter)
    return true
  }

  mutating func cancel(_ id: Int) -> Waiter? {
    if let found = waiters.removeValue(forKey: id) { return found.waiter }
    cancelled.insert(id)
    return nil
  }

  mutating func take(where hasFrames: (String) -> Bool) -> [Waiter] {
    let ready = waiters.filter { hasFrames($0.value.socket) }.sorted { $0.key < $1.key }
    for (id, _) in ready { waiters[id] = nil }
    return ready.map(\.value.waiter)
  }
}

extension ShelfState {
  /// Whether a poll is answered at once: with a frame, or with the refusal of a socket that is gone.
  func hasFrames(of socket: String) -> Bool { sockets[socket].map { !$0.waiting.isEmpty } ?? true }

  /// The time from now to the next ping of `socket`, or to the next event about a transcode of its user if this event is earlier. If the
  /// last ping is unanswered, no other ping follows: the time ends when the server closes the socket. Nil if a poll need not wait, because
  /// frames are queued, the time is over, or the socket is unknown.
  func timeToNextFrame(of socket: String) -> Duration? {
    guard let known = sockets[socket], known.waiting.isEmpty else { return nil }
    let end = known.pongedAt + Self.pingInterval + (known.isPinged ? Self.pingTimeout : 0)
    let report = known.userID.flatMap(nextStreamReport(of:)) ?? .max
    let left = min(end, report) - now
    return left > 0 ? .milliseconds(left) : nil
  }
}
