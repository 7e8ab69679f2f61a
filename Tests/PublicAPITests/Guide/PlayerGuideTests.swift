import ShelfClient
import ShelfTesting
import Testing

@MainActor @Test("a minute of listening is kept") func aMinuteIsKept() async throws {
  let test = try await TestShelf.signedIn()
  let latest = LatestViewModel(shelf: test.shelf)
  await latest.loadAndWait()
  let episode = try #require(latest.state.entries.value?.first { $0.progress == nil })
  let player = PlayerViewModel(shelf: test.shelf, engine: SimulatedPlaybackEngine(clock: test.clock))
  player.open(episode.id, autoPlay: false)
  await player.settled()
  player.play()
  await test.clock.advance(by: .seconds(60))
  player.pause()
  await player.settled()
  #expect(player.state.positionText == "1:00")
  #expect(try await test.shelf.progressStore.progress(of: episode.id)?.position == 60)
}
