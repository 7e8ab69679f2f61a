import ShelfClient
import ShelfTesting
import Testing

@MainActor final class EpisodeModel {
  private(set) var line = ""
  private let shelf: ShelfService

  init(shelf: ShelfService) { self.shelf = shelf }

  func finish(_ id: PlayableID) async {
    do throws(ClientError) {
      let change = try await shelf.progressStore.markFinished(id)
      switch await change.settled() {
      case .waiting: line = "Sent later"
      case .refused(let error): line = error.text(.english)
      default: line = "Finished"
      }
    } catch {
      line = error.text(.english)
    }
  }
}

@MainActor @Test("a lost reply loses nothing") func aLostReplyLosesNothing() async throws {
  let test = try await TestShelf.signedIn()
  let library = try #require(try await test.shelf.libraries.all().first { $0.mediaType == .book })
  let book = try #require(try await test.shelf.libraries.items(in: library.id).all().first)
  test.faults.fail(.shelfProgressUpdate, with: .replyLost)

  let model = EpisodeModel(shelf: test.shelf)
  await model.finish(PlayableID(libraryItemId: book.id))

  #expect(model.line == "Sent later")
  await test.shelf.queue.flush()  // by itself a little later: the server is read, and has it already
  #expect(try await test.shelf.queue.open().isEmpty)
  #expect(test.problems == [])
}
