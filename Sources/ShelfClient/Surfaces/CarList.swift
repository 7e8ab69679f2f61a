import MediaCore

/// A list of a car's screen: sections with rows, or the sentence that says why there are none. See ``CarMenu``.
public struct CarList: Codable, Hashable, Sendable {
  /// A part of a list under a title.
  public struct Section: Codable, Hashable, Sendable {
    /// The title above the rows; nil for the only section of a list.
    public var title: String?
    /// The rows of the section, at least one.
    public var rows: [Row]
  }

  /// A row of a list: opens another list, or plays.
  public struct Row: Codable, Hashable, Sendable, Identifiable {
    /// The place that the row stands for; ``CarMenu/list(of:)`` takes it for a row that opens a list.
    public var id: BrowsePlace
    /// The first line of the row.
    public var title: String
    /// The second line of the row; empty when there is none.
    public var subtitle: String
    /// The id to play the row by; nil for a row that opens a list.
    public var playable: PlayableID?
    /// The fraction that was played, 0…1; nil for an item that was never played, and for a row that opens a list.
    public var progress: Double?
    /// The cover, to load with ``CoverStore/picture(_:)``; nil without a cover.
    public var artwork: Artwork?
    /// Whether the item is on this device.
    public var isOnDevice: Bool
    /// Whether the row can be chosen now: false for an item that is not on this device while the server cannot be reached.
    public var isEnabled: Bool
  }

  /// The title of the list.
  public var title: String
  /// The sections that have rows, within ``CarLimits``.
  public var sections: [Section]
  /// The sentence to show in place of the rows; nil if and only if the list has rows.
  public private(set) var emptyReason: String?

  /// The rows of all sections, in their order.
  public var rows: [Row] { sections.flatMap(\.rows) }

  /// Cuts the sections to the limits. `reason` is only used for a list without rows.
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
  /// The row of a node; nil for a node without anything to listen to, such as an ebook.
  init?(_ node: BrowseNode) {
    guard node.isFolder || node.playable != nil else { return nil }
    self.init(
      id: node.id, title: node.title, subtitle: node.subtitle, playable: node.isFolder ? nil : node.playable,
      progress: node.isFolder ? nil : node.progress, artwork: node.row?.artwork, isOnDevice: false, isEnabled: true)
  }

  init(_ entry: QueueEntry, _ progress: KnownProgress?) {
    self.init(
      id: .item(entry.id), title: entry.title, subtitle: entry.author, playable: entry.id,
      progress: progress?.fraction, artwork: entry.artwork, isOnDevice: false, isEnabled: true)
  }
}
