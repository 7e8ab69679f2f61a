import MediaCore

/// Reads a podcast after an event about a new episode, if a rule adds its new episodes to the queue. Many events of one podcast cause one
/// read.
final class NewEpisodeReader: Sendable {
  /// The time in which further events of the podcast are awaited.
  private static let pause = Duration.seconds(2)

  private let rules: EpisodeQueueStore
  private let items: ItemStore
  private let clock: any TimeSource
  private let reading = Locked<Set<String>>([])

  init(rules: EpisodeQueueStore, items: ItemStore, clock: any TimeSource) {
    (self.rules, self.items, self.clock) = (rules, items, clock)
  }

  /// Reads the podcast of an episode soon; returns at once.
  func readSoon(_ episode: Episode) {
    guard let podcast = episode.libraryItemId, reading.withLock({ $0.insert(podcast).inserted }) else { return }
    Task { [self] in
      try? await clock.sleep(for: Self.pause, as: .watchdog)
      reading.withLock { _ = $0.remove(podcast) }
      guard (try? await rules.rule(of: podcast)) ?? nil != nil else { return }
      // After a failure, the next refresh of the Latest tab or of the podcast's page applies the rule.
      try? await items.refresh(podcast)
    }
  }
}
