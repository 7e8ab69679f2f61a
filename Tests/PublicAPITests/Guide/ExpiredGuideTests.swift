import ShelfClient
import ShelfTesting
import Testing

@Test("an expired sign-in keeps a change for the next one") func anExpiredSignInKeepsAChange() async throws {
  let test = try await TestShelf.signedIn()
  let library = try #require(try await test.shelf.libraries.all().first { $0.mediaType == .book })
  let book = try #require(try await test.shelf.libraries.items(in: library.id).all().first)
  let id = PlayableID(libraryItemId: book.id)

  test.server.revokeAllTokens()  // calls get 401, and renewing is refused
  let error = await #expect(throws: ClientError.self) { try await test.shelf.account.me() }
  #expect(error?.kind == .signedOut)
  let change = try await test.shelf.progressStore.markFinished(id)
  #expect(await change.settled().isDelivered == false)

  try await test.shelf.account.signIn(username: ShelfWorld.account.username, password: ShelfWorld.account.password)
  await test.shelf.queue.flush()
  #expect(try await test.shelf.queue.open().isEmpty)
  #expect(try await test.shelf.progressStore.progress(of: id)?.isFinished == true)
}
