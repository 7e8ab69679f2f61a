import Foundation
import MediaTesting

@testable import MediaCore

/// The network between one process and the server, with its faults.
///
/// A request reaches the server before its sender can see a failure, or never. A request that a proxy delays for longer than the client
/// waits is not simulated, since no guarantee covers it.
///
/// `@unchecked Sendable`: one simulation is one thread.
final class SimulatedNetwork: Transport, @unchecked Sendable {
  private let process: SimulatedProcess
  private let device: SimulatedDevice
  private let world: SimulatedWorld

  init(_ process: SimulatedProcess, _ device: SimulatedDevice, in world: SimulatedWorld) {
    self.process = process
    self.device = device
    self.world = world
  }

  private final class Pending: @unchecked Sendable {
    var continuation: CheckedContinuation<Result<HTTPResponse, any Error>, Never>?
    var isCancelled = false
    /// The number of the request in the world's record.
    var mark: Int?
    var isCut = false

    func end(_ result: Result<HTTPResponse, any Error>) {
      continuation?.resume(returning: result)
      continuation = nil
    }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if process.isDead || Task.isCancelled { throw TransportFailure.cancelled }
    // A live connection polls without end: its polls are no measure of a run's length.
    if !request.operation.isLive { world.requestCount += 1 }
    let pending = Pending()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<HTTPResponse, any Error>, Never>) in
        pending.continuation = continuation
        if pending.isCancelled { return pending.end(.failure(TransportFailure.cancelled)) }
        travel(request, pending)
      }
    } onCancel: {
      pending.isCancelled = true
      pending.end(.failure(TransportFailure.cancelled))
    }
    if let mark = pending.mark, case .failure(let error) = result {
      switch error as? TransportFailure {
      case .timedOut, .cancelled, .closed: world.isLost(mark)
      default: break
      }
    }
    if process.isDead { throw TransportFailure.closed }
    let response = try result.get()
    if let mark = pending.mark, !pending.isCut { world.isAnswered(mark, response) }
    return response
  }

  private func travel(_ request: HTTPRequest, _ pending: Pending) {
    let scheduler = world.scheduler
    world.requestKinds[request.operation.description, default: 0] += 1
    pending.mark = world.begins(request, on: device)
    let fault = world.networkFault(for: request, on: device)
    world.log("\(device.name) \(request.operation) \(request.body?.count ?? 0) \(fault?.rawValue ?? "-")")
    let there = Duration.milliseconds(Int(5 + world.dice.next() % (fault == .reordered ? 3000 : 200)))
    let back = fault == .slow ? Duration.seconds(31 + Double(world.dice.next() % 60)) : there
    func answer(_ result: Result<HTTPResponse, any Error>, after delay: Duration) {
      scheduler.at(scheduler.now + min(delay, request.timeout)) {
        pending.end(delay < request.timeout ? result : .failure(TransportFailure.timedOut))
      }
    }
    switch fault {
    case .offline, .refused, .addressSwitch:
      return answer(.failure(TransportFailure.unreachable(.refused)), after: .milliseconds(3))
    case .nameNotFound: return answer(.failure(TransportFailure.unreachable(.nameNotFound)), after: .milliseconds(9))
    case .neverSent: return answer(.failure(TransportFailure.timedOut), after: request.timeout)
    case .html200: return answer(.success(.loginPage), after: there)
    case .redirect:
      var response = HTTPResponse(status: world.pickAdded([301, 302, 303, 307, 308]), url: request.url)
      response.fields["Location"] = world.pickAdded(["https://portal.test/login", "http://server.test/", "/login"])
      return answer(.success(response), after: there)
    case .emptyAnswer:
      return answer(.success(HTTPResponse(status: world.pickAdded([200, 200, 204]), url: request.url)), after: there)
    case .proxy401: return answer(.success(page(401)), after: there)
    case .proxy403: return answer(.success(page(403)), after: there)
    case .proxy404: return answer(.success(page(404)), after: there)
    case .rateLimited:
      var response = HTTPResponse(status: 429)
      if world.dice.next() % 2 == 0 { response.fields["Retry-After"] = "\(1 + world.dice.next() % 60)" }
      return answer(.success(response), after: there)
    case .serverError: return answer(.success(page([500, 502, 503][Int(world.dice.next() % 3)])), after: there)
    default: break
    }
    arrive(request, after: there, until: scheduler.now + request.timeout) { [world, device, process] in
      if let mark = pending.mark { world.arrives(mark) }
      var response = world.serve(request, for: device)
      if fault == .duplicated { response = world.serve(request, for: device) }
      if let mark = pending.mark { world.isServed(mark) }
      let details = world.details(of: request).map { " " + $0 } ?? ""
      world.log("\(device.name) \(request.operation) → \(response.status) \(response.body.count)\(details)")
      if request.operation == .livePoll, response.status == 200, world.strikes(.socketCut, 0.1, on: request) {
        guard let cut = self.cut(response) else {
          return answer(.failure(TransportFailure.unreachable(.connectionLost)), after: back)
        }
        response = cut
      }
      switch fault {
      case .replyLost: answer(.failure(TransportFailure.timedOut), after: request.timeout)
      case .connectionLost: answer(.failure(TransportFailure.unreachable(.connectionLost)), after: back)
      case .cutBody:
        // The connection closes within the body, so half of it is missing without an error.
        response.body = Data(response.body.prefix(response.body.count / 2))
        pending.isCut = true
        answer(.success(response), after: back)
      case .kill:
        process.die("waiting for \(request.operation)")
        pending.end(.failure(TransportFailure.closed))
      default: answer(.success(response), after: back)
      }
    }
  }

  /// Calls `serve` when the request is at the server; a poll waits there until it has something to bring.
  private func arrive(
    _ request: HTTPRequest, after delay: Duration, until end: Duration, _ serve: @escaping () -> Void
  ) {
    let scheduler = world.scheduler
    scheduler.at(scheduler.now + delay) { [self] in
      guard request.operation == .livePoll, scheduler.now < end, !process.isDead, world.hasToWait(request) else {
        return serve()
      }
      arrive(request, after: .seconds(1), until: end, serve)
    }
  }

  /// The answer of a live connection that breaks after some of its frames: by an end in order, or by something that is no frame. Nil when
  /// all of it is lost.
  private func cut(_ response: HTTPResponse) -> HTTPResponse? {
    let frames = String(decoding: response.body, as: UTF8.self).split(separator: "\u{1e}")
    let end = world.pick([nil, "1", "<html>"])
    let kept = frames.prefix(Int(world.dice.next() % UInt64(frames.count + 1)))
    return end.map { end in with(response) { $0.body = Data((kept + [end[...]]).joined(separator: "\u{1e}").utf8) } }
  }

  private func page(_ status: Int) -> HTTPResponse {
    .text("<html><body>\(status)</body></html>", status: status, type: "text/html")
  }
}

extension OperationID {
  fileprivate var isLive: Bool { [.liveOpen, .livePoll, .liveSend].contains(self) }
}
