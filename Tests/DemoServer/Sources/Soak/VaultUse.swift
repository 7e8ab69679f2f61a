import MediaCore
import MediaTesting
import VaultClient

/// The library, marks and lists of ViewVault.
@MainActor
struct VaultUse: Use {
  let phone: Phone
  let random: SeededRandom
  let ledger: Ledger

  private var vault: VaultService { phone.vault }
  private var owner: Ledger.Owner { phone.identity.owner("vault") }

  var actions: [Action] {
    [
      Action("vault library", "vault", 3) { await library() },
      Action("title", "vault", 2) { await title() },
      Action("watched", "vault", 4) { try await mark() },
      Action("vault search", "vault", 1) { await search() },
      Action("lists", "vault", 3) { try await lists() },
      Action("unwatched", "vault", 1) { await show(VaultWatchlistViewModel(vault: vault)) },
      Action("news", "vault", 1) { await show(NotificationsViewModel(vault: vault)) },
      Action("account of vault", "vault", 1) { await show(VaultAccountViewModel(vault: vault)) },
    ]
  }

  private func library() async {
    let model = VaultLibraryViewModel(vault: vault)
    await show(model)
    model.set(.unwatched, random.oneIn(2))
    model.tap(random.pick([.title, .dateReleased]))
    await model.settled()
    model.resetFilters()
  }

  private func title() async {
    guard let entry = random.any(await shown(VaultLibraryViewModel(vault: vault)).entries) else { return }
    await show(VaultTitleViewModel(vault: vault, title: entry.reference))
  }

  private func mark() async throws {
    let model = VaultLibraryViewModel(vault: vault)
    let films = await shown(model).library.value?.allMovies ?? []
    guard let film = random.any(films) else { return }
    model.setWatched(!film.watched, for: .movie(film.id))
    await model.settled()
    guard let known = try await vault.store.library()?.value.movie(film.id) else { return }
    ledger.note("film \(film.id)", .text(known.watched ? "watched" : "unwatched"), of: owner)
  }

  private func search() async {
    let model = VaultLibraryViewModel(vault: vault)
    model.load()
    for text in ["m", "mo", "moon"] { model.query = text }
    if random.oneIn(2) { model.submitSearch() }
    if !random.oneIn(4) { await model.settled() }
  }

  private func lists() async throws {
    let model = ListsViewModel(vault: vault)
    let own = (await shown(model).lists.value ?? []).filter { $0.name.hasPrefix("Soak") }
    if own.count >= 4, let number = random.any(own)?.id.number {
      model.delete(number)
    } else if let list = random.any(own), let number = list.id.number, random.oneIn(2) {
      let films = try await vault.store.library()?.value.allMovies ?? []
      model.open(list.id)
      await model.settled()
      if let film = random.any(films) {
        if model.state.contents.value?.holds(.movie(film.id)) == true {
          model.remove(.movie(film.id), from: number)
        } else {
          model.add(.movie(film.id), to: number)
        }
      }
    } else {
      model.create(ListDraft(name: "Soak \(random.next() % 100_000)"))
    }
    await model.settled()
    guard let after = try await vault.store.lists()?.value else { return }
    for list in own { ledger.note("list \(list.name)", .gone, of: owner) }
    for list in after where list.name.hasPrefix("Soak") { ledger.note("list \(list.name)", .text("there"), of: owner) }
  }
}
