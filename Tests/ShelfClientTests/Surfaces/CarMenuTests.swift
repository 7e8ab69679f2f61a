import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("A car's menu")
struct CarMenuTests {
  /// A menu with one item on this device.
  private func menu(_ shelf: ShelfService, _ kept: [PlayableID] = [], _ limits: CarLimits = CarLimits()) -> CarMenu {
    CarMenu(shelf: shelf, limits: limits) {
      kept.map { id in with(ShelfRow(id: id.description, kind: .book, title: "Kept")) { $0.playable = id } }
    }
  }

  private func titles(_ list: CarList?) -> [String] { list?.rows.map(\.title) ?? [] }

  @Test("it shows what is in progress, the libraries, the queue and the downloads as four tabs")
  func tabs() async throws {
    let rig = try await ShelfRig()
    let (book, episode) = (try rig.book(), try rig.episode())
    try await rig.shelf.progress.update(book, .position(540.1, duration: 5401))
    try await rig.shelf.progressStore.refresh()
    try await rig.shelf.upNext.playNext(QueueEntry(id: episode, title: "Queued"))
    let tabs = await menu(rig.shelf, [book]).tabs()
    #expect(tabs.map(\.id) == [.continueListening, .library, .queue, .downloads])
    #expect(tabs.map(\.title) == ["Continue Listening", "Library", "Queue", "Downloads"])
    #expect(Set(tabs.map(\.symbol)).count == 4)
    #expect(titles(tabs[0].list) == ["The Salt Clock"])
    let row = try #require(tabs[0].list.rows.first)
    #expect(row.playable == book && row.isOnDevice && row.isEnabled && abs((row.progress ?? 0) - 0.1) < 1e-6)
    #expect(titles(tabs[1].list) == ["Audiobooks", "Podcasts"])
    #expect(tabs[2].list.sections.map(\.title) == ["Up Next", "Latest"])
    #expect(tabs[2].list.sections[0].rows.map(\.title) == ["Queued"])
    #expect(tabs[2].list.sections[1].rows.count > 1)
    #expect(!tabs[2].list.sections[1].rows.contains { $0.playable == episode })
    #expect(titles(tabs[3].list) == ["Kept"])
    #expect(tabs.allSatisfy { $0.list.emptyReason == nil })
    #expect(try JSONDecoder().decode([CarTab].self, from: JSONEncoder().encode(tabs)) == tabs)
  }

  @Test("without a network the downloads are the first tab, and in each list the items on the device come first")
  func offline() async throws {
    let rig = try await ShelfRig()
    let kept = try rig.book("Field Notes")
    for (title, place) in [("Field Notes", 20.0), ("The Salt Clock", 30.0)] {
      await rig.clock.advance(by: .seconds(5))
      try await rig.shelf.progress.update(rig.book(title), .position(place, duration: 5401))
    }
    let online = menu(rig.shelf, [kept])
    let before = try #require(await online.tabs().first?.list)
    #expect(titles(before) == ["The Salt Clock", "Field Notes"] && before.rows.allSatisfy(\.isEnabled))
    rig.network.isDown = true
    let tabs = await online.tabs()
    #expect(tabs.map(\.id) == [.downloads, .continueListening, .queue, .library])
    #expect(titles(tabs[1].list) == ["Field Notes", "The Salt Clock"])
    #expect(tabs[1].list.rows.map(\.isEnabled) == [true, false])
    #expect(tabs[3].list.rows.map(\.isEnabled) == [true, true])
    // With one row of room, the one that plays stays.
    let small = await menu(rig.shelf, [kept], CarLimits(tabs: 2, rows: 1)).keptTabs()
    #expect(small.map(\.id) == [.downloads, .continueListening] && titles(small[1].list) == ["Field Notes"])
  }

