import MediaCore
import TestSupport

@testable import ShelfClient

/// Libraries of which one page of items comes late, also for a caller that has been cancelled meanwhile.
struct LateLibraries: LibraryAPI {
  let base: any LibraryAPI
  let gate = Gate()

  /// Holds the next request for a page until it is let go.
  final class Gate: Sendable {
    private struct State {
      var held: Int?
      var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    func hold(page: Int) { state.withLock { $0.held = page } }
    var isHolding: Bool { state.withLock { $0.waiting != nil } }

    func letGo() {
      let waiting = state.withLock { state in
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume()
    }

    fileprivate func pass(_ page: Int) async {
      let isHeld = state.withLock { state in
        defer { if state.held == page { state.held = nil } }
        return state.held == page
      }
      guard isHeld else { return }
      await withCheckedContinuation { continuation in state.withLock { $0.waiting = continuation } }
    }
  }

  func page(
    _ page: Int, of query: ItemQuery, in library: String, limit: Int
  ) async throws(ClientError) -> Page<ShelfItem> {
    let answer = try await base.page(page, of: query, in: library, limit: limit)
    await gate.pass(page)
    return answer
  }

  func recentEpisodes(
    in library: String, limit: Int, page: Int
  ) async throws(ClientError) -> Answer<Page<RecentEpisode>> {
    try await base.recentEpisodes(in: library, limit: limit, page: page)
  }
  func all() async throws(ClientError) -> [Library] { try await base.all() }
  func allWithStats() async throws(ClientError) -> [Library] { try await base.allWithStats() }
  func library(_ id: String) async throws(ClientError) -> Library { try await base.library(id) }
  func detail(_ id: String) async throws(ClientError) -> LibraryDetail { try await base.detail(id) }
  func filterData(of id: String) async throws(ClientError) -> FilterData { try await base.filterData(of: id) }
  func report(of id: String) async throws(ClientError) -> LibraryReport { try await base.report(of: id) }
  func opml(of id: String) async throws(ClientError) -> String { try await base.opml(of: id) }
}
