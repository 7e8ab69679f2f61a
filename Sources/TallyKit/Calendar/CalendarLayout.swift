/// The measures of the month grid, in points.
public enum CalendarLayout {
  /// The space beside each tile, in points. Between two tiles this space occurs twice.
  public static let spacing = 1.0
  /// The corner radius of a tile, in points.
  public static let cornerRadius = 14.0
  /// The maximum number of dots beside an overflow badge.
  public static let dots = 3
  /// The diameter of a dot, in points.
  public static let dotSize = 4.0
  /// The space between dots, in points.
  public static let dotSpacing = 2.0
  /// The fraction of a tile's height, from the top, in which the icon is centred. The day's number is below the icon.
  public static let iconShare = 0.8

  /// The width and height of the icon in a tile, in points.
  public static func iconSize(cellWidth: Double) -> Double { max(0, min(cellWidth * 0.58, 46)) }

  /// The width and height of a tile, in points. A row has seven tiles. Both ends of the row have a margin of 12 points, and the distance
  /// between two tiles is twice ``spacing``.
  public static func cellWidth(screenWidth: Double) -> Double { max(0, (screenWidth - 24 - 12) / 7) }
}

/// A colour for a provider, chosen by what the provider's name contains.
public enum ProviderColor: String, Sendable, Hashable, CaseIterable {
  /// The colours of dots. An app maps each of them to a colour of its own.
  case red, blue, purple, green, indigo, black, grey

  /// The colour of a provider.
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
