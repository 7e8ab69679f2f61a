/// The id of a provider in the guide. In an account's guide, it is the server's own id. In the demo guide, and for providers read from the
/// watchlist, it is TMDB's number.
public enum ProviderID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number at TMDB.
  case tmdb(Int)
  /// The server's own id.
  case service(ServiceID)

  public var description: String {
    switch self {
    case .tmdb(let id): String(id)
    case .service(let id): id.rawValue
    }
  }

  /// The number at TMDB; nil if the id is the server's own id.
  public var tmdb: Int? { if case .tmdb(let id) = self { id } else { nil } }

  /// Whether `a` comes before `b`: TMDB's numbers come first, by value, then the server's ids as texts.
  public static func < (a: ProviderID, b: ProviderID) -> Bool {
    switch (a, b) {
    case (.tmdb(let a), .tmdb(let b)): a < b
    case (.service(let a), .service(let b)): a < b
    case (.tmdb, .service): true
    case (.service, .tmdb): false
    }
  }
}

extension ProviderID: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let id = try? container.decode(Int.self) {
      self = .tmdb(id)
    } else {
      let text = try container.decode(String.self)
      if text.isEmpty { throw DecodingError.dataCorruptedError(in: container, debugDescription: "no id") }
      self = Int(text).map { .tmdb($0) } ?? .service(ServiceID(rawValue: text))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .tmdb(let id): try container.encode(id)
    case .service(let id): try container.encode(id)
    }
  }
}
