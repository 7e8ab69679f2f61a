import MediaCore

extension VaultTitleViewModel {
  // MARK: Marks

  /// Marks the title, or a part of it, as watched or unwatched; see ``VaultStore/setWatched(_:for:)``.
  public func setWatched(_ watched: Bool, for target: WatchTarget) {
    screen.act(on: vault) { try await $0.setWatched(watched, for: target) }
  }

  /// Marks a title without watched parts as watched, and a wholly watched title as unwatched. A partly watched title is not changed:
  /// ``State/asksForDirection`` turns true, and ``confirm(watched:)`` gives the user's answer.
  public func toggleWatched() {
    guard let entry = state.page.value?.entry else { return }
    if entry.watched == .some {
      screen.state.asksForDirection = true
    } else {
      setWatched(entry.watched == .none, for: WatchTarget(title))
    }
  }

  /// Answers the question of ``State/asksForDirection``: marks all of the title as watched, or all of it as unwatched.
  public func confirm(watched: Bool) {
    guard state.asksForDirection else { return }
    screen.state.asksForDirection = false
    setWatched(watched, for: WatchTarget(title))
  }

  /// Closes the question of ``State/asksForDirection`` and leaves the marks as they are.
  public func cancelConfirmation() { screen.state.asksForDirection = false }

  /// Marks a season as watched, or as unwatched when all of it is watched. Only the episodes that differ are touched.
  public func toggleSeason(_ number: Int) {
    let season = state.page.value?.seasons.first { $0.number == number }
    setWatched(season?.state != .all, for: .season(series: title.id, number: number))
  }

  // MARK: Lists

  /// Puts the title into a list; for a collection, every film that the list does not have.
  public func add(to list: Int) {
    change(list, toHave: true) { store, item in try await store.add(item, to: list) }
  }

  /// Takes the title out of a list; it returns to the watchlist when no other list has it.
  public func remove(fromList list: Int) {
    change(list, toHave: false) { store, item in try await store.remove(item, from: list) }
  }

  private func change(
    _ list: Int, toHave isWanted: Bool,
    _ change: @escaping @Sendable (VaultStore, ListItem) async throws -> Submission
  ) {
    guard let entry = state.page.value?.entry else { return }
    screen.act(on: vault) { store in
      let titles = try await store.contents(of: .list(list))?.value
      var submissions: [Submission] = []
      for item in TitlePage.items(entry) where titles?.holds(item) != isWanted {
        submissions.append(try await change(store, item))
      }
      return submissions
    }
  }

  /// Makes a list with the title in it, shown at once; without a name only a notice is shown.
  public func add(toNewList draft: ListDraft) {
    guard let entry = state.page.value?.entry else { return }
    screen.act(on: vault) { store in
      let (list, creation) = try await store.createList(draft)
      var submissions = [creation]
      guard let number = list.number else { return submissions }
      for item in TitlePage.items(entry) { submissions.append(try await store.add(item, to: number)) }
      return submissions
    }
  }

  // MARK: The title itself

  /// Changes some members of a film; ignored for series and collections.
  public func update(_ change: MovieChange) {
    guard case .movie(let id) = title else { return }
    screen.act(on: vault) { [try await $0.update(id, change)] }
  }

  /// Removes the title from the vault for good; for a collection, every film of it. For ten seconds ``undoRemoval()`` brings it back.
  public func remove() {
    screen.remove([title], from: vault)
  }

  /// Brings the title back. If the removal was not sent, the title is as it was. Otherwise it is imported again, unwatched and under
  /// another number.
  public func undoRemoval() {
    screen.undoRemoval(in: vault)
  }

  /// Marks the title as seen: removes its badges for new titles and for imports.
  public func markSeen() {
    let title = title
    screen.act(on: vault) { try await $0.markSeen(title) }
  }
}
