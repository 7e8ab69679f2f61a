#if os(Linux) && !APPLE_STANDINS
  import Foundation

  /// The head of an answer, line by line as libcurl hands it over.
  struct CurlHead {
    /// In bytes, the fields behind the last chunk included.
    static let longest = 512 << 10

    private(set) var status = 0
    /// The fields of a whole head.
    private(set) var fields = HTTPFields()
    private var lines: [(name: String, value: String)] = []
    /// Its empty line has come: without it the head, and the answer, broke off.
    private(set) var isWhole = false
    private var count = 0

    /// - Returns: false for what is no head of HTTP.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
      count += line.count
      guard count <= Self.longest else { return false }
      // If the head is whole, this line is a trailer field, which comes after the body: ignore it.
      if isWhole { return true }
      let text =
        line.last == UInt8(ascii: "\n") ? line.dropLast(line.dropLast().last == UInt8(ascii: "\r") ? 2 : 1) : line[...]
      // If the line has no line end, the connection broke off within it: refuse it.
      guard text.count < line.count else { return false }
      if status == 0 { return takeStatus(text) }
      if text.isEmpty { return end() }
      return takeField(text)
    }

    /// Whether another head follows: this one was of a status below 200.
    private mutating func end() -> Bool {
      guard status != 101 else { return false }
      guard status >= 200 else {
        self = CurlHead(count: count)
        return true
      }
      fields.reserveCapacity(lines.count)
      for line in lines { fields.append(line.name, line.value) }
      isWhole = true
      return true
    }

    init() {}

    private init(count: Int) { self.count = count }

    private mutating func takeStatus(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: true)
      guard parts.count >= 2, parts[0].starts(with: "HTTP/".utf8), parts[1].count == 3 else { return false }
      status = parts[1].reduce(0) { $0 * 10 + ((0x30...0x39).contains($1) ? Int($1) - 0x30 : -10_000) }
      return (100...999).contains(status)
    }

    private mutating func takeField(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
      guard !line.contains(0) else { return false }
      // A line that begins with a blank continues the value above; old servers split long values that way.
      if let first = line.first, first == 0x20 || first == 0x09 {
        guard let last = lines.popLast() else { return false }
        lines.append((last.name, "\(last.value) \(Self.text(Self.trimmed(line)))"))
        return true
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
      lines.append((Self.text(line[..<colon]), Self.text(Self.trimmed(line[(colon + 1)...]))))
      return true
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
      var bytes = bytes
      while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
      while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
      return bytes
    }

    /// UTF-8, or what older servers send: Latin-1.
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
      let text = String(decoding: bytes, as: UTF8.self)
      return text.utf8.elementsEqual(bytes) ? text : String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  extension CurlHead {
    /// The promised length of the body in bytes, as it is sent; nil for none.
    /// - Throws: `malformed` for one that is no number, or for two that differ.
    func contentLength() throws(TransportFailure) -> Int? {
      var length: Int?
      for value in fields.values("Content-Length") {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
        // A number beyond 64 bits exceeds every limit: read it as `.max`.
        let number = Int(value) ?? .max
        guard length == nil || length == number else { throw .malformed }
        length = number
      }
      return fields["Transfer-Encoding"] == nil ? length : nil
    }

    /// Whether the body has to be unpacked.
    /// - Throws: `malformed` for a coding that was not asked for, or that nobody here knows.
    func isCoded(for request: HTTPRequest) throws(TransportFailure) -> Bool {
      let codings = fields.values("Content-Encoding").flatMap { $0.split(separator: ",") }
        .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }.filter { !$0.isEmpty && $0 != "identity" }
      guard let coding = codings.first else { return false }
      // Refuse compression if the request excluded it: a compressed file that breaks off can look complete once unpacked.
      guard codings.count == 1, ["gzip", "x-gzip", "deflate"].contains(coding),
        request.fields["Accept-Encoding"] != "identity"
      else { throw .malformed }
      return true
    }
  }
#endif
