extension EventLog {
  /// Hands each entry at `level` and above that is added from now on to `sink`, once and in order, until the token is released.
  ///
  /// - Parameter sink: called on whatever thread added the entry, one call at a time. It must not add to this log.
  public func forward(_ level: Level = .debug, to sink: @escaping @Sendable (Entry) -> Void) -> ObservationToken {
    let last = Locked(entries.last?.id ?? 0)
    return observe { [weak self] in
      guard let self else { return }
      last.withLock { last in
        for entry in newEntries(after: last) {
          if entry.level >= level { sink(entry) }
          last = entry.id
        }
      }
    }
  }

  private func newEntries(after id: Int) -> [Entry] { entries.reversed().prefix { $0.id > id }.reversed() }
}
