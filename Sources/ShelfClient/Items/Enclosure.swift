import MediaCore

/// The file that a feed names for an episode.
public struct Enclosure: Codable, Hashable, Sendable {
  public var url: String?
  /// A MIME type.
  public var type: String?
  /// Bytes, as the text that the feed has.
  public var length: String?

  public init(url: String? = nil, type: String? = nil, length: String? = nil) {
    self.url = url
    self.type = type
    self.length = length
  }
}

extension Enclosure {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    url = members[.url]
    type = members[.type]
    length = members[.length]
  }
}
