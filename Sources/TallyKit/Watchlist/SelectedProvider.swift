import MediaCore

/// The provider that a user chose for a show. Required: `id`.
public struct SelectedProvider: Codable, Hashable, Sendable, Identifiable {
  /// TMDB's number.
  public var id: Int
  public var name: String
  /// Absolute, empty, or doubled; see ``logoURL``.
  public var logoPath: String?

  public init(id: Int, name: String = "", logoPath: String? = nil) {
    self.id = id
    self.name = name
    self.logoPath = logoPath
  }

  enum CodingKeys: String, CodingKey {
    case id, name
    case logoPath = "logo_path"
  }
}

extension SelectedProvider {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    name = members[.name] ?? ""
    logoPath = members[.logoPath]
  }
}
