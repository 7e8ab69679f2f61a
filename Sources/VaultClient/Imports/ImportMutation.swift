public import MediaCore

extension VaultStore {
  /// Imports a title as soon as the server can be reached, unless the title is in the library or in a list already.
  /// - Parameter lists: the personal list holds every import anyway; for a list that was made on this device and is not
  ///   on the server yet the import waits.
  /// - Throws: `notFound` for a provisional number without a list.
  @discardableResult
  public func importTitle(_ title: TitleImport, into lists: [ListID] = []) async throws(ClientError) -> Submission {
    guard title.imdbID.wholeMatch(of: #/(tt\d{1,12}|tmdb_\d{1,12})/#) != nil else {
      throw ClientError(.invalidRequest, operation: "vault.import", detail: ClientError.Detail.badIdentifier)
    }
    var stable: [Int] = []
    for list in lists.compactMap(\.number) { stable.append(try await numbers.stableNumber(of: list)) }
    return try await submit(ImportMutation(what: title, lists: stable), as: .imported)
  }
}

/// Imports a title into the library, and into these lists.
struct ImportMutation: VaultMutation {
  static let kind: MutationKind = "vault.import"

  struct Remote: Codable, Hashable, Sendable {
    var isThere = false
    /// The lists of the mutation that hold the title.
    var lists: [Int] = []
    /// Whether one of the mutation's lists was refused or discarded.
    var lacksList = false
  }

  var what: TitleImport
  var lists: [Int]

  var target: String { "import/\(what.imdbID)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    var remote = Remote(isThere: try await !titles(in: api.watchlist.all()).isEmpty)
    if case .sequels = what { return remote }
    for list in lists {
      switch try await api.contents(of: list, context) {
      case .neverMade: return Remote(lacksList: true)
      // The server ignores a list that does not exist.
      case .gone: remote.lists.append(list)
      case .found(let contents): if !titles(in: contents).isEmpty { remote.lists.append(list) }
      }
    }
    // A title in a list of another user cannot be seen: the server's answer counts as confirmation.
    if api.deliveries.isAnswered(context.id) { remote.isThere = true }
    if !remote.isThere { remote.isThere = try await isInAList(api, context) }
    return remote
  }

  private func titles(in list: Watchlist) -> [ListItem] {
    list.allMovies.filter { $0.imdbID == what.imdbID }.map { .movie($0.id) }
      + list.series.filter { $0.imdbID == what.imdbID }.map { .series($0.id) }
  }

  /// Whether a list holds the user's own title: the watchlist leaves out a title that is in any list. Lists hold titles of
  /// others too, and only a title's route names its owner.
  private func isInAList(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Bool {
    let account = Int(context.account)
    for list in try await api.lists.all() where list.id != .personal {
      // A list can be deleted, or not be shared any more.
      let contents = try await ifPresent(orForbidden: true) { try await api.lists.contents(of: list.id) }
      for item in contents.map(titles) ?? [] {
        guard let title = try await api.title(item.kind, item.id) else { continue }
        if (title.userID ?? account) == account { return true }
      }
    }
    return false
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    if merge.remote?.lacksList == true { return .refused(.gone) }
    // The sequels of a film are unknown to the client; importing existing ones changes nothing.
    if case .sequels = what { return .write(self) }
    return isReflected(in: merge.remote) ? .done : .write(self)
  }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    var missing: [ListID] = []
    for list in lists where remote?.lists.contains(list) != true {
      missing.append(.list(try await api.number(of: list, context)))
    }
    do throws(ClientError) {
      switch what {
      case .movie(let id):
        if try await api.imports.movie(id, into: missing).success { api.deliveries.recordAnswer(context.id) }
      case .sequels(let id): _ = try await api.imports.sequels(of: id)
      case .series(let id):
        _ = try await api.imports.series(id, into: missing)
        api.deliveries.recordAnswer(context.id)
      case .fullSeries(let id):
        // A second call makes a second copy.
        if remote?.isThere != true { _ = try await api.imports.fullSeries(id) }
        if !missing.isEmpty { _ = try await api.imports.series(id, into: missing) }
      }
    } catch {
      // A conflict means that the title is in one of the lists already.
      if error.kind != .conflict { throw error }
    }
  }

  func isReflected(in remote: Remote?) -> Bool {
    if case .sequels = what { return true }
    guard let remote else { return false }
    return remote.isThere && Set(remote.lists).isSuperset(of: lists)
  }

  func coalesced(with newer: ImportMutation) -> ImportMutation? {
    guard newer.what == what else { return nil }
    return ImportMutation(what: what, lists: lists + newer.lists.filter { !lists.contains($0) })
  }
}
