import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Downloads without a look at them before")
struct DownloadedEbookTests {
  static var world: ShelfWorld {
    var world = DownloadRig.world
    world.addBook(in: world.libraryIDs[0], title: "Read Along", tracks: [0.05], ebook: "epub")
    world.addBook(in: world.libraryIDs[0], title: "Only Text", tracks: [], ebook: "pdf")
    return world
  }

  private func content(_ book: LocalEbook?, _ rig: DownloadRig) throws -> Data {
    let path = try #require(book?.url.path)
    return rig.rig.files.contents[String(path.dropFirst("/memory/".count))] ?? Data()
  }

  @Test("an ebook comes with the audio, and alone, and is read without a network")
  func ebooks() async throws {
    let rig = try await DownloadRig(world: Self.world)
    let (both, text) = (try rig.rig.book("Read Along"), try rig.rig.book("Only Text"))
    for id in [both, text] { try await rig.shelf.downloads.download(id) }
    await rig.shelf.downloads.settled()
    let downloads = try await rig.shelf.downloads.all()
    #expect(downloads.map(\.phase) == [.complete, .complete])
    #expect(downloads.map(\.ebookFormat) == [.epub, .pdf] && downloads.map(\.hasAudio) == [true, false])
    #expect(downloads.map(\.totalBytes) == [733 + 52_000, 52_000])
    let served = [try await rig.rig.shelf.media.ebook(of: both.libraryItemId)]
    rig.rig.network.isDown = true
    let again = try await rig.relaunched()
    let book = await again.downloads.localEbook(of: both)
    #expect(book?.format == .epub && book?.url.pathExtension == "epub")
    #expect(try content(book, rig) == served[0])
    #expect(await again.downloads.localTracks(of: both)?.count == 1)
    #expect(await again.downloads.localEbook(of: text)?.format == .pdf)
    // A player must not open an ebook as audio of no length, nor a car offer it.
    #expect(await again.downloads.localItem(text) == nil)
    #expect(await again.downloads.playableRows().map(\.id) == [both.description])
    #expect(await again.downloads.localEbook(of: rig.book) == nil)
  }

  @Test("a page in an ebook's place is refused; a PDF that begins with text alone is not")
  func impostors() async throws {
    let answer = Locked(Data("<!DOCTYPE html><html>Please sign in to this network first, then try again.</html>".utf8))
    let rig = try await DownloadRig(world: Self.world) { request, server in
      var response = try await server.send(request)
      if request.operation == .shelfMediaDownloadFile, let start = request.rangeStart {
        let body = answer.withLock { $0 } + Data(repeating: 0x20, count: 52_000)
        response.body = body.dropFirst(start).prefix(response.body.count)
      }
      return response
    }
    let id = try rig.rig.book("Only Text")
    try await rig.shelf.downloads.setSettings(DownloadSettings())
    try await rig.shelf.downloads.download(id)
    #expect(await eventually { if case .waiting = try? await rig.phase(id) { true } else { false } })
    guard case .waiting(let error) = try await rig.phase(id) else { return }
    #expect(error.kind == .wrongServer)
    answer.withLock { $0 = Data("%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj".utf8) }
    try await rig.shelf.downloads.resume(id)
    #expect(await eventually { (try? await rig.phase(id)) == .complete })
  }

  @Test("the page of a downloaded book and podcast opens without a network though nobody looked at it")
  @MainActor
  func pages() async throws {
    let rig = try await DownloadRig(world: DownloadRulesTests.world, book: "Part 1")
    let episodes = [try rig.rig.episode(0, of: "Short"), try rig.rig.episode(1, of: "Short")]
    for id in episodes + [rig.book] { try await rig.shelf.downloads.download(id) }
    await rig.shelf.downloads.settled()
    rig.rig.network.isDown = true
    let again = try await rig.relaunched()
    let book = ItemViewModel(shelf: again, item: rig.book.libraryItemId)
    book.load()
    await book.settled()
    #expect(book.state.item.value?.title == "Part 1" && book.state.chapters.map(\.title) == ["All"])
    // The page belongs to both episodes: it stays as long as one of them does.
    try await again.downloads.remove(episodes[0])
    let podcast = ItemViewModel(shelf: again, item: episodes[0].libraryItemId)
    podcast.load()
    await podcast.settled()
    #expect(podcast.state.episodes.count == 4)
    try await again.downloads.remove(episodes[1])
    let gone = ItemViewModel(shelf: again, item: episodes[0].libraryItemId)
    gone.load()
    await gone.settled()
    #expect(gone.state.item.value == nil)
    try await again.downloads.removeAll()
    #expect(rig.fileNames.isEmpty && rig.pageNames.isEmpty)
  }
}
