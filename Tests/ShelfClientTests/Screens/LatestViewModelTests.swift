import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The Latest tab")
struct LatestViewModelTests {
  private func loaded(_ rig: ShelfRig) async -> LatestViewModel {
    let latest = LatestViewModel(shelf: rig.shelf)
    latest.load()
    await latest.settled()
    return latest
  }

  private func titles(_ latest: LatestViewModel) -> [String] { (latest.state.entries.value ?? []).map(\.title) }

  @Test("shows the newest unfinished episodes, with progress")
  func load() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.episode(2), .position(300.25, duration: 1882.044))
    let latest = LatestViewModel(shelf: rig.shelf)
    var phases: [String] = []
    let token = latest.observe { phases.append(String(describing: $0.entries).prefix { $0 != "(" }.description) }
    latest.load()
    await latest.settled()
    #expect(titles(latest) == ["Oats", "Radio on the Roof", "Rye", "The Long Wave", "Valves and Wires"])
    #expect(phases.first == "idle")
    #expect(phases.last == "loaded")
    let roof = try #require(latest.state.entries.value?.first { $0.title == "Radio on the Roof" })
    #expect(roof.id == (try rig.episode(2)))
    #expect(roof.author == "Example Radio Collective")
    #expect(roof.duration == 1882.044)
    #expect(roof.progress?.position == 300.25)
    #expect(abs((roof.progress?.fraction ?? 0) - 300.25 / 1882.044) < 1e-9)
    #expect(roof.coverURL?.path == "/api/items/\(roof.id.libraryItemId)/cover")
    #expect(latest.state.entries.value?.first?.coverURL == nil)
    #expect(latest.state.emptyMessage == nil)
    #expect(!latest.state.isStale)
    withExtendedLifetime(token) {}
  }

  @Test("merges all podcast libraries by date, with covers that change their address")
  func severalLibraries() async throws {
    var world = ShelfWorld.empty()
    for (library, days) in [("One", [1.0, 5, 9]), ("Two", [2.0, 4, 30])] {
      let id = world.addPodcastLibrary(name: library)
      world.addPodcast(
        in: id, title: library,
        episodes: days.reversed().map { .init(title: "\(library) \(Int($0))", duration: 600, publishedDaysAgo: $0) })
    }
    world.addUser("ada", password: "correct horse", type: .root)
    let rig = try await ShelfRig(world: world)
    let latest = await loaded(rig)
    #expect(titles(latest) == ["One 1", "Two 2", "Two 4", "One 5", "One 9", "Two 30"])
    #expect(latest.state.entries.value?.allSatisfy { $0.coverURL?.query?.contains("ts=") == true } == true)
  }

  @Test("what is played to its end or finished elsewhere leaves without a load, and comes back when it is restarted")
  func followsTheStore() async throws {
    let rig = try await ShelfRig(instant: false)
    let latest = await loaded(rig)
    let before = rig.count(.shelfLibrariesRecentEpisodes)
    let player = PlayerRig(rig)
    await player.play(try rig.episode(0, of: "Bread Hour"))
    player.player.seek(to: 608)
    await player.pass(4)
    #expect(await eventually { !titles(latest).contains("Rye") })
    try await rig.shelf.progressStore.markFinished(rig.episode(2))
    #expect(await eventually { !titles(latest).contains("Radio on the Roof") })
    try await rig.shelf.progressStore.restart(rig.episode(2))
    #expect(await eventually { titles(latest).contains("Radio on the Roof") })
    #expect(rig.count(.shelfLibrariesRecentEpisodes) == before)
  }

  @Test("asks for 25")
  func limit() async throws {
    var world = ShelfWorld.empty()
    let library = world.addPodcastLibrary(name: "Many")
    world.addPodcast(
      in: library, title: "Daily",
      episodes: (0..<30).map { .init(title: "Day \($0)", duration: 600, publishedDaysAgo: Double(40 - $0)) })
    world.addUser("ada", password: "correct horse", type: .root)
    let rig = try await ShelfRig(world: world)
    let latest = await loaded(rig)
    #expect(QueueStore.limit == 25)
    #expect(titles(latest).count == 25)
    #expect(titles(latest).first == "Day 29")
  }

  @Test("rows that were loaded stay when another part of the app reads the list")
  func readElsewhere() async throws {
    var world = ShelfWorld.empty()
    let library = world.addPodcastLibrary(name: "Podcasts")
    world.addPodcast(
      in: library, title: "Daily",
      episodes: (0..<80).map { .init(title: "Day \($0)", duration: 600, publishedDaysAgo: Double(90 - $0)) })
    world.addUser("ada", password: "correct horse", type: .root)
    let rig = try await ShelfRig(world: world)
    let latest = await loaded(rig)
    latest.loadMore()
    await latest.settled()
    #expect(titles(latest).count == 50)
    try await rig.shelf.queueStore.refresh()
    await latest.settled()
    #expect(titles(latest).count == 50)
    let second = await loaded(rig)
    await latest.settled()
    #expect(titles(second).count == 50 && titles(latest).count == 50)
    second.loadMore()
    await second.settled()
    #expect(titles(second).count == 75)
  }

  @Test("more episodes that could not be loaded are asked for again after a pull")
  func moreAfterPull() async throws {
    var world = ShelfWorld.empty()
    let podcasts = world.addPodcastLibrary(name: "Podcasts")
    let episodes = (0..<60).map { ShelfWorld.Episode(title: "Day \($0)", duration: 600) }
    world.addPodcast(in: podcasts, title: "Daily", episodes: episodes)
    world.addUser("ada", password: "correct horse", type: .root)
    let rig = try await ShelfRig(world: world)
    let latest = await loaded(rig)
    rig.network.isDown = true
    latest.loadMore()
    await latest.settled()
    #expect(titles(latest).count == 25 && latest.state.error?.kind == .unreachable)
    rig.network.isDown = false
    await latest.refreshAndWait()
    #expect(titles(latest).count == 50 && latest.state.error == nil)
  }

  @Test("shows what is in progress where there are no podcasts")
  func books() async throws {
    var world = ShelfWorld.empty()
    let library = world.addBookLibrary(name: "Books")
    world.addBook(in: library, title: "One", authors: ["A"], tracks: [900])
    world.addBook(in: library, title: "Two", authors: ["B"], tracks: [900])
    world.addUser("ada", password: "correct horse", type: .root)
    let rig = try await ShelfRig(world: world)
    try await rig.shelf.progress.update(rig.book("Two"), .position(60, duration: 900))
    let latest = await loaded(rig)
    #expect(titles(latest) == ["Two"])
    #expect(latest.state.entries.value?.first?.author == "B")
  }

  @Test("a refresh that interrupts another shows no error")
  func interruptedRefresh() async throws {
    let rig = try await ShelfRig()
    let front = Interceptor(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    let latest = LatestViewModel(shelf: shelf)
    var errors = 0
    let token = latest.observe { if $0.entries.error != nil { errors += 1 } }
    front.hold(.shelfLibrariesRecentEpisodes)
    latest.refresh()
    await front.isHolding()
    #expect(latest.state.isRefreshing)
    latest.refresh()
    front.letGo()
    await latest.settled()
    #expect(errors == 0)
    #expect(!latest.state.isRefreshing)
    #expect(titles(latest).count == 5)
    withExtendedLifetime(token) {}
  }

  @Test("a removal can be undone for ten seconds, without the server, and the episode is back at its place")
  func undo() async throws {
    let rig = try await ShelfRig()
    let latest = await loaded(rig)
    let before = titles(latest)
    rig.network.isDown = true
    latest.remove(try rig.episode(2))
    await latest.settled()
    #expect(latest.state.undoable == (try rig.episode(2)))
    latest.remove(try rig.episode(1))
    await latest.settled()
    #expect(latest.state.undoable == (try rig.episode(1)))
    latest.undoRemoval()
    await latest.settled()
    #expect(latest.state.undoable == nil)
    #expect(titles(latest) == before.filter { $0 != "Radio on the Roof" })
    latest.undoRemoval()
    await latest.settled()
    #expect(titles(latest) == before.filter { $0 != "Radio on the Roof" })
    latest.remove(try rig.episode(1))
    await latest.settled()
    await rig.clock.advance(by: .seconds(10))
    #expect(await eventually { latest.state.undoable == nil })
    #expect(latest.state.entries.value?.count == before.count - 2)
    #expect(rig.clock.problems == [])
  }

  @Test("removing is local: the server is asked nothing and keeps the episode")
  func remove() async throws {
    let rig = try await ShelfRig()
    let latest = await loaded(rig)
    let before = rig.network.operations.count
    latest.remove(try rig.episode(2))
    await latest.settled()
    #expect(!titles(latest).contains("Radio on the Roof"))
    #expect(rig.network.operations.count == before)
    #expect(try await rig.shelf.items.episode(rig.episode(2)).title == "Radio on the Roof")
    latest.refresh()
    await latest.settled()
    #expect(titles(latest) == ["Oats", "Rye", "The Long Wave", "Valves and Wires"])
    await rig.shelf.client.accounts.save()
    let relaunched = rig.relaunched()
    let again = LatestViewModel(shelf: relaunched)
    again.load()
    await again.settled()
    #expect(titles(again).count == 4)
    try await relaunched.queueStore.restore(rig.episode(2))
    #expect(try await relaunched.queueStore.current().visible.count == 5)
    await again.settled()
    #expect(titles(again).count == 5)
  }

  @Test("marking as finished leaves the list at once and reaches the server")
  func finish() async throws {
    let rig = try await ShelfRig()
    let latest = await loaded(rig)
    latest.markFinished(try rig.episode(2))
    await latest.settled()
    #expect(titles(latest) == ["Oats", "Rye", "The Long Wave", "Valves and Wires"])
    #expect(rig.stored(try rig.episode(2))?["isFinished"]?.bool == true)
    #expect(rig.stored(try rig.episode(2))?["progress"]?.double == 1)
    latest.refresh()
    await latest.settled()
    #expect(titles(latest).count == 4)
  }

  @Test("restarting shows 0:00 at once and reaches the server, also from finished", arguments: [false, true])
  func restart(fromFinished: Bool) async throws {
    let rig = try await ShelfRig()
    let id = try rig.episode(2)
    try await rig.shelf.progress.update(id, .position(300, duration: 1882.044))
    let latest = await loaded(rig)
    if fromFinished { try await rig.shelf.progress.markFinished(id) }
    latest.restart(id)
    await latest.settled()
    #expect(latest.state.entries.value?.first { $0.id == id }?.progress?.position == 0)
    #expect(rig.stored(id)?["currentTime"]?.double == 0)
    #expect(rig.stored(id)?["progress"]?.double == 0)
    #expect(rig.stored(id)?["isFinished"]?.bool == false)
    #expect(latest.state.notice == nil)
  }

  @Test("what is done without a network shows at once, and reaches the server later")
  func offlineChanges() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.episode(1), .position(200, duration: 1650.5))
    let latest = await loaded(rig)
    rig.network.isDown = true
    latest.markFinished(try rig.episode(2))
    latest.restart(try rig.episode(1))
    await latest.settled()
    #expect(titles(latest) == ["Oats", "Rye", "The Long Wave", "Valves and Wires"])
    #expect(latest.state.entries.value?.first { $0.title == "The Long Wave" }?.progress?.position == 0)
    #expect(rig.stored(try rig.episode(2)) == nil)
    rig.network.isDown = false
    await rig.shelf.progressStore.flush()
    #expect(rig.stored(try rig.episode(2))?["isFinished"]?.bool == true)
    #expect(rig.stored(try rig.episode(1))?["currentTime"]?.double == 0)
  }

  @Test("shows a message when there is nothing to listen to")
  func empty() async throws {
    var world = ShelfWorld.empty()
    world.addPodcastLibrary(name: "Empty")
    world.addUser("ada", password: "correct horse", type: .root)
    let latest = await loaded(try await ShelfRig(world: world))
    #expect(latest.state.entries.value == [])
    #expect(latest.state.emptyMessage?.hasPrefix("No episodes") == true)
  }

  @Test("without a network shows the kept list and that it is old, also after a restart of the app")
  func offline() async throws {
    let rig = try await ShelfRig()
    let asOf = rig.clock.now()
    let latest = await loaded(rig)
    await rig.clock.advance(by: .seconds(600))
    rig.network.isDown = true
    latest.refresh()
    await latest.settled()
    #expect(titles(latest).count == 5)
    #expect(latest.state.isStale || latest.state.entries.error != nil)
    await rig.shelf.client.accounts.save()
    let relaunched = rig.relaunched()
    let again = LatestViewModel(shelf: relaunched)
    again.load()
    await again.settled()
    #expect(titles(again).count == 5)
    #expect(again.state.entries.error?.kind == .unreachable)
    #expect(again.state.error?.kind == .unreachable)
    #expect(try await relaunched.queueStore.current().asOf.map { abs($0.timeIntervalSince(asOf)) < 1 } == true)
    rig.network.isDown = false
    again.refresh()
    await again.settled()
    #expect(again.state.entries.error == nil)
    #expect(!again.state.isStale)
  }

  @Test("an error keeps the last value and says what is wrong", arguments: [500, 503, 404])
  func error(status: Int) async throws {
    let rig = try await ShelfRig()
    let latest = await loaded(rig)
    let front = LatestViewModel(shelf: rig.shelf)
    _ = front
    rig.network.fail(.shelfLibrariesAll, with: .loginPage)
    latest.refresh()
    await latest.settled()
    #expect(latest.state.entries.error?.kind == .wrongServer)
    #expect(titles(latest).count == 5)
    #expect(latest.state.emptyMessage == nil)
    #expect(!latest.state.isRefreshing)
    latest.refresh()
    await latest.settled()
    #expect(latest.state.entries.error == nil)
  }

  @Test("without an account asks for a sign-in")
  func signedOut() async throws {
    let latest = await loaded(try await ShelfRig(as: nil))
    #expect(latest.state.entries.error?.kind == .signedOut)
    #expect(latest.state.entries.value == nil)
    #expect(latest.state.emptyMessage != nil)
  }

  @Test("shows another account's list to nobody else")
  func accounts() async throws {
    let rig = try await ShelfRig()
    let latest = await loaded(rig)
    latest.remove(try rig.episode(2))
    await latest.settled()
    try await rig.shelf.account.signOut(pending: .keep)
    try await rig.shelf.account.signIn(username: "grace", password: "battery staple")
    #expect(try await rig.shelf.queueStore.current().entries == [])
    latest.refresh()
    await latest.settled()
    #expect(titles(latest).count == 5)
  }

  @Test("a sign-out empties the screen, and the next account never sees the rows of the one before")
  func signOut() async throws {
    let rig = try await ShelfRig()
    let latest = await loaded(rig)
    #expect(titles(latest).count == 5)
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(await eventually { latest.state.entries == .idle })
    #expect(latest.state.emptyMessage == nil)
    try await rig.shelf.account.signIn(username: "grace", password: "battery staple")
    rig.network.isDown = true
    latest.load()
    await latest.settled()
    #expect(latest.state.entries.value == nil)
    #expect(latest.state.error?.kind == .unreachable)
  }

  @Test("two screens over one store agree: what one removes or finishes leaves the other")
  func twoScreens() async throws {
    let rig = try await ShelfRig()
    let (one, other) = (await loaded(rig), await loaded(rig))
    one.remove(try rig.episode(2))
    await one.settled()
    #expect(await eventually { titles(other).count == 4 })
    other.remove(try rig.episode(1))
    other.markFinished(try rig.episode(0))
    await other.settled()
    #expect(await eventually { titles(one).count == 2 })
    #expect(titles(one) == titles(other))
    #expect(try await rig.shelf.queueStore.current().removed == [rig.episode(1), rig.episode(2)])
  }

  @Test("a failed change is shown until it is dismissed")
  func notice() async throws {
    let rig = try await ShelfRig()
    let latest = await loaded(rig)
    rig.files.isLocked = true
    latest.markFinished(try rig.episode(2))
    await latest.settled()
    #expect(latest.state.notice != nil)
    #expect(titles(latest).count == 5)
    latest.dismissNotice()
    #expect(latest.state.notice == nil)
    rig.files.isLocked = false
    latest.markFinished(try rig.episode(2))
    await latest.settled()
    #expect(latest.state.notice == nil)
    #expect(titles(latest).count == 4)
  }
}
