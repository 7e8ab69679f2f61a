import MediaCore

/// A title shall not be new any more: neither as found nor as imported.
struct SeenWish: VaultWish {
  static let kind: Intent.Kind = "vault.seen"

  struct Known: Codable, Hashable, Sendable {
    var isNew: Bool
    var hasBadge: Bool
  }

  var title: TitleReference
  /// The badge of imports stays.
  var keepsBadge: Bool?

  var target: String { "seen/\(title)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> Known? {
    let news = try await calls.notifications.newTitles()
    switch title {
    case .movie(let id):
      return Known(
        isNew: news.newMovies.contains { $0.id == id }, hasBadge: news.importedMovies.contains { $0.id == id })
    case .series(let id):
      return Known(
        isNew: news.newSeries.contains { $0.id == id }, hasBadge: news.importedSeries.contains { $0.id == id })
    case .collection:
      // News are not told by collection.
      return nil
    }
  }

  func write(_ calls: WishCalls, _ known: Known?, _ intent: Intent) async throws(ClientError) {
    if known?.isNew ?? true { try await calls.watchlist.markSeen(title) }
    guard known?.hasBadge ?? false, keepsBadge != true else { return }
    switch title {
    case .movie(let id): try await calls.movies.clearNewlyImported(id)
    case .series(let id): try await calls.series.clearNewlyImported(id)
    case .collection: break
    }
  }

  func decide(_ known: Known?) -> WishDecision { known.map(isSeen) ?? false ? .alreadyTrue : .write }

  func isShown(by known: Known?) -> Bool { known.map(isSeen) ?? true }

  private func isSeen(_ known: Known) -> Bool { !known.isNew && (keepsBadge == true || !known.hasBadge) }

  /// The wider of the two.
  func merged(with newer: SeenWish) -> SeenWish? { keepsBadge == true ? newer : self }

  func apply(to known: inout KnownVault) {
    switch title {
    case .movie(let id):
      known.change(movie: id, everywhere: true) { movie in
        movie.isNew = movie.isNew.map { _ in false }
        if keepsBadge != true { movie.importedAt = nil }
      }
      known.news?.value.newMovies.removeAll { $0.id == id }
      if keepsBadge != true { known.news?.value.importedMovies.removeAll { $0.id == id } }
    case .series(let id):
      known.change(series: id) { series in
        series.isNew = series.isNew.map { _ in false }
        if keepsBadge != true { series.importedAt = nil }
      }
      known.news?.value.newSeries.removeAll { $0.id == id }
      if keepsBadge != true { known.news?.value.importedSeries.removeAll { $0.id == id } }
    case .collection(let id):
      guard let index = known.library?.value.collections.firstIndex(where: { $0.id == id }) else { return }
      known.library?.value.collections[index].isNew = false
      for movie in known.movies(ofCollection: id) {
        known.change(movie: movie.id, everywhere: true) { $0.isNew = false }
        known.news?.value.newMovies.removeAll { $0.id == movie.id }
      }
    }
  }
}
