import MediaCore

/// The progress of a mark of many episodes or films.
public struct MarkProgress: Sendable, Hashable {
  /// Titles that are on the server.
  public var done: Int
  /// All titles of the change.
  public var total: Int

  /// The part that is on the server, from 0 to 1.
  public var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }
  /// Whether all titles are on the server.
  public var isDone: Bool { done >= total }
}

/// Publishes the progress of marks of series and collections.
actor MarkProgressTracker {
  private struct Mark: Equatable {
    /// The ids of the mutations that are not on the server yet.
    var open: Set<String>
    /// The number of films; 0 for a series, which publishes its own progress.
    var total: Int
  }

  private nonisolated let observers = Observers<(TitleReference, MarkProgress)>()
  private nonisolated let token = Locked<ObservationToken?>(nil)
  private var marks: [TitleReference: Mark] = [:]

  nonisolated func observe(_ changed: @escaping @Sendable (TitleReference, MarkProgress) -> Void) -> ObservationToken {
    observers.add { changed($0.0, $0.1) }
  }

  nonisolated func follow(_ queue: MutationQueue) {
    let changed = queue.observe { [weak self, weak queue] in
      Task { if let queue { await self?.update(queue) } }
    }
    token.withLock { $0 = changed }
  }

  /// Observes the marks of a collection's films: the mark of a collection is one mutation for each film.
  func follow(_ films: [Submission], ofCollection id: Int, in queue: MutationQueue) async {
    marks[.collection(id)] = Mark(open: Set(films.map(\.id)), total: films.count)
    observers.notify((.collection(id), MarkProgress(done: 0, total: films.count)))
    await update(queue)
  }

  func publish(_ progress: MarkProgress, series id: Int, by mutation: String) {
    marks[.series(id)] = progress.isDone ? nil : Mark(open: [mutation], total: 0)
    observers.notify((.series(id), progress))
  }

  /// Compares the marks with the open mutations: a mark can also end by a refusal, a removal or a sign-out.
  func update(_ queue: MutationQueue) async {
    guard !marks.isEmpty else { return }
    let followed = marks
    // The queue has accepted these marks, so it is in memory: reading fails only after a sign-out, which ends the marks.
    let open = Set(((try? await queue.open()) ?? []).map(\.id))
    for (title, mark) in followed.sorted(by: { $0.key.description < $1.key.description }) where marks[title] == mark {
      let left = mark.open.intersection(open)
      guard left != mark.open else { continue }
      marks[title] = left.isEmpty ? nil : Mark(open: left, total: mark.total)
      observers.notify((title, MarkProgress(done: mark.total == 0 ? 0 : mark.total - left.count, total: mark.total)))
    }
  }
}
