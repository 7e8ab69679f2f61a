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

    init() async throws {
      rig = try await DownloadRig()
      let media = LingeringMedia(rig.rig.shelf.media)
      let items = LingeringItems(base: rig.rig.shelf.items)
      (self.media, self.items) = (media, items)
      shelf = ShelfService(
        server: .fake, transport: rig.transport, environment: rig.rig.environment.relaunched()
      ) { roles in
        roles.media = media
        roles.items = items
      }
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

  @Test("the late end of a removed download neither ends nor repeats the one that was requested after it")
  func requestedAgain() async throws {
    let whole = try await Bench()
    try await whole.shelf.downloads.download(whole.rig.book)
    await whole.shelf.downloads.settled()
    let bench = try await Bench()
    let (downloads, book, streams) = (bench.shelf.downloads, bench.rig.book, bench.media.streams)
    streams.hold("stream1")
    streams.hold("stream2")
    try await downloads.download(book)
    #expect(await eventually { streams.isHolding("stream1") })
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
    #expect(bench.streamCount == 1 + whole.streamCount)
  }

  @Test("a file that is lost while the last one comes in is downloaded again before the book is complete")
  func lost() async throws {
    let bench = try await Bench()
    let (downloads, book, streams) = (bench.shelf.downloads, bench.rig.book, bench.media.streams)
    // The files have 733, 493 and 573 bytes, in ranges of 200.
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
}
