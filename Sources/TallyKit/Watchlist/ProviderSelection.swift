public import Foundation
import MediaCore

/// A provider as a user chooses it. The server refuses an empty logo, so there always is one: the placeholder counts as none.
public struct ProviderSelection: Hashable, Sendable, Identifiable {
  /// TMDB's number.
  public var id: Int
  public var name: String
  public private(set) var logoPath: String

  static let placeholder = "/"

  public init(id: Int, name: String, logoPath: String? = nil) {
    self.id = id
    self.name = name
    self.logoPath = logoPath.flatMap { $0.isEmpty ? nil : $0 } ?? Self.placeholder
  }

  public init(_ provider: WatchProvider) {
    self.init(id: provider.providerId, name: provider.name, logoPath: ImageLink.text(provider.logo, size: "w92"))
  }

  public init(_ provider: SelectedProvider) {
    self.init(id: provider.id, name: provider.name, logoPath: ImageLink.text(provider.logoPath, size: "w92"))
  }
}

extension ProviderSelection: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name
    case logoPath = "logo_path"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    self.init(id: try members.require(.id), name: members[.name] ?? "", logoPath: members[.logoPath])
  }
}

/// The provider that a user chose for a show. Required: `id`.
public struct SelectedProvider: Codable, Hashable, Sendable, Identifiable {
  /// TMDB's number.
  public var id: Int
  public var name = ""
  /// Absolute, empty, or doubled; see ``logoURL``.
  public var logoPath: String?
  public var logoURL: URL? { ImageLink.logo(logoPath) }

  public init(id: Int) { self.id = id }

  init(_ selection: ProviderSelection) { (id, name, logoPath) = (selection.id, selection.name, selection.logoPath) }

  enum CodingKeys: String, CodingKey {
    case id, name
    case logoPath = "logo_path"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    name = members[.name] ?? ""
    logoPath = members[.logoPath]
  }
}
