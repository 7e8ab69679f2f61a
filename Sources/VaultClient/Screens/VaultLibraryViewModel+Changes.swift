import Foundation
import MediaCore

extension VaultLibraryViewModel {
  // MARK: Marks

  /// Marks titles as watched or unwatched. The screen shows the mark at once, and the change is sent as soon as the server can be reached.
  /// If a film's row shows the mark that a selected list stores, this method changes the mark in that list, and the film's own mark in the
  /// library stays as it is.
  public func setWatched(_ watched: Bool, for target: WatchTarget) {
    screen.activities.start("act", replacing: false) { [self] in await mark(target, watched) }
  }

  private func mark(_ target: WatchTarget, _ watched: Bool) async {
    let new = newTitle(target)
    let store = vault.store
    var (rows, marks): ([(list: Int, movie: Int)], [Submission]) = ([], [])
    let isAccepted = await screen.perform { () async throws(ClientError) in
      rows = await listRows(of: target)
      for row in rows {
        marks.append(try await store.mark(.movie(row.movie), in: row.list, ItemMark(watched: watched)))
      }
      let own = await self.ownTargets(of: target, beside: rows.map(\.movie))
      for target in own { marks += try await store.setWatched(watched, for: target) }
      // If the marked title was new, mark it as seen. Its import badge stays until the user opens the title.
      guard let new else { return marks }
      return try await marks + store.markSeen(new, keepingBadge: true)
    }
    // A tip needs the server's answer to a toggle. Marks in lists (`rows`) are set, not toggled, so they have no tip.
    guard isAccepted, rows.isEmpty else { return }
    tips.follow(marks, of: target, watched: watched)
    await showTip()
  }

  func showTip() async {
    if let tip = await tips.content() { screen.state.tip = tip }
  }

  /// The titles of a mark whose rows show the watchlist's mark: all of it without rows of lists, else the films that none of them is.
  private func ownTargets(of target: WatchTarget, beside marked: [Int]) async -> [WatchTarget] {
    guard !marked.isEmpty else { return [target] }
    guard case .collection(let id) = target, shownLists.contains(.personal) else { return [] }
    let films = (try? await vault.store.snapshot().library?.value.collection(id)?.movies) ?? []
    return films.filter { !marked.contains($0.id) }.map { .movie($0.id) }
  }

  /// The rows of the selected lists for the films of a mark; empty for the library, whose films show the watchlist's mark also where lists
  /// are merged with it. Episodes have the same mark in every list.
  private func listRows(of target: WatchTarget) async -> [(list: Int, movie: Int)] {
    guard shownLists != [.personal] else { return [] }
    var rows: [(list: Int, movie: Int)] = []
    let library = shownLists.contains(.personal) ? try? await vault.store.snapshot().library?.value : nil
    for list in shownLists.compactMap(\.number) {
      // Reading a shown list fails only after a sign-out. Skip the list: the queue then accepts no change.
      guard let titles = try? await vault.store.contents(of: .list(list))?.value else { continue }
      switch target {
      case .movie(let id): rows += titles.movie(id).map { [(list, $0.id)] } ?? []
      case .collection(let id): rows += titles.collection(id)?.movies.map { (list, $0.id) } ?? []
      case .series, .season, .episode: break
      }
    }
    return rows.filter { library?.movie($0.movie) == nil }
  }

  /// The title of a mark, when it is shown as new.
  private func newTitle(_ target: WatchTarget) -> TitleReference? {
    // New titles come first, so search only those rows.
    state.entries.prefix(while: \.isNew).first { WatchTarget($0.reference) == target }?.reference
  }

  /// Toggles the mark of a row. A row that is wholly unwatched is marked as watched, and a row that is wholly watched is marked as
  /// unwatched. A row that is partly watched is not changed. Instead, ``State/confirmation`` is set, to ask the user which mark to set.
  public func toggleWatched(_ entry: LibraryEntry) {
    if entry.watched == .partly {
      screen.state.confirmation = entry
    } else {
      setWatched(entry.watched == .unwatched, for: WatchTarget(entry.reference))
    }
  }

