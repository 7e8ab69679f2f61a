import Foundation
import MediaCore
import Testing

@testable import VaultClient

@Suite("Ids and numbers in the other form")
struct IdentifierTests {
  private func read<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
    try JSONCoder.vault.decode(type, from: Data(text.utf8))
  }

  @Test("a film: numbers as texts, ids as numbers")
  func movie() throws {
    let movie: Movie = try read(
      #"{"id": "4", "imdb_id": 9000004, "runtime": "112", "collection_id": "9001", "user_id": "1"}"#)
    #expect(movie.id == 4 && movie.imdbID == "9000004" && movie.runtime == 112)
    #expect(movie.collectionID == 9001 && movie.userID == 1)
  }

  @Test("a series and its episodes: numbers as texts, in both spellings")
  func series() throws {
    let series: Series = try read(
      #"""
      {"id": "1", "imdb_id": 801, "average_episode_runtime": "48", "user_id": "2", "episodes": [
        {"id": "7", "series_id": "1", "season_number": "2", "episode_number": "3"},
        {"id": 8, "season": "2", "episode": "4"}]}
      """#)
    #expect(series.id == 1 && series.imdbID == "801" && series.averageEpisodeRuntime == 48 && series.userID == 2)
    #expect(series.episodes.map(\.id) == [7, 8] && series.episodes[0].seriesID == 1)
    #expect(series.episodes.map(\.position) == [.init(season: 2, number: 3), .init(season: 2, number: 4)])
  }

  @Test("lists, targets, results and histories")
  func others() throws {
    let list: VaultList = try read(#"{"id": "3", "name": "Weekend", "item_count": "5"}"#)
    #expect(list.id == .list(3) && list.itemCount == 5)
    let page: ListTargetsPage = try read(
      #"{"lists": [{"id": "3", "item_count": "2"}], "pagination": {"page": "1", "total_lists": "9"}}"#)
    #expect(page.lists.first?.itemCount == 2 && page.pagination?.totalLists == 9)
    let bulk: BulkResult = try read(#"{"success": true, "items_affected": "2", "duplicates_skipped": "1"}"#)
    #expect(bulk.itemsAffected == 2 && bulk.duplicatesSkipped == 1)
    let past: LibraryImport = try read(#"{"id": "1", "library_id": 12, "import_count": "4"}"#)
    #expect(past.libraryID == "12" && past.importCount == 4)
    let library: JellyfinLibrary = try read(#"{"id": 12, "name": "Films"}"#)
    #expect(library.id == "12")
    let details: EpisodeDetails = try read(#"{"id": "2", "vote_average": "7.5", "vote_count": "9", "runtime": "45"}"#)
    #expect(details.voteAverage == 7.5 && details.voteCount == 9 && details.runtime == 45)
    let result: SearchResult = try read(#"{"imdb_id": 501001}"#)
    #expect(result.imdbID == "501001")
  }

  @Test("what is no number in either form is nil, as before")
  func wrong() throws {
    let movie: Movie = try read(#"{"id": 1, "runtime": "long", "collection_id": [], "imdb_id": {}, "user_id": null}"#)
    #expect(movie.runtime == nil && movie.collectionID == nil && movie.imdbID == nil && movie.userID == nil)
  }
}
