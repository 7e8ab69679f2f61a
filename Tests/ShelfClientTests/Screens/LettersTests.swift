import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The letters at the side of a list")
struct LettersTests {
  private func loaded<Model: ViewModel>(_ model: Model) async -> Model {
    model.load()
    await model.settled()
    return model
  }

  private func letters(_ index: LetterIndex?) -> String? { index?.entries.map(\.letter).joined() }

  @Test("a library has letters only in its order by title, and for the rows that are loaded")
  func library() async throws {
    let rig = try await ShelfRig()
    let model = await loaded(LibraryViewModel(shelf: rig.shelf, library: rig.books, pageSize: 3))
    #expect(letters(model.state.letters) == "FO")
    model.loadMore()
    await model.settled()
    #expect(letters(model.state.letters) == "FOST")
    let first = try #require(model.state.letters?.entries.first)
    #expect(first.first == (try rig.item("Field Notes")))
    model.setSort(.addedAt)
    #expect(model.state.letters == nil)
    await model.settled()
    #expect(model.state.letters == nil)
    model.setSort(.title, descending: true)
    await model.settled()
    #expect(letters(model.state.letters) == "TSO")
    try await rig.shelf.account.signOut(pending: .keep)
    await model.settled()
    #expect(model.state.letters == nil)
  }

  @Test("authors and series have letters only in their order by name")
  func authorsAndSeries() async throws {
    let rig = try await ShelfRig()
    let authors = await loaded(AuthorListViewModel(shelf: rig.shelf, library: rig.books))
    #expect(letters(authors.state.letters) == "APSU")
    authors.setSort(.numBooks)
    await authors.settled()
    #expect(authors.state.letters == nil)
    let series = await loaded(SeriesListViewModel(shelf: rig.shelf, library: rig.books))
    #expect(letters(series.state.letters) == "L")
    series.setSort(.addedAt)
    await series.settled()
    #expect(series.state.letters == nil)
  }

  @Test("the order of the rows decides whether words at the start of a title are ignored")
  func prefixes() {
    func index(_ titles: String...) -> String? {
      letters(LetterIndex(inOrder: titles.map { ShelfRow(id: $0, kind: .book, title: $0) }))
    }
    #expect(index("Apple", "The Bear", "Cat", "A Dog") == "ABCD")
    #expect(index("A Dog", "Apple", "Cat", "The Bear") == "ACT")
    #expect(index("The Bear", "Cat", "Apple") != nil)
    #expect(index("A Dog", "Cat", "The Bear", "Apple") == "DCBA")
  }
}
