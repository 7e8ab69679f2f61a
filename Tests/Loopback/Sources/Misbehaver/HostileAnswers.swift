/// Answers made of what servers get wrong, put together and broken by a number: the same number gives the same answer.
public enum HostileAnswers {
  public static func steps(seed: Int) -> [HostileServer.Step] {
    var random = Random(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    var head = [random.pick(starts)]
    for _ in 0..<random.below(5) { head.append(random.pick(fields)) }
    if random.below(2) == 0 { head.append("Content-Length: " + random.pick(lengths)) }
    if random.below(4) == 0 { head.append("Transfer-Encoding: " + random.pick(["chunked", "gzip, chunked", "x", ""])) }
    let lineEnd = random.below(10) == 0 ? "\n" : "\r\n"
    var bytes = Array((head.joined(separator: lineEnd) + lineEnd + lineEnd).utf8) + random.pick(bodies)
    if random.below(3) == 0 { bytes.insert(contentsOf: Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8), at: 0) }
    if random.below(3) == 0 { bytes.removeLast(random.below(bytes.count)) }
    if random.below(4) == 0 {
      for _ in 0...random.below(4) where !bytes.isEmpty {
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
      }
    }
    let middle = random.below(bytes.count + 1)
    return [
      .bytes(Array(bytes[..<middle])), .bytes(Array(bytes[middle...])), random.below(8) == 0 ? .reset : .close,
    ]
  }

  /// Whether an answer claims a length of at least 18 digits.
  public static func hasHugeLength(seed: Int) -> Bool {
    let bytes = steps(seed: seed).flatMap { step in if case .bytes(let bytes) = step { bytes } else { [UInt8]() } }
    return String(decoding: bytes, as: UTF8.self).contains(#/[0-9]{18}/#)
  }

  private static let starts = [
    "HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.0 200 OK", "HTTP/1.1 204 No Content",
    "HTTP/1.1 302 Found", "HTTP/1.1 304 Not Modified", "HTTP/1.1 401 Unauthorized", "HTTP/1.1 500 Oops",
    "HTTP/1.1 100 Continue", "HTTP/1.1 101 Switching", "HTTP/1.1 999 X", "HTTP/1.1 2147483648 OK", "HTTP/1.1 -200 OK",
    "HTTP/1.1 200", "HTTP/2 200", "HTTP/0.9 200 OK", "ICY 200 OK", "HTTP/1.1  200  OK", "SSH-2.0-x", "",
  ]
  private static let lengths = [
    "0", "2", "5", "26", "1000", "-1", "9223372036854775295", "9223372036854775296", "9223372036854775807",
    "9223372036854775808", "18446744073709551615", "99999999999999999999", "0x10", "5, 5", "5;6", "1e3", "",
  ]
  private static let fields = [
    "Connection: close", "Content-Type: application/json", "Content-Encoding: gzip", "Content-Encoding: br",
    "Content-Encoding: deflate, gzip", "Location: /again", "Location: http://[::bad/%zz",
    "Location: file:///etc/passwd",
    "Location: //", "WWW-Authenticate: Basic realm=\"x", "WWW-Authenticate: Digest realm=x, nonce=\"a",
    "Set-Cookie: a=b; Max-Age=9223372036854775807", "Date: Thu, 99 Foo 99999 99:99:99 GMT", "ETag: \"\u{FF}\"",
    "nocolon",
    ": nameless", "X: a\0b", " folded", "X-Ümlaut: é", "Content-Range: bytes 0-9223372036854775807/*",
    "Retry-After: 99999999999999999999", "X-Long: " + String(repeating: "x", count: 20_000), "Trailer: X",
    "Content-Length: 3", "Keep-Alive: timeout=99999999999999999999", "Upgrade: h2c", "Transfer-Encoding: identity",
  ]
  private static let bodies: [[UInt8]] =
    [
      "", "{}", #"{"name":"Radio","size":12}"#, "5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\nX-Last: 1\r\n\r\n",
      "FFFFFFFFFFFFFFFF\r\nx", "7FFFFFFFFFFFFFFF\r\nx", "-5\r\nhello\r\n", "zz\r\n", "5;a=\"b\r\nhello\r\n0\r\n\r\n",
      String(repeating: "x", count: 70_000), "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
    ].map { Array($0.utf8) } + [GzipBomb.bytes(megabytes: 1), Array(GzipBomb.bytes(megabytes: 1).prefix(20))]

  /// SplitMix64.
  private struct Random {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
      guard limit > 0 else { return 0 }
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return Int((value ^ value >> 31) % UInt64(limit))
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
  }
}
