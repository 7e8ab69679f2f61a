import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Podcasts that are not on the server yet")
@MainActor
struct PodcastDirectoryTests {
  private static let feed = "https://feeds.example.org/signals-from-space.xml"

  private func rig(as user: String = "ada") async throws -> ShelfRig {
    var world = ShelfWorld.sample
    world.addToDirectory(title: "Signals: from / Space", author: "Far Radio", feed: Self.feed)
    world.addToDirectory(title: "Garden Talk", author: "Mill", feed: "https://feeds.example.org/garden.xml")
    return try await ShelfRig(world: world, as: user)
  }

  private func model(_ rig: ShelfRig) async throws -> PodcastSearchViewModel {
    PodcastSearchViewModel(shelf: rig.shelf, library: try await rig.shelf.libraries.library(rig.podcasts))
  }

  private func titles(_ rig: ShelfRig) async throws -> Set<String> {
    Set(try await rig.shelf.libraries.items(in: rig.podcasts).all().map(\.title))
  }

  @Test("one is found by name and added to the library, in a folder that its title cannot break out of")
  func found() async throws {
    let rig = try await rig()
    let model = try await model(rig)
    model.search("  signals ")
    await model.settled()
    let found = try #require(model.state.results.value?.first)
    #expect(model.state.results.value?.count == 1 && found.id == "1500000000" && found.trackCount == 12)
    model.add(found)
    await model.settled()
    #expect(model.state.notice == nil && model.state.added == [Self.feed])
    #expect(try await titles(rig).contains("Signals: from / Space"))
    model.add(found)
    await model.settled()
    #expect(model.state.notice == "The server refused this: Podcast already exists")
    model.search(" ")
    await model.settled()
    #expect(model.state.results == .idle)
  }

  @Test("a pull after a search that failed searches again, and says why if that fails as well")
  func pulledSearch() async throws {
    let rig = try await rig()
    let model = try await model(rig)
    rig.network.isDown = true
    model.search("signals")
    await model.settled()
    await model.refreshAndWait()
    #expect(model.state.error?.kind == .unreachable && model.state.results.error != nil)
    rig.network.isDown = false
    await model.refreshAndWait()
    #expect(model.state.results.value?.count == 1 && model.state.error == nil)
  }

  @Test("an OPML file's podcasts are chosen from and added in one request")
  func opml() async throws {
    let rig = try await rig()
    let model = try await model(rig)
    model.readOPML(
      "<opml><body><outline text=\"Garden\" xmlUrl=\"https://feeds.example.org/garden.xml\"/>"
        + "<outline title=\"Gone\" xmlUrl=\"https://feeds.example.org/gone.xml\"/><outline text=\"Folder\"/></body></opml>"
    )
    await model.settled()
    #expect(model.state.feeds.map(\.title) == ["Garden", "Gone"])
    model.addFeeds(model.state.feeds)
    model.addFeeds(model.state.feeds)
    await model.settled()
    #expect(rig.count(.shelfPodcastsAddFeeds) == 1 && model.state.added.count == 2)
    #expect(try await titles(rig).contains("Garden Talk"))
    model.addFeeds([OPMLFeed(feedUrl: "not an address")])
    await model.settled()
    #expect(model.state.notice?.hasPrefix("The server refused this: Invalid request body.") == true)
  }

  @Test("reading an OPML file as an ordinary user shows that this account may not")
  func forbidden() async throws {
    let rig = try await rig(as: "grace")
    let model = try await model(rig)
    model.readOPML("<opml/>")
    await model.settled()
    #expect(model.state.notice?.hasPrefix("This account may not do that.") == true && !model.state.isImporting)
  }

  @Test("the server's queue of downloads is shown and cleared for one podcast, the running one goes on")
  func queue() async throws {
    var world = ShelfWorld.sample
    let show = try #require(world.itemID(titled: "Night Signals"))
    let other = try #require(world.itemID(titled: "Bread Hour"))
    for title in ["One", "Two"] { world.queueDownload(title, of: show) }
    world.queueDownload("Rolls", of: other)
    let rig = try await ShelfRig(world: world)
    let model = EpisodeQueueViewModel(shelf: rig.shelf, library: rig.podcasts)
    model.load()
    await model.settled()
    #expect(model.state.queue.value?.currentDownload?.episodeDisplayTitle == "One")
    #expect(model.state.queue.value?.queue.map(\.episodeDisplayTitle) == ["Two", "Rolls"])
    #expect(try await rig.shelf.podcasts.downloads(of: show).map(\.episodeDisplayTitle) == ["Two"])
    #expect(try await rig.shelf.podcasts.downloads(of: other).map(\.episodeDisplayTitle) == ["Rolls"])
    // The server keeps answers about a library until a row changes, and the queue has no row: the screen must not show the old queue.
    model.clear(show)
    await model.settled()
    #expect(model.state.queue.value?.queue.map(\.episodeDisplayTitle) == ["Rolls"])
    #expect(model.state.queue.value?.currentDownload?.episodeDisplayTitle == "One")
  }

