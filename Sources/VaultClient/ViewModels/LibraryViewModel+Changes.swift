public import Foundation
public import MediaCore

extension LibraryViewModel {
  // MARK: Marks

  /// Marks as watched or not: here at once, on the server as soon as it can be reached.
  public func setWatched(_ watched: Bool, for target: WatchTarget) {
    act { model throws(ClientError) in
      let new = model.newTitle(target)
      try await model.vault.store.setWatched(watched, for: target)
      // What somebody marks is not new to them any more; the badge of imports goes when it is opened.
      if let new { try await model.vault.store.markSeen(new, keepingBadge: true) }
      await model.showKept()
      await model.vault.store.settled()
      await model.showKept()
      if model.tip.shows(afterAnswer: try await model.vault.store.answer(to: target)) { model.showTip() }
    }
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
    act { model throws(ClientError) in
      try await model.vault.store.remove(title)
      try await model.finish()
    }
  }

  /// Changes some members of a film.
  public func update(_ movie: Int, _ change: MovieChange) {
    act { model throws(ClientError) in
      try await model.vault.store.update(movie, change)
      try await model.finish()
    }
  }

  /// A row was opened: it is not new any more.
  public func open(_ entry: LibraryEntry) {
    guard entry.isNew || entry.isNewlyImported(at: vault.client.environment.clock.now()) else { return }
    act { model throws(ClientError) in
      try await model.vault.store.markSeen(entry.reference)
      try await model.finish()
    }
  }

  /// Imports a title that was found, or waits with it for the network.
  public func importTitle(_ title: TitleImport, into lists: [ListID] = [.personal]) {
    publisher.state.importing.insert(title.imdbID)
    act { model throws(ClientError) in
      defer { model.publisher.state.importing.remove(title.imdbID) }
      try await model.vault.store.importTitle(title, into: lists)
      try await model.finish()
      if model.state.pendingCount == 0 { model.refresh() }
    }
  }

  /// Imports what a pasted text means; words are searched for instead.
  public func importText(_ text: String, into lists: [ListID] = [.personal]) {
    switch ImportReference(text) {
    case .imdb(let id): importTitle(.movie(id), into: lists)
    case .tmdbSeries(let id): importTitle(.series(id), into: lists)
    case .query(let words):
      query = words
      submitSearch()
    case .tvmaze, .unknownURL:
      publisher.state.notice = texts(
        "vault.import.unknownAddress", english: "This address cannot be imported. Search for the title instead.")
    }
  }

  // MARK: Parts

  /// Shows the change, sends it, shows what came of it; what the server refused for good is said.
  private func finish() async throws(ClientError) {
    await showKept()
    await vault.store.settled()
    await showKept()
    if let refused = try await vault.outbox.refused().last { publisher.state.notice = refused.vaultText(texts) }
  }

  private func act(_ body: @escaping @MainActor @Sendable (LibraryViewModel) async throws(ClientError) -> Void) {
    activities.start("act", replacing: false) { [weak self] in
      guard let self else { return }
      do throws(ClientError) { try await body(self) } catch {
        guard !error.isCancellation else { return }
        self.publisher.state.notice = error.vaultText(self.texts)
      }
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
