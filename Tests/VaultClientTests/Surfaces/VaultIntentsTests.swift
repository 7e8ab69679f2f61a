import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@Suite("The actions of voice assistants and shortcuts")
struct VaultIntentsTests {
  private static let harbor = with(SearchResult(imdbID: "tt0501001")) { ($0.type, $0.title) = (.movie, "Harbor") }

  @Test("it suggests unwatched films and series, and finds titles of the library by words")
  func titles() async throws {
    let fixture = try await Fixture.signedIn()
    let intents = VaultIntents(vault: fixture.vault)
    let suggested = try await intents.suggested()
    #expect(suggested.contains { $0.title == "Paper Lanterns" } && suggested.contains { $0.title == "North Pier" })
    #expect(!suggested.contains { $0.title == "Quiet Code" } && suggested.count <= VaultIntents.limit)
    let sent = fixture.network.operations.count
    #expect(try await intents.matching("lanterns PAPER").map(\.title) == ["Paper Lanterns"])
    #expect(try await intents.matching("").map(\.id) == suggested.map(\.id))
    let ids = [TitleReference.series(1), .movie(999), .movie(1), .collection(9001)]
    #expect(try await intents.entries(of: ids).map(\.reference) == [.series(1), .movie(1), .collection(9001)])
    #expect(fixture.network.operations.count == sent)
    await fixture.vault.client.accounts.save()
    let later = fixture.relaunched()
    later.network.isDown = true
    #expect(try await VaultIntents(vault: later.vault).suggested().map(\.id) == suggested.map(\.id))
  }

  @Test("without a network and without a library nothing is suggested, and a mark is refused")
  func neverRead() async throws {
    let fixture = try await Fixture.signedIn()
    fixture.network.isDown = true
    let intents = VaultIntents(vault: fixture.vault)
    #expect(try await intents.suggested().isEmpty)
    #expect(await Fixture.kind { _ = try await intents.markWatched(.movie(1)) } == .notFound)
    #expect(try await fixture.vault.queue.all().isEmpty)
  }

  @Test("an id that the system kept names no title of another server")
  func otherServer() async throws {
    let fixture = try await Fixture.signedIn()
    let intents = VaultIntents(vault: fixture.vault)
    let id = "\(try await intents.scope())/\(TitleReference.movie(1))"
    #expect(try await intents.titles(kept: [id, "movie/1", "other/movie/1"]) == [.movie(1)])
    let elsewhere = VaultService(
      server: try ServerAddress("https://other.example"), transport: fixture.network,
      environment: fixture.vault.client.environment)
    #expect(try await VaultIntents(vault: elsewhere).titles(kept: [id]).isEmpty)
  }

  @Test("a mark is shown at once and sent when the server can be reached")
  func marks() async throws {
    let fixture = try await Fixture.signedIn()
    let intents = VaultIntents(vault: fixture.vault)
    try await fixture.vault.store.refreshLibrary()
    fixture.network.isDown = true
    let reply = try await intents.markWatched(.movie(1))
    #expect(reply == IntentReply(.movie(1), sentence: "“Paper Lanterns” is marked as watched."))
    #expect(try await fixture.vault.store.library()?.value.movie(1)?.watched == true)
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(try await fixture.vault.movies.all().first { $0.id == 1 }?.watched == true)
  }

  @Test("a title of the catalogue is added, also one that was chosen before the network was lost, and only once")
  func add() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    let intents = VaultIntents(vault: fixture.vault)
    try await fixture.vault.store.refreshLibrary()
    let sent = fixture.count(.vaultSearchAll)
    #expect(try await intents.catalogue(" h ").isEmpty && fixture.count(.vaultSearchAll) == sent)
    let found = try await intents.catalogue("harbor")
    let match = try #require(found.first { $0.imdbID == "tt0502002" })
    let chosen = try #require(SearchResult(reference: match.reference))
    #expect(chosen.imdbID == match.imdbID && chosen.title == "The Harbor" && chosen.type == match.type)
    fixture.network.isDown = true
    let reply = try await intents.add(chosen)
    #expect(reply.sentence == "“The Harbor” is added to your watchlist.")
    #expect(await Fixture.kind { _ = try await intents.catalogue("harbor") } == .unreachable)
    fixture.network.isDown = false
    for _ in 0..<3 { await fixture.vault.store.flush() }
    let library = try await fixture.vault.store.refreshLibrary().value
    #expect(library.allMovies.count { $0.imdbID == "tt0502002" } == 1)
    #expect(try await intents.add(chosen).sentence == "“The Harbor” is in your library already.")
  }

  @Test("a title that only another user's shared list has is added")
  func othersTitle() async throws {
    var world = VaultWorld.sample
    let film = world.addMovie("Harbor", owner: "bob", imdbID: "tt0501001")
    let list = world.addList("Bob's", owner: "bob", items: [.movie(film)])
    world.share(list: list, with: "alice")
    let fixture = try await Fixture.signedIn(world: world, settings: .init(simulatedUpstreams: true))
    let store = fixture.vault.store
    try await store.refreshLibrary()
    try await store.refreshLists()
    #expect(try await store.refreshContents(of: .list(list)).value.allMovies.map(\.imdbID) == ["tt0501001"])
    let reply = try await VaultIntents(vault: fixture.vault).add(Self.harbor)
    #expect(reply.sentence == "“Harbor” is added to your watchlist.")
    await store.settled()
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await store.refreshLibrary().value.allMovies.count { $0.imdbID == "tt0501001" } == 1)
  }

  @Test("a title that one of the user's own lists has is in the library already, and nothing is imported")
  func ownTitleInList() async throws {
    var world = VaultWorld.sample
    let film = world.addMovie("Harbor", owner: "alice", imdbID: "tt0501001")
    let list = world.addList("Mine", owner: "alice", items: [.movie(film)])
    let fixture = try await Fixture.signedIn(world: world)
    let store = fixture.vault.store
    try await store.refreshLibrary()
    try await store.refreshLists()
    try await store.refreshContents(of: .list(list))
    let reply = try await VaultIntents(vault: fixture.vault).add(Self.harbor)
    #expect(reply.sentence == "“Harbor” is in your library already.")
    #expect(try await fixture.vault.queue.all() == [])
  }

  @Test("references of titles and of results are read back, and foreign texts are none")
  func references() {
    for title in [TitleReference.movie(4), .series(7), .collection(9001)] {
      #expect(TitleReference(title.description) == title)
    }
    for text in ["", "movie", "movie/", "movie/x", "episode/4", "movie/4/5"] { #expect(TitleReference(text) == nil) }
    for text in ["", "tt1", "/movie/Title", "tt1/movie"] { #expect(SearchResult(reference: text) == nil) }
    let slashed = with(SearchResult(imdbID: "tt1")) { $0.title = "Face/Off" }
    #expect(SearchResult(reference: slashed.reference) == slashed)
  }
}
