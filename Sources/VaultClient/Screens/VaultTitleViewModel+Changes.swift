import MediaCore

extension VaultTitleViewModel {
  // MARK: Marks

  /// Marks the title, or a film, a season or an episode of the title, as watched or unwatched. See ``VaultStore/setWatched(_:for:)``.
  public func setWatched(_ watched: Bool, for target: WatchTarget) {
    screen.act(on: vault) { try await $0.setWatched(watched, for: target) }
  }

  /// Toggles the mark of the title. A title that is wholly unwatched is marked as watched, and a title that is wholly watched is marked as
  /// unwatched. A title that is partly watched is not changed. Instead, ``State/asksForDirection`` is set. Ask the user then, and call
  /// ``confirm(watched:)`` with the answer.
  public func toggleWatched() {
    guard let entry = state.page.value?.entry else { return }
    if entry.watched == .partly {
      screen.state.asksForDirection = true
    } else {
      setWatched(entry.watched == .unwatched, for: WatchTarget(title))
    }
  }

  /// Answers the question of ``State/asksForDirection``.
  /// - Parameter watched: whether the whole title is marked as watched or as unwatched.
  public func confirm(watched: Bool) {
    guard state.asksForDirection else { return }
    screen.state.asksForDirection = false
    setWatched(watched, for: WatchTarget(title))
  }

  /// Closes the question of ``State/asksForDirection`` and leaves the marks as they are.
  public func cancelConfirmation() { screen.state.asksForDirection = false }

  /// Marks a season as unwatched if all of its episodes are watched, otherwise as watched. Only episodes that do not have
  /// this mark already are changed.
  public func toggleSeason(_ number: Int) {
    let season = state.page.value?.seasons.first { $0.number == number }
    setWatched(season?.state != .all, for: .season(series: title.id, number: number))
  }

  // MARK: Lists

  /// Adds the title to a list. For a collection, adds every film that the list does not have.
  public func add(to list: Int) {
    change(list, toHave: true) { store, item in try await store.add(item, to: list) }
  }

  /// Removes the title from a list. If the title is in no other list, the title returns to the watchlist.
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

  /// Creates a list and adds the title to the new list. The screen shows both changes at once. If the draft has no name, no list is created
  /// and a notice is shown.
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

  /// Changes the members of the film that are set in `change`. Does nothing if the title is a series or a collection.
  public func update(_ change: MovieChange) {
    guard case .movie(let id) = title else { return }
    screen.act(on: vault) { [try await $0.update(id, change)] }
  }

  /// Removes the title from the vault. For a collection, removes all of its films. For ten seconds, ``undoRemoval()`` can restore the
  /// title. After that, the removal is permanent.
  public func remove() {
    screen.remove([title], from: vault)
  }

  /// Restores the title after ``remove()``. If the removal was not sent yet, the removal is cancelled. Otherwise, the title is imported
  /// again. It is then unwatched and has another id.
  public func undoRemoval() {
    screen.undoRemoval(in: vault)
  }

  /// Marks the title as seen. The title then no longer appears as new, and loses the NEW badge that it has for 24 hours after its import.
  public func markSeen() {
    let title = title
    screen.act(on: vault) { try await $0.markSeen(title) }
  }
}
