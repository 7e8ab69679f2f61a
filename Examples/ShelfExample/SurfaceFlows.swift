import Foundation
import MediaTesting
import Runner
import ShelfClient

/// Cars, watches, hand-off and the background.
enum SurfaceFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("car-menu") { fixture in
      let menu = CarMenu(shelf: fixture.shelf, limits: CarLimits(rows: 8))
      let changes = Locked(0)
      let token = menu.observe { changes.withLock { $0 += 1 } }
      let tabs = await menu.tabs()
      let library = try require(tabs.first { $0.id == .library }, "the library's tab")
      let first = try require(library.list.rows.first, "a row to open")
      let opened = await menu.list(of: first)
      try expect(opened.rows.isEmpty == (opened.emptyReason != nil), "rows, or a reason")
      let queue = await menu.keptList(of: .queue)
      try expect(queue == tabs.first { $0.id == .queue }?.list, "the queue from the device")

      fixture.network.isDown = true
      let offline = await menu.tabs()
      fixture.network.isDown = false
      try expect(offline.first?.id == .downloads, "the downloads first without a network")
      try expect(
        offline.allSatisfy { $0.list.rows.isEmpty == ($0.list.emptyReason != nil) }, "no blank list"
      )
      _ = try await fixture.shelf.libraries.all()
      try expect(
        await menu.keptTabs().first?.id == .continueListening,
        "the usual order when the server is back")
      try expect(changes.withLock { $0 } > 0, "changes are reported")
      token.cancel()
      return
        "\(tabs.map(\.title).joined(separator: ", ")); “\(first.title)” opens \(opened.rows.count) rows"
    },
    Flow("car-player") { fixture in
      try await fixture.withBook { id in
        let (player, _) = await PlaybackFlows.open(id, fixture, autoPlay: false)
        let car = await player.carNowPlaying(CarLimits(rows: 5))
        try expect(car.buttons == [.speed, .chapters], "the speed and the chapters")
        try expect(car.chapters.first?.isCurrent == true, "the first chapter is the current one")
        await player.setSpeed(car.nextSpeed)
        let speed = await player.carNowPlaying().speed
        try expect(speed == car.nextSpeed, "the next speed")
        await player.setSpeed(car.speed)
        await PlaybackFlows.close(player)
        return "\(car.chapters.count) chapters to choose from; a tap sets \(speed.rawValue)"
      }
    },
    Flow("background-refresh") { fixture in
      try await fixture.withEpisode { _, id in
        let shelf = fixture.shelf
        try await shelf.queueStore.refresh()
        fixture.network.isDown = true
        try await shelf.progressStore.setPosition(id, to: 44)
        await shelf.queue.settled()
        let refresh = BackgroundRefresh(shelf: shelf)
        let offline = await refresh.run(within: .seconds(20))
        try expect(offline.waitingCount == 1 && offline.sentCount == 0, "the change waits")
        fixture.network.isDown = false
        let outcome = await refresh.run(within: .seconds(20))
        try expect(outcome.isComplete && outcome.sentCount == 1, "the change sent, got \(outcome)")
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double
        try expect(there == 44, "the place on the server")
        return "one change sent, \(outcome.newEpisodes.count) new episodes, again in an hour"
      }
    },
    Flow("hand-off-and-search") { fixture in
      try await fixture.withEpisode { episode, id in
        let activity = ShelfActivity(
          id: id, title: episode.episode.title ?? "", position: 75,
          server: try await fixture.shelf.client.locator.base())
        let back = try require(
          ShelfActivity(type: ShelfActivity.type, userInfo: activity.userInfo),
          "the activity on another device")
        try expect(back.id == id && back.position == 75, "the item and its place")
        try expect(activity.webPage?.query == nil, "a page without a token")
        let item = ShelfSearchItem(QueueEntry(id: id, title: activity.title))
        try expect(ShelfSearchItem.playable(of: item.id) == id, "the item that was found")
        return
          "“\(activity.title)” goes on at 1:15 on another device; its page is \(activity.webPage?.path.count ?? 0) letters"
      }
    },
    Flow("watch-reports-listening") { fixture in
      try await fixture.withEpisode { _, id in
        let shelf = fixture.shelf
        try await shelf.queueStore.refresh()
        let link = WatchLink(shelf: shelf)
        let changes = Locked(0)
        let token = link.observe { changes.withLock { $0 += 1 } }
        let context = try WatchContext(data: try await link.context().data())
        let end = fixture.environment.clock.now() - 5
        let report = WatchReport(
          account: context.account,
          listening: [
            LocalListening(
              id: fixture.environment.random.uuid(), item: id, startedAt: end - 20, endedAt: end,
              seconds: 20,
              startPosition: 0, position: 20)
          ])
        let receipt = try await link.merge(try report.data())
        try expect(receipt.accepted.count == 1 && receipt.refused.isEmpty, "the stretch accepted")
        await shelf.queue.flush()
        await shelf.queue.settled()
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double
        try expect(there == 20, "the watch's place on the server, got \(there ?? -1)")
        let again = try await link.merge(try report.data())
        try expect(again == receipt, "the same receipt")
        try expect(try await shelf.queue.open().isEmpty, "nothing to send for the second report")
        try expect(changes.withLock { $0 } > 0, "changes are reported")
        token.cancel()
        return "20 s on the watch, sent once; the watch knows \(context.queue.count) episodes"
      }
    },
  ]
}
