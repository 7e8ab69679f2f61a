import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Episodes that enter the queue by themselves")
struct EpisodeQueueStoreTests {
  /// Adds an episode to the podcast on the server, so many hours after the world's beginning.
  private func publish(_ title: String, hours: Double = 1, in rig: ShelfRig, podcast: String = "Night Signals") throws {
    let item = try rig.item(podcast)
    rig.server.edit { world in
      _ = world.addEpisode(
        .init(title: title, duration: 600, publishedDaysAgo: -hours / 24, addedDaysAgo: -hours / 24), to: item)
    }
  }

  private func rule(
    _ rig: ShelfRig, _ place: EpisodeQueueRule.Place = .last, newest: Int = 3
  ) throws -> EpisodeQueueRule {
    EpisodeQueueRule(id: try rig.item("Night Signals"), title: "Night Signals", place: place, newest: newest)
  }

  private func queued(_ shelf: ShelfService) async throws -> [String] { try await shelf.upNext.entries().map(\.title) }

  @Test("only episodes that the server gets after the rule enter the queue, each once, also after a relaunch")
  func newEpisodes() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.episodeQueue.set(try rule(rig))
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf).isEmpty)
    try publish("One", hours: 1, in: rig)
    try publish("Two", hours: 2, in: rig)
    try publish("Toast", hours: 1, in: rig, podcast: "Bread Hour")
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf) == ["One", "Two"])
    let entry = try #require(try await rig.shelf.upNext.entries().first)
    #expect(entry.author == "Example Radio Collective")
    #expect(entry.duration == 600)
    #expect(entry.coverURL != nil)
    try await rig.shelf.upNext.remove(entry.id)
    try await rig.shelf.queueStore.refresh()
    let shelf = rig.relaunched()
    try await shelf.queueStore.refresh()
    try await shelf.itemStore.refresh(rig.item("Night Signals"))
    #expect(try await queued(shelf) == ["Two"])
  }

  @Test("new episodes enter at the front when the rule says so, and the newest ones replace those of the rule alone")
  func newestFirst() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.upNext.set([
      QueueEntry(id: try rig.book(), title: "The Salt Clock"), QueueEntry(id: try rig.episode(0), title: "Own choice"),
    ])
    try await rig.shelf.episodeQueue.set(try rule(rig, .first, newest: 2))
    for number in 1...3 { try publish("New \(number)", hours: Double(number), in: rig) }
    try await rig.shelf.itemStore.refresh(rig.item("Night Signals"))
    #expect(try await queued(rig.shelf) == ["New 2", "New 3", "The Salt Clock", "Own choice"])
    try publish("New 4", hours: 4, in: rig)
    try await rig.shelf.itemStore.refresh(rig.item("Night Signals"))
    #expect(try await queued(rig.shelf) == ["New 4", "New 3", "The Salt Clock", "Own choice"])
    // An episode that was passed over does not come back when there is room.
    try await rig.shelf.upNext.clear()
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf).isEmpty)
  }

  @Test("an episode that the rule has passed over and the user adds stays when newer ones come")
  func ownChoice() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.episodeQueue.set(try rule(rig, .last, newest: 1))
    for number in 1...2 { try publish("New \(number)", hours: Double(number), in: rig) }
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf) == ["New 2"])
    let passed = try #require(
      try await rig.shelf.queueStore.current().entries.first { $0.title == "New 1" })
    try await rig.shelf.upNext.playLast(passed)
    try publish("New 3", hours: 3, in: rig)
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf) == ["New 1", "New 3"])
  }

  @Test("an episode that was begun on another device or opened here does not enter the queue")
  func begunEpisodes() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.episodeQueue.set(try rule(rig))
    for number in 1...3 { try publish("New \(number)", hours: Double(number), in: rig) }
    let ids = try await rig.shelf.items.item(rig.item("Night Signals")).media.podcast?.newestFirst.prefix(3).map(\.id)
    let new = (ids ?? []).map { PlayableID(libraryItemId: (try? rig.item("Night Signals")) ?? "", episodeId: $0) }
    try await rig.shelf.progressStore.markFinished(new[0])
    try await rig.shelf.upNext.note(QueueEntry(id: new[1], title: "New 2"))
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf) == ["New 1"])
  }

  @Test("a changed rule goes on from where it was, and a removed one adds nothing")
  func changedRule() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.episodeQueue.set(try rule(rig))
    try publish("One", hours: 1, in: rig)
    await rig.clock.advance(by: .seconds(7200))
    try await rig.shelf.episodeQueue.set(try rule(rig, .first, newest: 1))
    #expect(try await rig.shelf.episodeQueue.rules().map(\.newest) == [1])
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf) == ["One"])
    try await rig.shelf.episodeQueue.remove(rig.item("Night Signals"))
    try publish("Two", hours: 3, in: rig)
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf) == ["One"])
    try await rig.shelf.episodeQueue.set(try rule(rig))
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf) == ["One", "Two"])
  }

  @Test("an event about a new episode reads the podcast once, and only if it has a rule")
  func liveEvents() async throws {
    let rig = try await ShelfRig()
    let reader = NewEpisodeReader(rules: rig.shelf.episodeQueue, items: rig.shelf.itemStore, clock: rig.clock)
    var other = Episode(id: "toast")
    other.libraryItemId = try rig.item("Bread Hour")
    try await rig.shelf.episodeQueue.set(try rule(rig))
    try publish("One", in: rig)
    var new = Episode(id: "one")
    new.libraryItemId = try rig.item("Night Signals")
    for episode in [other, new, new] { reader.readSoon(episode) }
    let isQueued = await eventually {
      await rig.clock.advance(by: .seconds(1))
      return (try? await rig.shelf.upNext.entries().map(\.title)) == ["One"]
    }
    #expect(isQueued)
    #expect(rig.count(.shelfItemsOne) == 1)
  }

  @Test("a background refresh applies the rule")
  func backgroundRefresh() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.queueStore.refresh()
    try await rig.shelf.episodeQueue.set(try rule(rig))
    try publish("One", in: rig)
    // A background refresh reads only a list that is older than five minutes.
    await rig.clock.advance(by: .seconds(301))
    let outcome = await BackgroundRefresh(shelf: rig.shelf).run(within: .seconds(25))
    #expect(outcome.newEpisodes.map(\.title) == ["One"])
    #expect(try await queued(rig.shelf) == ["One"])
  }

  @Test("another account gets neither the rule nor its episodes, and the account finds its rule again")
  func accounts() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.episodeQueue.set(try rule(rig))
    try await rig.shelf.account.signOut(pending: .keep)
    try await rig.shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    try publish("One", in: rig)
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf).isEmpty)
    #expect(try await rig.shelf.episodeQueue.rules().isEmpty)
    try await rig.shelf.account.signOut(pending: .keep)
    try await rig.shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    try await rig.shelf.queueStore.refresh()
    #expect(try await queued(rig.shelf) == ["One"])
    try await rig.shelf.account.signOut(pending: .discard)
    try await rig.shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    #expect(try await rig.shelf.episodeQueue.rules().isEmpty)
  }

  @Test("episodes that are no longer remembered do not count as new again")
  func manyEpisodes() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.episodeQueue.set(try rule(rig, newest: 1))
    let account = try #require(try await rig.shelf.client.accounts.account())
    let podcast = try rig.item("Night Signals")
    let start = rig.clock.now()
    let listed = (1...(EpisodeQueueStore.knownLimit + 50)).compactMap { number in
      var episode = Episode(id: "e\(number)")
      episode.addedAt = start + Double(number)
      let id = PlayableID(libraryItemId: podcast, episodeId: episode.id)
      return ListedNewEpisode(QueueEntry(id: id, title: "\(number)"), episode)
    }
    for part in [listed[0..<100], listed[100..<250]] {
      try await rig.shelf.episodeQueue.take(Array(part), of: account)
    }
    #expect(try await queued(rig.shelf) == ["250"])
    try await rig.shelf.upNext.clear()
    try await rig.shelf.episodeQueue.take(listed, of: account)
    #expect(try await queued(rig.shelf).isEmpty)
  }

  @Test("the screen of a podcast sets and removes the rule")
  func screen() async throws {
    let rig = try await ShelfRig()
    let model = EpisodeListViewModel(shelf: rig.shelf, podcast: try rig.item("Night Signals"))
    model.load()
    await model.settled()
    #expect(model.state.queueRule == nil)
    model.queueNewEpisodes(.first, newest: 0)
    await model.settled()
    #expect(model.state.queueRule == (try rule(rig, .first, newest: 1)))
    model.stopQueueingNewEpisodes()
    await model.settled()
    #expect(model.state.queueRule == nil)
    let error = await #expect(throws: ClientError.self) {
      try await rig.shelf.episodeQueue.set(EpisodeQueueRule(id: "..", title: ""))
    }
    #expect(error?.kind == .invalidRequest)
  }
}
