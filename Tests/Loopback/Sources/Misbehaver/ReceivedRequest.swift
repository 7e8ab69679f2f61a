import Foundation

/// A request as it came over the wire.
public struct ReceivedRequest: Sendable {
  /// The connection it came on, from 1.
  public let connection: Int
  /// The number of the request on its connection, from 1.
  public let number: Int
  public let method: String
  /// Path and query as sent.
  public let target: String
  /// The header fields, in the order sent.
  public let fields: [(name: String, value: String)]
  public let body: [UInt8]

  public var path: String { String(target.prefix { $0 != "?" }) }
  public var text: String { String(decoding: body, as: UTF8.self) }

  public subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Takes requests off the front of what came in.
struct RequestReader {
  private var buffer: [UInt8] = []
  private var count = 0
  let connection: Int

  init(connection: Int) { self.connection = connection }

  mutating func add(_ bytes: [UInt8]) { buffer += bytes }

  /// Whether the bytes begin unlike a request, as a TLS handshake does.
  var isGarbage: Bool { buffer.first.map { !(0x41...0x5A).contains($0) } ?? false }

  /// The next whole request, when there is one.
  mutating func next() -> ReceivedRequest? {
    let data = Data(buffer)
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].components(separatedBy: " ")
    let fields = lines.dropFirst().map { line -> (name: String, value: String) in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    let length = fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
    guard data.count >= end.upperBound + length else { return nil }
    count += 1
    buffer.removeFirst(end.upperBound + length)
    return ReceivedRequest(
      connection: connection, number: count, method: words[0], target: words.count > 1 ? words[1] : "", fields: fields,
      body: Array(data[end.upperBound..<(end.upperBound + length)]))
  }
}
