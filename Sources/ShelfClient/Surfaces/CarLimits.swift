/// The numbers of tabs, sections and rows that a car shows. A car asks for few of them while it drives.
public struct CarLimits: Codable, Hashable, Sendable {
  /// The highest number of tabs, 1…4.
  public private(set) var tabs: Int
  /// The highest number of sections in a list, at least 1.
  public private(set) var sections: Int
  /// The highest number of rows in a list, all its sections together, at least 1.
  public private(set) var rows: Int

  /// Creates limits. Numbers outside of what is allowed are moved to the nearest one.
  /// - Parameters:
  ///   - tabs: the highest number of tabs, 1…4; `CPTabBarTemplate.maximumTabCount` on CarPlay.
  ///   - sections: the highest number of sections in a list; `CPListTemplate.maximumSectionCount` on CarPlay.
  ///   - rows: the highest number of rows in a list, all its sections together; `CPListTemplate.maximumItemCount` on CarPlay.
  public init(tabs: Int = 4, sections: Int = 4, rows: Int = 24) {
    self.tabs = min(max(1, tabs), 4)
    self.sections = max(1, sections)
    self.rows = max(1, rows)
  }
}
