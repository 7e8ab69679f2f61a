import Foundation

/// A TCP connection that sends exactly the given bytes. Its calls block, so they run on threads of their own.
final class RawConnection: Sendable {
  private let descriptor: Int32

  init(port: Int) throws {
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #else
      let type = Int32(SOCK_STREAM.rawValue)
    #endif
    descriptor = socket(AF_INET, type, 0)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(UInt16(port).bigEndian)
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw RawFailure(code: errno) }
  }

  deinit { close(descriptor) }

  func say(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if sent <= 0 { return }
      rest = rest.dropFirst(sent)
    }
  }

  func sayNoMore() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The bytes that arrive until the text is complete by `isWhole`, or until the other side ends.
  /// - Throws: when for twenty seconds nothing comes and nothing ends.
  func read(until isWhole: @escaping @Sendable (String) -> Bool) async throws -> String {
    let descriptor = descriptor
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isWhole(String(decoding: received, as: UTF8.self)) {
          let count = recv(descriptor, &buffer, buffer.count, 0)
          if count < 0, errno == EAGAIN {
            continuation.resume(throwing: RawFailure(code: errno))
            return
          }
          if count <= 0 { break }
          received += buffer[0..<count]
        }
        continuation.resume(returning: String(decoding: received, as: UTF8.self))
      }
    }
  }

  func read(ending: String) async throws -> String { try await read { $0.hasSuffix(ending) } }
  func readToTheEnd() async throws -> String { try await read { _ in false } }
}

struct RawFailure: Error {
  let code: Int32
}
