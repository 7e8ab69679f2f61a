import HubClient
import HubTesting
import MediaCore
import TestSupport
import Testing

@Suite("The feed's search without accents, width and apostrophes")
@MainActor struct FeedSearchTests {
  nonisolated static let titles = [
    "foldedCafe1": "Le Café", "foldedCity1": "İstanbul by night", "foldedFull1": "Ｆｕｌｌ movie",
    "foldedHall1": "Schindler’s workshop",
  ]

  @Test(
    "a query finds the video of its title, and no other",
    arguments: [
      ("cafe", "foldedCafe1"), ("CAFÉ", "foldedCafe1"), ("istanbul", "foldedCity1"), ("night ISTANBUL", "foldedCity1"),
      ("full", "foldedFull1"), ("schindler's", "foldedHall1"), ("schindlers", "foldedHall1"),
    ])
  func found(_ query: String, _ id: String) async throws {
    let harness = try HubHarness()
    for (id, title) in Self.titles {
      var upload = harness.upload(id)
      upload.title = title
      harness.server.upload(upload)
    }
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    model.filter.searchText = query
    await model.settled()
    #expect(model.state.videos.map(\.videoId) == [id])
  }
}
