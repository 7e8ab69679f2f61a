public import Foundation
import MediaCore

/// A provider as the user chose it. The server refuses an empty logo, so a placeholder stands for none.
public struct ProviderSelection: Hashable, Sendable, Identifiable {
  /// The provider's number at TMDB.
  public var id: Int
  /// The name of the service.
  public var name: String
  /// The logo's path; a placeholder for none, since the server refuses an empty one.
  public private(set) var logoPath: String

  static let placeholder = "/"

  /// Creates a choice.
  /// - Parameter logoPath: the logo's path; for nil a placeholder is sent, since the server refuses an empty one.
  public init(id: Int, name: String, logoPath: String? = nil) {
    self.id = id
    self.name = name
    self.logoPath = logoPath.flatMap { $0.isEmpty ? nil : $0 } ?? Self.placeholder
  }

  /// Chooses a provider of an analysis.
  public init(_ provider: WatchProvider) {
    self.init(id: provider.providerId, name: provider.name, logoPath: ImageLink.text(provider.logo, size: "w92"))
  }

  /// Repeats a choice that the server has stored.
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
  /// The provider's number at TMDB.
  public var id: Int
  /// The name, as the server has it.
  public var name = ""
  /// The logo's address: absolute, empty, or doubled; see ``logoURL``.
  public var logoPath: String?
  /// The logo at TMDB's picture server; nil where there is none.
  public var logoURL: URL? { ImageLink.logo(logoPath) }

  /// Sets the required members; optional ones are nil, lists are empty.
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
