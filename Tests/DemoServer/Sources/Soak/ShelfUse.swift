import MediaCore
import MediaTesting
import ShelfClient

/// Looking around in Shelf, marks, bookmarks, playlists and downloads.
@MainActor
struct ShelfUse: Use {
  let phone: Phone
  let random: SeededRandom
  let ledger: Ledger

  private var shelf: ShelfService { phone.shelf }
  private var owner: Ledger.Owner { phone.identity.owner("shelf") }

  var actions: [Action] {
    [
      Action("home", "shelf", 3) { await home() },
      Action("latest", "shelf", 3) { await latest() },
      Action("item", "shelf", 3) { await item() },
      Action("library", "shelf", 2) { await library() },
      Action("search", "shelf", 3) { await search() },
      Action("around", "shelf", 3) { await around() },
      Action("episodes", "shelf", 2) { await episodes() },
      Action("finish or restart", "shelf", 3) { try await mark() },
      Action("bookmark", "shelf", 3) { try await bookmark() },
      Action("playlist", "shelf", 2) { try await playlist() },
      Action("download", "shelf", 2) { await download() },
      Action("remove downloads", "shelf", 1) { await removeDownloads() },
      Action("live", "shelf", 1) { live() },
    ]
  }

  /// The first library of books or podcasts, as far as this device has any.
  func library(_ kind: ShelfRow.Kind) async -> String? {
    await shown(LibrariesViewModel(shelf: shelf)).rows.value?.first { $0.kind == kind }?.id
  }

  private func eitherLibrary() async -> String? { await library(random.pick([.bookLibrary, .podcastLibrary])) }

  func books() async -> [ShelfRow] {
    guard let library = await library(.bookLibrary) else { return [] }
    return await shown(LibraryViewModel(shelf: shelf, library: library)).rows.value ?? []
  }

  private func home() async {
    guard let library = await eitherLibrary() else { return }
    await show(HomeViewModel(shelf: shelf, library: library))
  }

  private func latest() async {
    phone.latest.refresh()
    await phone.latest.settled()
    if phone.latest.state.hasMore { phone.latest.loadMore() }
  }

  private func item() async {
    guard let row = random.any(await books()) else { return }
    await show(ItemViewModel(shelf: shelf, item: row.id))
  }

  private func library() async {
    guard let library = await eitherLibrary() else { return }
    let model = LibraryViewModel(shelf: shelf, library: library, pageSize: 2)
    await show(model)
    if let last = model.state.rows.value?.last { model.appear(last.id) }
    model.setSort(random.pick([.title, .addedAt]), descending: random.oneIn(2))
    model.loadFilters()
    await model.settled()
  }

  private func search() async {
    guard let library = await eitherLibrary() else { return }
    let model = ShelfSearchViewModel(shelf: shelf, library: library)
    let word = random.pick(["salt clock", "light", "radio", "rye", "nothing at all"])
    for end in 1...word.count {
      model.query = String(word.prefix(end))
      try? await Task.sleep(for: .milliseconds(30))
    }
    if random.oneIn(3) { model.submit() }
    if !random.oneIn(5) { await model.settled() }
  }

  private func around() async {
    guard let library = await library(.bookLibrary) else { return }
    switch random.next() % 9 {
    case 0: await show(SeriesListViewModel(shelf: shelf, library: library))
    case 1: await show(AuthorListViewModel(shelf: shelf, library: library))
    case 2: await show(HistoryViewModel(shelf: shelf, pageSize: 10))
    case 3: await show(ListeningStatsViewModel(shelf: shelf))
    case 4: await show(InProgressViewModel(shelf: shelf))
    case 5: await show(UpNextViewModel(shelf: shelf, player: phone.player))
    case 6: await show(ShelfSettingsViewModel(shelf: shelf))
    case 7: await show(GroupListViewModel(shelf: shelf, group: .narrators, library: library))
    default: await show(CollectionListViewModel(shelf: shelf, library: library))
    }
  }

  private func episodes() async {
    guard let library = await library(.podcastLibrary),
      let podcast = random.any(await shown(LibraryViewModel(shelf: shelf, library: library)).rows.value ?? [])
    else { return }
    await show(EpisodeListViewModel(shelf: shelf, podcast: podcast.id))
  }

  private func mark() async throws {
    var ids = (await books()).compactMap(\.playable)
    ids += phone.latest.state.entries.value?.map(\.id) ?? []
    // The player would go on recording the place of its own item.
    guard let id = random.any(ids), id != phone.player.state.id else { return }
    if random.oneIn(2) {
      phone.latest.markFinished(id)
    } else {
      phone.latest.restart(id)
    }
    await phone.latest.settled()
    try await note(id)
  }

  /// Expects the server to have what this device shows of an item.
  func note(_ id: PlayableID) async throws {
    guard let known = try await shelf.progressStore.progress(of: id) else { return }
    ledger.note("progress \(id)", known.isFinished ? .text("finished") : .position(known.position), of: owner)
  }

  private func bookmark() async throws {
    guard let book = random.any(await books().filter { $0.playable != nil }) else { return }
    let model = BookmarksViewModel(shelf: shelf, item: book.id)
    let marks = await shown(model).bookmarks.value ?? []
    if marks.count >= 4, let mark = random.any(marks) {
      model.remove(mark)
    } else if let mark = random.any(marks), random.oneIn(2) {
      model.rename(mark, to: "Renamed \(random.next() % 1000)")
    } else {
      model.add("Mark \(random.next() % 1000)", at: Double(random.next() % 2400))
    }
    await model.settled()
    guard let shown = try await shelf.bookmarkStore.bookmarks(of: book.id)?.list else { return }
    for mark in marks { ledger.note(key(mark), .gone, of: owner) }
    for mark in shown { ledger.note(key(mark), .text(mark.title), of: owner) }
  }

  private func key(_ mark: Bookmark) -> String { "bookmark \(mark.libraryItemId) \(mark.time)" }

  private func playlist() async throws {
    guard let library = await library(.bookLibrary) else { return }
    let ids = (await books()).compactMap(\.playable)
    let model = PlaylistListViewModel(shelf: shelf, library: library)
    let before = await shown(model).rows.value ?? []
    guard let id = random.any(ids) else { return }
    if before.count >= 4, let row = random.any(before) {
      model.remove(row.id)
    } else if let row = random.any(before), random.oneIn(2) {
      let one = PlaylistViewModel(shelf: shelf, playlist: row.id, name: row.title)
      await show(one)
      one.add([id])
      await one.settled()
    } else {
      model.create("Playlist \(random.next() % 100_000)", entries: [id])
    }
    await model.settled()
    guard let after = model.state.rows.value else { return }
    for row in before { ledger.note("playlist \(row.title)", .gone, of: owner) }
    for row in after { ledger.note("playlist \(row.title)", .text("there"), of: owner) }
  }

  private func download() async {
    let small = (phone.latest.state.entries.value ?? []).filter { ($0.duration ?? 0) < 20 }
    guard let entry = random.any(small) else { return }
    phone.downloads.download(entry.id, title: entry.title)
    if random.oneIn(3) { phone.downloads.pause(entry.id) }
    if random.oneIn(2) { phone.downloads.resume(entry.id) }
    await phone.downloads.settled()
  }

  private func removeDownloads() async {
    guard let download = random.any(phone.downloads.state.downloads ?? []) else { return }
    if random.oneIn(3) { phone.downloads.removeAll() } else { phone.downloads.remove(download.id) }
    await phone.downloads.settled()
  }

  private func live() {
    shelf.live.stop()
    shelf.live.start()
  }
}
