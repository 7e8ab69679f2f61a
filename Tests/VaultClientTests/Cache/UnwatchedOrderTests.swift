import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The order of unwatched titles")
struct UnwatchedOrderTests {
  private func ids(_ list: UnwatchedList) -> [[Int]] {
    [list.movies.map(\.id), list.series.map(\.id)] + list.series.map { $0.episodes.map(\.id) }
  }

  @Test(
    "the device and its screen have the server's order, also for a sort that the server does not have",
    arguments: UnwatchedSort.allCases + [UnwatchedSort(rawValue: "bogus")])
  func order(_ sort: UnwatchedSort) async throws {
    var world = VaultWorld()
    for (time, date) in [(3e9, "2001"), (2e9, "2003"), (1e9, "2002")] {
      world.addMovie("Film", releaseDate: date, addedAt: Date(timeIntervalSince1970: time))
    }
    world.addSeries("Back", episodes: [.init(1, 1, "One", airDate: "2021"), .init(1, 0, "Before", airDate: "2019")])
    world.addSeries("Plain", episodes: [.init(1, 1, "One", airDate: "2020")])
    world.addList("Own", items: [.movie(1), .series(2)])
    let fixture = try await Fixture.signedIn(world: world)
    let expected: [[Int]] =
      switch sort {
      case .releaseDate: [[1, 3, 2], [1, 2], [2, 1], [3]]
      case .watched: [[1, 2, 3], [2, 1], [3], [1, 2]]
      default: [[3, 2, 1], [1, 2], [2, 1], [3]]
      }
    let server = try await fixture.vault.watchlist.unwatchedByServer(sortedBy: sort)
    #expect(ids(server) == expected)
    let cached = try await fixture.vault.store.refreshUnwatched(sortedBy: sort)
    #expect(ids(cached) == expected)
    let model = VaultWatchlistViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    model.setSort(sort)
    #expect(ids(model.state.unwatched) == expected)
    await model.refreshAndWait()
    #expect(ids(model.state.unwatched) == expected)
  }
}