  @Test("an item that is finished without a network is not in progress any more")
  func finished() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.book("First Light"), .position(60, duration: 3000))
    try await rig.shelf.progress.update(rig.book(), .position(540.1, duration: 5401))
    try await rig.shelf.progress.update(rig.episode(1), .position(60, duration: 1882.044))
    let (menu, tree) = (menu(rig.shelf), BrowseTree(shelf: rig.shelf))
    let (own, latest): (BrowsePlace, BrowsePlace) = (
      .section(.continueListening, library: rig.books), .section(.latest, library: rig.podcasts)
    )
    #expect(titles(await menu.tabs()[0].list).count == 3)
    #expect(try await tree.children(of: own).map(\.title) == ["The Salt Clock", "First Light"])
    #expect(try await tree.children(of: latest).contains { $0.playable == (try rig.episode(1)) })
    rig.network.isDown = true
    _ = try await rig.shelf.progressStore.markFinished(rig.book())
    _ = try await rig.shelf.progressStore.markFinished(rig.episode(1))
    #expect(titles(await menu.keptList(of: .continueListening)) == ["First Light"])
    #expect(titles(await menu.tabs().first { $0.id == .continueListening }?.list) == ["First Light"])
    #expect(try await tree.children(of: own).map(\.title) == ["First Light"])
    #expect(try await tree.kept(latest)?.contains { $0.playable == (try rig.episode(1)) } == false)
    #expect(try await tree.kept(.section(.items, library: rig.books))?.isEmpty != true)
  }

  @Test("an item that another device has begun again after its finish is in progress")
  func begunAgain() async throws {
    let rig = try await ShelfRig()
    let (book, tree) = (try rig.book(), BrowseTree(shelf: rig.shelf))
    let own = BrowsePlace.section(.continueListening, library: rig.books)
    try await rig.shelf.progress.update(book, .position(60, duration: 5401))
    try await rig.shelf.progress.markFinished(book)
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .seconds(60))
    let other = try await rig.device(as: "ada")
    try await other.progressStore.restart(book)
    await other.progressStore.settled()
    try await other.progressStore.setPosition(book, to: 540, duration: 5401)
    await other.progressStore.settled()
    #expect(try await rig.shelf.progressStore.progress(of: book)?.isFinished == true)
    for place in [.continueListening, own] {
      #expect(try await tree.children(of: place).map(\.playable) == [book])
      #expect(try await tree.kept(place)?.map(\.playable) == [book])
    }
    // The kept list becomes older than the finish that follows.
    await rig.clock.advance(by: .seconds(60))
    try await rig.shelf.progressStore.markFinished(book)
    await rig.shelf.progressStore.settled()
    for place in [.continueListening, own] { #expect(try await tree.kept(place)?.isEmpty == true) }
  }

  @Test("an empty list says why: nothing yet, not loaded yet, no network, or nobody signed in")
  func reasons() async throws {
    let rig = try await ShelfRig(world: .sparse(), as: nil)
    let signedOut = await menu(rig.shelf).tabs()
    #expect(signedOut.map(\.list.emptyReason) == Array(repeating: "Nobody is signed in.", count: 4))
    try await rig.shelf.account.signIn(username: "nora", password: "one quiet room")
    let first = await menu(rig.shelf).keptTabs()
    #expect(first.map(\.list.emptyReason).prefix(3) == ["Loading…", "Loading…", "Loading…"])
    rig.network.isDown = true
    let unreachable = await menu(rig.shelf).tabs()
    #expect(unreachable.map(\.id).first == .downloads)
    #expect(
      unreachable[0].list.emptyReason == "Nothing is kept on this device. Downloads can be played without a network.")
    #expect(unreachable[1].list.emptyReason == "The server cannot be reached.")
    let kept = await menu(rig.shelf).keptTabs()
    #expect(kept[1].list.emptyReason == "This list appears here when the server can be reached.")
    rig.network.isDown = false
    let there = await menu(rig.shelf).tabs()
    #expect(
      there[0].list.emptyReason == "Nothing is in progress. Books and episodes that you begin appear here.")
    for tab in there { #expect(tab.list.rows.isEmpty == (tab.list.emptyReason?.isEmpty == false), "\(tab.id)") }
  }

  @Test("lists stay within the car's numbers of tabs, sections and rows")
  func limits() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.upNext.playNext(QueueEntry(id: try rig.book(), title: "Queued"))
    let two = await menu(rig.shelf, [], CarLimits(tabs: 3, sections: 2, rows: 2)).tabs()
    #expect(two.map(\.id) == [.continueListening, .library, .queue])
    #expect(two[2].list.sections.map(\.rows.count) == [1, 1])
    let one = await menu(rig.shelf, [], CarLimits(sections: 1, rows: 9)).tabs()
    #expect(one[2].list.sections.map(\.title) == ["Up Next"])
    let first = await menu(rig.shelf, [], CarLimits(sections: 2, rows: 1)).tabs()
    #expect(first[2].list.sections.map(\.title) == ["Up Next"])
    let limits = CarLimits(tabs: 0, sections: -1, rows: 0)
    #expect([limits.tabs, limits.sections, limits.rows] == [1, 1, 1] && CarLimits(tabs: 9).tabs == 4)
  }

  @Test("each path ends with something to play or a reason, after at most four lists")
  func depth() async throws {
    let rig = try await ShelfRig()
    let menu = menu(rig.shelf)
    func walk(_ list: CarList, _ depth: Int) async -> Int {
      #expect(list.rows.isEmpty == (list.emptyReason != nil), "\(list.title)")
      var deepest = depth
      for row in list.rows where row.playable == nil {
        deepest = max(deepest, await walk(await menu.list(of: row), depth + 1))
      }
      return deepest
    }
    let library = try #require(await menu.tabs().first { $0.id == .library })
    #expect(await walk(library.list, 1) == 4)
  }

  @Test("the only library opens at once, without the items in progress that have a tab")
  func onlyLibrary() async throws {
    var world = ShelfWorld.empty()
    world.addBook(in: world.addBookLibrary(name: "Books"), title: "Winter Ledger", tracks: [4000.5])
    world.addUser("nora", password: ShelfRig.password(of: "nora"), type: .root)
    let rig = try await ShelfRig(world: world, as: "nora")
    let library = try #require(await menu(rig.shelf).tabs().first { $0.id == .library })
    #expect(library.list.rows.allSatisfy { if case .section = $0.id { true } else { false } })
    #expect(library.list.rows.count > 2 && !titles(library.list).contains("Continue Listening"))
  }

  @Test("it reports changes of the queue, the progress and the network")
  func changes() async throws {
    let rig = try await ShelfRig()
    let count = Locked(0)
    let token = menu(rig.shelf).observe { count.withLock { $0 += 1 } }
    try await rig.shelf.upNext.playNext(QueueEntry(id: try rig.book(), title: "Queued"))
    #expect(await eventually { count.withLock { $0 } > 0 })
    let before = count.withLock { $0 }
    rig.shelf.client.connectivity.report(.offline)
    #expect(await eventually { count.withLock { $0 } > before })
    #expect(titles(await menu(rig.shelf).keptList(of: .queue)).first == "Queued")
    withExtendedLifetime(token) {}
  }
}
