import Foundation
import Measure
import MediaCore
import SampleData
import VaultClient

/// Filtering, sorting and searching a library in memory.
struct LibraryLines {
  let report: Report

  struct Unequal: Error {}

  func run() async {
    await firstPage()
    await filterSortSearch()
    await scale()
  }

  private static let filters: LibraryFilters = {
    var filters = LibraryFilters()
    filters.unwatched = true
    return filters
  }()

  private static func prepared(_ library: Watchlist) -> LibraryIndex {
    let index = LibraryIndex(library)
    index.prepare()
    return index
  }

  /// The plain way: every row that passes, in the order of its folded title, new ones first.
  private static func plain(_ entries: [LibraryEntry], _ titles: [String]) -> [Int] {
    let rows = entries.indices.filter { passes(entries[$0]) }.sorted {
      titles[$0] == titles[$1] ? $0 < $1 : titles[$0] < titles[$1]
    }
    return rows.filter { entries[$0].isNew } + rows.filter { !entries[$0].isNew }
  }

  private static func passes(_ entry: LibraryEntry) -> Bool {
    switch entry {
    case .movie(let movie, _): !movie.watched
    case .collection(let collection): collection.movies.contains { !$0.watched }
    case .series(let series): !series.isWatched || series.episodes.contains { !$0.watched }
    }
  }

  private static func folded(_ entries: [LibraryEntry]) -> [String] {
    entries.map { $0.title.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }
  }

  private func firstPage() async {
    await report.line("library.first-page", .atMost(0.02), feel: "the top of a huge library is there at once") {
      let library = VaultLibraries.library(titles: 100_000)
      let (entries, prepared) = (library.entries, Self.prepared(library))
      let titles = Self.folded(entries)
      let page = prepared.firstRows(100, Self.filters, by: .alphabetical).map(\.reference)
      guard page == Self.plain(entries, titles).prefix(100).map({ entries[$0].reference }) else { throw Unequal() }
      return try await Rounds.ratio {
        keep(prepared.firstRows(100, Self.filters, by: .alphabetical))
      } peer: {
        keep(Self.plain(entries, titles))
      }
    }
  }

  private func filterSortSearch() async {
    await report.line("library.filter-sort-search", .atLeast(50), feel: "typing, filters and orders never stutter") {
      let library = VaultLibraries.library(titles: 10_000)
      let (entries, prepared) = (library.entries, Self.prepared(library))
      let rows = prepared.rows(Self.filters, by: .alphabetical).map(\.reference)
      guard rows == Self.plain(entries, Self.folded(entries)).map({ entries[$0].reference }) else { throw Unequal() }
      var turn = 0
      return try await 1
        / Rounds.ratio {
          turn += 1
          keep(prepared.rows(Self.filters, by: .alphabetical))
          // Search for another word each time: the results of a repeated word may be reused.
          keep(prepared.find(Self.words[turn % Self.words.count]))
        } peer: {
          let shown = entries.filter(Self.passes)
          keep(shown.sorted { $0.title.localizedStandardCompare($1.title) == .orderedAscending })
          keep(entries.filter { $0.title.localizedCaseInsensitiveContains(Self.words[turn % Self.words.count]) })
        }
    }
  }

  private static let words = ["har", "win", "sal", "oce", "gar", "mee"]

  private func scale() async {
    await report.scale("library", [1000, 10_000, 100_000]) { titles in
      let prepared = Self.prepared(VaultLibraries.library(titles: titles))
      return Clock.processor.time {
        for word in Self.words {
          keep(prepared.firstRows(100, Self.filters, by: .alphabetical))
          keep(prepared.find(word))
        }
      }
    }
  }
}
