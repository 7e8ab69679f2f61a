import MediaCore
import ShelfClient
import ShelfTesting

// The code in README.md, word for word.

@MainActor
private func start(password: String, render: @escaping (LatestViewModel.State) -> Void) async throws {
  let shelf = ShelfService(server: try ServerAddress("nas.local:13378"))
  try await shelf.account.signIn(username: "ada", password: password)
  let latest = LatestViewModel(shelf: shelf)
  latest.onChange = { state in render(state) }
  latest.load()
}

private func test() async throws {
  let server = FakeShelfServer()  // answers like the real one, quirks included; no socket, no waiting
  let shelf = ShelfService(server: .fake, transport: server.transport, environment: .manual())
  try await shelf.account.signIn(username: "ada", password: "correct horse")
}
