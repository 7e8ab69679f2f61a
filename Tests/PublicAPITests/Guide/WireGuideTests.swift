import HubClient
import HubTesting
import ShelfClient
import ShelfTesting
import TallyKit
import TallyTesting
import Testing
import VaultClient
import VaultTesting

@Test("Audiobookshelf's own JSON is read, that of the sign-in as well") func readsAudiobookshelf() async throws {
  let transport = FakeTransport()
  let user: JSONValue = ["id": "u1", "username": "ada", "accessToken": "a", "refreshToken": "r"]
  transport.answer(.shelfAccountSignIn, with: .json(["user": user]))
  let library: JSONValue = ["id": "l1", "name": "Podcasts", "mediaType": "podcast"]
  transport.answer(.shelfLibrariesAll, with: .json(["libraries": [library]]))
  let shelf = ShelfService(server: .fake, transport: transport, environment: .test())
  try await shelf.account.signIn(username: "ada", password: "secret")
  #expect(try await shelf.libraries.all().map(\.name) == ["Podcasts"])
  #expect(transport.problems == [])
}

@Test("Tally's own JSON is read, with and without its envelope") func readsTally() async throws {
  let transport = FakeTransport()
  let user: JSONValue = ["id": "u1", "email": "mika@example.org"]
  transport.answer(.tallyAccountSignIn, with: .json(["success": true, "token": "t", "user": user]))
  let show: JSONValue = ["id": 1396, "title": "Harbour"]
  transport.answer(.tallyShowSearch, with: .json(["success": true, "results": [show]]))  // as it is
  let subscription: JSONValue = ["id": "s1", "tier": "Standard", "is_active": true]
  transport.answer(
    .tallySubscriptionAll, with: .json(["success": true, "data": ["subscriptions": [subscription]]]))  // in `data`
  let tally = TallyService(server: .fake, transport: transport, environment: .test())
  try await tally.account.signIn(email: "mika@example.org", password: "secret")
  #expect(try await tally.shows.search("harbour", country: "US").results.map(\.title) == ["Harbour"])
  #expect(try await tally.subscriptions.all(country: "US").subscriptions.map(\.tier) == ["Standard"])
  #expect(transport.problems == [])
}

@Test("a Hub's own JSON is read") func readsAHub() async throws {
  let transport = FakeTransport()
  let video: JSONValue = [
    "videoId": "aaaaaaaaa01", "channelId": "UCaaaaaaaaaaaaaaaaaaaaaa", "title": "Morning build log",
    "publishedAt": "2026-11-10T07:30:00+00:00", "duration": "00:12:34",
  ]
  transport.answer(.hubFeedPage, with: .json(["videos": [video]]))
  let hub = HubService(server: .fake, user: .sample, transport: transport, environment: .test())
  #expect(try await hub.feed.newest().videos.map(\.title) == ["Morning build log"])
  #expect(transport.problems == [])
}

@Test("ViewVault's own JSON is read by a test bed's account") func readsViewVault() async throws {
  let test = try await TestVault.signedIn()
  let transport = FakeTransport()
  let list: JSONValue = ["id": 1, "name": "Weekend", "type": "custom"]
  transport.answer(.vaultListsAll, with: .json(["lists": [list]]))
  let vault = VaultService(server: .fake, transport: transport, environment: test.environment)
  #expect(try await vault.lists.all().map(\.name) == ["Weekend"])
  #expect(transport.problems == [])
}
