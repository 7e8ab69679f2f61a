public import MediaCore

extension VaultStore {
  /// Marks every cached new title as seen, one title at a time, because the server's own route for all titles is broken. The server's new
  /// titles are read once before all marks and once after them.
  @discardableResult
  public func markAllSeen() async throws(ClientError) -> [Submission] {
    guard let news = try await news()?.value else { return [] }
    let movies = Set((news.newMovies + news.importedMovies).map(\.id)).sorted()
    let series = Set(news.newSeries.map(\.id) + news.importedSeries.map(\.id)).sorted()
    let titles = movies.map(TitleReference.movie) + series.map(TitleReference.series)
    guard !titles.isEmpty else { return [] }
    let marks = titles.map { SeenMutation(title: $0, imdbID: news.imdbID(of: $0)) }
    return [try await submit(SeenTitlesMutation(titles: marks), as: .seen)]
  }
}

/// Marks several films and series as seen, and reads the new titles once for all of them.
struct SeenTitlesMutation: VaultMutation {
  static let kind: MutationKind = "vault.seen.titles"

  struct Remote: Codable, Hashable, Sendable {
    /// The state of each title, in the order of the mutation's titles.
    var titles: [SeenMutation.Remote]
  }

  var titles: [SeenMutation]

  var target: String { "seen/titles" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    let news = try await api.notifications.newTitles()
    return Remote(titles: titles.map { $0.remote(in: news) ?? SeenMutation.Remote(isNew: false, hasBadge: false) })
  }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    for (mark, state) in zip(titles, remote?.titles ?? []) where !mark.isSeen(state) {
      // If a title was deleted, it is no longer new: go on with the others.
      do throws(ClientError) { try await mark.perform(api, over: state, context) } catch {
        guard error.kind == .notFound, error.serverMessage != nil else { throw error }
      }
    }
  }

  func isReflected(in remote: Remote?) -> Bool {
    guard let remote else { return false }
    return zip(titles, remote.titles).allSatisfy { $0.isSeen($1) }
  }

  func coalesced(with newer: SeenTitlesMutation) -> SeenTitlesMutation? {
    SeenTitlesMutation(titles: titles + newer.titles.filter { !titles.contains($0) })
  }

  func apply(to snapshot: inout VaultSnapshot) {
    for mark in titles { mark.apply(to: &snapshot) }
  }
}

extension NewTitles {
  /// The IMDb id of a new title; nil for a collection.
  func imdbID(of title: TitleReference) -> String? {
    switch title {
    case .movie(let id): (newMovies + importedMovies).first { $0.id == id }?.imdbID
    case .series(let id): (newSeries.map(\.series) + importedSeries).first { $0.id == id }?.imdbID
    case .collection: nil
    }
  }
}
