import Foundation
import MediaCore

/// Reads requests out of the bytes of one connection, in whatever pieces they come.
struct RequestParser {
  enum Event {
    /// The client sends the body when it has got the answer 100.
    case expectsContinue
    /// - Parameter keepsAlive: whether the connection stays for another request.
    case request(HTTPRequest, keepsAlive: Bool)
  }

  /// The request cannot be read, and with it nothing that follows on the connection.
  struct Refusal: Error {
    let status: Int
  }

  private enum Body {
    case length(Int)
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailers
  }

  static let largestHead = 64 << 10
  static let largestBody = 256 << 20

  private var buffer = Data()
  private var head: RequestHead?
  private var expected = Body.length(0)
  private var body = Data()

  /// The number of bytes that are not part of a request yet.
  var pendingBytes: Int { buffer.count }

  mutating func append(_ bytes: some Collection<UInt8>) { buffer.append(contentsOf: bytes) }

  /// The next event, or nil while bytes are missing.
  mutating func next() throws -> Event? {
    if head == nil {
      guard let lines = try takeHead() else { return nil }
      let new = try RequestHead(lines)
      head = new
      body = Data()
      switch new.framing {
      case .length(let count):
        if count > Self.largestBody { throw Refusal(status: 413) }
        expected = .length(count)
      case .chunked: expected = .chunkSize
      }
      if new.expectsContinue, buffer.isEmpty { return .expectsContinue }
    }
    guard let head, try readBody() else { return nil }
    self.head = nil
    guard let request = head.request(body: body) else { throw Refusal(status: 400) }
    body = Data()
    return .request(request, keepsAlive: head.keepsAlive)
  }

  // MARK: Parts

  /// The lines before the first empty one.
  private mutating func takeHead() throws -> [String]? {
    while buffer.starts(with: [0x0D, 0x0A]) { drop(2) }
    guard let end = buffer.range(of: Data("\r\n\r\n".utf8)) else {
      if buffer.count > Self.largestHead { throw Refusal(status: 431) }
      // The first byte is no HTTP (TLS, for example), and an empty line may never come: refuse at once.
      if let first = buffer.first, !(0x21...0x7E).contains(first) { throw Refusal(status: 400) }
      return nil
    }
    if end.lowerBound - buffer.startIndex > Self.largestHead { throw Refusal(status: 431) }
    let text = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
    drop(end.upperBound - buffer.startIndex)
    return text.components(separatedBy: "\r\n")
  }

  /// - Returns: whether the body is complete.
  private mutating func readBody() throws -> Bool {
    while true {
      switch expected {
      case .length(let missing):
        let count = take(missing)
        expected = .length(missing - count)
        return count == missing
      case .chunkSize:
        guard let line = try takeLine() else { return false }
        // A chunk's extensions follow a semicolon: ignore them.
        let digits = line.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit), digits.count <= 8, let size = Int(digits, radix: 16)
        else { throw Refusal(status: 400) }
        if body.count + size > Self.largestBody { throw Refusal(status: 413) }
        expected = size == 0 ? .trailers : .chunk(size)
      case .chunk(let missing):
        let count = take(missing)
        expected = count == missing ? .chunkEnd : .chunk(missing - count)
        if count < missing { return false }
      case .chunkEnd:
        guard let line = try takeLine() else { return false }
        if !line.isEmpty { throw Refusal(status: 400) }
        expected = .chunkSize
      case .trailers:
        guard let line = try takeLine() else { return false }
        if line.isEmpty { return true }
      }
    }
  }

  private mutating func takeLine() throws -> String? {
    guard let end = buffer.range(of: Data("\r\n".utf8)) else {
      if buffer.count > 8192 { throw Refusal(status: 400) }
      return nil
    }
    let line = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
    drop(end.upperBound - buffer.startIndex)
    return line
  }

  /// Moves up to `count` bytes to the body.
  private mutating func take(_ count: Int) -> Int {
    let taken = buffer.prefix(count)
    body.append(taken)
    drop(taken.count)
    return taken.count
  }

  private mutating func drop(_ count: Int) {
    buffer = buffer.dropFirst(count)
    // A slice keeps the dropped bytes in memory: copy the rest if they are many.
    if buffer.isEmpty { buffer = Data() } else if buffer.startIndex > 1 << 20 { buffer = Data(buffer) }
  }
}
