public import Foundation
public import MediaCore

extension VaultLibraryViewModel {
  // MARK: Marks

  /// Marks as watched or not: here at once, on the server as soon as it can be reached. A film of chosen lists gets the lists'
  /// own mark, which is what its row shows there; the film keeps its mark in the library.
  public func setWatched(_ watched: Bool, for target: WatchTarget) {
    activities.start("act", replacing: false) { [self] in await mark(target, watched) }
  }

  private func mark(_ target: WatchTarget, _ watched: Bool) async {
    let new = newTitle(target)
    let rows = await listRows(of: target)
    let isTaken = await change { (store) async throws(ClientError) in
      for row in rows { try await store.mark(.movie(row.movie), in: row.list, ItemMark(watched: watched)) }
      if rows.isEmpty { try await store.setWatched(watched, for: target) }
      // What somebody marks is not new to them any more; the badge of imports goes when it is opened.
      if let new { try await store.markSeen(new, keepingBadge: true) }
    }
    // The mark of a list is set and not toggled: no answer to it tells anything.
    guard isTaken, rows.isEmpty, let answer = try? await vault.store.answer(to: target) else { return }
    if tip.shows(afterAnswer: answer) { showTip() }
  }

  /// Where the chosen lists show the films of a mark; none while the library is shown. The episodes of a series have one mark
  /// everywhere.
  private func listRows(of target: WatchTarget) async -> [(list: Int, movie: Int)] {
    guard !state.selectedLists.contains(.personal) else { return [] }
    var rows: [(list: Int, movie: Int)] = []
    for list in state.selectedLists.compactMap(\.number) {
      guard let titles = try? await vault.store.contents(of: .list(list))?.value else { continue }
      switch target {
      case .movie(let id): rows += titles.movie(id).map { [(list, $0.id)] } ?? []
      case .collection(let id): rows += titles.collection(id)?.movies.map { (list, $0.id) } ?? []
      case .series, .season, .episode: break
      }
    }
    return rows
  }

  /// The title of a mark, when it shows as new.
  private func newTitle(_ target: WatchTarget) -> TitleReference? {
    state.entries.first { $0.isNew && WatchTarget($0.reference) == target }?.reference
  }

  /// Turns the mark of a row round, by the server's rule: where anything is watched, all becomes unwatched. Asks first where only
  /// some is watched, see ``State/confirmation``.
  public func toggleWatched(_ entry: LibraryEntry) {
    guard entry.watched != .some else {
      publisher.state.confirmation = entry
      return
    }
    setWatched(entry.watched == .none, for: WatchTarget(entry.reference))
  }

  /// The answer to ``State/confirmation``.
  public func confirm(_ yes: Bool) {
    guard let entry = state.confirmation else { return }
    publisher.state.confirmation = nil
    if yes { setWatched(false, for: WatchTarget(entry.reference)) }
  }

  // MARK: The tip

  private func showTip() {
    publisher.state.tip = WatchedTip.content(texts)
    vault.insights.note(.tipShown)
  }

  /// A tap on one of the tip's buttons. "Show Me" opens the filters and points at the unwatched switch for a while.
  public func tapTip(_ action: WatchedTip.Action) {
    publisher.state.tip = nil
    tip.markSeen()
    guard action == .showMe else { return }
    let highlight = FilterHighlight.standard
    publisher.state.showsFilters = true
    publisher.state.filterHighlight = highlight
    let clock = vault.client.environment.clock
    activities.start("highlight") { [weak self] in
      do { try await clock.sleep(for: highlight.lifetime) } catch { return }
      self?.publisher.state.filterHighlight = nil
    }
  }

  // MARK: Other changes

  /// Takes a title out of the vault for good, of a collection every film.
  public func remove(_ title: TitleReference) {
    act { store throws(ClientError) in try await store.remove(title) }
  }

  /// Changes some members of a film.
  public func update(_ movie: Int, _ change: MovieChange) {
    act { store throws(ClientError) in _ = try await store.update(movie, change) }
  }

  /// A row was opened: it is not new any more.
  public func open(_ entry: LibraryEntry) {
    guard entry.isNew || entry.isNewlyImported(at: vault.client.environment.clock.now()) else { return }
    act { store throws(ClientError) in try await store.markSeen(entry.reference) }
  }

  /// Imports a title that was found, or waits with it for the network.
  public func importTitle(_ title: TitleImport, into lists: [ListID] = [.personal]) {
    startImport(title.imdbID, into: lists) { title }
  }

  private func startImport(
    _ id: String, into lists: [ListID],
    _ title: @escaping @MainActor @Sendable () async throws(ClientError) -> TitleImport
  ) {
    publisher.state.importing.insert(id)
    activities.start("act", replacing: false) { [self] in
      let isTaken = await self.change { (store) async throws(ClientError) in
        try await store.importTitle(try await title(), into: lists)
      }
      self.publisher.state.importing.remove(id)
      if isTaken, self.state.pendingCount == 0 { self.refresh() }
    }
  }

  /// Imports what a pasted text means; words are searched for instead. An id of IMDb's is looked up in the search first, for it
  /// does not say whether it is a film: where the search cannot be asked, a notice says so and nothing is imported.
  public func importText(_ text: String, into lists: [ListID] = [.personal]) {
    switch ImportReference(text) {
    case .imdb(let id):
      let search = vault.search
      startImport(id, into: lists) { () async throws(ClientError) in try await search.title(of: id) }
    case .tmdbSeries(let id): importTitle(.series(id), into: lists)
    case .query(let words):
      query = words
      submitSearch()
    case .tvmaze, .unknownURL:
      publisher.state.notice = texts(
        "vault.import.unknownAddress", english: "This address cannot be imported. Search for the title instead.")
    }
  }
}

extension LibraryEntry {
  /// Whether the NEW badge of imports shows.
  public func isNewlyImported(at now: Date) -> Bool {
    switch self {
    case .movie(let movie, _): NewBadge.isShown(importedAt: movie.importedAt, now: now)
    case .series(let series): NewBadge.isShown(importedAt: series.importedAt, now: now)
    case .collection(let collection):
      collection.movies.contains { NewBadge.isShown(importedAt: $0.importedAt, now: now) }
    }
  }
}

extension Intent {
  /// Why the server refused this for good, for a person. Keys `vault.refused.` and the reason.
  public func vaultText(_ texts: Texts = .english) -> String? {
    guard case .refused(let reason) = state else { return nil }
    switch reason {
    case WishDecision.Reason.gone.rawValue:
      return texts("vault.refused.gone", english: "A change could not be made: what it is about is gone.")
    case WishDecision.Reason.anotherTitle.rawValue:
      return texts("vault.refused.anotherTitle", english: "A change could not be made: its title is gone.")
    case WishDecision.Reason.ambiguous.rawValue:
      return texts(
        "vault.refused.ambiguous",
        english: "A film and a series share one number in this list; the server would take the wrong one.")
    default: return texts("vault.refused.other", english: "The server refused a change.")
    }
  }
}
