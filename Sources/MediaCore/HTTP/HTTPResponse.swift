public import Foundation

/// A response as a ``Transport`` returns it, whatever its status. A transport throws an error only if there is no response.
///
/// A description contains the status and the size; a dump also contains the names of the header fields. Neither contains values, because
/// bodies and cookies can be credentials.
public struct HTTPResponse: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The HTTP status of the response.
  public var status: Int
  /// The header fields, including cookies.
  public var fields: HTTPFields
  /// The bytes of the body, decompressed.
  public var body: Data
  /// The URL from which the response came, after all redirects; nil if the transport does not report it.
  public var url: URL?
  /// The time at which the server sent this response, or last confirmed that the cached response is still valid, by the device's clock. Nil
  /// if the endpoint's responses are not cached.
  public internal(set) var asOf: Date?
  /// The secrets that the request was signed with: they must not appear in an error's text.
  var requestSecrets: [Secret] = []
  /// Whether this response comes from the cache and was returned because the server could not answer. The server sent it at the time
  /// ``asOf``.
  public internal(set) var isStale = false
  /// Whether an earlier caller of the same read has sent the request of this response (see ``CoalescingMiddleware``).
  var isShared = false

  /// Creates a response, for transports and tests.
  public init(status: Int, fields: HTTPFields = [:], body: Data = Data(), url: URL? = nil) {
    self.status = status
    self.fields = fields
    self.body = body
    self.url = url
  }

  func dated(_ date: Date, isStale: Bool) -> HTTPResponse {
    var response = self
    response.asOf = date
    response.isStale = isStale
    return response
  }

  /// Whether the status is one of 200 to 299.
  public var isSuccess: Bool { (200..<300).contains(status) }

  /// Whether the body begins as a page of HTML or XML does, whatever the header says.
  package var isPage: Bool {
    let start = body.prefix(64).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    return start.first == UInt8(ascii: "<")
  }

  /// Whether the body is shorter than its announced length. Compressed answers announce the length of their compressed bytes.
  package var isCut: Bool {
    guard fields.isPlain, let length = fields["Content-Length"].flatMap({ Int($0) }) else { return false }
    return body.count < length
  }

  /// The media type of the response in lower case, without parameters, such as `"application/json"`; nil if the response has no
  /// `Content-Type`.
  public var mediaType: String? {
    fields["Content-Type"]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
  }

  public var description: String { "HTTP \(status), \(body.count) bytes" }

  public var customMirror: Mirror {
    Mirror(self, children: ["status": status, "fields": fields, "bytes": body.count, "isStale": isStale])
  }
}
