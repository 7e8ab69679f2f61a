import Foundation
import MediaCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Carries messages from tasks to the server's thread, and wakes it up.
final class Mailbox: Sendable {
  enum Message: Sendable {
    /// The handler has finished; nil closes the connection.
    case answer(connection: Int, HTTPResponse?)
    /// Closes every connection.
    case drop(CheckedContinuation<Void, Never>)
    /// Closes every connection and the port; the thread ends.
    case stop(CheckedContinuation<Void, Never>)
  }

  private struct State {
    var messages: [Message] = []
    var isClosed = false
    var connectionCount = 0
  }

  /// Readable when there are messages.
  let wake: Descriptor
  private let bell: Descriptor
  private let state = Locked(State())

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SocketError(code: errno) }
    wake = Descriptor(number: ends[0])
    bell = Descriptor(number: ends[1])
    wake.makeNonBlocking()
    bell.makeNonBlocking()
  }

  var connectionCount: Int { state.withLock { $0.connectionCount } }

  func setConnectionCount(_ count: Int) { state.withLock { $0.connectionCount = count } }

  func post(_ message: Message) {
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      state.messages.append(message)
      ring()
      return true
    }
    guard !isTaken else { return }
    // The thread has ended and closed all connections: nothing is left to wait for.
    switch message {
    case .answer: break
    case .drop(let done), .stop(let done): done.resume()
    }
  }

  func takeAll() -> [Message] {
    state.withLock { state in
      var byte: UInt8 = 0
      while systemRead(wake.number, &byte, 1) == 1 {}
      defer { state.messages = [] }
      return state.messages
    }
  }

  /// Called by the thread at its end.
  /// - Returns: what came in last.
  func close() -> [Message] {
    let last = takeAll()
    state.withLock { state in
      state.isClosed = true
      state.connectionCount = 0
      wake.closeNow()
      bell.closeNow()
    }
    return last
  }

  private func ring() {
    var byte: UInt8 = 1
    // A full pipe wakes the thread as well, so ignore a failed write.
    _ = systemWrite(bell.number, &byte, 1)
  }
}

private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(number, bytes, count)
}

private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(number, bytes, count)
}
