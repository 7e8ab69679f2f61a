import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Downloading and playing a whole list")
struct WholeListTests {
  /// A library of as many books as `count`, each with one short file, and a playlist-free podcast.
  private static func world(books count: Int) -> ShelfWorld {
    var world = ShelfWorld.empty()
    let books = world.addBookLibrary(name: "Audiobooks")
    _ = world.addPodcastLibrary(name: "Podcasts")
    for number in 1...count {
      world.addBook(in: books, title: "Book \(String(1000 + number))", tracks: [0.05])
    }
    world.addUser("ada", password: "correct horse", type: .root)
    return world
  }

  private func loaded<Model: ViewModel>(_ model: Model) async -> Model {
    model.load()
    await model.settled()
    return model
  }

  private func player(_ rig: ShelfRig) -> PlayerViewModel {
    PlayerViewModel(shelf: rig.shelf, engine: SimulatedPlaybackEngine(clock: rig.clock))
  }

  /// A rig whose clock stands still, so that an opened item does not play to its end.
  private func stillRig() async throws -> ShelfRig { try await ShelfRig(instant: false) }

  private func finish(_ ids: [PlayableID], _ rig: ShelfRig) async throws {
    for id in ids { try await rig.shelf.progress.update(id, .finished) }
    try await rig.shelf.progressStore.refresh()
  }

  private func downloaded(_ rig: ShelfRig) async throws -> [String] {
    try await rig.shelf.downloads.all().map(\.title)
  }

  @Test("a podcast's shown episodes are downloaded in their order")
  func podcastDownloads() async throws {
    let rig = try await ShelfRig()
    let model = await loaded(EpisodeListViewModel(shelf: rig.shelf, podcast: try rig.item("Night Signals")))
    model.setSort(.publishedAt)
    model.setQuery("wa")
    await model.settled()
    rig.network.isDown = true
    model.downloadAll()
    await model.settled()
    #expect(try await downloaded(rig) == ["The Long Wave"])
    model.setQuery("")
    await model.settled()
    model.downloadAll()
    await model.settled()
    #expect(try await downloaded(rig).sorted() == ["Radio on the Roof", "The Long Wave", "Valves and Wires"])
    #expect(model.state.notice == nil)
    model.setQuery("nothing has this title")
    await model.settled()
    model.downloadAll()
    await model.settled()
    #expect(model.state.notice == "There is nothing to download.")
  }

  @Test("a whole library is downloaded up to the limit, a hundred books a request, and the notice says so")
  func libraryDownloads() async throws {
    let rig = try await ShelfRig(world: Self.world(books: WholeList.limit + 20))
    let model = await loaded(LibraryViewModel(shelf: rig.shelf, library: rig.books, pageSize: 10))
    try await rig.shelf.downloads.setSettings(DownloadSettings(budget: 0, concurrentDownloads: 1))
    let before = rig.count(.shelfLibrariesItems)
    model.downloadAll()
    await model.settled()
    #expect(rig.count(.shelfLibrariesItems) - before == 5)
    let titles = try await downloaded(rig)
    #expect(titles.count == WholeList.limit)
    #expect(titles.first == "Book 1001")
    #expect(titles.last == "Book 1500")
    #expect(model.state.notice == "Downloading the first 500 of 520.")
  }

  @Test("without a network, the loaded books of the library are taken, and the notice says so")
  func offlineLibrary() async throws {
    let rig = try await ShelfRig()
    let model = await loaded(LibraryViewModel(shelf: rig.shelf, library: rig.books, pageSize: 2))
    rig.network.isDown = true
    model.downloadAll()
    await model.settled()
    #expect(try await downloaded(rig) == ["Field Notes", "First Light"])
    #expect(model.state.notice == "Downloading the first 2 of 5.")
  }

