import Foundation

/// The default transport on Apple systems. It sends requests through one long-lived URLSession without cookies, caches or stored
/// credentials, and uses a further session of the same kind for each running download.
///
/// The transport follows a redirect only if the request's ``RedirectPolicy`` allows it (on some systems, URLSession by itself would send
/// `Authorization` to another origin). It stops receiving a body at the request's size limit, and leaves the URL out of errors.
public final class URLSessionTransport: Transport, CustomReflectable {
  private struct Lanes {
    var isClosed = false
    /// Lanes of downloads that have ended, for the next ones.
    var idle: [SessionLane] = []
    var busy: [SessionLane] = []
  }

  private let lane: SessionLane
  private let gate: ConcurrencyGate
  private let maximumConnections: Int
  private let lanes = Locked(Lanes())

  /// An empty mirror, because a dump would otherwise print the transport's running requests and the credentials in them.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  /// Creates a transport.
  /// - Parameter maximumConnections: the largest number of concurrent requests. Further requests wait.
  public init(maximumConnections: Int = 8) {
    self.maximumConnections = maximumConnections
    lane = SessionLane(maximumConnections: maximumConnections)
    gate = ConcurrencyGate(limit: maximumConnections)
  }

  deinit { close() }

  /// Ends every running request. New requests are refused, because using a URLSession after it was invalidated would crash the process.
  public func close() {
    let open = lanes.withLock { lanes in
      defer { lanes = Lanes(isClosed: true) }
      return lanes.idle + lanes.busy
    }
    (open + [lane]).forEach { $0.close() }
  }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isBulk = request.isBulk
    do { try await gate.enter(isBulk: isBulk) } catch { throw TransportFailure.cancelled }
    // Leave the gate when the answer comes in, so that a waiting request begins while the caller reads it.
    return try await lane.run(request, ended: { [gate] in gate.leave(isBulk: isBulk) })
  }

  public func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    do { try await gate.enter(isBulk: true) } catch { throw TransportFailure.cancelled }
    defer { gate.leave(isBulk: true) }
    // Take a lane with a session of its own: a slow receiver blocks its session, and other calls on it would wait.
    guard let lane = takeLane() else { throw TransportFailure.closed }
    var isWhole = false
    defer { giveBack(lane, isWhole: isWhole) }
    let response = try await download(request, over: lane, receive: receive)
    isWhole = true
    return response
  }

  private func download(
    _ request: HTTPRequest, over lane: SessionLane,
    receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    let backlog = DownloadBacklog()
    return try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: HTTPResponse?.self) { group in
        group.addTask {
          do {
            let response = try await lane.run(request, receive: { backlog.addAndWait($0) })
            backlog.finish()
            return response
          } catch {
            backlog.finish(throwing: error)
            throw error
          }
        }
        group.addTask {
          try await backlog.receive(with: receive)
          return nil
        }
        var response: HTTPResponse?
        for try await result in group { response = result ?? response }
        guard let response else { throw TransportFailure.cancelled }
        return response
      }
    } onCancel: {
      backlog.stop()
    }
  }

  private func takeLane() -> SessionLane? {
    lanes.withLock { [maximumConnections] lanes in
      guard !lanes.isClosed else { return nil }
      let lane = lanes.idle.popLast() ?? SessionLane(maximumConnections: maximumConnections)
      lanes.busy.append(lane)
      return lane
    }
  }

  /// Keeps a lane for the next download, unless its download was broken off: the session may still be busy with that.
  private func giveBack(_ lane: SessionLane, isWhole: Bool) {
    let isKept = lanes.withLock { lanes in
      lanes.busy.removeAll { $0 === lane }
      guard isWhole, !lanes.isClosed else { return false }
      lanes.idle.append(lane)
      return true
    }
    if !isKept { lane.close() }
  }
}

extension HTTPRequest {
  /// Whether the request is an import or an upload of a file, which get half of the places.
  var isBulk: Bool { timeout > .seconds(60) || body?.count ?? 0 > 1 << 20 }
}
