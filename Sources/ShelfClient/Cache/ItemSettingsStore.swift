public import MediaCore

/// The settings for playing single books and podcasts, and the history of jumps in these items. Each account has its own settings, on this
/// device only. A sign-out deletes the settings only if it discards pending work.
public struct ItemSettingsStore: Sendable {
  /// The highest number of books and podcasts whose settings are stored. If there are more, the settings that were used least recently are
  /// dropped.
  public static let limit = 300

  /// The settings of one book or podcast, and the jumps in it.
  struct Memory: Codable, Equatable, Sendable {
    var settings = ItemPlaybackSettings()
    /// By the text of the ``PlayableID``: each episode of a podcast has its own jumps.
    var jumps: [String: JumpHistory] = [:]
    /// The keys of ``jumps``, the one that was used last first; nil in a file of an earlier version.
    var jumpsUsed: [String]?
    /// Greater for one that was used later.
    var order = 0
  }

  /// Episodes of one podcast whose jumps are kept.
  static let jumpLimit = 5

  private let cache: AccountCache<[String: Memory]>

  init(client: ServiceClient) {
    cache = .shared("item-settings", empty: [:], retention: .device, in: client.accounts)
  }

  /// Returns the settings of a book, or of the podcast of an episode, as stored on this device. All settings are empty if none were stored.
  /// - Throws: `signedOut`, `storage`.
  public func settings(of id: PlayableID) async throws(ClientError) -> ItemPlaybackSettings {
    try await memory(of: id).settings
  }

  /// Changes the settings of a book, or of all episodes of a podcast. The change is durable when the call returns. If the item is open in a
  /// player, call ``PlayerViewModel/setItemSettings(_:)`` instead.
  public func update(
    _ id: PlayableID, _ change: @Sendable (inout ItemPlaybackSettings) -> Void
  ) async throws(ClientError) {
    try await remember(id) { change(&$0.settings) }
  }

  func memory(of id: PlayableID) async throws(ClientError) -> Memory {
    try await cache.read { all, _ in all[id.libraryItemId] ?? Memory() }
  }

  func keep(_ jumps: JumpHistory, of id: PlayableID) async throws(ClientError) {
    try await remember(id) { memory in
      memory.jumps[id.description] = jumps.jumps.isEmpty ? nil : jumps
      memory.use(id)
    }
  }

  /// Notes that an item was opened, so that the settings of other items are dropped first. Writes nothing for an item without settings and
  /// jumps, nor for the item that was used last.
  func noteUse(of id: PlayableID) async throws(ClientError) {
    let isLast = try await cache.read { all, _ in
      guard let memory = all[id.libraryItemId] else { return true }
      let isNewest = memory.order == all.values.map(\.order).max()
      return isNewest && (memory.jumps[id.description] == nil || memory.jumpsUsed?.first == id.description)
    }
    if !isLast { try await remember(id) { $0.use(id) } }
  }

  private func remember(_ id: PlayableID, _ change: @Sendable (inout Memory) -> Void) async throws(ClientError) {
    try await cache.update { all in
      var memory = all[id.libraryItemId] ?? Memory()
      change(&memory)
      guard memory != Memory() else { return }
      let newest = all.values.map(\.order).max() ?? 0
      if memory.order == 0 || memory.order != newest { memory.order = newest + 1 }
      all[id.libraryItemId] = memory
      let old = all.sorted { ($1.value.order, $0.key) < ($0.value.order, $1.key) }
      for (key, _) in old.dropFirst(Self.limit) { all[key] = nil }
    }
  }

  /// The part of an exported file that holds the settings. Those of an item that has some here stay.
  var moved: MovedPart {
    MovedPart("itemSettings", in: cache, empty: [:], isPlausible: { WireID.arePlausible($0.keys.map { $0 }) }) {
      known, moved, part in
      for (item, memory) in moved {
        if known[item] == nil {
          known[item] = memory
          part.taken += 1
        } else {
          part.skip(known[item]?.settings == memory.settings ? .known : .setHere)
        }
      }
    }
  }
}

extension ItemSettingsStore.Memory {
  /// Puts the jumps of an item first, and drops those of the episodes that were used least lately.
  mutating func use(_ id: PlayableID) {
    let rest = (jumpsUsed ?? []).filter { $0 != id.description }
    let unlisted = jumps.keys.filter { $0 != id.description && !rest.contains($0) }.sorted()
    let used = ([id.description] + rest + unlisted).filter { jumps[$0] != nil }
    for key in used.dropFirst(ItemSettingsStore.jumpLimit) { jumps[key] = nil }
    jumpsUsed = used.isEmpty ? nil : Array(used.prefix(ItemSettingsStore.jumpLimit))
  }
}
