import Foundation
import MediaCore
import TestSupport

@testable import ShelfClient

/// A library role whose podcast library lists the episodes that a test sets; all other answers are the server's.
struct ListedEpisodes: LibraryAPI {
  let base: any LibraryAPI
  let names: Locked<[String]>

  func recentEpisodes(in library: String, limit: Int, page: Int) async throws(ClientError) -> Answer<
    Page<RecentEpisode>
  > {
    var answer = try await base.recentEpisodes(in: library, limit: limit, page: page)
    answer.value.items = names.withLock { $0 }.map { name in
      var episode = Episode(id: name)
      episode.libraryItemId = "item"
      episode.title = name
      return RecentEpisode(episode: episode)
    }
    return answer
  }

  func all() async throws(ClientError) -> [Library] { try await base.all() }
  func allWithStats() async throws(ClientError) -> [Library] { try await base.allWithStats() }
  func library(_ id: String) async throws(ClientError) -> Library { try await base.library(id) }
  func detail(_ id: String) async throws(ClientError) -> LibraryDetail { try await base.detail(id) }
  func filterData(of id: String) async throws(ClientError) -> FilterData { try await base.filterData(of: id) }
  func report(of id: String) async throws(ClientError) -> LibraryReport { try await base.report(of: id) }
  func opml(of id: String) async throws(ClientError) -> String { try await base.opml(of: id) }
  func page(
    _ page: Int, of query: ItemQuery, in library: String, limit: Int
  ) async throws(ClientError) -> Page<ShelfItem> { try await base.page(page, of: query, in: library, limit: limit) }
}

/// A progress role without a server, which keeps the records that a store reads and writes.
struct ProgressDouble: ProgressAPI {
  let records = Locked<[String: MediaProgress]>([:])
  let calls = Locked<[String]>([])

  private func note(_ call: String) { calls.withLock { $0.append(call) } }

  func all() async throws(ClientError) -> [MediaProgress] {
    note("all")
    return records.withLock { $0.values.sorted { $0.id < $1.id } }
  }

  func progress(of id: PlayableID) async throws(ClientError) -> MediaProgress? {
    note("progress")
    return records.withLock { $0[id.description] }
  }

  func update(_ id: PlayableID, _ update: ProgressUpdate) async throws(ClientError) {
    note("update")
    records.withLock { records in
      var record = records[id.description] ?? MediaProgress(id: "record \(id)")
      (record.libraryItemId, record.episodeId) = (id.libraryItemId, id.episodeId)
      record.isFinished = update.isFinished ?? record.isFinished
      record.currentTime = update.currentTime ?? record.currentTime
      record.lastUpdate = update.lastUpdate
      records[id.description] = record
    }
  }

  func update(_ updates: [BatchProgressUpdate]) async throws(ClientError) {
    for one in updates {
      try await update(PlayableID(libraryItemId: one.libraryItemId, episodeId: one.episodeId), one.update)
    }
  }

  func remove(record: String) async throws(ClientError) { note("remove") }

  func hideFromContinueListening(record: String) async throws(ClientError) -> User {
    throw ClientError(.unsupported, operation: "test")
  }
}
