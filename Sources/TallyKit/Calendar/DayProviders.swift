/// Which of a day's providers is shown, and how.
public enum DayProviders {
  /// The one whose logo stands for the day, if it has one to three providers: the longest name, then the smallest id.
  public static func primary(of providers: [ProviderBadge]) -> ProviderBadge? {
    guard (1...3).contains(providers.count) else { return nil }
    return providers.filter { $0.logo != nil }.min { ($1.name.count, $0.id) < ($0.name.count, $1.id) }
  }

  /// All the others; all of them when there is no primary.
  public static func secondary(of providers: [ProviderBadge]) -> [ProviderBadge] {
    let primary = primary(of: providers)
    return providers.filter { $0.id != primary?.id }
  }

  /// The content of a day's tile.
  public enum Indicator: Hashable, Sendable {
    /// The logo, with the others as dots beside it.
    case primary(ProviderBadge, dots: [ProviderBadge])
    /// Exactly one without a logo: a circle in its colour.
    case single(ProviderBadge)
    /// `+count` in a circle, with up to three dots. It counts all providers of the day.
    case overflow(count: Int, dots: [ProviderBadge])

    /// `+4`, in the circle of an overflow.
    public var text: String? { if case .overflow(let count, _) = self { "+\(count)" } else { nil } }
  }

  /// Nil on days without providers.
  public static func indicator(of providers: [ProviderBadge]) -> Indicator? {
    if let primary = primary(of: providers) { return .primary(primary, dots: secondary(of: providers)) }
    switch providers.count {
    case 0: return nil
    case 1: return .single(providers[0])
    default: return .overflow(count: providers.count, dots: Array(providers.prefix(CalendarLayout.dots)))
    }
  }
}
