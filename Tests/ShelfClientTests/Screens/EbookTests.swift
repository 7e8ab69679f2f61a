import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("An item that cannot be listened to")
@MainActor
struct EbookTests {
  @Test("an ebook says so in the player, in the user's language")
  func ebook() async throws {
    let rig = try await ShelfRig()
    let id = try rig.book("Only Text")
    let player = PlayerViewModel(shelf: rig.shelf, engine: ScriptedEngine())
    player.open(id)
    await player.settled()
    #expect(player.state.phase == .failed)
    #expect(player.state.problem == .ebookOnly)
    let error = try #require(player.state.error)
    #expect(error.text(.english) == "This is an ebook. There is nothing to listen to in it.")
    #expect(error.text(Texts(.coreGerman, .shelfGerman)) == "Das ist ein E-Book. Darin gibt es nichts zu hören.")
    #expect(rig.server.openSessionCount == 0)
  }

  @Test("an item without any file, and a podcast without an episode, have reasons of their own")
  func others() async throws {
    var world = ShelfWorld.sample
    let empty = world.addBook(in: world.libraryIDs[0], title: "Nothing", tracks: [])
    let rig = try await ShelfRig(world: world)
    let player = PlayerViewModel(shelf: rig.shelf, engine: ScriptedEngine())
    player.open(PlayableID(libraryItemId: empty))
    await player.settled()
    #expect(player.state.problem == .noAudio)
    #expect(player.state.error?.text(.english) == "There is nothing to listen to in this item.")
    player.open(PlayableID(libraryItemId: try rig.item("Night Signals")))
    await player.settled()
    #expect(player.state.problem == .podcastNeedsEpisode)
    #expect(player.state.error?.text(.english) == "Choose an episode of this podcast.")
    player.open(try rig.book(), autoPlay: false)
    await player.settled()
    #expect(player.state.problem == nil)
  }

  @Test("every reason of this client has its sentence, in German too")
  func sentences() {
    let reasons = [
      ShelfDetail.noAudio, ShelfDetail.ebookOnly, ShelfDetail.podcastNeedsEpisode, ShelfDetail.serverTooOld,
      ShelfDetail.tooShort, ShelfDetail.wrongSize, ShelfDetail.notTheFile, ShelfDetail.compressed,
      ShelfDetail.formatNotPlayable, ShelfDetail.wrongKey,
    ]
    for reason in reasons {
      let error = ClientError(.unsupported, operation: "test", detail: reason)
      let plain = ClientError(.unsupported, operation: "test")
      #expect(error.text(.english) != plain.text(.english))
      #expect(error.text(Texts(.coreGerman)) != error.text(.english))
    }
  }
}
