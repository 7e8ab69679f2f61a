import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// The requests of these tests go on after their run was cancelled, as those of an app's own roles can.
@Suite("Downloads that change while one of their requests is under way")
struct DownloadMeanwhileTests {
  private struct Bench {
    let rig: DownloadRig
    let media: LingeringMedia
    let items: LingeringItems
    let shelf: ShelfService

    init(as user: String = "ada") async throws {
      rig = try await DownloadRig(as: user)
      var roles: (media: LingeringMedia, items: LingeringItems)?
      shelf = ShelfService(server: .fake, transport: rig.transport, environment: rig.rig.environment.relaunched()) {
        let (media, items) = (LingeringMedia($0.media), LingeringItems(base: $0.items))
        ($0.media, $0.items, roles) = (media, items, (media, items))
      }
      (media, items) = try #require(roles)
      await shelf.downloads.setSizes(range: DownloadRig.rangeSize, block: 64)
    }

    var streamCount: Int { media.streamCount.withLock { $0 } }
  }

  @Test("a download that is paused while its item is read stays paused")
  func paused() async throws {
    let bench = try await Bench()
    let (downloads, book) = (bench.shelf.downloads, bench.rig.book)
    bench.items.gate.hold("item")
    try await downloads.download(book)
    #expect(await eventually { bench.items.gate.isHolding("item") })
    let pausing = Task { try await downloads.pause(book) }
    #expect(await eventually { (try? await downloads.download(of: book)?.phase) == .paused })
    bench.items.gate.letGo("item")
    try await pausing.value
    await downloads.settled()
    #expect(try await downloads.download(of: book)?.phase == .paused)
    #expect(bench.streamCount == 0)
  }

  @Test("a download of the rules that the user asks for while its item is read is the user's own")
  func askedForMeanwhile() async throws {
    let bench = try await Bench()
    let (downloads, book) = (bench.shelf.downloads, bench.rig.book)
    bench.items.gate.hold("item")
    try await downloads.setRules(with(DownloadRules()) { $0.downloadsPlayed = true })
    await downloads.start()
    try await bench.shelf.playedItems.note(LocalItem(id: book, tracks: []))
    #expect(await eventually { bench.items.gate.isHolding("item") })
    try await downloads.download(book)
    bench.items.gate.letGo("item")
    await downloads.settled()
    #expect(try await downloads.download(of: book)?.reason == .byHand)
    #expect(try await bench.rig.kept(book, by: bench.shelf) == bench.rig.served(book))
  }

  /// A download whose first request is held back, as its second one will be, and the number of requests of an undisturbed one.
  private func held() async throws -> (bench: Bench, wholeCount: Int) {
    let whole = try await Bench()
    try await whole.shelf.downloads.download(whole.rig.book)
    await whole.shelf.downloads.settled()
    let bench = try await Bench()
    bench.media.streams.hold("stream1")
    bench.media.streams.hold("stream2")
    try await bench.shelf.downloads.download(bench.rig.book)
    #expect(await eventually { bench.media.streams.isHolding("stream1") })
    return (bench, whole.streamCount)
  }

  @Test("a download that is resumed while its pause waits for the last request runs once")
  func resumedAtOnce() async throws {
    let (bench, wholeCount) = try await held()
    let (downloads, book, streams) = (bench.shelf.downloads, bench.rig.book, bench.media.streams)
    let pausing = Task { try await downloads.pause(book) }
    #expect(await eventually { (try? await downloads.download(of: book)?.phase) == .paused })
    try await downloads.resume(book)
    streams.letGo("stream1")
    try await pausing.value
    streams.letGo("stream2")
    await downloads.settled()
    #expect(try await bench.rig.kept(book, by: bench.shelf) == bench.rig.served(book))
    #expect(bench.streamCount == 1 + wholeCount)
  }

