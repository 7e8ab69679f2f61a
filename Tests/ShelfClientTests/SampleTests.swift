import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Sample values")
struct SampleTests {
  private func survives<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let issues = DecodingIssues()
    let again = try shelfCoder.decode(Value.self, from: shelfCoder.encode(value), issues: issues)
    #expect(again == value, sourceLocation: sourceLocation)
    #expect(issues.count == 0, sourceLocation: sourceLocation)
  }

  @Test("every sample survives being written and read")
  func roundTrips() throws {
    try survives(ServerStatus.sample)
    try survives(Login.sample)
    try survives(LoginSession.sample)
    try survives(Library.samples)
    try survives(FilterData.sample)
    try survives(ShelfItem.samples + [.samplePodcast])
    try survives(AudioFile.samples)
    try survives(RecentEpisode.samples)
    try survives(Download.sample)
    try survives([PlaybackSession.sample, .sampleEpisode])
    try survives(LocalSession.sample)
    try survives(MediaProgress.samples)
    try survives(Bookmark.samples)
    try survives(Series.sample)
    try survives(Author.sample)
    try survives(Narrator.sample)
    try survives(BookCollection.sample)
    try survives(Playlist.sample)
    try survives(Shelf.samples)
    try survives(SearchResults.sample)
    try survives(ListeningStats.sample)
    try survives(YearStats.sample)
  }

  @Test("samples fit together")
  func consistent() {
    #expect(MediaProgress.sample.playableID == PlaybackSession.sample.playableID)
    #expect(MediaProgress.sampleEpisode.currentTime == PlaybackSession.sampleEpisode.currentTime)
    #expect(PlaybackSession.sample.audioTracks?.last?.startOffset == 1800)
    #expect(ShelfItem.sample.duration == Chapter.samples.last?.end)
    #expect(abs(MediaProgress.sample.fraction - (MediaProgress.sample.progress ?? 0)) < 1e-12)
    #expect(abs(MediaProgress.sampleEpisode.fraction - (MediaProgress.sampleEpisode.progress ?? 0)) < 1e-12)
  }
}
