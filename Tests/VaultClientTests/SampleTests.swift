import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Samples for previews")
struct SampleTests {
  private func survives(_ value: some Codable & Equatable, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let again = try JSONCoder.vault.decode(type(of: value), from: JSONCoder.vault.encode(value))
    #expect(again == value, sourceLocation: sourceLocation)
  }

  @Test("each sample equals itself after encoding and decoding")
  func written() throws {
    try survives(Movie.samples)
    try survives(Episode.samples)
    try survives(EpisodeDetails.sample)
    try survives(Series.sample)
    try survives(MovieCollection.sample)
    try survives(Watchlist.sample)
    try survives(VaultList.samples)
    try survives(SearchResult.sample)
    try survives(NewTitles.sample)
    try survives(User.sample)
    try survives(AccountInfo.sample)
    try survives(ServerHealth.sample)
    try survives(ServerMarker.sample)
    try survives(Auth0Settings.sample)
    try survives(MovieFields.sample)
    try survives(EpisodeFields.sample)
    try survives(UnwatchedList.sample)
    try survives(LibraryCounts.sample)
    try survives(ToggleResult.sample)
    try survives(ListTargetsPage.sample)
    try survives(ListTransfer.sample)
    try survives(TransferResult.sample)
    try survives(BulkResult.sample)
    try survives(NewReleaseCounts.sample)
    try survives(MovieImport.sample)
    try survives(SequelsImport.sample)
    try survives(SeriesImport.sample)
    try survives(FullSeriesImport.sample)
    try survives(JellyfinLibraries.sample)
    try survives(LibraryScan.sample)
    try survives(LibraryImportResult.sample)
    try survives(LibraryImport.sample)
  }

  @Test("they fit together: rows, seasons, unwatched titles, counts")
  func together() {
    #expect(Watchlist.sample.entries.map(\.title) == ["Harbor Collection", "North Pier", "Paper Lanterns"])
    #expect(LibraryEntry.samples.map(\.watched) == [.unwatched, .partly, .partly])
    #expect(SeasonGroup.samples.map(\.number) == [1, 2])
    #expect(UnwatchedList.sample.series.first?.episodes.map(\.code) == ["S01E02", "S02E01"])
    #expect(MovieFields.sample.imdbID == "tt9000001")
    #expect(EpisodeFields.sample.code == "S01E01")
    #expect(LibraryCounts.sample.movies.unwatched == 2)
    #expect(ListTransfer.sample.undone?.target == 1)
  }
}
