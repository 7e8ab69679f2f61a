import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Files, ebooks and streams")
struct MediaFileTests {
  @Test("a file and a part of it, for playing and for keeping")
  func files() async throws {
    let rig = try await ShelfRig()
    let item = try await rig.shelf.items.item(rig.item("The Salt Clock"))
    let ino = try #require(item.media.book?.tracks?.first?.ino)
    let part = try await rig.shelf.media.file(ino, of: item.id, range: 10..<30)
    #expect(part.count == 20)
    let longer = try await rig.shelf.media.download(ino, of: item.id, range: 0..<40)
    #expect(longer.dropFirst(10).prefix(20) == part)
    #expect(try await failure { try await rig.shelf.media.file("1", of: item.id) }.kind == .notFound)
  }

  @Test("keeping needs the permission to download")
  func permission() async throws {
    let rig = try await ShelfRig(as: "linus")
    let id = try rig.episode()
    let episode = try await rig.shelf.items.episode(id)
    let ino = try #require(episode.audioFile?.ino)
    #expect(try await rig.shelf.media.file(ino, of: id.libraryItemId, range: 0..<10).count == 10)
    let refused = try await failure { try await rig.shelf.media.download(ino, of: id.libraryItemId, range: nil) }
    #expect(refused.kind == .forbidden)
    #expect(refused.serverMessage == "Forbidden")
    #expect(try await failure { try await rig.shelf.media.download(id.libraryItemId) }.kind == .forbidden)
  }

  @Test("the ebook of an item, or none")
  func ebooks() async throws {
    let rig = try await ShelfRig()
    #expect(try await rig.shelf.media.ebook(of: rig.item("Only Text")).isEmpty == false)
    #expect(try await failure { try await rig.shelf.media.ebook(of: rig.item("Field Notes")) }.kind == .notFound)
  }

  @Test("a session that is transcoded has a playlist and segments")
  func transcode() async throws {
    let rig = try await ShelfRig()
    var options = PlayOptions()
    options.forceTranscode = true
    let session = try await rig.shelf.playback.start(rig.book("Field Notes"), options: options)
    let track = try #require(session.audioTracks?.first)
    #expect(
      try await rig.shelf.media.streamURL(of: track, in: session).absoluteString
        == "https://server.test/hls/\(session.id)/output.m3u8")
    let playlist = try await rig.shelf.media.playlist(of: session.id)
    #expect(playlist.hasPrefix("#EXTM3U"))
    #expect(playlist.contains("output-0.ts"))
    await rig.clock.advance(by: .seconds(10))
    #expect(try await rig.shelf.media.segment("output-0.ts", of: session.id).isEmpty == false)
  }

  @Test("the audio of an open session needs no token, and ends with it")
  func tracks() async throws {
    let rig = try await ShelfRig()
    let session = try await rig.shelf.playback.start(rig.episode(), options: PlayOptions())
    #expect(try await rig.shelf.media.track(1, of: session.id, range: 0..<100).count == 100)
    let track = try #require(session.audioTracks?.first)
    let url = try await rig.shelf.media.streamURL(of: track, in: session)
    #expect(url.absoluteString == "https://server.test/public/session/\(session.id)/track/1")
    try await rig.shelf.playback.close(session.id, nil)
    #expect(try await failure { try await rig.shelf.media.track(1, of: session.id, range: nil) }.kind == .notFound)
  }

  @Test("a page where a playlist should be comes from another server")
  func wrongPlaylist() async throws {
    let transport = FakeTransport()
    transport.answer(.shelfMediaPlaylist, with: .loginPage)
    transport.answer(.shelfMediaPlaylist, with: .text("hello"))
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual())
    #expect(try await failure { try await shelf.media.playlist(of: "session") }.kind == .wrongServer)
    #expect(try await failure { try await shelf.media.playlist(of: "session") }.kind == .undecodable)
  }

  @Test("covers, with a width and a date in their addresses")
  func covers() async throws {
    let rig = try await ShelfRig()
    let item = try rig.item("The Salt Clock")
    #expect(try await rig.shelf.media.cover(of: item, width: 200).prefix(2) == Data([0xFF, 0xD8]))
    #expect(
      try await failure { try await rig.shelf.media.cover(of: rig.item("Field Notes"), width: nil) }.kind == .notFound)
    let url = try await rig.shelf.media.coverURL(of: "x", width: nil, updatedAt: nil)
    #expect(url.absoluteString == "https://server.test/api/items/x/cover?format=jpeg")
  }
}