  @Test("the late end of a removed download neither ends nor repeats the one that was requested after it")
  func requestedAgain() async throws {
    let (bench, wholeCount) = try await held()
    let (downloads, book, streams) = (bench.shelf.downloads, bench.rig.book, bench.media.streams)
    let removing = Task { try await downloads.remove(book) }
    #expect(await eventually { ((try? await downloads.all()) ?? []).isEmpty })
    try await downloads.download(book)
    #expect(await eventually { streams.isHolding("stream2") })
    streams.letGo("stream1")
    try await removing.value
    #expect(try await downloads.download(of: book)?.phase == .running)
    streams.letGo("stream2")
    await downloads.settled()
    #expect(try await bench.rig.kept(book, by: bench.shelf) == bench.rig.served(book))
    #expect(bench.streamCount == 1 + wholeCount)
  }

  @Test("a file that is lost while the last one comes in is downloaded again before the book is complete")
  func lost() async throws {
    let bench = try await Bench()
    let (downloads, book, streams) = (bench.shelf.downloads, bench.rig.book, bench.media.streams)
    // The files have 733, 493 and 573 bytes and are requested in ranges of 200.
    streams.hold("stream10")
    try await downloads.download(book)
    #expect(await eventually { streams.isHolding("stream10") })
    let files = bench.rig.rig.files
    let path = try #require(files.contents.first { $0.key.contains("/downloads/") && $0.value.count == 733 }?.key)
    try files.remove(path)
    try await downloads.download(book)
    streams.letGo("stream10")
    await downloads.settled()
    #expect(try await downloads.download(of: book)?.phase == .complete)
    #expect(try await bench.rig.kept(book, by: bench.shelf) == bench.rig.served(book))
    #expect(bench.streamCount == 14)
  }

  @Test("a removed download whose item is described late changes nothing of the one that was requested after it")
  func describedLate() async throws {
    let bench = try await Bench()
    let (downloads, book, gate) = (bench.shelf.downloads, bench.rig.book, bench.items.gate)
    let streams = bench.media.streams
    gate.hold("item")
    streams.hold("stream1")
    try await downloads.download(book)
    #expect(await eventually { gate.isHolding("item") })
    let removing = Task { try await downloads.remove(book) }
    #expect(await eventually { ((try? await downloads.all()) ?? []).isEmpty })
    try await downloads.download(book)
    let token = try await downloads.records.value()[book.description]?.token
    #expect(await eventually { streams.isHolding("stream1") })
    gate.letGo("item")
    try await removing.value
    streams.letGo("stream1")
    await downloads.settled()
    #expect(try await downloads.records.value()[book.description]?.token == token)
    #expect(try await bench.rig.kept(book, by: bench.shelf) == bench.rig.served(book))
  }

  @Test("whoever signs in over another account downloads the same book, and sends no request for that account")
  func otherAccount() async throws {
    let bench = try await Bench(as: "linus")
    let (downloads, book, gate) = (bench.shelf.downloads, bench.rig.book, bench.items.gate)
    gate.hold("request")
    try await downloads.download(book)
    #expect(await eventually { gate.isHolding("request") })
    try await bench.shelf.account.signIn(username: "ada", password: "correct horse")
    try await downloads.download(book)
    #expect(await eventually { (try? await downloads.download(of: book)?.phase) == .complete })
    #expect(try await bench.rig.kept(book, by: bench.shelf) == bench.rig.served(book))
    gate.hold("item")
    let before = bench.rig.rig.count(.shelfItemsOne)
    gate.letGo("request")
    #expect(await eventually { gate.isHolding("item") })
    #expect(bench.rig.rig.count(.shelfItemsOne) == before)
    gate.letGo("item")
  }

  @Test("bytes that come in after a sign-out are written nowhere, even if their request was not ended")
  func lateBytes() async throws {
    let bench = try await Bench()
    let (downloads, streams) = (bench.shelf.downloads, bench.media.streams)
    streams.hold("pieces2")
    try await downloads.download(bench.rig.book)
    #expect(await eventually { streams.isHolding("pieces2") })
    #expect(bench.rig.fileNames.count == 1)
    try await bench.shelf.account.signOut(pending: .keep)
    streams.letGo("pieces2")
    await downloads.settled()
    #expect(await eventually { bench.media.endedCount.withLock { $0 } == 2 })
    #expect(bench.rig.fileNames.isEmpty)
  }