  /// Answers the question in ``State/confirmation``.
  /// - Parameter watched: whether the whole title is marked as watched or as unwatched.
  public func confirm(watched: Bool) {
    guard let entry = state.confirmation else { return }
    screen.state.confirmation = nil
    setWatched(watched, for: WatchTarget(entry.reference))
  }

  /// Closes the question in ``State/confirmation`` and leaves the title as it is.
  public func cancelConfirmation() { screen.state.confirmation = nil }

  // MARK: The tip

  /// Handles a tap on a button of the tip. The button "Show Me" opens the filters, and highlights the switch for unwatched titles for a few
  /// seconds.
  public func tapTip(_ action: WatchedTip.Action) {
    screen.state.tip = nil
    guard let highlight = tips.tapped(action) else { return }
    screen.state.showsFilters = true
    screen.state.filterHighlight = highlight
    let clock = vault.client.environment.clock
    screen.activities.start("highlight") { [weak self] in
      do { try await clock.sleep(for: highlight.lifetime, as: .delay) } catch { return }
      self?.screen.state.filterHighlight = nil
    }
  }

  // MARK: Other changes

  /// Removes a title from the vault. For a collection, removes all of its films. For ten seconds, ``undoRemoval()`` can restore the title.
  /// After that, the removal is permanent.
  public func remove(_ title: TitleReference) { remove([title]) }

  /// Removes titles from the vault. The screen hides the titles at once, and the change is sent as soon as the server can be reached. For
  /// ten seconds, ``undoRemoval()`` can restore all of the titles. After that, the removal is permanent.
  public func remove(_ titles: [TitleReference]) {
    screen.remove(titles, from: vault)
  }

  /// Restores the titles that were removed last. If the removal of a title was not sent yet, the removal is cancelled. Otherwise, the title
  /// is imported again into the same lists. It is then unwatched, because the server erases a title's marks together with the title.
  public func undoRemoval() {
    screen.undoRemoval(in: vault)
  }

  /// Changes the members of a film that are set in `change`. Members that are nil in `change` are not changed.
  public func update(_ movie: Int, _ change: MovieChange) {
    screen.act(on: vault) { [try await $0.update(movie, change)] }
  }

  /// Marks the title of a row as seen. Call this when the user opens the row.
  public func open(_ entry: LibraryEntry) {
    guard entry.isNew || entry.isNewlyImported(at: vault.client.environment.clock.now()) else { return }
    screen.act(on: vault) { try await $0.markSeen(entry.reference) }
  }

  /// Imports a title, now or as soon as the server can be reached.
  public func importTitle(_ title: TitleImport, into lists: [ListID] = [.personal]) {
    startImport(title.imdbID, into: lists) { title }
  }

  private func startImport(
    _ id: String, into lists: [ListID],
    _ title: @escaping @MainActor @Sendable () async throws(ClientError) -> TitleImport
  ) {
    screen.state.importing.insert(id)
    screen.activities.start("act", replacing: false) { [self] in
      let isAccepted = await self.screen.perform(of: id) { () async throws(ClientError) in
        [try await self.vault.store.importTitle(try await title(), into: lists)]
      }
      self.screen.state.importing.remove(id)
      // The import refreshed only the watchlist. If other lists are shown and no change waits, refresh them as well.
      if isAccepted, self.state.pendingCount == 0, self.shownLists != [.personal] { self.refresh() }
    }
  }

  /// Imports the title to which a pasted text refers. If the text contains words instead of an id or an address, searches for these words.
  /// To find out whether an IMDb id belongs to a film or a series, the SDK first uses the server's search and then the server's catalogue.
  /// If neither of the two can be reached, or neither contains such a title, the screen shows a notice and nothing is imported.
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
      screen.state.notice = texts(
        "vault.import.unknownAddress", english: "This address cannot be imported. Search for the title instead.")
    }
  }
}