@Suite("Libraries as a whole")
struct LibraryReportTests {
  @Test("sizes, lengths and what there is most of")
  func report() async throws {
    let rig = try await ShelfRig()
    let report = try await rig.shelf.libraries.report(of: rig.books)
    #expect(report.totalItems == 5)
    #expect(report.totalDuration == 14101)
    #expect(report.longestItems.first?.title == "The Salt Clock")
    #expect(report.longestItems.first?.duration == 5401)
    #expect(report.authorsWithCount.first { $0.name == "Ursula Ode" }?.count == 3)
    #expect(report.genresWithCount.first?.genre == "Fantasy")
    #expect(try await rig.shelf.libraries.report(of: rig.podcasts).totalAuthors == nil)
  }

  @Test("the list with its sizes, and values to filter by")
  func lists() async throws {
    let rig = try await ShelfRig()
    let all = try await rig.shelf.libraries.allWithStats()
    #expect(all.map(\.name) == ["Audiobooks", "Podcasts"])
    #expect(all.first?.stats?.totalItems == 5)
    #expect(try await rig.shelf.libraries.all().first?.stats == nil)
    let values = try await rig.shelf.libraries.filterData(of: rig.books)
    #expect(values.series.map(\.name) == ["Lantern Cycle"])
    #expect(values.genres.contains("Fiction"))
  }

  @Test("all unfinished episodes, page by page, newest first")
  func episodes() async throws {
    let rig = try await ShelfRig()
    let all = try await rig.shelf.libraries.episodes(in: rig.podcasts, pageSize: 2).all()
    #expect(
      all.map(\.episode.title) == ["Oats", "Radio on the Roof", "Rye", "The Long Wave", "Valves and Wires"])
    // Three requests for pages, and two for the episode before the second and before the third page.
    #expect(rig.count(.shelfLibrariesRecentEpisodes) == 5)
  }

  @Test("podcasts for other programs")
  func opml() async throws {
    let rig = try await ShelfRig()
    let podcasts = try await rig.shelf.libraries.opml(of: rig.podcasts)
    #expect(podcasts.contains("text=\"Night Signals\""))
    let transport = FakeTransport()
    transport.answer(
      .shelfLibrariesOpml, with: .text("<?xml version=\"1.0\"?><opml/>", type: "application/xml; charset=utf-8"))
    transport.answer(.shelfLibrariesOpml, with: .loginPage)
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual())
    try await shelf.client.session.adopt(
      Credentials(account: "1", name: "ada", access: Secret("token")), generation: 0)
    #expect(try await shelf.libraries.opml(of: "lib").hasSuffix("<opml/>"))
    #expect(try await failure { try await shelf.libraries.opml(of: "lib") }.kind == .wrongServer)
  }
}

@Suite("Progress, directly")
struct ProgressCallTests {
  @Test("hiding an item takes it off the shelf until its position changes")
  func hiding() async throws {
    let rig = try await ShelfRig()
    let book = try rig.book()
    try await rig.shelf.progress.update(book, .position(100, duration: 5401))
    let record = try #require(try await rig.shelf.progress.progress(of: book)).id
    let user = try await rig.shelf.progress.hideFromContinueListening(record: record)
    #expect(user.mediaProgress.first?.hideFromContinueListening == true)
    #expect(try await rig.shelf.shelves.shelves(of: rig.books).contains { $0.id == .continueListening } == false)
    try await rig.shelf.progress.update(book, .position(120, duration: 5401))
    #expect(rig.stored(book)?["hideFromContinueListening"]?.bool == false)
    #expect(try await failure { try await rig.shelf.progress.hideFromContinueListening(record: "x") }.kind == .notFound)
  }

