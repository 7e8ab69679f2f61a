import ShelfClient
import ShelfTesting
import Testing

@Test("nobody is signed in, so nothing is asked for") func anEmptyServer() async throws {
  let transport = FakeTransport()
  transport.answer(.shelfLibrariesAll, with: .json(["libraries": []]))
  let shelf = ShelfService(server: .fake, transport: transport, environment: .test())
  await #expect(throws: ClientError.self) { try await shelf.libraries.all() }  // nobody is signed in
  #expect(transport.problems == ["unused: shelf.libraries.all"])
}
