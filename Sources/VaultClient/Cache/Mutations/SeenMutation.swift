public import MediaCore

extension VaultStore {
  /// Marks a title as seen, so that the title no longer appears as new. Unless `keepingBadge` is true, the title also loses the NEW badge,
  /// which it has for 24 hours after its import. For a collection, every film that shows this badge is then also marked as seen, in a
  /// separate change.
  /// - Parameter keepingBadge: whether the title keeps the NEW badge.
  @discardableResult
  public func markSeen(_ title: TitleReference, keepingBadge: Bool = false) async throws(ClientError) -> [Submission] {
    let snapshot = try await snapshot()
    let imdbID = snapshot.imdbID(ListItem(title.kind, title.id)) ?? snapshot.news?.value.imdbID(of: title)
    let mark = SeenMutation(title: title, keepsBadge: keepingBadge ? true : nil, imdbID: imdbID)
    var films: [Submission] = []
    if case .collection(let id) = title, !keepingBadge {
      let imported = Set((snapshot.news?.value.importedMovies ?? []).map(\.id))
      let now = environment.clock.now()
      let movies = snapshot.movies(ofCollection: id).filter {
        imported.contains($0.id) || NewBadge.isShown(importedAt: $0.importedAt, now: now)
      }
      if !movies.isEmpty {
        let marks = movies.map { SeenMutation(title: .movie($0.id), imdbID: $0.imdbID) }
        films = [try await submit(SeenTitlesMutation(titles: marks), as: .seen)]
      }
    }
    return films + [try await submit(mark, as: .seen)]
  }
}

struct SeenMutation: VaultMutation {
  static let kind: MutationKind = "vault.seen"
  static var isMadeAgain: Bool { false }

  struct Remote: Codable, Hashable, Sendable {
    var isNew: Bool
    var hasBadge: Bool
  }

  var title: TitleReference
  /// Whether the badge of imports stays.
  var keepsBadge: Bool?
  /// The IMDb id of the title: the server reuses ids, and the next title with this id is not seen.
  var imdbID: String?

  var target: String { "seen/\(title)" }

  /// Nil for a collection: the server does not show whether it is new.
  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    remote(in: try await api.notifications.newTitles())
  }

  func remote(in news: NewTitles) -> Remote? {
    switch title {
    case .movie(let id):
      func isMeant(_ movie: Movie) -> Bool { movie.id == id && Self.isSameTitle(imdbID, movie.imdbID) }
      return Remote(
        isNew: news.newMovies.contains(where: isMeant), hasBadge: news.importedMovies.contains(where: isMeant))
    case .series(let id):
      func isMeant(_ series: Series) -> Bool { series.id == id && Self.isSameTitle(imdbID, series.imdbID) }
      return Remote(
        isNew: news.newSeries.map(\.series).contains(where: isMeant),
        hasBadge: news.importedSeries.contains(where: isMeant))
    case .collection: return nil
    }
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

  func isSeen(_ remote: Remote) -> Bool { !remote.isNew && (keepsBadge == true || !remote.hasBadge) }

  /// Of two mutations, the one that clears more.
  func coalesced(with newer: SeenMutation) -> SeenMutation? {
    guard Self.isSameTitle(imdbID, newer.imdbID) else { return nil }
    return with(keepsBadge == true ? newer : self) { $0.imdbID = newer.imdbID ?? imdbID }
  }

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
