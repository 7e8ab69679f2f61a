import Foundation
import MediaCore

/// One connection: at most one request at a time is with the handler, and its answer goes out before the next one is read.
/// Only the server's thread uses it.
final class Connection {
  private enum Phase {
    case reading
    case handling(Task<Void, Never>, isHead: Bool, keepsAlive: Bool)
    case writing(keepsAlive: Bool)
    /// The answer is out, and the rest that the client sends is dropped: closing at once could destroy the answer on its way.
    case lingering(until: ContinuousClock.Instant)
    case closed
  }

  let descriptor: Descriptor
  private let start: (HTTPRequest) -> Task<Void, Never>
  private var phase = Phase.reading
  private var parser = RequestParser()
  private var output = Data()
  private var hasReadEnd = false
  /// The time to cancel the handler of a client that sends no more.
  private var cancelTime: ContinuousClock.Instant?

  /// - Parameter start: hands a request to the handler.
  init(_ descriptor: Descriptor, start: @escaping (HTTPRequest) -> Task<Void, Never>) {
    self.descriptor = descriptor
    self.start = start
  }

  var isClosed: Bool {
    if case .closed = phase { true } else { false }
  }

  /// The next moment at which ``handleDeadline(now:)`` has something to do.
  var deadline: ContinuousClock.Instant? {
    switch phase {
    case .lingering(let until): until
    case .handling: cancelTime
    case .reading, .writing, .closed: nil
    }
  }

  /// Whether bytes of the client, or its end, are of interest now.
  var wantsToRead: Bool {
    if hasReadEnd { return false }
    switch phase {
    case .reading, .lingering: return true
    // Keep reading while the handler runs: if the client leaves, the handler is cancelled. Further requests wait in the parser or, if
    // there are many, in the system.
    case .handling, .writing: return parser.pendingBytes < RequestParser.largestHead
    case .closed: return false
    }
  }

  var wantsToWrite: Bool { !output.isEmpty }

  private static var cancelTime: ContinuousClock.Instant { .now + .milliseconds(100) }

  // MARK: Events

  /// Takes what the client has sent. `buffer` is room to read into.
  func read(with buffer: inout [UInt8]) {
    while wantsToRead {
      switch descriptor.read(into: &buffer) {
      case .bytes(let count):
        if case .lingering = phase { continue }
        parser.append(buffer[..<count])
        proceed()
      case .nothing: return
      case .end:
        hasReadEnd = true
        handleEnd()
      case .failed: close()
      }
    }
  }

  /// Sends as much as the client takes.
  func write() {
    while !output.isEmpty {
      guard let count = descriptor.write(output.prefix(256 << 10)) else { return close() }
      if count == 0 { return }
      output = output.dropFirst(count)
    }
    output = Data()
    guard case .writing(let keepsAlive) = phase else { return }
    if keepsAlive, !hasReadEnd || parser.pendingBytes > 0 {
      phase = .reading
      proceed()
    } else if hasReadEnd {
      close()
    } else {
      descriptor.endWriting()
      phase = .lingering(until: .now + .seconds(1))
    }
  }

  /// Sends the handler's answer; nil closes the connection without one.
  func answer(_ response: HTTPResponse?) {
    guard case .handling(_, let isHead, var keepsAlive) = phase else { return }
    guard let response else { return close() }
    if ResponseBytes.saysClose(response) { keepsAlive = false }
    send(ResponseBytes.whole(response, isHead: isHead, keepsAlive: keepsAlive), keepsAlive: keepsAlive)
  }

  func handleDeadline(now: ContinuousClock.Instant) {
    guard let deadline, deadline <= now else { return }
    if case .handling(let task, _, _) = phase {
      cancelTime = nil
      task.cancel()
    } else {
      close()
    }
  }

  func close() {
    if case .closed = phase { return }
    if case .handling(let task, _, _) = phase { task.cancel() }
    phase = .closed
    output = Data()
    descriptor.closeNow()
  }

  // MARK: Steps

  /// Hands the next request to the handler, when it is complete.
  private func proceed() {
    guard case .reading = phase else { return }
    do {
      while case .reading = phase, let event = try parser.next() {
        switch event {
        case .expectsContinue:
          output.append(ResponseBytes.goOn)
          write()
        case .request(let request, let keepsAlive):
          phase = .handling(start(request), isHead: request.method == .head, keepsAlive: keepsAlive)
          cancelTime = hasReadEnd ? Self.cancelTime : nil
        }
      }
      if hasReadEnd, case .reading = phase { close() }
    } catch {
      let status = (error as? RequestParser.Refusal)?.status ?? 400
      send(ResponseBytes.whole(HTTPResponse(status: status), isHead: false, keepsAlive: false), keepsAlive: false)
    }
  }

  private func handleEnd() {
    switch phase {
    // The client has closed its side and may have left. Give the handler a moment to answer, then cancel it.
    case .handling: cancelTime = Self.cancelTime
    case .writing: break
    case .reading, .lingering, .closed: close()
    }
  }

  private func send(_ bytes: Data, keepsAlive: Bool) {
    phase = .writing(keepsAlive: keepsAlive)
    output.append(bytes)
    write()
  }
}
