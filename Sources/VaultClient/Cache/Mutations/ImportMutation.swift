public import MediaCore

extension VaultStore {
  /// Imports a title as soon as the server can be reached, unless the title is in the library or in a list already.
  /// - Parameter lists: the lists to which the title is added. Every import is also added to the personal list. If one of these lists was
  ///   made on this device and is not on the server yet, the import waits until the list is on the server.
  /// - Throws: `notFound` if `lists` contains a provisional (negative) number that belongs to no list.
  @discardableResult
  public func importTitle(_ title: TitleImport, into lists: [ListID] = []) async throws(ClientError) -> Submission {
    guard title.isImportable else {
      throw ClientError(.invalidRequest, operation: .vaultImport, detail: ClientError.Detail.badIdentifier)
    }
    var stable: [Int] = []
    for list in lists.compactMap(\.number) { stable.append(try await stableNumber(of: list)) }
    let isKnown = try await snapshot().holds(imdbID: title.imdbID)
    return try await submit(
      ImportMutation(
        what: title, lists: stable, isKnown: isKnown ? true : nil, follows: try await newestRemoval(of: title)),
      as: .imported)
  }

  /// The id of the newest open removal of a title; nil if there is none. A later import of the title is sent after this removal, so it must
  /// not be merged with an import that is sent before the removal.
  private func newestRemoval(of title: TitleImport) async throws(ClientError) -> String? {
    try await queue.open().last { $0.mutation(TitleRemovalMutation.self)?.imdbID == title.imdbID }?.id
  }
}

