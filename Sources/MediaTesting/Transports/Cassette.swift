public import Foundation
public import MediaCore

/// Recorded requests and responses without secrets, for replaying them without a server.
public struct Cassette: Sendable, Hashable, Codable {
  /// A request and its response, without secrets.
  public struct Exchange: Sendable, Hashable, Codable {
    /// The operation id of the request.
    public var operation: OperationID
    /// The HTTP method of the request.
    public var method: String
    /// The path of the request, without the query.
    public var path: String
    /// The HTTP status of the response.
    public var status: Int
    /// The `Content-Type` of the response; nil if the response has none.
    public var contentType: String?
    /// The `ETag` of the response; nil if the response has none.
    public var etag: String?
    /// The body of the response as JSON, with secret members replaced; nil if the body is not JSON.
    public var body: JSONValue?
    /// The first 64 KB of the response's body as text; nil if the body is JSON, or is not text in UTF-8.
    public var text: String?
  }

  /// The exchanges in the order in which they were recorded.
  public var exchanges: [Exchange]

  /// Creates a cassette from exchanges that a test has made itself instead of recording them.
  public init(exchanges: [Exchange] = []) { self.exchanges = exchanges }

  /// Encodes the cassette as readable JSON. The same exchanges always give the same bytes.
  public func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  /// Reads a cassette from data that ``encoded()`` has returned.
  public init(decoding data: Data) throws { self = try JSONDecoder().decode(Cassette.self, from: data) }
}

extension JSONValue {
  /// The value with secret members, recognised by name, replaced by other values of the same kind.
  var scrubbed: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.scrubbed))
    case .object(let members):
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map { key, value in
            let name = key.lowercased()
            let isSecret = ["token", "password", "secret", "email", "cookie", "authorization"].contains {
              name.contains($0)
            }
            return (key, isSecret ? value.mapped { _ in "scrubbed" } : value.scrubbed)
          }))
    case .string(let text) where text.hasPrefix("eyJ") && text.count(where: { $0 == "." }) == 2: return "scrubbed"
    default: return self
    }
  }

  /// The value with every text, at any depth, transformed.
  func mapped(_ transform: (String) -> String) -> JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map { $0.mapped(transform) })
    case .object(let members): return .object(members.mapValues { $0.mapped(transform) })
    case .string(let text): return .string(transform(text))
    default: return self
    }
  }
}
