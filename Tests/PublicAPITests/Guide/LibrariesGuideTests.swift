import ShelfClient
import ShelfTesting
import Testing

@Test("the libraries are listed") func listsLibraries() async throws {
  let test = try await TestShelf.signedIn()
  let libraries = try await test.shelf.libraries.all()
  #expect(libraries.isEmpty == false)
  #expect(test.server.count(.shelfLibrariesAll) == 1)
  #expect(test.problems == [])
}
