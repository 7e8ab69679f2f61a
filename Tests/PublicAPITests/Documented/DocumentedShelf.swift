import MediaCore
import ShelfClient

// The code in Documentation/Shelf.md, word for word.

private func list(password: String) async throws {
  let shelf = ShelfService(server: try ServerAddress("nas.local:13378"))
  try await shelf.account.signIn(username: "ada", password: password)

  for library in try await shelf.libraries.all() {
    for try await item in shelf.libraries.items(in: library.id, sort: .addedAt, descending: true) { print(item.title) }
  }
}
