/// The id of a provider in the guide. In an account's guide, this id is the server's own id. In the demo guide, and for providers read from
/// the watchlist, this id is TMDB's number.
public enum ProviderID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The provider's number at TMDB.
  case tmdb(Int)
  /// The provider's id in the server's own tables.
  case service(ServiceID)

  public var description: String {
    switch self {
    case .tmdb(let id): String(id)
    case .service(let id): id.rawValue
    }
  }

  /// The provider's number at TMDB; nil if the id is the server's own id.
  public var tmdb: Int? { if case .tmdb(let id) = self { id } else { nil } }

  /// Returns whether `a` comes before `b`. TMDB's numbers come first, in ascending order. The server's own ids follow, in the order of
  /// texts.
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
