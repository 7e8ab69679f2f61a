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

  private static func library(_ titles: Int) throws -> Watchlist {
    try JSONCoder(dates: .iso8601, limits: JSONLimits(values: 1_000_000_000))
      .decode(Watchlist.self, from: try VaultLibraries.watchlist(titles: titles))
  }

  private static let filters: LibraryFilters = {
    var filters = LibraryFilters()
    filters.unwatched = true
    return filters
  }()

  private func firstPage() async {
    await report.line("library.first-page", .atMost(0.02), feel: "the top of a huge library is there at once") {
      let library = try Self.library(100_000)
      let entries = library.entries
      let plain = library.arranged(Self.filters, by: .alphabetical).prefix(100).map(\.reference)
      let keys = entries.map { $0.title.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }
      guard Self.page(library) == plain else { throw Unequal() }
      return try await Rounds.ratio(rounds: 9) {
        keep(Self.page(library))
      } peer: {
        keep(entries.indices.sorted { keys[$0] < keys[$1] })
      }
    }
  }

  /// The first hundred rows, filtered and sorted.
  private static func page(_ library: Watchlist) -> [TitleReference] {
    library.arranged(filters, by: .alphabetical).prefix(100).map(\.reference)
  }

  private func filterSortSearch() async {
    await report.line("library.filter-sort-search", .atLeast(50), feel: "typing, filters and orders never stutter") {
      let library = try Self.library(10_000)
      let entries = library.entries
      return try await 1
        / Rounds.ratio(rounds: 9) {
          keep(library.arranged(Self.filters, by: .alphabetical))
          keep(LibrarySearch.find("har", in: library))
        } peer: {
          let shown = entries.filter { $0.watched != .all }
          keep(shown.sorted { $0.title.localizedStandardCompare($1.title) == .orderedAscending })
          keep(entries.filter { $0.title.localizedCaseInsensitiveContains("har") })
        }
    }
  }

  private func scale() async {
    await report.scale("library", [1000, 10_000, 100_000]) { titles in
      let library = try Self.library(titles)
      return Clock.processor.time {
        keep(library.arranged(Self.filters, by: .alphabetical))
        keep(LibrarySearch.find("har", in: library))
      }
    }
  }
}
