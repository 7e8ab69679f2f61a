import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Episodes that the server fetches from feeds")
struct PodcastTests {
  @Test("queues are empty when nothing is fetched")
  func queues() async throws {
    let rig = try await ShelfRig()
    let item = try rig.item("Night Signals")
    #expect(try await rig.shelf.podcasts.downloadQueue(of: rig.podcasts) == DownloadQueue())
    #expect(try await rig.shelf.podcasts.downloads(of: item) == [])
    #expect(try await rig.shelf.podcasts.feedEpisodes(titled: "Radio", of: item) == [])
    #expect(try await rig.shelf.podcasts.checkForNewEpisodes(of: item, limit: 3) == [])
    let book = try rig.item("Field Notes")
    #expect(try await failure { try await rig.shelf.podcasts.downloads(of: book) }.kind == .server)
  }

  @Test("looking for new episodes is for administrators, and is not repeated")
  func checking() async throws {
    let grace = try await ShelfRig(as: "grace")
    let item = try grace.item("Night Signals")
    #expect(
      try await failure { try await grace.shelf.podcasts.checkForNewEpisodes(of: item, limit: 3) }.kind == .forbidden)
    let rig = try await ShelfRig()
    rig.network.fail(.shelfPodcastsCheckNew, with: .replyLost)
    _ = try await failure { try await rig.shelf.podcasts.checkForNewEpisodes(of: item, limit: 3) }
    #expect(rig.count(.shelfPodcastsCheckNew) == 1)
  }

  @Test("a podcast is added by administrators, once")
  func adding() async throws {
    let rig = try await ShelfRig()
    let library = try await rig.shelf.libraries.library(rig.podcasts)
    let folder = try #require(library.folders.first)
    var metadata = PodcastMetadata()
    (metadata.title, metadata.feedUrl) = ("New Waves", "https://feeds.example.org/waves.xml")
    var draft = PodcastDraft(
      libraryId: rig.podcasts, folderId: folder.id, path: "\(folder.fullPath ?? "")/New Waves", metadata: metadata)
    draft.autoDownloadEpisodes = true
    draft.autoDownloadSchedule = "0 6 * * *"
    let grace = try await rig.device(as: "grace")
    #expect(try await refusal(of: draft, grace).kind == .forbidden)
    let made = try await rig.shelf.podcasts.add(draft)
    #expect(made.title == "New Waves")
    #expect(made.media.podcast?.metadata.feedUrl == "https://feeds.example.org/waves.xml")
    #expect(made.media.podcast?.autoDownloadEpisodes == true)
    #expect(made.media.podcast?.episodes == [])
    #expect(try await rig.shelf.items.item(made.id).libraryId == rig.podcasts)
    #expect(try await rig.shelf.podcasts.feed(at: "https://feeds.example.org/waves.xml").title == "New Waves")
    let twice = try await refusal(of: draft, rig.shelf)
    #expect(twice.kind == .invalidRequest)
    #expect(twice.serverMessage == "Podcast already exists")
    draft.folderId = "elsewhere"
    #expect(try await refusal(of: draft, rig.shelf).serverMessage == "Folder not found")
    draft.path = ""
    let before = rig.server.requests.count
    #expect(try await refusal(of: draft, rig.shelf).kind == .invalidRequest)
    #expect(rig.server.requests.count == before)
    (draft.path, draft.folderId) = ("/podcasts/Another", folder.id)
    let known = rig.count(.shelfPodcastsAdd)
    rig.network.fail(.shelfPodcastsAdd, with: .replyLost)
    #expect(try await refusal(of: draft, rig.shelf).kind == .timedOut)
    #expect(rig.count(.shelfPodcastsAdd) == known + 1)
  }

  private func refusal(of draft: PodcastDraft, _ shelf: ShelfService) async throws -> ClientError {
    try await failure { try await shelf.podcasts.add(draft) }
  }

  @Test("an episode is removed for everybody by those who may")
  func deleting() async throws {
    let rig = try await ShelfRig()
    let id = try rig.episode(2)
    let grace = try await rig.device(as: "grace")
    #expect(try await failure { try await grace.podcasts.deleteEpisode(id, includingFile: false) }.kind == .forbidden)
    let left = try await rig.shelf.podcasts.deleteEpisode(id, includingFile: true)
    #expect(left.id == id.libraryItemId)
    #expect(try await failure { try await rig.shelf.items.episode(id) }.kind == .notFound)
    #expect(try await grace.libraries.recentEpisodes(in: rig.podcasts).map(\.id).contains(id.episodeId) == false)
  }

  @Test("episodes of a feed go back to the server as they came")
  func feeds() async throws {
    let transport = FakeTransport()
    let episode: JSONValue = [
      "title": "New", "guid": "g1", "pubDate": "Sun, 30 Aug 2026 06:00:00 GMT", "extra": [1, 2.5, .null],
      "enclosure": ["url": "https://cdn.example.org/new.mp3", "type": "audio/mpeg", "length": "12"],
    ]
    transport.answer(
      .shelfPodcastsFeed, with: .json(["podcast": ["metadata": ["title": "Night"], "episodes": [episode]]]))
    transport.answer(.shelfPodcastsSearchFeed, with: .json(["episodes": [["episode": episode]]]))
    transport.answer(.shelfPodcastsCheckNew, with: .json(["episodes": [episode]]))
    transport.answer(.shelfPodcastsDownload, with: .text("OK"))
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual())
    try await shelf.client.session.adopt(
      Credentials(account: "1", name: "ada", access: Secret("token")), generation: 0)
    let feed = try await shelf.podcasts.feed(at: "https://feeds.example.org/night.xml")
    #expect(feed.title == "Night")
    #expect(feed.episodes.map(\.title) == ["New"])
    #expect(feed.episodes.first?.url == "https://cdn.example.org/new.mp3")
    #expect(feed.episodes.first?.guid == "g1")
    let found = try await shelf.podcasts.feedEpisodes(titled: "New & old", of: "item")
    #expect(transport.requests.last?.url.query == "title=New%20%26%20old")
    #expect(try await shelf.podcasts.checkForNewEpisodes(of: "item", limit: 2) == found)
    try await shelf.podcasts.download(found, of: "item")
    #expect(try JSONValue(parsing: try #require(transport.requests.last?.body)) == [episode])
    #expect(transport.requests.last?.url.path == "/api/podcasts/item/download-episodes")
    let count = transport.requests.count
    try await shelf.podcasts.download([], of: "item")
    #expect(transport.requests.count == count)
    #expect(transport.problems == [])
  }
}
