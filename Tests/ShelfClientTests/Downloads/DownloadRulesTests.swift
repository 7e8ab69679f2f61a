import Foundation
import MediaCore
import MediaTesting
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Downloads by rules")
struct DownloadRulesTests {
  /// A series of four books and a podcast of four episodes, with small files.
  static var world: ShelfWorld {
    var world = ShelfWorld.empty()
    let books = world.addBookLibrary(name: "Audiobooks")
    let podcasts = world.addPodcastLibrary(name: "Podcasts")
    for number in 1...4 {
      world.addBook(
        in: books, title: "Part \(number)", series: "Cycle", sequence: "\(number)", tracks: [0.05],
        chapters: [.init("All", from: 0, to: 0.05)])
    }
    world.addPodcast(
      in: podcasts, title: "Short",
      episodes: (1...4).map { .init(title: "Episode \($0)", duration: 0.04, publishedDaysAgo: 10 - Double($0)) })
    world.addUser("ada", password: "correct horse", type: .root)
    return world
  }

  private func rig(instant: Bool = true) async throws -> DownloadRig {
    try await DownloadRig(instant: instant, world: Self.world, book: "Part 1")
  }

  private func seriesRule(_ shelf: ShelfService, next: Int) async throws -> DownloadRules.Series {
    let library = try #require(try await shelf.libraries.all().first { $0.mediaType == .book })
    let series = try #require(
      try await shelf.series.page(0, in: library.id, limit: 5, sort: nil, descending: false, filter: nil).items.first)
    return .init(id: series.id, libraryId: library.id, title: series.name, next: next)
  }

  private func podcastRule(_ rig: DownloadRig, newest: Int) throws -> DownloadRules.Podcast {
    .init(id: try rig.rig.item("Short"), libraryId: rig.rig.podcasts, title: "Short", newest: newest)
  }

  private func titles(_ shelf: ShelfService) async throws -> [String] {
    try await shelf.downloads.all().filter { $0.phase == .complete }.map(\.title).sorted()
  }

  @Test("on a mobile network a download waits for Wi-Fi, says so, and comes in when it is back")
  @MainActor
  func wifi() async throws {
    let rig = try await rig()
    let network = ManualNetwork(NetworkPath(isExpensive: true))
    var rules = DownloadRules()
    rules.onlyOnWifi = true
    try await rig.shelf.downloads.setRules(rules)
    await rig.shelf.downloads.follow(network)
    try await rig.shelf.downloads.download(rig.book, title: "Part 1")
    await rig.shelf.downloads.settled()
    let waiting = try #require(try await rig.shelf.downloads.download(of: rig.book))
    #expect(waiting.phase == .queued && waiting.hold == .wifi)
    #expect(rig.rig.count(.shelfItemsOne) == 0)
    let model = DownloadsViewModel(shelf: rig.shelf)
    model.load()
    await model.settled()
    #expect(model.state.explanations == [rig.book: "Waits for Wi-Fi."])
    network.set(NetworkPath())
    #expect(await eventually { (try? await rig.phase(rig.book)) == .complete })
    await rig.shelf.downloads.settled()
    #expect(await eventually { model.state.explanations == [rig.book: "Downloaded by you."] })
    #expect(waiting.explanation(Texts(.coreGerman, .shelfGerman)) == "Wartet auf WLAN.")
  }

  @Test("a running download stops on a mobile network and goes on where it was")
  func suspended() async throws {
    let rig = try await rig()
    let front = Interceptor(rig.transport)
    let shelf = try await rig.relaunched(front)
    let network = ManualNetwork()
    var rules = DownloadRules()
    rules.onlyOnWifi = true
    try await shelf.downloads.setRules(rules)
    await shelf.downloads.follow(network)
    front.hold(.shelfMediaDownloadFile)
    try await shelf.downloads.download(rig.book)
    #expect(await eventually { front.requests.contains { $0.operation == .shelfMediaDownloadFile } })
    network.set(NetworkPath(isExpensive: true))
    #expect(await eventually { (try? await shelf.downloads.download(of: rig.book)?.hold) == .wifi })
    front.letGo()
    await shelf.downloads.settled()
    #expect(try await rig.phase(rig.book, by: shelf) == .queued)
    network.set(NetworkPath())
    #expect(await eventually { (try? await rig.phase(rig.book, by: shelf)) == .complete })
    #expect(try await rig.kept(rig.book, by: shelf) == rig.served(rig.book))
  }

  @Test("the next books of a series follow without a network to ask, and finished ones go once that is sent")
  func series() async throws {
    let rig = try await rig()
    let shelf = rig.shelf
    var rules = DownloadRules()
    rules.removesFinished = true
    rules.series = [try await seriesRule(shelf, next: 2)]
    try await shelf.downloads.setRules(rules)
    try await shelf.downloads.applyRules()
    await shelf.downloads.settled()
    #expect(try await titles(shelf) == ["Part 1", "Part 2"])
    #expect(try await shelf.downloads.download(of: rig.book)?.reason == .series("Cycle"))
    rig.rig.network.isDown = true
    try await shelf.progressStore.markFinished(rig.book)
    // Known without asking: part 3 is next. Part 1 stays until the server has taken the finish.
    #expect(await eventually { (try? await rig.phase(rig.rig.book("Part 3"))) != nil })
    #expect(try await rig.phase(rig.book) == .complete)
    rig.rig.network.isDown = false
    await shelf.queue.flush(.connectivity)
    try await shelf.downloads.resume(rig.rig.book("Part 3"))
    shelf.client.connectivity.report(.online)
    #expect(await eventually { (try? await rig.phase(rig.book)) == nil })
    #expect(await eventually { (try? await self.titles(shelf)) == ["Part 2", "Part 3"] })
    await shelf.downloads.settled()
    let removed = try await shelf.downloads.removed()
    #expect(removed.map(\.title) == ["Part 1"] && removed.map(\.cause) == [.finished])
    #expect(removed.first?.text(.english) == "Removed: finished.")
  }

  @Test("new episodes come by themselves, older ones give way, and one that the user removed stays away")
  func episodes() async throws {
    let rig = try await rig()
    let shelf = rig.shelf
    var rules = DownloadRules()
    rules.podcasts = [try podcastRule(rig, newest: 2)]
    try await shelf.downloads.setRules(rules)
    try await shelf.downloads.applyRules()
    await shelf.downloads.settled()
    #expect(try await titles(shelf) == ["Episode 3", "Episode 4"])
    try await shelf.downloads.remove(rig.rig.episode(3, of: "Short"))
    rig.rig.server.edit { world in
      guard let podcast = world.itemID(titled: "Short") else { return }
      world.addEpisode(.init(title: "Episode 5", duration: 0.04, publishedDaysAgo: 0), to: podcast)
    }
    await rig.rig.clock.advance(by: .seconds(3601))
    await shelf.downloads.start()
    await shelf.downloads.settled()
    #expect(try await titles(shelf) == ["Episode 5"])
    #expect(try await shelf.downloads.removed().map(\.cause) == [.replaced, .byHand])
    let again = try await rig.relaunched()
    await again.downloads.start()
    await again.downloads.settled()
    #expect(try await again.downloads.rules() == rules)
    #expect(try await titles(again) == ["Episode 5"])
  }

  @Test("an item that the user removed stays away, however many others are removed later")
  func manyRemovals() async throws {
    let rig = try await rig()
    let shelf = rig.shelf
    var rules = DownloadRules()
    rules.podcasts = [try podcastRule(rig, newest: 2)]
    try await shelf.downloads.setRules(rules)
    try await shelf.downloads.applyRules()
    await shelf.downloads.settled()
    #expect(try await titles(shelf) == ["Episode 3", "Episode 4"])
    try await shelf.downloads.remove(rig.rig.episode(2, of: "Short"))
    for number in 0..<150 {
      let other = RemovedDownload(
        id: PlayableID(libraryItemId: "other \(number)"), title: "", cause: .finished, at: rig.rig.clock.now())
      try await shelf.downloads.engine.note([other])
    }
    try await shelf.downloads.applyRules()
    await shelf.downloads.settled()
    #expect(try await titles(shelf) == ["Episode 4"])
    #expect(try await shelf.downloads.removed().count == 100)
    #expect(try await shelf.downloads.engine.removedCache.value().map(\.cause).filter { $0 == .byHand } == [.byHand])
    #expect(try await shelf.downloads.engine.removedCache.value().count == 101)
  }

  /// Sets a rule that downloads the next item of a playlist, and waits for the download.
  private func downloadNext(of list: Playlist, _ shelf: ShelfService) async throws -> DownloadRules {
    var rules = DownloadRules()
    rules.playlists = [.init(id: list.id, title: list.name, next: 1)]
    try await shelf.downloads.setRules(rules)
    try await shelf.downloads.applyRules()
    await shelf.downloads.settled()
    return rules
  }

  @Test("the first unfinished items of a playlist come in, also after the playlist has changed on the server")
  func playlist() async throws {
    let rig = try await rig()
    let shelf = rig.shelf
    let parts = try (1...3).map { try rig.rig.book("Part \($0)") }
    var draft = PlaylistDraft(libraryId: rig.rig.books, name: "Evenings")
    draft.items = [parts[2], parts[0], parts[1]].map { PlaylistEntry($0) }
    let list = try await shelf.playlists.create(draft)
    try await shelf.progressStore.markFinished(parts[2])
    await shelf.progressStore.settled()
    var rules = try await downloadNext(of: list, shelf)
    #expect(try await titles(shelf) == ["Part 1"])
    let kept = try #require(try await shelf.downloads.download(of: parts[0]))
    #expect(kept.reason == .playlist("Evenings"))
    #expect(
      kept.reason.text(.english) == "Downloaded as one of the next items of the playlist Evenings.")
    #expect(kept.reason.text(Texts(.coreGerman, .shelfGerman)).contains("Evenings"))
    rig.rig.network.isDown = true
    try await shelf.progressStore.markFinished(parts[0])
    #expect(
      await eventually { (try? await shelf.downloads.download(of: parts[1])) != nil }, "planned without a request")
    rig.rig.network.isDown = false
    let before = rig.rig.count(.shelfPlaylistsOne)
    try await shelf.downloads.applyRules()
    #expect(rig.rig.count(.shelfPlaylistsOne) == before, "read within the hour")
    await rig.rig.clock.advance(by: .seconds(3_600))
    try await shelf.downloads.applyRules()
    #expect(rig.rig.count(.shelfPlaylistsOne) == before + 1)
    try await shelf.playlists.remove(list.id)
    await rig.rig.clock.advance(by: .seconds(3_600))
    for _ in 0..<3 { try await shelf.downloads.applyRules() }
    #expect(rig.rig.count(.shelfPlaylistsOne) == before + 2, "a list that is gone is asked for once an hour")
    rules.playlists[0].next = -1
    let error = try await failure { [rules] in try await shelf.downloads.setRules(rules) }
    #expect(error.kind == .invalidRequest)
  }

  @Test("a proxy's 404 does not empty a playlist, which is read again at once")
  func refusedByProxy() async throws {
    let rig = try await rig()
    let shelf = rig.shelf
    var draft = PlaylistDraft(libraryId: rig.rig.books, name: "Evenings")
    draft.items = [PlaylistEntry(rig.book)]
    let list = try await shelf.playlists.create(draft)
    _ = try await downloadNext(of: list, shelf)
    #expect(try await titles(shelf) == ["Part 1"])
    await rig.rig.clock.advance(by: .seconds(3_600))
    rig.rig.network.fail(.shelfPlaylistsOne, with: .status(404))
    let error = try await failure { try await shelf.downloads.applyRules() }
    #expect(error.kind == .notFound && error.status == 404)
    let before = rig.rig.count(.shelfPlaylistsOne)
    try await shelf.downloads.applyRules()
    #expect(rig.rig.count(.shelfPlaylistsOne) == before + 1)
  }

  @Test("an item that is played is downloaded, and asking for it makes it the user's own")
  func played() async throws {
    let rig = try await rig()
    let shelf = rig.shelf
    var rules = DownloadRules()
    (rules.downloadsPlayed, rules.removesFinished) = (true, true)
    try await shelf.downloads.setRules(rules)
    await shelf.downloads.start()
    var item = LocalItem(id: rig.book, tracks: [])
    item.title = "Part 1"
    try await shelf.playedItems.note(item)
    #expect(await eventually { (try? await rig.phase(rig.book)) == .complete })
    #expect(try await shelf.downloads.download(of: rig.book)?.reason == .played)
    try await shelf.downloads.download(rig.book)
    #expect(try await shelf.downloads.download(of: rig.book)?.reason == .byHand)
    try await shelf.progressStore.markFinished(rig.book)
    await shelf.progressStore.settled()
    // Opening another item ends what protects the first one.
    try await shelf.playedItems.note(LocalItem(id: try rig.rig.book("Part 2"), tracks: []))
    #expect(await eventually { (try? await rig.phase(rig.rig.book("Part 2"))) == .complete })
    #expect(try await rig.phase(rig.book) == .complete)
  }

  // MARK: The device's clock

  /// A new service that uses the files of `rig` and a clock with a wrong date.
  private func service(_ rig: DownloadRig, _ clock: ShiftedClock) async throws -> ShelfService {
    var environment = rig.rig.environment.relaunched()
    environment.clock = clock
    return try await DownloadRig.service(environment, rig.transport)
  }

  @Test("an item that is opened after the device's clock was set back keeps its files while it is open")
  func clockSetBack() async throws {
    let rig = try await rig()
    let clock = ShiftedClock(rig.rig.clock, by: 3600)
    let shelf = try await service(rig, clock)
    var rules = DownloadRules()
    (rules.downloadsPlayed, rules.removesFinished) = (true, true)
    try await shelf.downloads.setRules(rules)
    await shelf.downloads.start()
    clock.set(by: 0)
    try await shelf.playedItems.note(LocalItem(id: rig.book, tracks: []))
    #expect(await eventually { (try? await rig.phase(rig.book, by: shelf)) == .complete })
    try await shelf.progressStore.markFinished(rig.book)
    await shelf.progressStore.settled()
    await shelf.downloads.start()
    await shelf.downloads.settled()
    #expect(try await rig.phase(rig.book, by: shelf) == .complete)
    try await shelf.playedItems.note(LocalItem(id: try rig.rig.book("Part 2"), tracks: []))
    #expect(await eventually { (try? await rig.phase(rig.book, by: shelf)) == nil })
  }

  @Test("no download counts as unused for a date that is set ahead, nor before the server has answered")
  func dateSetAhead() async throws {
    let rig = try await rig()
    let clock = ShiftedClock(rig.rig.clock, by: 0)
    let shelf = try await service(rig, clock)
    var rules = DownloadRules()
    rules.removesUnusedAfterDays = 3
    rules.series = [try await seriesRule(shelf, next: 1)]
    try await shelf.downloads.setRules(rules)
    try await shelf.downloads.applyRules()
    await shelf.downloads.settled()
    #expect(try await titles(shelf) == ["Part 1"])
    clock.set(by: 31 * 86_400)
    try await shelf.downloads.applyRules()
    await shelf.downloads.settled()
    #expect(try await titles(shelf) == ["Part 1"])

    // Four days later, without a network.
    await rig.rig.clock.advance(by: .seconds(4 * 86_400))
    rig.rig.network.isDown = true
    let later = try await rig.relaunched()
    await later.downloads.start()
    await later.downloads.settled()
    #expect(try await titles(later) == ["Part 1"])
    rig.rig.network.isDown = false
    try await later.downloads.applyRules()
    await later.downloads.settled()
    #expect(try await later.downloads.removed().map(\.cause) == [.unused])
  }

  @Test("an item that is queued is downloaded")
  func queued() async throws {
    let rig = try await rig()
    let shelf = rig.shelf
    var rules = DownloadRules()
    rules.downloadsQueued = true
    try await shelf.downloads.setRules(rules)
    await shelf.downloads.start()
    try await shelf.upNext.playLast(QueueEntry(id: rig.book, title: "Part 1"))
    #expect(await eventually { (try? await rig.phase(rig.book)) == .complete })
    #expect(try await shelf.downloads.download(of: rig.book)?.reason == .queued)
  }

  @Test("rules with impossible numbers are refused, and another account has its own")
  func values() async throws {
    let rig = try await rig()
    var rules = DownloadRules()
    rules.removesUnusedAfterDays = 0
    let error = try await failure { try await rig.shelf.downloads.setRules(rules) }
    #expect(error.kind == .invalidRequest)
    rules.removesUnusedAfterDays = 3
    try await rig.shelf.downloads.setRules(rules)
    #expect(try await rig.relaunched().downloads.rules() == rules)
    try await rig.shelf.account.signOut(pending: .discard)
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(try await rig.shelf.downloads.rules() == DownloadRules())
  }

  @Test("a day of an app with all rules on costs 21 requests beside files and covers")
  func day() async throws {
    let rig = try await rig()
    let shelf = rig.shelf
    await shelf.downloads.follow(ManualNetwork())
    var rules = DownloadRules()
    (rules.onlyOnWifi, rules.waitsInLowDataMode, rules.removesFinished, rules.downloadsPlayed) = (
      true, true, true, true
    )
    rules.removesUnusedAfterDays = 30
    rules.series = [try await seriesRule(shelf, next: 2)]
    rules.podcasts = [try podcastRule(rig, newest: 2)]
    let before = rig.rig.network.operations.count
    try await shelf.downloads.setRules(rules)
    // The app comes to the front four times in each of 16 hours.
    for _ in 0..<64 {
      await shelf.downloads.start()
      await shelf.downloads.settled()
      await rig.rig.clock.advance(by: .seconds(900))
    }
    let operations = rig.rig.network.operations.dropFirst(before)
    let counts = Dictionary(operations.map { ($0, 1) }, uniquingKeysWith: +)
    // One list of the series; the podcast, and the item of each of four downloads; the newest episodes each hour after the first.
    #expect(counts[.shelfLibrariesItems] == 1)
    #expect(counts[.shelfItemsOne] == 5)
    #expect(counts[.shelfLibrariesRecentEpisodes] == 15)
    let files = counts[.shelfMediaDownloadFile] ?? 0
    // Both episodes have the cover of their podcast.
    #expect(counts[.shelfMediaCover] == 3)
    // The token is renewed each hour, whoever asks.
    #expect(counts[.shelfAccountRefresh] == 15)
    #expect(operations.count - files - 3 - 15 == 21)
    #expect(try await titles(shelf) == ["Episode 3", "Episode 4", "Part 1", "Part 2"])
  }
}
