import ShelfClient
import ShelfTesting
import Testing

@Test("a full disk refuses a change and says so") func aFullDiskRefusesAChange() async throws {
  let test = try await TestShelf.signedIn()
  let library = try #require(try await test.shelf.libraries.all().first { $0.mediaType == .book })
  let book = try #require(try await test.shelf.libraries.items(in: library.id).all().first)
  let id = PlayableID(libraryItemId: book.id)
  let files = try #require(test.environment.files as? MemoryFileSystem)

  files.isFull = true
  let error = await #expect(throws: ClientError.self) { try await test.shelf.progressStore.markFinished(id) }
  #expect(error?.kind == .storage && error?.detail == "full")
  #expect(try await test.shelf.queue.open().isEmpty)  // a change that was refused is not sent later

  files.isFull = false
  try await test.shelf.progressStore.markFinished(id)
  await test.shelf.queue.flush()
  #expect(try await test.shelf.progressStore.progress(of: id)?.isFinished == true)
  #expect(test.problems == [])
}