  @Test("a sign-out ends the requests of downloads")
  func endedRequest() async throws {
    let (started, ended) = (Locked(false), Locked(false))
    let rig = try await DownloadRig { request, server in
      guard request.operation == .shelfMediaDownloadFile else { return try await server.send(request) }
      started.withLock { $0 = true }
      // Never answer; end when the request is cancelled.
      let answer = AsyncStream<Void>.makeStream()
      await withTaskCancellationHandler {
        for await _ in answer.stream {}
      } onCancel: {
        ended.withLock { $0 = true }
      }
      throw CancellationError()
    }
    try await rig.shelf.downloads.download(rig.book)
    #expect(await eventually { started.withLock { $0 } })
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(await eventually { ended.withLock { $0 } })
  }

  @Test("the bytes of a running download count for its own request alone, and not for another one of the same book")
  func bytes() async throws {
    let bench = try await Bench()
    let (downloads, book, streams) = (bench.shelf.downloads, bench.rig.book, bench.media.streams)
    streams.hold("stream2")
    try await downloads.download(book)
    #expect(await eventually { streams.isHolding("stream2") })
    let record = try #require(try await downloads.records.value()[book.description])
    // The other account's download of the same book has another token.
    var other = DownloadRecord(
      book, token: "other", title: "", order: 1, requestedAt: record.requestedAt, reason: .byHand)
    other.parts = record.parts
    other.parts[0].begin()
    #expect(await downloads.engine.received(record) == DownloadRig.rangeSize)
    #expect(await downloads.engine.received(other) == 0)
    streams.letGo("stream2")
    await downloads.settled()
  }

  @Test("downloads whose folder could not be listed at the start go on when the connection is back")
  func unlisted() async throws {
    let rig = try await DownloadRig()
    try await waiting(rig)
    var environment = rig.rig.environment.relaunched()
    let files = UnlistedFiles(rig.rig.files)
    environment.files = files
    let shelf = try await DownloadRig.service(environment, rig.transport)
    await shelf.downloads.start()
    #expect(try await rig.phase(rig.book, by: shelf) == .queued)
    files.isListed.withLock { $0 = true }
    shelf.client.connectivity.report(.online)
    #expect(await eventually { (try? await rig.phase(rig.book, by: shelf)) == .complete })
    #expect(try await rig.kept(rig.book, by: shelf) == rig.served(rig.book))
  }

  @Test("before the app calls start nothing is downloaded, even when the connection is back")
  func notStarted() async throws {
    let rig = try await DownloadRig()
    try await waiting(rig)
    let shelf = try await rig.relaunched()
    let before = rig.rig.network.operations.count
    await shelf.downloads.engine.connectionIsBack()
    await shelf.downloads.settled()
    #expect(try await rig.phase(rig.book, by: shelf) == .queued)
    #expect(rig.rig.network.operations.count == before)
  }

  @Test("a download that waits for a sign-in goes on after it")
  func signedInAgain() async throws {
    let rig = try await DownloadRig()
    let downloads = rig.shelf.downloads
    rig.rig.server.revokeAllTokens()
    try await downloads.download(rig.book)
    await downloads.settled()
    guard case .waiting(let error) = try await rig.phase(rig.book) else {
      Issue.record("the download does not wait")
      return
    }
    #expect(error.kind == .signedOut)
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(await eventually { (try? await rig.phase(rig.book)) == .complete })
  }

  /// Leaves a download on the disk that waits for the network, in a process that has ended.
  private func waiting(_ rig: DownloadRig) async throws {
    let process = try await rig.mortal(rig.transport)
    rig.rig.network.isDown = true
    try await process.shelf.downloads.download(rig.book)
    await process.shelf.downloads.settled()
    process.files.die()
    rig.rig.network.isDown = false
  }
}
