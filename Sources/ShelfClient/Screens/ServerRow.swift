public import MediaCore

/// A row of a list over several servers.
public struct ServerRow: Sendable, Hashable, Identifiable {
  /// The id of the server that has the item.
  public var server: SavedServer.ID
  /// The name of the server to show beside the row.
  public var serverTitle: String
  /// The book or episode.
  public var row: ShelfRow
  /// The progress of the account at that server; nil if the item was never played.
  public var progress: KnownProgress?
  /// The download of the item on this device; nil in lists other than that of the downloads.
  public var download: LocalDownload?

  /// The ids of the server and of the row: two servers can use the same id for different items.
  public var id: String { "\(server)/\(row.id)" }
}
