import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and downloads")
struct PlayerDownloadsTests {
  @Test("a book is downloaded, played without a network, and its progress arrives later")
  func downloaded() async throws {
    let rig = try await ShelfRig(instant: false)
    let id = try rig.book()
    try await rig.shelf.downloads.download(id)
    await rig.shelf.downloads.settled()
    try await rig.shelf.progressStore.setPosition(id, to: 1795)
    await rig.shelf.progressStore.settled()
    rig.network.isDown = true
    let test = PlayerRig(rig)
    await test.play(id)
    let state = test.player.state
    #expect(state.isLocal)
    #expect(state.title == "The Salt Clock")
    #expect(!state.author.isEmpty)
    #expect(state.chapters.count == 4)
    #expect(state.duration == 5401)
    #expect(state.coverURL?.query?.contains("ts=") == true)
    #expect(test.engine.tracks.allSatisfy { $0.url.isFileURL })
    #expect(test.engine.tracks.map(\.start) == [0, 1800.05, 3150.1])
    for _ in 0..<3 { await test.pass(10) }
    #expect(test.engine.place?.track == 1)
    let heard = test.engine.position
    #expect(heard > 1820)
    await test.close()
    #expect(try await rig.shelf.progressStore.progress(of: id)?.position == heard)
    rig.network.isDown = false
    await rig.shelf.progressStore.flush()
    #expect(abs((test.position(of: id) ?? 0) - heard) < 0.01)
    #expect(abs(test.listened - (heard - 1795)) < 1)
    #expect(rig.count(.shelfPlaybackStart) == 0)
  }

  @Test("a download that is not complete, or lost a file, is played from the server")
  func incomplete() async throws {
    let rig = try await ShelfRig(instant: false)
    let id = try rig.episode(2)
    #expect(await rig.shelf.downloads.localItem(id) == nil)
    try await rig.shelf.downloads.download(id)
    await rig.shelf.downloads.settled()
    let item = try #require(await rig.shelf.downloads.localItem(id))
    #expect(item.title == "Radio on the Roof")
    #expect(item.tracks.map(\.duration) == [1882.044])
    rig.network.fail(.shelfMediaDownloadFile, with: .timedOutBeforeSending)
    for path in rig.files.contents.keys where path.contains("/downloads/") { try rig.files.remove(path) }
    let test = PlayerRig(rig)
    await test.play(id)
    #expect(!test.player.state.isLocal)
    #expect(test.engine.isPlaying)
    #expect(test.engine.tracks.first?.url.isFileURL == false)
    await test.close()
  }

  @Test("complete downloads are in the tree, and covers of Latest are kept under their version")
  nonisolated func treeAndCovers() async throws {
    let rig = try await ShelfRig()
    let id = try rig.episode(2)
    let tree = BrowseTree(shelf: rig.shelf)
    #expect(try await tree.children(of: .downloads) == [])
    try await rig.shelf.downloads.download(id)
    await rig.shelf.downloads.settled()
    try await rig.shelf.queueStore.refresh()
    let entries = try await rig.shelf.queueStore.current().entries
    let entry = try #require(entries.first { $0.id == id })
    let cover = try #require(entry.artwork)
    #expect(cover.updatedAt != nil)
    let picture = try await rig.shelf.covers.picture(cover)
    rig.network.isDown = true
    #expect(try await tree.children(of: .downloads).map(\.playable) == [id])
    #expect(try await rig.shelf.media.url(of: cover) == entry.coverURL)
    #expect(try await rig.shelf.covers.picture(cover) == picture)
  }
}
