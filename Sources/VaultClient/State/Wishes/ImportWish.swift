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
    for list in lists {
      let contents = try await ifPresent { () async throws(ClientError) in
        try await calls.lists.contents(of: .list(list))
      }
      // The server passes over a list that is not there.
      if contents.map({ Self.holds($0, what.imdbID) }) ?? true { known.lists.append(list) }
    }
    known.isThere = known.isThere || !known.lists.isEmpty
    return known
  }

  private static func holds(_ titles: Watchlist, _ imdbID: String) -> Bool {
    titles.allMovies.contains { $0.imdbID == imdbID } || titles.series.contains { $0.imdbID == imdbID }
  }

  func decide(_ known: Known?) -> WishDecision {
    // Sequels are not told apart from here; importing those that are there already changes nothing.
    if case .sequels = what { return .write }
    return isShown(by: known) ? .alreadyTrue : .write
  }

  func write(_ calls: WishCalls, _ known: Known?, _ intent: Intent) async throws(ClientError) {
    let missing = lists.filter { !(known?.lists.contains($0) ?? false) }.map(ListID.list)
    do throws(ClientError) {
      switch what {
      case .movie(let id): _ = try await calls.imports.movie(id, into: missing)
      case .sequels(let id): _ = try await calls.imports.sequels(of: id)
      case .series(let id): _ = try await calls.imports.series(id, into: missing)
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