  @Test("a podcast's feed shows which episodes the server does not have, and downloads some")
  func feed() async throws {
    var world = ShelfWorld.sample
    let show = try #require(world.itemID(titled: "Night Signals"))
    for title in ["Long Wave Again", "Rye", "The Long Wave"] { world.announce(title, of: show) }
    let rig = try await ShelfRig(world: world)
    let model = PodcastFeedViewModel(shelf: rig.shelf, podcast: try rig.item("Night Signals"))
    model.load()
    await model.settled()
    // The server has "The Long Wave" already.
    #expect(model.state.feed.value?.episodes.count == 3)
    #expect(model.state.missing.map(\.title) == ["Rye", "Long Wave Again"])
    model.download(model.state.missing)
    await model.settled()
    #expect(model.state.missing.isEmpty && rig.count(.shelfPodcastsDownload) == 1)
    let bare = PodcastFeedViewModel(shelf: rig.shelf, podcast: try rig.item("Bread Hour"))
    bare.load()
    await bare.settled()
    #expect(bare.state.error?.kind == .notFound)
  }

  @Test(
    "an episode of a feed is on the server by its address or guid, and by its title only if the server has just a file")
  func sameEpisode() {
    func inFeed(_ title: String, _ guid: String?, _ url: String) -> FeedEpisode {
      var value: JSONValue = ["title": .string(title), "enclosure": ["url": .string(url)]]
      if let guid { value["guid"] = .string(guid) }
      return FeedEpisode(value)
    }
    func onServer(_ title: String, _ guid: String?, _ url: String?) -> Episode {
      with(Episode(id: title)) { episode in
        (episode.title, episode.guid) = (title, guid)
        if let url { episode.enclosure = with(Enclosure()) { $0.url = url } }
      }
    }
    var feed = PodcastFeed()
    feed.episodes = [
      inFeed("News", "1", "a"), inFeed("News", "2", "b"), inFeed("Moved", "3", "c2"), inFeed("File", "4", "d"),
      inFeed("Nameless", nil, "e"),
    ]
    let known = feed.audioURLs(of: [
      onServer("News", "1", "a"), onServer("Renamed", "3", "c"), onServer("File", nil, nil), onServer("Other", "", nil),
    ])
    #expect(known == ["a", "c", "c2", "d"])
  }

  @Test(
    "downloads and podcasts that one account asked for are not shown to the one that signs in meanwhile",
    arguments: [true, false])
  func otherAccount(isFeed: Bool) async throws {
    var world = ShelfWorld.sample
    world.addToDirectory(title: "Garden Talk", author: "Mill", feed: "https://feeds.example.org/garden.xml")
    world.announce("Rye", of: try #require(world.itemID(titled: "Night Signals")))
    world.addUser("nora", password: ShelfRig.password(of: "nora"), type: .root)
    let rig = try await ShelfRig(world: world)
    let front = SocketLine(rig.network)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    let feed = PodcastFeedViewModel(shelf: shelf, podcast: try rig.item("Night Signals"))
    feed.load()
    let search = PodcastSearchViewModel(shelf: shelf, library: try await shelf.libraries.library(rig.podcasts))
    search.search("garden")
    await feed.settled()
    await search.settled()
    front.hold(isFeed ? .shelfPodcastsDownload : .shelfPodcastsAdd)
    if isFeed {
      feed.download(feed.state.missing)
    } else {
      search.add(try #require(search.state.results.value?.first))
    }
    #expect(await eventually { front.isHolding })
    try await shelf.account.signOut(pending: .discard)
    try await shelf.account.signIn(username: "nora", password: ShelfRig.password(of: "nora"))
    #expect(await eventually { feed.state.known.isEmpty && search.state.query.isEmpty })
    front.letGo()
    await feed.settled()
    await search.settled()
    #expect(feed.state.known.isEmpty && search.state.added.isEmpty)
    #expect(feed.state.notice == nil && search.state.notice == nil)
  }
}
