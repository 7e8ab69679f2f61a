/// The highest numbers of tabs, sections and rows that a car's screen can show. A car may show fewer of them while driving.
public struct CarLimits: Codable, Hashable, Sendable {
  /// The highest number of tabs, 1…4.
  public private(set) var tabs: Int
  /// The highest number of sections in a list, at least 1.
  public private(set) var sections: Int
  /// The highest number of rows in a list, in all of its sections together, at least 1.
  public private(set) var rows: Int

  /// Creates limits. If a number is outside of its allowed range, the nearest allowed number is used.
  /// - Parameters:
  ///   - tabs: the highest number of tabs, 1…4. For CarPlay, pass `CPTabBarTemplate.maximumTabCount`.
  ///   - sections: the highest number of sections in a list. For CarPlay, pass `CPListTemplate.maximumSectionCount`.
  ///   - rows: the highest number of rows in a list, in all of its sections together. For CarPlay, pass `CPListTemplate.maximumItemCount`.
  public init(tabs: Int = 4, sections: Int = 4, rows: Int = 24) {
    self.tabs = min(max(1, tabs), 4)
    self.sections = max(1, sections)
    self.rows = max(1, rows)
  }
}