extension TitleImport {
  /// Whether the id is one that the server can import by.
  fileprivate var isImportable: Bool { imdbID.wholeMatch(of: #/(tt\d{1,12}|tmdb_\d{1,12})/#) != nil }
}

/// Imports a title into the library, and into these lists.
///
/// The server imports a film or a series once, however often it is asked to, so that a title that is not known here is
/// imported at once. Where a second import would change something, the server is read first.
struct ImportMutation: VaultMutation {
  static let kind: MutationKind = "vault.import"

  struct Remote: Codable, Hashable, Sendable {
    var isThere = false
    /// The lists of the mutation that hold the title.
    var lists: [Int] = []
    /// Whether one of the mutation's lists was refused or discarded.
    var lacksList = false
    /// The kind of a title that is there.
    var kind: TitleKind?
    /// Whether a later change removes the title; nil if not, and in a change of an earlier version.
    var isOvertaken: Bool?
  }

  var what: TitleImport
  var lists: [Int]
  /// Whether this device has shown the title: importing a film again would bring back sequels that were removed.
  var isKnown: Bool?
  /// The id of the open removal of the title after which the mutation is sent; see ``VaultStore/newestRemoval(of:)``.
  var follows: String?

  var target: String { "import/\(what.imdbID)" }
  var isPlausible: Bool { what.isImportable }

  /// Nil when nothing was read.
  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    // If an earlier removal of the same title is sent after the import, it removes the imported title.
    try await api.waitForEarlier(context) { $0.mutation(TitleRemovalMutation.self)?.imdbID == what.imdbID }
    if try await isOvertaken(api, context) { return Remote(isOvertaken: true) }
    for list in lists where try await api.serverNumber(of: list, context) == nil {
      return Remote(lacksList: true)
    }
    if context.isReadBack, api.deliveries.isAnswered(context.id) { return try await confirmed(api, context) }
    guard context.isReadBack || context.wasSent || isKnown == true || !what.isRepeatable else { return nil }
    return try await read(api, context)
  }

  /// Whether a later change removes the title, which makes the import pointless, after the server did not carry the import out. The removal
  /// waits for the import, without end if the server never carries it out. Before the import was sent it stays in the queue: if the user
  /// undoes the removal, the title still gets into its lists. An import of sequels brings other titles as well, so it is sent first.
  private func isOvertaken(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Bool {
    if case .sequels = what { return false }
    guard context.wasSent, !context.isReadBack else { return false }
    let view = try await api.cache.view()
    guard view.account == context.account else { return false }
    return view.open.contains {
      $0.order > context.order && $0.mutation(TitleRemovalMutation.self)?.imdbID == what.imdbID
    }
  }

  /// The state after an import that the server has confirmed: the title is there, though lists of other users can hide
  /// it. Of several lists only the first is read.
  private func confirmed(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote {
    var remote = Remote(isThere: true)
    _ = try await api.library(context)
    if case .sequels = what { return remote }
    if let first = lists.first, try await holds(first, api, context) != false { remote.lists.append(first) }
    guard lists.count > 1 else { return remote }
    // The server added the title to the user's own lists, but not to shared ones: leave shared lists out of `remote.lists`.
    let shared = Set(try await api.lists.all().filter { $0.type == .shared }.map(\.id))
    for list in lists.dropFirst() where shared.contains(.list(try await api.number(of: list, context))) == false {
      remote.lists.append(list)
    }
    return remote
  }

  private func read(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote {
    let library = titles(in: try await api.library(context))
    var remote = Remote(isThere: !library.isEmpty, kind: library.first?.kind)
    if case .sequels = what { return remote }
    for list in lists where try await holds(list, api, context) != false { remote.lists.append(list) }
    guard !remote.isThere else { return remote }
    remote.kind = try await kindInAList(api, context)
    remote.isThere = remote.kind != nil
    return remote
  }

  /// Whether a list holds the title; nil for a list that does not exist, which the server ignores.
  private func holds(_ list: Int, _ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Bool? {
    try await api.contents(of: list, context).value.map { !titles(in: $0).isEmpty }
  }

  private func titles(in list: Watchlist) -> [ListItem] {
    list.allMovies.filter { $0.imdbID == what.imdbID }.map { .movie($0.id) }
      + list.series.filter { $0.imdbID == what.imdbID }.map { .series($0.id) }
  }

  /// The kind of the user's own title in a list: the watchlist leaves out a title that is in any list. Lists also hold titles of other
  /// users, and only a title's own route names its owner.
  private func kindInAList(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> TitleKind? {
    let account = Int(context.account)
    for list in try await api.lists.all() where list.id != .personal {
      // Skip a list that was deleted or is no longer shared.
      let contents = try await ifPresent(orForbidden: true) { try await api.lists.contents(of: list.id) }
      for item in contents.map(titles) ?? [] {
        guard let title = try await api.title(item.kind, item.id) else { continue }
        if (title.userID ?? account) == account { return item.kind }
      }
    }
    return nil
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    if merge.remote?.isOvertaken == true { return .superseded(reason: ClientError.VaultDetail.removed) }
    if merge.remote?.lacksList == true { return .refused(.gone) }
    // Send an import of sequels even if the library has some: only the server can list all sequels, and the server skips those it has.
    if case .sequels = what { return .write(self) }
    return isReflected(in: merge.remote) ? .done : .write(self)
  }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    var missing: [ListID] = []
    for list in lists where remote?.lists.contains(list) != true {
      missing.append(.list(try await api.number(of: list, context)))
    }
    do throws(ClientError) { try await send(missing, over: remote, api, context) } catch {
      // A conflict means that the title is already in one of the lists.
      if error.kind == .conflict { return }
      guard error.kind == .notFound, error.operation != .vaultListNumber else { throw error }
      guard try await hasCatalogue(error, api, context) else { throw error.asCatalogueTrouble }
      // The catalogue answers now, but may have been unreachable when the server refused the import: send the import once more.
      do throws(ClientError) { try await send(missing, over: remote, api, context) } catch {
        if error.kind != .conflict { throw error }
      }
    }
  }

  private func send(
    _ missing: [ListID], over remote: Remote?, _ api: VaultAPI, _ context: MutationContext
  ) async throws(ClientError) {
    switch what {
    case .movie(let id): try await importMovie(id, into: missing, api, context)
    case .sequels(let id):
      _ = try await api.imports.sequels(of: id)
      api.deliveries.recordAnswer(context.id)
    case .series(let id): try await importSeries(id, into: missing, api, context)
    case .fullSeries(let id):
      // Import the series only if it is missing: a second import makes a second copy.
      if remote?.isThere != true, try await !importFullSeries(id, api) {
        throw ClientError(.notFound, operation: .vaultImportsFullSeries)
      }
      if !missing.isEmpty { try await importSeries(id, into: missing, api, context) }
    case .title(let id):
      if try await isSeries(id, remote, api) {
        if !missing.isEmpty { try await importSeries(id, into: missing, api, context) }
      } else {
        try await importMovie(id, into: missing, api, context)
      }
    }
  }

  /// Whether the server has looked into its catalogue before it answered that it lacks a title; it answers the same while it cannot reach
  /// the catalogue. A search shows whether TMDB can be reached. Nothing shows it for OMDb: many such answers over an hour count.
  private func hasCatalogue(
    _ error: ClientError, _ api: VaultAPI, _ context: MutationContext
  ) async throws(ClientError) -> Bool {
    let words = (error.serverMessage ?? "").lowercased()
    if words.contains("imdb"), !words.contains("tmdb"),
      !api.deliveries.recordMissing(context.id, at: api.clock.uptime())
    {
      return false
    }
    do throws(ClientError) { _ = try await api.search.all(what.imdbID) } catch {
      if error.kind == .server || error.kind == .unsupported { return false }
      throw error
    }
    return true
  }

  private func importMovie(
    _ id: String, into lists: [ListID], _ api: VaultAPI, _ context: MutationContext
  ) async throws(ClientError) {
    if try await api.imports.movie(id, into: lists).success { api.deliveries.recordAnswer(context.id) }
  }

  private func importSeries(
    _ id: String, into lists: [ListID], _ api: VaultAPI, _ context: MutationContext
  ) async throws(ClientError) {
    _ = try await api.imports.series(id, into: lists)
    api.deliveries.recordAnswer(context.id)
  }

  /// - Returns: whether the server has found a series of that id.
  private func importFullSeries(_ id: String, _ api: VaultAPI) async throws(ClientError) -> Bool {
    guard try await api.imports.fullSeries(id).isFound else { return false }
    // If the request arrived twice, the server has made a second copy of the series: remove the copy.
    for copy in titles(in: try await api.watchlist.all()).filter({ $0.kind == .series }).map(\.id).sorted().dropFirst()
    {
      _ = try await ifPresent { try await api.watchlist.remove(.series(copy)) }
    }
    return true
  }

  /// Whether an id is that of a series; the series is imported then. Only the import of a whole series looks for the id itself, and stores
  /// nothing if there is no such series. The searches go by name, and the other imports invent a title of the kind in their path.
  /// - Throws: `notFound` for an id of neither.
  private func isSeries(_ id: String, _ remote: Remote?, _ api: VaultAPI) async throws(ClientError) -> Bool {
    if let remote, remote.isThere { return remote.kind == .series }
    if try await importFullSeries(id, api) { return true }
    do throws(ClientError) { try await api.imports.url("https://www.imdb.com/title/\(id)/") } catch {
      // If the server recognises an address, its route always fails with this error. `importFullSeries` found no series, so the title is a
      // film.
      if error.brokenRoute == .importURL { return false }
      guard error.status == 404 || error.status == 400, error.serverMessage != nil else { throw error }
      throw ClientError(.notFound, operation: .vaultImport, detail: ClientError.VaultDetail.unknownKind)
    }
    return false
  }

  func isReflected(in remote: Remote?) -> Bool {
    if case .sequels = what { return true }
    guard let remote else { return false }
    return remote.isThere && Set(remote.lists).isSuperset(of: lists)
  }

  func isSame(as other: ImportMutation) -> Bool { what == other.what && Set(lists).isSubset(of: other.lists) }

  func coalesced(with newer: ImportMutation) -> ImportMutation? {
    guard newer.what == what, newer.follows == nil || newer.follows == follows else { return nil }
    return ImportMutation(
      what: what, lists: lists + newer.lists.filter { !lists.contains($0) }, isKnown: isKnown ?? newer.isKnown,
      follows: follows)
  }
}

extension TitleImport {
  /// Whether another import of the same title changes nothing.
  fileprivate var isRepeatable: Bool {
    switch self {
    case .movie, .sequels, .series: true
    case .fullSeries, .title: false
    }
  }
}