  @Test("a library that is loaded to its end costs no further request, and collapsed series are taken apart")
  func collapsedSeries() async throws {
    let rig = try await stillRig()
    let model = await loaded(LibraryViewModel(shelf: rig.shelf, library: rig.books))
    let player = player(rig)
    let before = rig.count(.shelfLibrariesItems)
    model.playAll(in: player)
    await model.settled()
    #expect(rig.count(.shelfLibrariesItems) == before)
    #expect(player.state.id == (try rig.book("Field Notes")))
    model.setCollapsesSeries(true)
    await model.settled()
    model.playAll(in: player)
    await model.settled()
    // The book with an ebook alone cannot be played.
    #expect(
      try await rig.shelf.upNext.entries().map(\.title) == ["First Light", "Second Light", "The Salt Clock"])
  }

  @Test("chosen books of a library play in the order of the list, without the finished ones")
  func chosenBooks() async throws {
    let rig = try await stillRig()
    let model = await loaded(LibraryViewModel(shelf: rig.shelf, library: rig.books))
    let chosen = try ["The Salt Clock", "First Light", "Second Light"].map { try rig.item($0) }
    try await finish([try rig.book("First Light")], rig)
    let player = player(rig)
    try await rig.shelf.upNext.playLast(QueueEntry(id: try rig.book("Field Notes"), title: "Field Notes"))
    model.play(Set(chosen), in: player)
    await model.settled()
    #expect(player.state.id == (try rig.book("Second Light")))
    #expect(try await rig.shelf.upNext.entries().map(\.title) == ["The Salt Clock"])
    model.play([], in: player)
    await model.settled()
    #expect(model.state.notice == "There is nothing to play.")
    #expect(try await rig.shelf.upNext.entries().map(\.title) == ["The Salt Clock"])
    await player.settled()
    #expect(player.state.phase == .ready)
  }

  @Test("if all are finished, the first one plays again, alone")
  func allFinished() async throws {
    let rig = try await stillRig()
    let model = await loaded(EpisodeListViewModel(shelf: rig.shelf, podcast: try rig.item("Bread Hour")))
    try await finish((model.state.rows.value ?? []).compactMap(\.playable), rig)
    let player = player(rig)
    model.playAll(in: player)
    await model.settled()
    #expect(player.state.id == (try rig.episode(1, of: "Bread Hour")))
    #expect(try await rig.shelf.upNext.entries().isEmpty)
  }

  @Test("a series, a playlist and a collection are downloaded and played from their beginning")
  func seriesAndLists() async throws {
    let rig = try await stillRig()
    let player = player(rig)
    let cycles = await loaded(SeriesListViewModel(shelf: rig.shelf, library: rig.books))
    let id = try #require(cycles.state.rows.value?.first?.id)
    let series = await loaded(SeriesViewModel(shelf: rig.shelf, series: id, library: rig.books, pageSize: 1))
    series.playAll(in: player)
    await series.settled()
    #expect(player.state.id == (try rig.book("First Light")))
    #expect(try await rig.shelf.upNext.entries().map(\.title) == ["Second Light"])
    let (list, _) = try await rig.shelf.playlistStore.create(
      "Evening", in: rig.podcasts, entries: [try rig.episode(1), try rig.episode(0)])
    let playlist = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: list))
    // Load the whole series: a request without a network would wait for the clock before it is tried again.
    let whole = await loaded(SeriesViewModel(shelf: rig.shelf, series: id, library: rig.books))
    rig.network.isDown = true
    playlist.playAll(in: player)
    whole.downloadAll()
    playlist.downloadAll()
    await playlist.settled()
    await whole.settled()
    #expect(try await rig.shelf.upNext.entries().map(\.title) == ["Valves and Wires"])
    #expect(try await Set(downloaded(rig)) == ["First Light", "Second Light", "The Long Wave", "Valves and Wires"])
  }

  @Test("an account that signs in during the requests gets neither downloads nor a queue")
  func accountMeanwhile() async throws {
    let rig = try await ShelfRig(as: nil)
    let front = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    let player = PlayerViewModel(shelf: shelf, engine: SimulatedPlaybackEngine(clock: rig.clock))
    let model = await loaded(LibraryViewModel(shelf: shelf, library: rig.books, pageSize: 2))
    front.hold(.shelfLibrariesItems)
    model.downloadAll()
    model.playAll(in: player)
    await front.isHolding()
    try await shelf.account.signOut(pending: .keep)
    try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    front.letGo()
    await model.settled()
    #expect(try await shelf.downloads.all().isEmpty)
    #expect(try await shelf.upNext.entries().isEmpty)
    #expect(player.state.id == nil)
    #expect(model.state.notice == nil)
  }

  @Test("many downloads at once are queued in their order, or not at all")
  func manyDownloads() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    let (one, two) = (try rig.book("First Light"), try rig.episode())
    try await rig.shelf.downloads.download([one, two], titles: [one: "First"])
    #expect(try await downloaded(rig) == ["First", ""])
    let error = await #expect(throws: ClientError.self) {
      try await rig.shelf.downloads.download([try rig.book(), PlayableID(libraryItemId: "..")])
    }
    #expect(error?.kind == .invalidRequest)
    #expect(try await downloaded(rig).count == 2)
  }
}