  @Test("GETs that write are sent each time, also at the same time, and never again by themselves")
  func writingReads() async throws {
    let rig = try await ShelfRig()
    let book = try rig.book()
    try await rig.shelf.progress.update(book, .position(100, duration: 5401))
    let record = try #require(try await rig.shelf.progress.progress(of: book)).id
    async let one = rig.shelf.progress.hideFromContinueListening(record: record)
    async let two = rig.shelf.progress.hideFromContinueListening(record: record)
    _ = (try await one, try await two)
    _ = try await rig.shelf.progress.hideFromContinueListening(record: record)
    #expect(rig.count(.shelfProgressHide) == 3)
    rig.network.fail(.shelfProgressHide, with: .cut)
    _ = try await failure { try await rig.shelf.progress.hideFromContinueListening(record: record) }
    rig.network.fail(.shelfProgressHide, with: .status(503))
    _ = try await failure { try await rig.shelf.progress.hideFromContinueListening(record: record) }
    #expect(rig.count(.shelfProgressHide) == 5)
    rig.network.isDown = true
    #expect(
      try await failure { try await rig.shelf.progress.hideFromContinueListening(record: record) }.kind == .unreachable)
  }

  @Test("several at once; the server skips those that it cannot apply")
  func batch() async throws {
    let rig = try await ShelfRig()
    let (book, episode) = (try rig.book(), try rig.episode())
    try await rig.shelf.progress.update([
      BatchProgressUpdate(libraryItemId: book.libraryItemId, update: .position(60, duration: 5401)),
      BatchProgressUpdate(libraryItemId: episode.libraryItemId, episodeId: episode.episodeId, update: .finished),
      BatchProgressUpdate(libraryItemId: "unknown", update: .finished),
    ])
    #expect(rig.stored(book)?["currentTime"]?.double == 60)
    #expect(rig.stored(episode)?["isFinished"]?.bool == true)
    #expect(try await rig.shelf.progress.all().count == 2)
    let empty = try await failure { try await rig.shelf.progress.update([]) }
    #expect(empty.kind == .invalidRequest)
    #expect(empty.serverMessage == "Missing request payload")
  }

  @Test("a server without the list of progress gives it with the account")
  func oldServer() async throws {
    let rig = try await ShelfRig(settings: .init(legacyTokensOnly: true))
    try await rig.shelf.progress.update(rig.book(), .position(60, duration: 5401))
    #expect(try await rig.shelf.progress.all().map(\.currentTime) == [60])
    try await rig.shelf.progressStore.refresh()
    #expect(try await rig.shelf.progressStore.progress(of: rig.book())?.position == 60)
  }

  @Test("one session of another time is uploaded, and an unknown item is refused")
  func oneLocalSession() async throws {
    let rig = try await ShelfRig()
    let id = try rig.episode()
    let now = rig.clock.now()
    var session = LocalSession(
      id: "6d596e63-8760-432d-a423-2549224d70e8", libraryItemId: id.libraryItemId, timeListening: 12, currentTime: 12,
      startedAt: now - 12, updatedAt: now)
    session.episodeId = id.episodeId
    session.mediaType = .podcast
    session.startTime = 0
    try await rig.shelf.playback.uploadLocal(session)
    try await rig.shelf.playback.uploadLocal(session)
    #expect(rig.server.listeningSeconds(user: "ada") == 12)
    #expect(rig.stored(id)?["currentTime"]?.double == 12)
    session.libraryItemId = "unknown"
    session.id = "6d596e63-8760-432d-a423-2549224d70e9"
    let error = try await failure { try await rig.shelf.playback.uploadLocal(session) }
    #expect(error.kind == .server)
    #expect(error.serverMessage == "Media item not found")
  }
}
