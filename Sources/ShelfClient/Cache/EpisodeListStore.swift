public import MediaCore

/// The order and the filter of each podcast's episodes, as the account has chosen them on this device. Every sign-out erases them.
public struct EpisodeListStore: Sendable {
  /// The highest number of podcasts whose settings are stored. Beyond it, the settings that were changed least recently are dropped.
  public static let limit = 300

  private struct Entry: Codable, Equatable, Sendable {
    var settings: EpisodeListSettings
    /// Greater for settings that were changed later.
    var order: Int
  }

  /// By the id of the podcast's library item.
  private let cache: AccountCache<[String: Entry]>

  init(client: ServiceClient) { cache = .shared("episode-lists", empty: [:], in: client.accounts) }

  /// Returns the settings of a podcast's list; the default settings if none were chosen.
  /// - Parameter podcast: the id of the podcast's library item.
  /// - Throws: `signedOut`, `storage`.
  public func settings(of podcast: String) async throws(ClientError) -> EpisodeListSettings {
    try await cache.read { all, _ in all[podcast]?.settings ?? EpisodeListSettings() }
  }

  /// Changes the settings of a podcast's list. The change is durable when the call returns.
  /// - Throws: `signedOut`, `storage`.
  public func update(
    _ podcast: String, _ change: @Sendable (inout EpisodeListSettings) -> Void
  ) async throws(ClientError) {
    try await cache.update { all in
      var settings = all[podcast]?.settings ?? EpisodeListSettings()
      change(&settings)
      guard settings != all[podcast]?.settings else { return }
      let next = (all.values.map(\.order).max() ?? 0) + 1
      all[podcast] = settings == EpisodeListSettings() ? nil : Entry(settings: settings, order: next)
      let old = all.sorted { ($1.value.order, $0.key) < ($0.value.order, $1.key) }
      for (key, _) in old.dropFirst(Self.limit) { all[key] = nil }
    }
  }

  /// Calls `changed` after each change of the stored settings, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }
}
