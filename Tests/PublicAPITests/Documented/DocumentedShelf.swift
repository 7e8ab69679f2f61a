import ShelfClient
import ShelfTesting

// The code in Documentation/Shelf.md, word for word.

private func list(password: String) async throws {
  let shelf = ShelfService(server: try ServerAddress("nas.local:13378"))
  try await shelf.account.signIn(username: "ada", password: password)

  for library in try await shelf.libraries.all() {
    for try await item in shelf.libraries.items(in: library.id, sort: .addedAt, descending: true) { print(item.title) }
  }
}

private func follow(_ shelf: ShelfService, _ id: PlayableID) async throws {
  let change = try await shelf.progressStore.markFinished(id)
  switch await change.settled() {
  case .refused(let error): print(error)  // listed in shelf.queue.refused() until somebody decides
  case .waiting: print("sent as soon as the server can be reached")
  default: break
  }
}

private func replaceRole(_ progress: any ProgressAPI) async throws {
  let service = ShelfService(server: .fake, environment: .manual()) { $0.progress = progress }
  _ = service
}
