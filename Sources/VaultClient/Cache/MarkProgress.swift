import MediaCore

/// The progress of a mark of many episodes or films.
public struct MarkProgress: Sendable, Hashable {
  public var done: Int
  public var total: Int

  public init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }

  /// 0…1
  public var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }
  public var isDone: Bool { done >= total }
}

/// Publishes the progress of marks of series and collections.
actor MarkProgressTracker {
  private struct CollectionMark: Equatable {
    var open: Set<String>
    var total: Int
  }

  private let link: VaultLink
  private nonisolated let observers = Observers<(TitleReference, MarkProgress)>()
  private nonisolated let token = Locked<ObservationToken?>(nil)
  private var collections: [Int: CollectionMark] = [:]
  /// Series that are being marked, by the id of the mutation.
  private var series: [String: Int] = [:]

  init(_ link: VaultLink) { self.link = link }

  nonisolated func observe(_ changed: @escaping @Sendable (TitleReference, MarkProgress) -> Void) -> ObservationToken {
    observers.add { changed($0.0, $0.1) }
  }

  nonisolated func follow(_ queue: MutationQueue) {
    let changed = queue.observe { [weak self] in Task { await self?.update() } }
    token.withLock { $0 = changed }
  }

  /// Observes the marks of a collection's films: the mark of a collection is one mutation for each film.
  func follow(_ films: [Submission], ofCollection id: Int) async {
    collections[id] = CollectionMark(open: Set(films.map(\.id)), total: films.count)
    observers.tell((.collection(id), MarkProgress(done: 0, total: films.count)))
    await update()
  }

  /// Publishes the progress of the mark of a series.
  func publish(_ progress: MarkProgress, series id: Int, by mutation: String) {
    series[mutation] = progress.isDone ? nil : id
    observers.tell((.series(id), progress))
  }

  /// Compares the progress with the open mutations: a mark can also end by a refusal, a removal or a sign-out.
  func update() async {
    guard !collections.isEmpty || !series.isEmpty else { return }
    let (followed, running) = (collections, series)
    let open = Set(((try? await link.open()) ?? []).map(\.id))
    for (id, mark) in followed.sorted(by: { $0.key < $1.key }) where collections[id] == mark {
      let left = mark.open.intersection(open)
      guard left != mark.open else { continue }
      collections[id] = left.isEmpty ? nil : CollectionMark(open: left, total: mark.total)
      observers.tell((.collection(id), MarkProgress(done: mark.total - left.count, total: mark.total)))
    }
    for (mutation, id) in running.sorted(by: { $0.key < $1.key })
    where !open.contains(mutation) && series[mutation] == id {
      series[mutation] = nil
      observers.tell((.series(id), MarkProgress(done: 0, total: 0)))
    }
  }
}
