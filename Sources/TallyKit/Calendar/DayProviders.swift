public import Foundation

/// Chooses which of a day's providers are shown in the day's tile, and how.
public enum DayProviders {
  /// Returns the provider whose logo represents a day with one to three providers. Of the providers with a logo, the provider with the
  /// longest name is chosen; if names are equally long, the provider with the smallest id. Nil if there are more than three providers, or
  /// if none has a logo.
  public static func primary(of providers: [ProviderBadge]) -> ProviderBadge? {
    guard (1...3).contains(providers.count) else { return nil }
    return providers.filter { $0.logo != nil }.min { ($1.name.count, $0.id) < ($0.name.count, $1.id) }
  }

  /// Returns the providers other than ``primary(of:)``. If ``primary(of:)`` is nil, returns all providers.
  public static func secondary(of providers: [ProviderBadge]) -> [ProviderBadge] {
    let primary = primary(of: providers)
    return providers.filter { $0.id != primary?.id }
  }

  /// The content of a day's tile.
  public enum Indicator: Hashable, Sendable {
    /// The logo of the provider ``DayProviders/primary(of:)``, with a dot for each other provider beside the logo.
    case primary(ProviderBadge, dots: [ProviderBadge])
    /// A circle in the colour of the day's only provider, which has no logo.
    case single(ProviderBadge)
    /// The text `+count` in a circle, with up to three dots. `count` includes all providers of the day.
    case overflow(count: Int, dots: [ProviderBadge])

    /// The text in the circle of the case ``overflow(count:dots:)``, such as `+4`; nil for the other cases.
    public var text: String? { if case .overflow(let count, _) = self { "+\(count)" } else { nil } }
  }

  /// Returns the content of a day's tile for these providers; nil if `providers` is empty.
  public static func indicator(of providers: [ProviderBadge]) -> Indicator? {
    if let primary = primary(of: providers) { return .primary(primary, dots: secondary(of: providers)) }
    switch providers.count {
    case 0: return nil
    case 1: return .single(providers[0])
    default: return .overflow(count: providers.count, dots: Array(providers.prefix(CalendarLayout.dots)))
    }
  }
}

/// A provider that offers episodes of a day, as the calendar shows it.
public struct ProviderBadge: Codable, Hashable, Sendable, Identifiable {
  public var id: ProviderID
  /// The name of the provider, as the server sends it.
  public var name: String
  /// The logo of the provider, as a path at TMDB or as a web address; nil if the provider has no logo.
  public var logo: String?
  /// The address of the provider's logo at TMDB's picture server; nil if the provider has no logo.
  public var logoURL: URL? { ImageLink.logo(logo) }

  /// Creates a badge.
  /// - Parameter logo: the logo, as a path at TMDB or as a web address.
  public init(id: ProviderID, name: String, logo: String? = nil) {
    self.id = id
    self.name = name
    self.logo = ImageLink.text(logo, size: "w92")
  }

  package init(_ service: GuideService) { self.init(id: service.id, name: service.name, logo: service.logo) }
}
