import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The library's search without accents, width and apostrophes")
struct FoldedSearchTests {
  nonisolated static let queries: [(query: String, title: String)] = [
    ("cafe", "Café Society"), ("CAFE", "Café Society"), ("café", "Cafe Noir"), ("cafe\u{301} noir", "Cafe Noir"),
    ("istanbul", "İstanbul Kırmızısı"), ("ISTANBUL", "İstanbul Kırmızısı"), ("kirmizisi", "İstanbul Kırmızısı"),
    ("full", "Ｆｕｌｌ Metal"), ("ｍｅｔａｌ", "Ｆｕｌｌ Metal"), ("schindler's", "Schindler’s List"),
    ("schindler’s", "Schindler's Ark"), ("schindlers list", "Schindler’s List"),
  ]
  nonisolated private static let titles = [
    "Café Society", "Cafe Noir", "İstanbul Kırmızısı", "Ｆｕｌｌ Metal", "Schindler’s List", "Schindler's Ark", "Plain",
  ]

  private static var library: Watchlist {
    with(Watchlist()) { library in
      for (index, title) in titles.enumerated() {
        library.movies.append(with(Movie(id: 100 + index)) { $0.title = title })
        library.series.append(with(Series(id: 200 + index)) { $0.title = title })
        library.collections.append(
          with(MovieCollection(id: 300 + index)) { collection in
            collection.title = title
            collection.movies = [1, 2].map { Movie(id: 400 + 10 * index + $0) }
          })
      }
    }
  }

  private func place(_ title: String) throws -> Int { try #require(Self.titles.firstIndex(of: title)) }

  @Test("a query finds the film, the series and the collection of its title", arguments: queries)
  func found(_ query: String, _ title: String) throws {
    let place = try place(title)
    let index = LibraryIndex(Self.library)
    for found in [LibrarySearch.find(query, in: Self.library), index.find(query)] {
      let references = found.map(\.reference)
      #expect(references.contains(.movie(100 + place)) && references.contains(.series(200 + place)))
      #expect(references.contains(.collection(300 + place)))
      let plain = [TitleReference.movie(106), .series(206), .collection(306)]
      #expect(references.allSatisfy { !plain.contains($0) })
    }
  }

  @Test("a letter more narrows the results before, also from the plain letters to the accented ones")
  func narrowed() throws {
    let index = LibraryIndex(Self.library)
    let counts = ["c", "ca", "caf", "cafe", "cafe s", "cafe sö"].map { query in
      index.find(query).count { if case .movie = $0 { true } else { false } }
    }
    // The films with a c: both cafés and both Schindlers.
    #expect(counts == [4, 2, 2, 2, 1, 1])
  }

  @Test("the screen shows the title while it is typed", arguments: queries)
  func screen(_ query: String, _ title: String) async throws {
    var world = VaultWorld()
    world.addUser("alice")
    let ids = Dictionary(uniqueKeysWithValues: Self.titles.map { ($0, world.addMovie($0)) })
    let fixture = try await Fixture.signedIn(world: world)
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    model.query = query
    let id = try #require(ids[title])
    #expect(model.state.search.local.map(\.reference).contains(.movie(id)))
    #expect(model.state.search.local.count < 3)
    model.query = query + " nowhere"
    #expect(model.state.search.local.isEmpty)
  }
}
