import Foundation
import MediaCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The server's thread: waits until a socket or the mailbox has something, deals with it, and waits again.
struct ServerLoop {
  private let listener: Listener
  private let mailbox: Mailbox
  private let handler: SocketServer.Handler
  private var connections: [Int: Connection] = [:]
  private var nextID = 0
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  /// Whether no file can be opened until a connection is closed.
  private var isFull = false
  private var stopped: [CheckedContinuation<Void, Never>] = []

  init(_ listener: Listener, _ mailbox: Mailbox, _ handler: @escaping SocketServer.Handler) {
    self.listener = listener
    self.mailbox = mailbox
    self.handler = handler
  }

  mutating func run() {
    while stopped.isEmpty {
      let ready = wait()
      if ready.contains(mailbox.wake) { handleMessages(mailbox.takeAll()) }
      if ready.contains(listener.descriptor) { acceptAll() }
      for connection in connections.values where ready.contains(connection.descriptor) {
        connection.write()
        connection.read(with: &buffer)
      }
      handleDeadlines()
      forgetClosed()
    }
    end()
  }

  /// Returns the descriptors that have something, or an empty set when a deadline has come.
  private func wait() -> Set<Descriptor> {
    var polled = [pollfd(fd: mailbox.wake.number, events: Int16(POLLIN), revents: 0)]
    if !isFull { polled.append(pollfd(fd: listener.descriptor.number, events: Int16(POLLIN), revents: 0)) }
    for connection in connections.values {
      let events = (connection.wantsToRead ? Int16(POLLIN) : 0) | (connection.wantsToWrite ? Int16(POLLOUT) : 0)
      // Skip a connection that waits for nothing: some systems report its end again and again.
      if events != 0 { polled.append(pollfd(fd: connection.descriptor.number, events: events, revents: 0)) }
    }
    let deadline = connections.values.compactMap(\.deadline).min()
    let milliseconds = deadline.map {
      max(1, Int32((ContinuousClock.now.duration(to: $0).seconds * 1000).rounded(.up)))
    }
    guard poll(&polled, nfds_t(polled.count), milliseconds ?? -1) > 0 else { return [] }
    return Set(polled.lazy.filter { $0.revents != 0 }.map { Descriptor(number: $0.fd) })
  }

  private mutating func handleMessages(_ messages: [Mailbox.Message]) {
    for message in messages {
      switch message {
      case .answer(let id, let response):
        guard let connection = connections[id] else { continue }
        connection.answer(response)
        // Read on: the client may have sent more requests while the handler ran.
        connection.read(with: &buffer)
      case .drop(let done):
        closeAll()
        done.resume()
      case .stop(let done): stopped.append(done)
      }
    }
  }

  private mutating func acceptAll() {
    do {
      while let descriptor = try listener.descriptor.accepted() {
        let id = nextID
        nextID += 1
        connections[id] = Connection(descriptor) { [mailbox, handler] request in
          Task { mailbox.post(.answer(connection: id, try? await handler(request))) }
        }
      }
    } catch { isFull = true }
    mailbox.setConnectionCount(connections.count)
  }

  private func handleDeadlines() {
    let now = ContinuousClock.now
    for connection in connections.values { connection.handleDeadline(now: now) }
  }

  private mutating func forgetClosed() {
    let count = connections.count
    connections = connections.filter { !$0.value.isClosed }
    guard connections.count != count else { return }
    isFull = false
    mailbox.setConnectionCount(connections.count)
  }

  private mutating func closeAll() {
    for connection in connections.values { connection.close() }
    forgetClosed()
  }

  private mutating func end() {
    listener.descriptor.closeNow()
    closeAll()
    for message in mailbox.close() {
      switch message {
      case .answer: break
      case .drop(let done), .stop(let done): stopped.append(done)
      }
    }
    for done in stopped { done.resume() }
  }
}

extension Duration {
  fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
