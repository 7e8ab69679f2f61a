import MediaCore

/// An imported film; the same answer when it was there before. Required: `id`.
public struct MovieImport: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var success: Bool
  public var title: String
  public var imdbID: String?
  public var message: String

  public init(id: Int, success: Bool = false, title: String = "", imdbID: String? = nil, message: String = "") {
    self.id = id
    self.success = success
    self.title = title
    self.imdbID = imdbID
    self.message = message
  }

  enum CodingKeys: String, CodingKey {
    case id
    case success
    case title
    case imdbID = "imdb_id"
    case message
  }
}

extension MovieImport {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    success = members.flag(.success) ?? false
    title = members[.title] ?? ""
    imdbID = members[.imdbID]
    message = members[.message] ?? ""
  }
}
