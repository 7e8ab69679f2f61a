import MediaCore
import TestSupport

@testable import ShelfClient

/// A library role whose answers can be held back, under names such as `page 2` for the third page of items.
struct LateLibraries: LibraryAPI {
  let base: any LibraryAPI
  let gate: LateGate

  func page(
    _ page: Int, of query: ItemQuery, in library: String, limit: Int
  ) async throws(ClientError) -> Page<ShelfItem> {
    let answer = try await base.page(page, of: query, in: library, limit: limit)
    await gate.pass("page \(page)")
    return answer
  }

  func filterData(of id: String) async throws(ClientError) -> FilterData {
    let answer = try await base.filterData(of: id)
    await gate.pass("filters")
    return answer
  }

  func recentEpisodes(
    in library: String, limit: Int, page: Int
  ) async throws(ClientError) -> Answer<Page<RecentEpisode>> {
    let answer = try await base.recentEpisodes(in: library, limit: limit, page: page)
    await gate.pass("latest")
    return answer
  }
  func all() async throws(ClientError) -> [Library] { try await base.all() }
  func allWithStats() async throws(ClientError) -> [Library] { try await base.allWithStats() }
  func library(_ id: String) async throws(ClientError) -> Library { try await base.library(id) }
  func detail(_ id: String) async throws(ClientError) -> LibraryDetail { try await base.detail(id) }
  func report(of id: String) async throws(ClientError) -> LibraryReport { try await base.report(of: id) }
  func opml(of id: String) async throws(ClientError) -> String { try await base.opml(of: id) }
}
