import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The number of an open socket or pipe, with the few system calls that the server needs. None of them waits.
struct Descriptor: Hashable, Sendable {
  let number: Int32

  enum Read {
    case bytes(Int)
    /// The other side sends no more.
    case end
    /// Nothing is there now.
    case nothing
    case failed
  }

  /// Takes up to the size of `buffer`.
  func read(into buffer: inout [UInt8]) -> Read {
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(number, $0.baseAddress, $0.count, 0) }
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .failed
    }
  }

  /// - Returns: how many of the bytes the system took; nil when the connection is gone.
  func write(_ bytes: Data) -> Int? {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    while true {
      let count = bytes.withUnsafeBytes { send(number, $0.baseAddress, $0.count, flags) }
      if count >= 0 { return count }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
    }
  }

  /// Ends sending: the other side reads the end, and can still send.
  func endWriting() { shutdown(number, Int32(SHUT_WR)) }

  func closeNow() { close(number) }

  func makeNonBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }

  func setOption(_ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    setsockopt(number, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// A connection that waits at this listening socket; nil for none.
  /// - Throws: ``SocketError`` when the process has too many open files.
  func accepted() throws -> Descriptor? {
    let new = accept(number, nil, nil)
    guard new >= 0 else {
      if errno == EMFILE || errno == ENFILE { throw SocketError(code: errno) }
      return nil
    }
    let connection = Descriptor(number: new)
    connection.makeNonBlocking()
    connection.setOption(Int32(IPPROTO_TCP), TCP_NODELAY)
    #if canImport(Darwin)
      connection.setOption(SOL_SOCKET, SO_NOSIGPIPE)
    #endif
    return connection
  }
}

/// A system call that was refused, with the system's words for it.
public struct SocketError: Error, CustomStringConvertible {
  public let code: Int32

  public var description: String { String(cString: strerror(code)) }
}

/// A port of 127.0.0.1 that takes connections.
struct Listener {
  let descriptor: Descriptor
  let port: Int

  /// - Parameter port: 0 for any that is free.
  init(port: Int) throws {
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #else
      let type = Int32(SOCK_STREAM.rawValue)
    #endif
    let number = socket(AF_INET, type, 0)
    guard number >= 0 else { throw SocketError(code: errno) }
    descriptor = Descriptor(number: number)
    do {
      descriptor.makeNonBlocking()
      // Allow a port that was in use just before.
      descriptor.setOption(SOL_SOCKET, SO_REUSEADDR)
      self.port = try Self.listen(number, port)
    } catch {
      descriptor.closeNow()
      throw error
    }
  }

  private static func listen(_ number: Int32, _ port: Int) throws -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(number, address, length) == 0, systemListen(number, 1024) == 0,
          getsockname(number, address, &length) == 0
        else { throw SocketError(code: errno) }
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

/// `listen` by another name: inside ``Listener`` the name means its own function.
private func systemListen(_ number: Int32, _ backlog: Int32) -> Int32 { listen(number, backlog) }
