/// The measures of the calendar's month grid, in points.
public enum CalendarLayout {
  /// The space on each side of a tile, in points. The distance between two tiles is therefore twice this space.
  public static let spacing = 1.0
  /// The corner radius of a tile, in points.
  public static let cornerRadius = 14.0
  /// The maximum number of provider dots beside an overflow badge; see ``DayProviders/Indicator``.
  public static let dots = 3
  /// The diameter of a provider dot, in points.
  public static let dotSize = 4.0
  /// The space between provider dots, in points.
  public static let dotSpacing = 2.0
  /// The upper fraction of a tile's height, within which the icon is centred. The day's number is below this area.
  public static let iconShare = 0.8

  /// Returns the width and height of the icon in a tile, in points.
  public static func iconSize(cellWidth: Double) -> Double { max(0, min(cellWidth * 0.58, 46)) }

  /// Returns the width and height of a tile, in points. A row has seven tiles. Both ends of the row have a margin of 12 points, and the
  /// distance between two tiles is twice ``spacing``.
  public static func cellWidth(screenWidth: Double) -> Double { max(0, (screenWidth - 24 - 12) / 7) }
}

/// A colour for a provider, chosen by what the provider's name contains.
public enum ProviderColor: String, Sendable, Hashable, CaseIterable {
  /// The colours of dots. An app maps each of these names to a colour of its own.
  case red, blue, purple, green, indigo, black, grey

  /// Returns the colour of a provider.
  /// - Parameter isSheet: whether the colour is for a day's sheet, which has two more colours than the grid.
  public static func of(_ name: String, isSheet: Bool = false) -> ProviderColor {
    let name = name.lowercased()
    if name.contains("netflix") { return .red }
    if name.contains("prime") || name.contains("amazon") || name.contains("disney") { return .blue }
    if name.contains("hbo") || name.split(separator: " ").contains("max") { return .purple }
    if name.contains("hulu") { return .green }
    if isSheet, name.contains("paramount") { return .indigo }
    if isSheet, name.contains("apple") { return .black }
    return .grey
  }
}
