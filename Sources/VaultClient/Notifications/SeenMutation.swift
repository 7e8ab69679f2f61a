public import MediaCore

extension VaultStore {
  /// Marks a title as seen: neither new nor newly imported any more. For a collection each film that shows the badge is
  /// cleared by a change of its own.
  /// - Parameter keepingBadge: keeps the badge of the last day's imports, as for a title that was only marked.
  @discardableResult
  public func markSeen(_ title: TitleReference, keepingBadge: Bool = false) async throws(ClientError) -> [Submission] {
    var marks = [SeenMutation(title: title, keepsBadge: keepingBadge ? true : nil)]
    if case .collection(let id) = title, !keepingBadge {
      let snapshot = try await snapshot()
      let imported = Set((snapshot.news?.value.importedMovies ?? []).map(\.id))
      let now = environment.clock.now()
      let movies = snapshot.movies(ofCollection: id).filter {
        imported.contains($0.id) || NewBadge.isShown(importedAt: $0.importedAt, now: now)
      }
      marks = movies.map { SeenMutation(title: .movie($0.id)) } + marks
    }
    return try await submit(marks, as: .seen)
  }

  /// Marks every cached new title as seen, one by one: the server's own route for this is broken.
  @discardableResult
  public func markAllSeen() async throws(ClientError) -> [Submission] {
    guard let news = try await news()?.value else { return [] }
    let movies = Set((news.newMovies + news.importedMovies).map(\.id)).sorted()
    let series = Set(news.newSeries.map(\.id) + news.importedSeries.map(\.id)).sorted()
    let titles = movies.map(TitleReference.movie) + series.map(TitleReference.series)
    return try await submit(titles.map { SeenMutation(title: $0) }, as: .seen)
  }
}

struct SeenMutation: VaultMutation {
  static let kind: MutationKind = "vault.seen"

  struct Remote: Codable, Hashable, Sendable {
    var isNew: Bool
    var hasBadge: Bool
  }

  var title: TitleReference
  /// Whether the badge of imports stays.
  var keepsBadge: Bool?

  var target: String { "seen/\(title)" }

  /// Nil for a collection, of which the server does not show whether it is new.
  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    let news = try await api.notifications.newTitles()
    switch title {
    case .movie(let id): return remote(id, news.newMovies, news.importedMovies)
    case .series(let id): return remote(id, news.newSeries, news.importedSeries)
    case .collection: return nil
    }
  }

  private func remote(_ id: Int, _ new: [some Identifiable<Int>], _ imported: [some Identifiable<Int>]) -> Remote {
    Remote(isNew: new.contains { $0.id == id }, hasBadge: imported.contains { $0.id == id })
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    merge.remote.map(isSeen) ?? false ? .done : .write(self)
  }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    if remote?.isNew ?? true { try await api.watchlist.markSeen(title) }
    guard remote?.hasBadge ?? false, keepsBadge != true else { return }
    switch title {
    case .movie(let id): try await api.movies.clearNewlyImported(id)
    case .series(let id): try await api.series.clearNewlyImported(id)
    case .collection: break
    }
  }

  func isReflected(in remote: Remote?) -> Bool { remote.map(isSeen) ?? true }

  private func isSeen(_ remote: Remote) -> Bool { !remote.isNew && (keepsBadge == true || !remote.hasBadge) }

  /// The mutation that clears more of the two.
  func coalesced(with newer: SeenMutation) -> SeenMutation? { keepsBadge == true ? newer : self }

  func apply(to snapshot: inout VaultSnapshot) {
    let clearsBadge = keepsBadge != true
    switch title {
    case .movie(let id):
      snapshot.change(movie: id, everywhere: true) {
        $0.isNew = $0.isNew.map { _ in false }
        if clearsBadge { $0.importedAt = nil }
      }
      snapshot.news?.value.newMovies.removeAll { $0.id == id }
      if clearsBadge { snapshot.news?.value.importedMovies.removeAll { $0.id == id } }
    case .series(let id):
      snapshot.change(series: id) {
        $0.isNew = $0.isNew.map { _ in false }
        if clearsBadge { $0.importedAt = nil }
      }
      snapshot.news?.value.newSeries.removeAll { $0.id == id }
      if clearsBadge { snapshot.news?.value.importedSeries.removeAll { $0.id == id } }
    case .collection(let id):
      guard let index = snapshot.library?.value.collections.firstIndex(where: { $0.id == id }) else { return }
      snapshot.library?.value.collections[index].isNew = false
      for movie in snapshot.movies(ofCollection: id) {
        SeenMutation(title: .movie(movie.id), keepsBadge: true).apply(to: &snapshot)
      }
    }
  }
}
