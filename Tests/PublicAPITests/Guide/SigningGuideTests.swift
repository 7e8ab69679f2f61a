import ShelfClient
import ShelfTesting
import Testing

struct Gate: Transport {
  let base: any Transport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.fields["X-Signature"] == "ada:\(request.operation)" else { return HTTPResponse(status: 403) }
    return try await base.send(request)
  }
}

@Test("a gateway lets every signed request pass, a download too") func everyRequestIsSigned() async throws {
  let test = TestShelf()
  let signing = SigningTransport(base: Gate(base: test.faults)) { "ada:\($0.operation)" }
  let shelf = ShelfService(server: .fake, transport: signing, environment: test.environment)
  try await shelf.account.signIn(username: ShelfWorld.account.username, password: ShelfWorld.account.password)

  try await shelf.queueStore.refresh()
  let id = try #require(try await shelf.queueStore.current().entries.first).id
  let file = try #require(try await shelf.items.episode(id).audioFile)
  let head = try await shelf.media.stream(.file(file.ino, item: id.libraryItemId), range: 0..<1000, of: nil) { _ in }
  #expect(head.range == 0..<1000)
  #expect(test.server.count(.shelfMediaFile) == 1)
}
