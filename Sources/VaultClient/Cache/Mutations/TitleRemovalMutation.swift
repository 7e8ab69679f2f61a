public import MediaCore

extension VaultStore {
  /// Removes a title from the vault permanently. A series is removed with its episodes. The server has no route to remove a collection, so
  /// each film of the collection that is in the cached library is removed.
  @discardableResult
  public func remove(_ title: TitleReference) async throws(ClientError) -> [Submission] {
    let snapshot = try await snapshot()
    let removals =
      switch title {
      case .movie(let id):
        [TitleRemovalMutation(title: title, imdbID: snapshot.movie(id)?.imdbID, shown: snapshot.movie(id)?.watched)]
      case .series(let id): [TitleRemovalMutation(title: title, imdbID: snapshot.series(id)?.imdbID)]
      case .collection(let id): snapshot.movies(ofCollection: id).map(TitleRemovalMutation.init)
      }
    return try await submit(removals: await noting(snapshot, removals))
  }

  /// Removals with the user's lists that have the titles now: after the removal nothing shows which they were.
  private func noting(_ snapshot: VaultSnapshot, _ removals: [TitleRemovalMutation]) async -> [TitleRemovalMutation] {
    var noted: [TitleRemovalMutation] = []
    for var removal in removals {
      var lists: [Int] = []
      for list in snapshot.ownLists(with: ListItem(removal.title.kind, removal.title.id)) {
        if let number = try? await stableNumber(of: list) { lists.append(number) }
      }
      removal.lists = lists
      noted.append(removal)
    }
    return noted
  }

  /// Leaves out lists that no longer exist on the server, as far as the cached lists show.
  /// - Parameter lists: their stable numbers.
  func existing(_ lists: [Int]) async throws(ClientError) -> [Int] {
    let snapshot = try await snapshot()
    let known = snapshot.lists.map { Set($0.value.compactMap(\.id.number)) }
    var there: [Int] = []
    for list in lists {
      // If a list was made on this device and then discarded or refused, it has no number on the server: leave it out.
      guard let number = try? await stableNumber(of: list) else { continue }
      if known?.contains(snapshot.number(of: number)) ?? true { there.append(list) }
    }
    return there
  }

  /// Removes all titles of the cached library, one by one. Unlike ``WatchlistAPI/clear()``, keeps titles that another device has added and
  /// that are not cached here.
  @discardableResult
  public func removeAll() async throws(ClientError) -> [Submission] {
    guard let library = try await library()?.value else { return [] }
    let series = library.series.map { TitleRemovalMutation(title: .series($0.id), imdbID: $0.imdbID) }
    let removals = library.allMovies.map(TitleRemovalMutation.init) + series
    return try await submit(removals: await noting(try await snapshot(), removals))
  }

  /// Submits removals, and then discards the imports that wait for an earlier removal of the same titles: a second removal is merged into the
  /// earlier one, so the imports would be sent last and bring the titles back.
  private func submit(removals: [TitleRemovalMutation]) async throws(ClientError) -> [Submission] {
    let submissions = try await submit(removals, as: .removed)
    let targets = Set(submissions.map(\.target))
    let open = try await queue.open()
    let earlier = Set(open.filter { $0.kind == TitleRemovalMutation.kind && targets.contains($0.target) }.map(\.id))
    for record in open {
      guard let follows = record.mutation(ImportMutation.self)?.follows, earlier.contains(follows) else { continue }
      _ = try await queue.withdraw(record.id, if: { $0.sent(ImportMutation.self) == nil })
    }
    return submissions
  }
}

/// Removes a title from the account for good. If another device has marked the title meanwhile, that mark is lost, and the loss is listed
/// as a conflict. Undoing the conflict imports the title again, into the lists that had it and still exist.
struct TitleRemovalMutation: ConflictingMutation {
  static let kind: MutationKind = "vault.remove"
  static var isMadeAgain: Bool { false }

  struct Remote: Codable, Hashable, Sendable {
    var imdbID: String?
    /// The mark of a film; nil for a series, whose route has none, and where it was not read.
    var watched: Bool?
  }

  var title: TitleReference
  /// The IMDb id of the title: the server reuses ids, and the next title with this id must not be removed.
  var imdbID: String?
  /// The mark that the user saw when removing a film. It may be this device's own and still be on its way to the server.
  var shown: Bool?
  /// The stable numbers of the user's lists that had the title; nil in a change of an earlier version.
  var lists: [Int]?

  var target: String { title.description }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    // If an earlier import of the same title is sent after the removal, it brings the removed title back.
    if let imdbID {
      try await api.waitForEarlier(context) { $0.mutation(ImportMutation.self)?.what.imdbID == imdbID }
    }
    guard case .movie(let id) = title else {
      return try await api.title(title.kind, title.id).map { Remote(imdbID: $0.imdbID) }
    }
    return try await ifPresent { try await { Remote(imdbID: $0.imdbID, watched: $0.watched) }(api.movies.movie(id)) }
  }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    try await api.watchlist.remove(title)
  }

  func isReflected(in remote: Remote?) -> Bool {
    guard let remote else { return true }
    return imdbID != nil && remote.imdbID != imdbID
  }

  /// While the removal waits, the cached vault does not show the title: a second removal has neither its IMDb id nor its lists.
  func coalesced(with newer: TitleRemovalMutation) -> TitleRemovalMutation? { newer.imdbID == nil ? self : newer }

  func apply(to snapshot: inout VaultSnapshot) { snapshot.remove(ListItem(title.kind, title.id)) }
}

extension TitleRemovalMutation {
  var subject: VaultConflict.Subject {
    switch title {
    case .series(let id): .series(id)
    case .movie(let id), .collection(let id): .movie(id)
    }
  }

  func base(in snapshot: VaultSnapshot) -> Remote? {
    guard case .movie(let id) = title else { return nil }
    return (snapshot.library?.value.movie(id) ?? snapshot.hidden?.value.movie(id)).map {
      Remote(imdbID: $0.imdbID, watched: $0.watched)
    }
  }

  func differences(base: Remote, theirs: Remote) -> [VaultConflict.Difference] {
    guard let before = base.watched, let now = theirs.watched, before != now, now != shown,
      base.imdbID == theirs.imdbID
    else { return [] }
    return [VaultConflict.Difference(member: .isInVault, kept: "", lost: VaultConflict.Difference.text(now))]
  }

  func remedy(_ lost: Remote) -> ConflictRemedy? {
    (lost.imdbID ?? imdbID).map { .restore(title.kind == .series ? .series($0) : .movie($0), lists: lists) }
  }

  fileprivate init(_ movie: Movie) { self.init(title: .movie(movie.id), imdbID: movie.imdbID, shown: movie.watched) }
}

extension VaultSnapshot {
  /// The numbers of the user's own lists that have a title, as far as their titles are cached.
  func ownLists(with item: ListItem) -> [Int] {
    (lists?.value ?? []).filter { $0.type == .custom }.compactMap(\.id.number)
      .filter { contents(of: .list($0))?.value.holds(item) == true }
  }
}
