import Foundation
import MediaCore
import Testing

@testable import VaultClient

@Suite("The prepared library answers as the plain one does")
struct LibraryIndexTests {
  @Test("each filter in each order, and the first rows of it", arguments: 1...40)
  func rows(_ seed: Int) {
    var maker = LibraryMaker(seed: UInt64(seed))
    let library = maker.library(seed * 4)
    let (index, prepared) = (LibraryIndex(library), LibraryIndex(library))
    prepared.prepare()
    for sort in LibrarySort.allCases {
      for filters in [.standard, maker.filters(), maker.filters()] {
        let plain = PlainArrangement.rows(library, filters, by: sort)
        for count in [-1, 0, 1, 7, 1000] {
          // `library` has no prepared order yet; `prepared` has one.
          #expect(LibraryIndex(library).firstRows(count, filters, by: sort) == Array(plain.prefix(max(0, count))))
          #expect(prepared.firstRows(count, filters, by: sort) == Array(plain.prefix(max(0, count))))
        }
        #expect(index.rows(filters, by: sort) == plain)
        #expect(prepared.rows(filters, by: sort) == plain)
      }
    }
  }

  @Test("each search, also one that narrows the search before", arguments: 1...40)
  func search(_ seed: Int) {
    var maker = LibraryMaker(seed: UInt64(seed))
    let library = maker.library(120)
    let index = LibraryIndex(library)
    for _ in 0..<20 {
      var typed = ""
      for character in maker.text(3) {
        typed.append(character)
        let found = index.find(typed)
        let plain = PlainSearch.find(typed, in: library)
        #expect(found.map(\.reference) == plain.map(\.reference), "\(typed.debugDescription)")
      }
    }
  }

  @Test("the table of letters folds as Foundation does")
  func letters() {
    for value in UInt32(0)..<0x300 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in ["\(Character(scalar))", "a\(Character(scalar))B", "\(Character(scalar))ä\(Character(scalar))"] {
        let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        if let folded = LatinFolding.folded(text) { #expect(folded == Array(plain.utf8)) }
      }
    }
    #expect(LatinFolding.folded("Äpfel & ŒUVRE, Straße") != nil)
  }

  @Test("a patched index is the index of the changed library", arguments: 1...40)
  func patches(_ seed: Int) throws {
    var maker = LibraryMaker(seed: UInt64(seed))
    var library = maker.library(60)
    var index = LibraryIndex(library)
    index.prepare()
    for step in 0..<30 {
      switch maker.below(7) {
      case 0 where !library.movies.isEmpty: library.movies[maker.below(library.movies.count)].watched.toggle()
      case 1 where !library.movies.isEmpty: library.movies[maker.below(library.movies.count)].title = maker.text(3)
      case 2 where !library.movies.isEmpty:
        library.movies[maker.below(library.movies.count)].isNew = maker.below(2) == 0
      case 3 where !library.series.isEmpty:
        let place = maker.below(library.series.count)
        for episode in library.series[place].episodes.indices {
          library.series[place].episodes[episode].watched.toggle()
        }
      case 4 where !library.collections.isEmpty:
        library.collections[maker.below(library.collections.count)].movies[0].watched.toggle()
      case 5 where !library.collections.isEmpty:
        library.collections[maker.below(library.collections.count)].movies.append(Movie(id: 10_000 + step))
      default: if !library.movies.isEmpty { library.movies.remove(at: maker.below(library.movies.count)) }
      }
      let filters = maker.filters()
      let rows = index.places(filters, by: .alphabetical)
      switch index.change(to: library) {
      case .none(let newer):
        #expect(index.library == library)
        index = newer ?? index
      case .titles(let places):
        #expect(index.library != library)
        let keepsRows = index.update(places, from: library, filters)
        #expect(!keepsRows || index.places(filters, by: .alphabetical) == rows)
      case .all(let newer):
        #expect(index.library != library)
        index = newer
      }
      #expect(index.library == library)
      for sort in LibrarySort.allCases {
        #expect(index.rows(filters, by: sort) == PlainArrangement.rows(library, filters, by: sort))
      }
      let query = maker.text(1)
      #expect(index.texts.find(query).map(index.library.found) == PlainSearch.find(query, in: library))
    }
    #expect(isKnown(library, to: index))
    guard !library.movies.isEmpty else { return }
    // Equal titles with new storage, as the server sends them again.
    let again = with(library) { library in
      for place in library.movies.indices {
        library.movies[place].watched.toggle()
        library.movies[place].watched.toggle()
      }
    }
    guard case .none(let newer?) = index.change(to: again) else {
      Issue.record("equal titles are a change")
      return
    }
    #expect(isKnown(again, to: newer))
  }

  /// Whether all titles are copies of those in the index.
  private func isKnown(_ library: Watchlist, to index: LibraryIndex) -> Bool {
    if case .none(nil) = index.change(to: library) { true } else { false }
  }
}

@Suite("Members behind one reference")
struct SharedMembersTests {
  @Test("a copy that is changed leaves the other as it is")
  func copies() {
    let first = with(Movie(id: 1)) { $0.title = "One" }
    var second = first
    #expect(first == second)
    second.title = "Two"
    second.watched = true
    #expect(first.title == "One" && !first.watched && second.title == "Two")
    var series = with(Series(id: 1)) { $0.episodes = [Episode(id: 1), Episode(id: 2)] }
    let before = series
    series.episodes[1].watched = true
    #expect(before.episodes.allSatisfy { !$0.watched } && series.episodes.map(\.watched) == [false, true])
    #expect(before != series && Set([before, series, before]).count == 2)
  }
}
