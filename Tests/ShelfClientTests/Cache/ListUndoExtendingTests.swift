import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Undoing a removal from a playlist in an extension")
struct ListUndoExtendingTests {
  @Test("an undo in an extension hands an addition over, and the app sends it after the removal")
  func inExtension() async throws {
    let rig = try await ShelfRig()
    let entries = try (0..<3).map { try rig.episode($0) }
    let local = try await rig.shelf.playlistStore.create("Evening", in: rig.podcasts, entries: entries).id
    await rig.shelf.queue.flush()
    let id = try #require(try await rig.shelf.playlistStore.serverID(of: local))
    await PlaylistViewModel(shelf: rig.shelf, playlist: id).refreshAndWait()
    await rig.shelf.client.accounts.save()
    let widget = ShelfService(
      extending: .fake, environment: .manual(clock: rig.clock, seed: 7, files: rig.files, secrets: rig.secrets))
    let removal = try await widget.playlistStore.removeUndoably([entries[0]], from: id).removal
    #expect(try await widget.playlistStore.entries(of: id)?.count == 2)
    #expect(try await widget.playlistStore.restore(removal).submissions.isEmpty == false)
    #expect(try await widget.playlistStore.entries(of: id)?.count == 3)
    await rig.shelf.client.accounts.folderChanged()
    await rig.shelf.queue.settled()
    let stored = try await rig.device(as: "ada").playlists.playlist(id).items
    #expect(Set(stored.map(\.episodeId)) == Set(entries.map(\.episodeId)))
    #expect(try await rig.shelf.queue.open() == [])
  }
}
