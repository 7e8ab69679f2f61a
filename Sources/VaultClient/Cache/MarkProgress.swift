import MediaCore

/// The progress of a change that marks many episodes or films as watched or unwatched on the server.
public struct MarkProgress: Sendable, Hashable {
  /// The number of episodes or films whose mark is on the server.
  public var done: Int
  /// The number of all episodes or films in the change.
  public var total: Int
  /// The number of episodes or films whose mark the server refused or the user discarded.
  public var failed = 0

  /// The fraction of the episodes or films whose mark is on the server, from 0 to 1.
  public var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }
  /// Whether no mark is left to send. If ``failed`` is above 0, not all marks are on the server.
  public var isDone: Bool { done + failed >= total }
}

/// Publishes how many titles of a series or collection have been marked on the server.
actor MarkProgressTracker {
  private struct Mark: Equatable {
    /// The ids of the mutations that are not on the server yet.
    var open: Set<String>
    /// The last published progress.
    var progress: MarkProgress
    /// Whether the one mutation publishes its steps itself, as that of a series does.
    var isOneMutation = false
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
    let progress = MarkProgress(done: 0, total: films.count)
    marks[.collection(id)] = Mark(open: Set(films.map(\.id)), progress: progress)
    observers.notify((.collection(id), progress))
    await update(queue)
  }

  func publish(_ progress: MarkProgress, series id: Int, by mutation: String) {
    marks[.series(id)] = progress.isDone ? nil : Mark(open: [mutation], progress: progress, isOneMutation: true)
    observers.notify((.series(id), progress))
  }

  /// Compares the marks with the open mutations: a mark can also end by a refusal, a removal or a sign-out.
  func update(_ queue: MutationQueue) async {
    guard !marks.isEmpty else { return }
    let followed = marks
    // Reading the queue fails only after a sign-out: drop all marks then.
    guard let listed = try? await queue.all() else { return marks = [:] }
    let records = Dictionary(listed.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for (title, mark) in followed.sorted(by: { $0.key.description < $1.key.description }) where marks[title] == mark {
      let left = mark.open.filter { records[$0]?.isOpen == true }
      guard left != mark.open else { continue }
      // If a change is no longer in `records`, the user has discarded it: count it as failed.
      let failed = mark.open.subtracting(left).count { records[$0]?.isRefused ?? true }
      var next = mark
      next.open = left
      if mark.isOneMutation {
        next.progress.failed = failed > 0 ? mark.progress.total - mark.progress.done : 0
      } else {
        next.progress.failed += failed
      }
      next.progress.done = next.progress.total - next.progress.failed - (mark.isOneMutation ? 0 : left.count)
      marks[title] = left.isEmpty ? nil : next
      observers.notify((title, next.progress))
    }
  }
}
