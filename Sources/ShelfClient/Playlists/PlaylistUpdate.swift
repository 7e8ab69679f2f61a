/// A change of a playlist (`PATCH /api/playlists/{id}`); what is nil stays.
public struct PlaylistUpdate: Codable, Hashable, Sendable {
  public var name: String?
  /// An empty one takes it away.
  public var description: String?
  /// All of its items in another order: neither more nor fewer.
  public var items: [PlaylistEntry]?

  public init(name: String? = nil, description: String? = nil, items: [PlaylistEntry]? = nil) {
    self.name = name
    self.description = description
    self.items = items
  }
}
