import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

/// The home screen of a library, with and without a network.
enum HomeFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("home-screen") { fixture in
      try await fixture.withBook { id in
        try await fixture.verifier.listenElsewhere(id, to: 100)
        let library = try await fixture.library(.book)
        let state = await fixture.loaded(await HomeViewModel(shelf: fixture.shelf, library: library))
        let going = state.shelves.value?.first { $0.id == .continueListening }
        try expect(going?.rows.contains { $0.playable == id } == true, "the book to continue with")
        let there = try await fixture.verifier.array("/api/libraries/\(library)/personalized?limit=20")
        try expect(state.shelves.value?.count == there.count, "the server's \(there.count) shelves")
        try expect(state.progress[id.description]?.position == 100, "its progress")
        return (state.shelves.value ?? []).map { "\($0.title) \($0.rows.count)" }.joined(separator: ", ")
      }
    },
    Flow("home-without-a-network") { fixture in
      try await fixture.withBook { id in
        try await fixture.verifier.listenElsewhere(id, to: 100)
        let library = try await fixture.library(.book)
        let before = await fixture.loaded(await HomeViewModel(shelf: fixture.shelf, library: library))
        fixture.network.isDown = true
        let relaunched = await fixture.relaunched()
        let home = await HomeViewModel(shelf: relaunched, library: library)
        let kept = await fixture.loaded(home)
        try expect(kept.shelves.value == before.shelves.value, "the shelves of the last answer")
        await home.markFinished(id)
        await home.settled()
        try expect(await shows(id, home) == false, "the finished book gone from the books in progress")
        await home.restart(id)
        await home.settled()
        fixture.network.isDown = false
        await relaunched.queue.flush(.call)
        return "\(kept.shelves.value?.count ?? 0) shelves after a relaunch; a finished book leaves at once"
      }
    },
    Flow("home-hide-an-item") { fixture in
      try await fixture.withBook { id in
        try await fixture.verifier.listenElsewhere(id, to: 100)
        let home = await HomeViewModel(shelf: fixture.shelf, library: try await fixture.library(.book))
        _ = await fixture.loaded(home)
        await home.hide(id)
        await home.settled()
        try expect(await shows(id, home) == false, "the book hidden here")
        let there = try await fixture.verifier.progress(of: id)
        try expect(there?["hideFromContinueListening"]?.bool == true, "hidden on the server")
        await home.unhide(id)
        await home.settled()
        try expect(await shows(id, home), "the book shown again")
        return "hidden and shown again, here and on the server"
      }
    },
    Flow("home-hide-a-series", needsFake: true) { fixture in
      let books = try await fixture.books()
      let first = PlayableID(
        libraryItemId: try require(books.first { $0.title == "First Light" }, "the first of a series").id)
      let before = try await fixture.verifier.progress(of: first)
      _ = await (try await fixture.shelf.progressStore.markFinished(first)).settled()
      let home = await HomeViewModel(shelf: fixture.shelf, library: try await fixture.library(.book))
      let shelf = await fixture.loaded(home).shelves.value?.first { $0.id == .continueSeries }
      let row = try require(shelf?.rows.first, "a series to continue")
      let series = try require(row.seriesId, "its id")
      await home.hide(series: series)
      await home.settled()
      let isHidden = await !(home.state.shelves.value ?? []).contains { $0.id == .continueSeries }
      try expect(isHidden, "no series to continue")
      await home.unhide(series: series)
      await home.settled()
      let isBack = await (home.state.shelves.value ?? []).contains { $0.id == .continueSeries }
      try expect(isBack, "the series again")
      try await fixture.verifier.restore(before, of: first)
      try await fixture.shelf.progressStore.refresh()
      return "“\(row.title)” follows; its series hidden and shown again"
    },
    Flow("home-order-of-shelves") { fixture in
      let library = try await fixture.library(.book)
      let home = await HomeViewModel(shelf: fixture.shelf, library: library)
      let before = await fixture.loaded(home).choices.map(\.id)
      let last = try require(before.last, "shelves to order")
      await home.move(last, to: 0)
      await home.settled()
      await home.setShown(before[0], false)
      await home.settled()
      let relaunched = await HomeViewModel(shelf: await fixture.relaunched(), library: library)
      let kept = await fixture.loaded(relaunched).choices
      try expect(kept.first?.id == last && kept.first { $0.id == before[0] }?.isShown == false, "the order kept")
      await home.resetLayout()
      await home.settled()
      try expect(await home.state.choices.map(\.id) == before, "the standard order again")
      return "“\(kept.first?.title ?? "")” first, and \(kept.count { !$0.isShown }) hidden, also after a relaunch"
    },
  ]

  @MainActor
  private static func shows(_ id: PlayableID, _ home: HomeViewModel) -> Bool {
    let shelf = home.state.shelves.value?.first { $0.id == .continueListening }
    return shelf?.rows.contains { $0.playable == id } == true
  }
}
