import Foundation
import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

/// Access without a password: shares, which an administrator creates in the web client, and API keys.
enum SharingFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("share-heard-without-an-account", needsFake: true) { fixture in
      var world = ShelfWorld.sample
      let item = try require(world.itemID(titled: "The Salt Clock"), "a book")
      world.share(item, slug: "summer", isDownloadable: true)
      let clock = fixture.clock ?? ManualClock()
      let server = FakeShelfServer(world: world, clock: clock)
      let shelf = ShelfService(server: .fake, transport: server.transport, environment: .manual(clock: clock))
      let share = try await shelf.shares.open("summer")
      let part = try await shelf.shares.track(1, of: share, range: 100..<200)
      let whole = try await shelf.shares.track(1, of: share)
      try expect(part == whole.subdata(in: 100..<200), "the bytes of the part")
      let cover = try await shelf.shares.cover(of: share)
      let archive = try await shelf.shares.download(share)
      try expect(!cover.isEmpty && !archive.isEmpty, "its cover, and all of it")
      try await shelf.shares.saveProgress(90, of: share)
      try expect(server.sharePositions == [90], "90 s kept for this opening, got \(server.sharePositions)")
      let error = try await refusal { _ = try await shelf.shares.open("winter") }
      try expect(error?.kind == .notFound, "no such share, got \(String(describing: error))")
      return "“\(share.value["playbackSession"]?["displayTitle"]?.string ?? "?")” by its link alone, at 1:30"
    },
    Flow("sign-in-by-api-key", needsFake: true) { fixture in
      let clock = fixture.clock ?? ManualClock()
      let server = FakeShelfServer(clock: clock)
      let key = try require(server.makeAPIKey(for: "grace"), "a key")
      let shelf = ShelfService(server: .fake, transport: server.transport, environment: .manual(clock: clock))
      let login = try await shelf.account.signIn(apiKey: key)
      let me = try await shelf.account.me()
      try expect(login.user.username == "grace" && me.id == login.user.id, "grace, got \(me.username)")
      let environment = ClientEnvironment.manual(clock: clock)
      let screen = await ShelfSignInViewModel { address, _ in
        ShelfService(server: address, transport: server.transport, environment: environment)
      }
      let step = await signIn(on: screen, with: key)
      try expect(step == .signedIn, "signed in on the screen too, got \(step)")
      return "\(me.username) by a key that an administrator made"
    },
    Flow("podcast-added", needsFake: true) { fixture in
      // All accounts would see the new podcast, and a flow cannot remove it: use a separate fake server.
      let clock = fixture.clock ?? ManualClock()
      let server = FakeShelfServer(clock: clock)
      let shelf = ShelfService(server: .fake, transport: server.transport, environment: .manual(clock: clock))
      try await shelf.account.signIn(username: "ada", password: "correct horse")
      let library = try require(try await shelf.libraries.all().first { $0.mediaType == .podcast }, "a library")
      let folder = try require(library.folders.first, "a folder")
      var metadata = PodcastMetadata()
      (metadata.title, metadata.feedUrl) = ("New Waves", "https://feeds.example.org/waves.xml")
      let made = try await shelf.podcasts.add(
        PodcastDraft(
          libraryId: library.id, folderId: folder.id, path: "\(folder.fullPath ?? "")/New Waves", metadata: metadata))
      let feed = try await shelf.podcasts.feed(at: "https://feeds.example.org/waves.xml")
      try expect(made.title == "New Waves" && feed.title == "New Waves", "the podcast and its feed")
      let there = try await shelf.items.item(made.id)
      try expect(there.libraryId == library.id, "it in its library")
      return "“\(there.title)” in \(library.name), its feed read"
    },
  ]

  @MainActor
  private static func signIn(on screen: ShelfSignInViewModel, with key: String) async -> ShelfSignInViewModel.Step {
    screen.address = ServerAddress.fake.host
    screen.findServer()
    await screen.settled()
    screen.signIn(apiKey: key)
    await screen.settled()
    return screen.state.step
  }
}
