import MediaCore

/// A list on a car's screen, with sections of rows. An empty list has a sentence that explains why it is empty. ``CarMenu`` creates these
/// lists.
public struct CarList: Codable, Hashable, Sendable {
  /// A group of rows in a list.
  public struct Section: Codable, Hashable, Sendable {
    /// The title above the rows; nil if the section has no title.
    public var title: String?
    /// The rows of the section, at least one.
    public var rows: [Row]
  }

  /// A row of a list. Choosing the row plays a book or an episode, or opens another list.
  public struct Row: Codable, Hashable, Sendable, Identifiable {
    /// The library, series, book or other place that this row opens or plays.
    public var id: BrowsePlace
    /// The first line of the row.
    public var title: String
    /// The second line of the row; empty if there is none.
    public var subtitle: String
    /// The id of the book or episode to play; nil if the row opens a list.
    public var playable: PlayableID?
    /// The fraction of the book or episode that the account has played, 0…1. Nil if it was never played, or if the row opens a list.
    public var progress: Double?
    /// The cover, to load with ``CoverStore/picture(_:)``; nil if there is no cover.
    public var artwork: Artwork?
    /// Whether the book or episode can be played without a network. False if the row opens a list.
    public var isOnDevice: Bool
    /// Whether the user can choose the row now. False if the row plays an item that is not on this device and the server cannot be reached.
    public var isEnabled: Bool
  }

  /// The title of the list.
  public var title: String
  /// The sections of the list that have rows. The numbers of sections and rows are limited by ``CarLimits``.
  public var sections: [Section]
  /// The sentence to show if the list has no rows; nil if the list has rows.
  public private(set) var emptyReason: String?

  /// The rows of all sections, in their order.
  public var rows: [Row] { sections.flatMap(\.rows) }

  /// Creates a list whose sections are cut to the limits. Uses `reason` only if no rows are left.
  init(title: String, sections: [Section], limits: CarLimits, reason: String) {
    var room = limits.rows
    self.title = title
    self.sections = sections.filter { !$0.rows.isEmpty }.prefix(limits.sections).compactMap { section in
      let rows = section.rows.prefix(room)
      room -= rows.count
      return rows.isEmpty ? nil : Section(title: section.title, rows: Array(rows))
    }
    emptyReason = self.sections.isEmpty ? reason : nil
  }
}

extension CarList.Row {
  /// Creates the row of a node; nil if the node has nothing to listen to, such as an ebook.
  init?(_ node: BrowseNode) {
    guard node.isFolder || node.playable != nil else { return nil }
    self.init(
      id: node.id, title: node.title, subtitle: node.subtitle, playable: node.isFolder ? nil : node.playable,
      progress: node.isFolder ? nil : node.progress, artwork: node.row?.artwork, isOnDevice: false, isEnabled: true)
  }

  init(_ entry: QueueEntry) {
    self.init(
      id: .item(entry.id), title: entry.title, subtitle: entry.author, playable: entry.id,
      progress: entry.progress?.fraction, artwork: entry.artwork, isOnDevice: false, isEnabled: true)
  }
}
