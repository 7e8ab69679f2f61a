public import Foundation
public import MediaCore

/// Exchanges that were recorded, free of secrets, for playing again without a server.
public struct Cassette: Sendable, Hashable, Codable {
  public struct Exchange: Sendable, Hashable, Codable {
    public var operation: OperationID
    public var method: String
    /// Without the query.
    public var path: String
    public var status: Int
    public var contentType: String?
    public var etag: String?
    /// JSON with secret members replaced; nil for a body that is not JSON.
    public var body: JSONValue?
    public var text: String?
  }

  public var exchanges: [Exchange]

  public init(exchanges: [Exchange] = []) { self.exchanges = exchanges }

  /// Readable JSON, the same bytes for the same exchanges.
  public func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  public init(decoding data: Data) throws { self = try JSONDecoder().decode(Cassette.self, from: data) }
}

extension JSONValue {
  /// Members whose names say that they are secret get another value of the same kind.
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

  /// Every text in it, however deep, turned into another.
  func mapped(_ transform: (String) -> String) -> JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map { $0.mapped(transform) })
    case .object(let members): return .object(members.mapValues { $0.mapped(transform) })
    case .string(let text): return .string(transform(text))
    default: return self
    }
  }
}
