/// A tab of a car's screen, with the list that the tab shows. See ``CarMenu``.
public struct CarTab: Codable, Hashable, Sendable, Identifiable {
  /// The content of a tab.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The books and episodes in progress.
    case continueListening
    /// The libraries of the account. If the account has only one library, the sections of this library.
    case library
    /// The items to play next, followed by the newest unfinished episodes.
    case queue
    /// The items whose downloads are complete on this device.
    case downloads
  }

  /// The content of the tab. A menu has at most one tab with the same content, so the content is also the tab's id.
  public var id: Kind
  /// The title of the tab.
  public var title: String
  /// The list of the tab.
  public var list: CarList

  /// The name of the SF Symbol to show for the tab.
  public var symbol: String {
    switch id {
    case .continueListening: "play.circle"
    case .library: "books.vertical"
    case .queue: "list.bullet"
    case .downloads: "arrow.down.circle"
    }
  }

  /// Creates a tab.
  public init(id: Kind, title: String, list: CarList) {
    self.id = id
    self.title = title
    self.list = list
  }
}
