import HubClient
import ShelfClient
import TallyKit
import Testing
import VaultClient

@Suite("An app that imports all four clients")
struct ImportedTogetherTests {
  @Test("names the models that several of them have without a module's name")
  func names() {
    let names: [(Any.Type, String)] = [
      (ShelfEpisode.self, "ShelfClient.Episode"), (TallyEpisode.self, "TallyKit.Episode"),
      (VaultEpisode.self, "VaultClient.Episode"), (ShelfProgressConflict.self, "ShelfClient.ProgressConflict"),
      (TallyProgressConflict.self, "TallyKit.ProgressConflict"), (TallySearchResult.self, "TallyKit.SearchResult"),
      (VaultSearchResult.self, "VaultClient.SearchResult"), (ShelfSeries.self, "ShelfClient.Series"),
      (VaultSeries.self, "VaultClient.Series"), (ShelfUser.self, "ShelfClient.User"), (TallyUser.self, "TallyKit.User"),
      (VaultUser.self, "VaultClient.User"), (HubWatchStatus.self, "HubClient.WatchStatus"),
      (TallyWatchStatus.self, "TallyKit.WatchStatus"),
    ]
    for (type, name) in names { #expect(String(reflecting: type) == name) }
  }
}
