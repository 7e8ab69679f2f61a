public import Foundation
import MediaCore

/// A provider that the user chooses for a show. The server refuses an empty logo path, so a provider without a logo gets a placeholder.
public struct ProviderSelection: Hashable, Sendable, Identifiable {
  /// The provider's number at TMDB.
  public var id: Int
  /// The name of the provider.
  public var name: String
  /// The path of the logo, or a placeholder if the provider has no logo.
  public private(set) var logoPath: String

  static let placeholder = "/"

  /// Whether the server, which adds a provider that it does not have yet, cannot store the name.
  var isNameTooLong: Bool { name.isTooLongName }

  /// Creates the choice of a provider.
  /// - Parameter logoPath: the path of the logo. If nil or empty, a placeholder is sent, because the server refuses an empty path.
  public init(id: Int, name: String, logoPath: String? = nil) {
    self.id = id
    self.name = name
    self.logoPath = logoPath.flatMap { $0.isEmpty ? nil : $0 } ?? Self.placeholder
  }

  /// Creates the choice of a provider in the analysis of a show.
  public init(_ provider: WatchProvider) {
    self.init(id: provider.providerId, name: provider.name, logoPath: ImageLink.text(provider.logo, size: "w92"))
  }

  /// Creates a selection of the provider that the server has stored for an entry.
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

/// The provider that a user chose for a show. Decoding requires `id`.
public struct SelectedProvider: Codable, Hashable, Sendable, Identifiable {
  /// The provider's number at TMDB.
  public var id: Int
  /// The name of the provider, as the server sends it.
  public var name = ""
  /// The logo's address as the server sends it: absolute, empty, or with a doubled prefix. Use ``logoURL`` instead.
  public var logoPath: String?
  /// The address of the provider's logo at TMDB's picture server; nil if the provider has no logo.
  public var logoURL: URL? { ImageLink.logo(logoPath) }

  /// Creates a value from its required members. All other members have their default values.
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

extension String {
  /// Whether the server cannot store the text as the name of a user or a provider: the columns have 100 characters.
  var isTooLongName: Bool { unicodeScalars.count > 100 }
}
