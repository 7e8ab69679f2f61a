import MediaCore

/// A title shall be in the library, and in these lists.
struct ImportWish: VaultWish {
  static let kind: Intent.Kind = "vault.import"

  struct Known: Codable, Hashable, Sendable {
    var isThere: Bool
    /// Of the wished lists, those that have it.
    var lists: [Int]
  }

  var what: TitleImport
  var lists: [Int]

  var target: String { "import/\(what.imdbID)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> Known? {
    var known = Known(isThere: Self.holds(try await calls.watchlist.all(), what.imdbID), lists: [])
    if case .sequels = what { return known }
    for list in lists {
      // The server passes over a list that is not there.
      if try await calls.contents(of: list).map({ Self.holds($0, what.imdbID) }) ?? true { known.lists.append(list) }
    }
    // Where somebody else has put it nobody can see it: that the server has answered has to do.
    if calls.intent.map({ calls.relay.isImported($0.id) }) ?? false { known.isThere = true }
    if !known.isThere { known.isThere = try await isInAList(calls) }
    return known
  }

  private static func holds(_ titles: Watchlist, _ imdbID: String) -> Bool {
    titles.allMovies.contains { $0.imdbID == imdbID } || titles.series.contains { $0.imdbID == imdbID }
  }

  /// What sits in any list is left out of the watchlist.
  private func isInAList(_ calls: WishCalls) async throws(ClientError) -> Bool {
    for list in try await calls.lists.all() where list.id != .personal {
      let contents: ListContents?
      do throws(ClientError) { contents = try await calls.lists.contents(of: list.id) } catch {
        // Deleted, or not shared any more.
        guard error.kind == .notFound || error.kind == .forbidden, error.serverMessage != nil else { throw error }
        contents = nil
      }
      if let contents, try await holdsOwn(contents, calls) { return true }
    }
    return false
  }

  /// Lists can hold other people's titles, and only a single title tells whose it is.
  private func holdsOwn(_ titles: ListContents, _ calls: WishCalls) async throws(ClientError) -> Bool {
    let account = calls.intent.flatMap { Int($0.account) }
    for movie in titles.allMovies where movie.imdbID == what.imdbID {
      let found = try await ifPresent { () async throws(ClientError) in try await calls.movies.movie(movie.id) }
      if let found, (found.userID ?? account) == account { return true }
    }
    for series in titles.series where series.imdbID == what.imdbID {
      let found = try await ifPresent { () async throws(ClientError) in try await calls.series.series(series.id) }
      if let found, (found.userID ?? account) == account { return true }
    }
    return false
  }

  func decide(_ known: Known?) -> WishDecision {
    // Sequels are not told apart from here; importing those that are there already changes nothing.
    if case .sequels = what { return .write }
    return isShown(by: known) ? .alreadyTrue : .write
  }

  func write(_ calls: WishCalls, _ known: Known?, _ intent: Intent) async throws(ClientError) {
    var missing: [ListID] = []
    for list in lists where !(known?.lists.contains(list) ?? false) {
      missing.append(.list(try await calls.number(of: list)))
    }
    do throws(ClientError) {
      switch what {
      case .movie(let id):
        if try await calls.imports.movie(id, into: missing).success { calls.relay.noteImport(intent.id) }
      case .sequels(let id): _ = try await calls.imports.sequels(of: id)
      case .series(let id):
        _ = try await calls.imports.series(id, into: missing)
        calls.relay.noteImport(intent.id)
      case .fullSeries(let id):
        // A second call makes a second copy.
        if known?.isThere != true { _ = try await calls.imports.fullSeries(id) }
        if !missing.isEmpty { _ = try await calls.imports.series(id, into: missing) }
      }
    } catch {
      // It is in one of the lists already.
      if error.kind != .conflict { throw error }
    }
  }

  func isShown(by known: Known?) -> Bool {
    if case .sequels = what { return true }
    guard let known else { return false }
    return known.isThere && Set(known.lists).isSuperset(of: lists)
  }

  func merged(with newer: ImportWish) -> ImportWish? {
    guard newer.what == what else { return nil }
    return ImportWish(what: what, lists: lists + newer.lists.filter { !lists.contains($0) })
  }
}
