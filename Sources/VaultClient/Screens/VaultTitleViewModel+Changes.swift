import MediaCore

extension VaultTitleViewModel {
  // MARK: Marks

  /// Marks the title, or a film, a season or an episode of the title, as watched or unwatched. See ``VaultStore/setWatched(_:for:)``.
  public func setWatched(_ watched: Bool, for target: WatchTarget) {
    screen.act(on: vault) { try await $0.setWatched(watched, for: target) }
  }

  /// Marks a title that is wholly unwatched as watched, and a title that is wholly watched as unwatched. If the title is partly watched,
  /// changes nothing and sets ``State/asksForDirection``; answer with ``confirm(watched:)``.
  public func toggleWatched() {
    guard let entry = state.page.value?.entry else { return }
    if entry.watched == .some {
      screen.state.asksForDirection = true
    } else {
      setWatched(entry.watched == .none, for: WatchTarget(title))
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

  /// Removes the title from a list. If no other list has the title, it returns to the watchlist.
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

  /// Makes a list and adds the title to the list. The screen shows both at once. If the draft has no name, makes no list and shows a
  /// notice.
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

  /// Changes the members of the film that `change` sets. Does nothing if the title is a series or a collection.
  public func update(_ change: MovieChange) {
    guard case .movie(let id) = title else { return }
    screen.act(on: vault) { [try await $0.update(id, change)] }
  }

  /// Removes the title from the vault permanently. For a collection, removes all of its films. ``undoRemoval()`` can restore the title for
  /// ten seconds.
  public func remove() {
    screen.remove([title], from: vault)
  }

  /// Restores the title after ``remove()``. If the removal was not sent yet, the title is unchanged. Otherwise the title is imported again,
  /// unwatched and with another id.
  public func undoRemoval() {
    screen.undoRemoval(in: vault)
  }

  /// Marks the title as seen, which removes its badge for new titles and its badge for imports.
  public func markSeen() {
    let title = title
    screen.act(on: vault) { try await $0.markSeen(title) }
  }
}
