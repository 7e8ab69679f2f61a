import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

/// A podcast's episodes by the user's choice, and calls for a whole list.
enum EpisodeFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("screen-episodes-by-choice") { fixture in
      try await fixture.withEpisode { episode, id in
        try await choose(fixture, id, title: episode.episode.title ?? "")
      }
    },
    Flow("new-episodes-enter-the-queue") { fixture in
      try await fixture.withEpisode { _, id in
        let store = fixture.shelf.episodeQueue
        try await rule(fixture, id)
        try await store.set(EpisodeQueueRule(id: id.libraryItemId, title: "New ones", place: .first, newest: 2))
        let before = try await fixture.shelf.upNext.entries()
        try await fixture.shelf.queueStore.refresh()
        try expect(try await fixture.shelf.upNext.entries() == before, "no older episode in the queue")
        try expect(try await store.rules().map(\.newest) == [2], "one rule, for two episodes")
        var added = "no new episode"
        if let fake = fixture.fake {
          fake.edit { world in
            let new = ShelfWorld.Episode(title: "Just out", duration: 60, publishedDaysAgo: -400, addedDaysAgo: -400)
            world.addEpisode(new, to: id.libraryItemId)
          }
          try await fixture.shelf.queueStore.refresh()
          let first = try require(try await fixture.shelf.upNext.entries().first, "an entry")
          try expect(first.title == "Just out", "the new episode first, got “\(first.title)”")
          try await fixture.shelf.upNext.remove(first.id)
          try await fixture.shelf.queueStore.refresh()
          try expect(try await fixture.shelf.upNext.entries() == before, "the removed episode does not come back")
          added = "“Just out” came in by itself, and not a second time"
        }
        try await store.remove(id.libraryItemId)
        try expect(try await store.rule(of: id.libraryItemId) == nil, "no rule any more")
        return added
      }
    },
    Flow("lists-undone") { fixture in
      let before = try await fixture.verifier.ids("/api/playlists", in: "playlists")
      let text: String
      do { text = try await undo(fixture, try await fixture.library(.book)) } catch {
        fixture.network.isDown = false
        throw error
      }
      await fixture.shelf.queue.flush()
      try expect(try await fixture.verifier.ids("/api/playlists", in: "playlists") == before, "no list left over")
      return text
    },
    Flow("files-of-a-book") { fixture in
      try await fixture.withBook { id in
        let item = try await fixture.shelf.items.item(id.libraryItemId)
        let files = item.files
        let audio = files.filter { $0.kind == .audio }
        try expect(audio.count == item.media.book?.tracks?.count, "a row for each track")
        let sizes = files.compactMap { $0.sizeText(.english) }
        try expect(sizes.count == files.count, "a size for each file")
        try await fixture.shelf.downloads.download(id)
        await fixture.shelf.downloads.settled()
        let shared = try await fixture.shelf.downloads.sharedFiles(of: id)
        try expect(shared.count { !$0.name.contains("/") } >= audio.count, "a name for each downloaded file")
        try await fixture.shelf.downloads.remove(id)
        return "\(files.count) files, \(sizes.first ?? ""); shared as “\(shared.first?.name ?? "")”"
      }
    },
    Flow("whole-lists") { fixture in
      let before = try await fixture.shelf.upNext.entries()
      let text = try await whole(fixture, try await fixture.library(.book))
      try await fixture.shelf.upNext.set(before)
      try await fixture.shelf.downloads.removeAll()
      return text
    },
  ]

  @MainActor
  private static func choose(_ fixture: ShelfFixture, _ id: PlayableID, title: String) async throws -> String {
    let model = EpisodeListViewModel(shelf: fixture.shelf, podcast: id.libraryItemId)
    _ = await fixture.loaded(model)
    let newest = try require(model.state.rows.value, "rows").map(\.id)
    model.setSort(.publishedAt)
    model.setGroupsSeasons(true)
    await model.settled()
    let oldest = try require(model.state.rows.value, "rows").map(\.id)
    try expect(Set(oldest) == Set(newest) && model.state.total == newest.count, "the same episodes")
    try expect(model.state.seasons.isEmpty != model.state.hasSeasons, "seasons if the feed has some")
    model.markFinished([id.description])
    model.setFilter(.finished)
    await model.settled()
    try expect(model.state.rows.value?.contains { $0.id == id.description } == true, "the episode among the finished")
    model.restart([id.description])
    await model.settled()
    try expect(model.state.rows.value?.contains { $0.id == id.description } == false, "not among the finished")
    model.setFilter(.all)
    model.setQuery(title.uppercased())
    await model.settled()
    let found = model.state.rows.value ?? []
    try expect(found.contains { $0.id == id.description }, "found by its title")
    let before = try await fixture.shelf.upNext.entries()
    let player = PlayerFlows.make(fixture)
    fixture.network.isDown = true
    model.downloadAll()
    model.playAll(in: player)
    await model.settled()
    fixture.network.isDown = false
    let asked = try await fixture.shelf.downloads.all().map(\.id)
    try expect(Set(found.compactMap(\.playable)).isSubset(of: asked), "the shown episodes among the downloads")
    try expect(player.state.id == found.first?.playable, "the first one in the player")
    player.close()
    await player.settled()
    for row in found { if let id = row.playable { try await fixture.shelf.downloads.remove(id) } }
    try await fixture.shelf.upNext.set(before)
    let kept = try await fixture.shelf.episodeLists.settings(of: id.libraryItemId)
    try expect(kept.sort == .publishedAt && !kept.descending && kept.groupsSeasons, "the choice kept")
    try await fixture.shelf.episodeLists.update(id.libraryItemId) { $0 = EpisodeListSettings() }
    await fixture.shelf.progressStore.settled()
    return "\(newest.count) episodes in another order, finished, restarted and found by title"
  }

  @MainActor
  private static func rule(_ fixture: ShelfFixture, _ id: PlayableID) async throws {
    let model = EpisodeListViewModel(shelf: fixture.shelf, podcast: id.libraryItemId)
    _ = await fixture.loaded(model)
    model.queueNewEpisodes()
    await model.settled()
    try expect(model.state.queueRule?.newest == 3, "a rule for three episodes")
    model.stopQueueingNewEpisodes()
    await model.settled()
    try expect(model.state.queueRule == nil, "no rule")
  }

  /// The network is down meanwhile: nothing is downloaded or played in earnest.
  @MainActor
  private static func whole(_ fixture: ShelfFixture, _ library: String) async throws -> String {
    let (shelf, player) = (fixture.shelf, PlayerFlows.make(fixture))
    let model = LibraryViewModel(shelf: shelf, library: library)
    _ = await fixture.loaded(model)
    let books = (model.state.rows.value ?? []).filter { row in
      row.playable != nil && model.state.progress[row.id]?.isFinished != true
    }
    let first = try require(books.first, "a book with audio")
    let series = SeriesListViewModel(shelf: shelf, library: library)
    _ = await fixture.loaded(series)
    let cycle = series.state.rows.value?.first.map { SeriesViewModel(shelf: shelf, series: $0.id, library: library) }
    if let cycle { _ = await fixture.loaded(cycle) }
    let letters = model.state.letters?.entries.map(\.letter).joined() ?? ""
    try expect(!letters.isEmpty && series.state.letters != nil, "letters beside the lists")
    fixture.network.isDown = true
    defer { fixture.network.isDown = false }
    model.play([first.id], in: player)
    await model.settled()
    try expect(player.state.id == first.playable, "the chosen book in the player")
    model.playAll(in: player)
    await model.settled()
    let queued = try await shelf.upNext.entries().map(\.id)
    try expect(queued == books.dropFirst().compactMap(\.playable), "the other books in the queue")
    cycle?.playAll(in: player)
    cycle?.downloadAll()
    await cycle?.settled()
    let (list, _) = try await shelf.playlistStore.create(
      "shelf-example", in: library, entries: books.compactMap(\.playable))
    let playlist = PlaylistViewModel(shelf: shelf, playlist: list)
    _ = await fixture.loaded(playlist)
    playlist.playAll(in: player)
    playlist.downloadAll()
    await playlist.settled()
    try expect(try await shelf.upNext.entries().map(\.id) == queued, "the playlist in the queue")
    model.downloadAll()
    await model.settled()
    let asked = Set(try await shelf.downloads.all().map(\.id))
    try expect(asked.isSuperset(of: books.compactMap(\.playable)), "every book among the downloads")
    try await shelf.downloads.download(books.compactMap(\.playable))
    try expect(Set(try await shelf.downloads.all().map(\.id)) == asked, "no download twice")
    try await shelf.playlistStore.delete(list)
    try await player.playAll([])
    player.close()
    await player.settled()
    return "\(books.count) books of \(letters) in the queue and among the downloads"
  }

  /// Changes of lists that are undone, on the lists of this device alone: the network is down.
  @MainActor
  private static func undo(_ fixture: ShelfFixture, _ library: String) async throws -> String {
    let books = try await fixture.books().prefix(2).map { PlayableID(libraryItemId: $0.id) }
    guard books.count == 2 else { return "nothing to list: fewer than two books on the server" }
    let list = PlaylistListViewModel(shelf: fixture.shelf, library: library)
    let shelves = CollectionListViewModel(shelf: fixture.shelf, library: library)
    (_, _) = (await fixture.loaded(list), await fixture.loaded(shelves))
    fixture.network.isDown = true
    let (id, _) = try await fixture.shelf.playlistStore.create("shelf-example", in: library, entries: [books[0]])
    list.add([books[1]], to: id)
    await list.settled()
    let one = PlaylistViewModel(shelf: fixture.shelf, playlist: id)
    one.load()
    await one.settled()
    one.remove(books[0])
    await one.settled()
    try expect(one.state.undoable?.rows.map(\.id) == [books[0].description], "the removal can be undone")
    one.undoRemoval()
    await one.settled()
    try expect(one.state.rows.value?.map(\.id) == books.map(\.description), "both books in their order")
    list.remove(id)
    await list.settled()
    list.undoRemoval()
    await list.settled()
    try expect(list.state.rows.value?.first?.title == "shelf-example", "the playlist back in the list")
    // A list that the server never had is made again under another id.
    if let made = list.state.rows.value?.first {
      let (removal, _) = try await fixture.shelf.playlistStore.deleteUndoably(made.id, in: library)
      try expect(removal.isWhole && removal.rows.count == 2, "the whole list can be undone")
    }
    let (shown, _) = try await fixture.shelf.collectionStore.create("shelf-example", in: library, entries: [books[0]])
    shelves.add([books[1].libraryItemId], to: shown)
    await shelves.settled()
    try expect(try await fixture.shelf.collectionStore.entries(of: shown)?.count == 2, "two books in the collection")
    shelves.remove(shown)
    await shelves.settled()
    shelves.undoRemoval()
    await shelves.settled()
    try expect(shelves.state.rows.value?.first?.title == "shelf-example", "the collection back in the list")
    if let made = shelves.state.rows.value?.first { try await fixture.shelf.collectionStore.delete(made.id) }
    fixture.network.isDown = false
    return "an entry, a playlist and a collection came back"
  }
}
