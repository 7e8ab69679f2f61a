import Foundation
import HubClient
import HubTesting
import Runner

/// Flows of the view models.
enum ScreenFlows {
  static let all: [Flow<HubFixture>] = [
    Flow("filters-and-counts") { fixture in
      let own = try await fixture.separate()
      let model = await FeedViewModel(hub: own.hub)
      let all = await model.after { $0.refresh() }
      let some = try require(all.videos.last, "videos")
      try expect(all.unwatchedCounts.values.reduce(0, +) == all.videos.count, "all of them unwatched")
      var state = await model.after { $0.filter = FeedFilter(searchText: (some.title ?? "").uppercased()) }
      try expect(state.videos.map(\.videoId) == [some.videoId], "one by its title")
      state = await model.after { $0.filter = FeedFilter(shorts: .only) }
      let shorts = state.videos.count
      try expect(shorts == all.videos.count(where: \.isShort) && state.videos.allSatisfy(\.isShort), "the Shorts")
      state = await model.after { $0.filter = FeedFilter(shorts: .only, shortsLimit: 30) }
      try expect(state.videos.allSatisfy { $0.kind(shortsLimit: 30) == .short }, "those of half a minute")
      state = await model.after { $0.filter = FeedFilter(channelId: some.channelId) }
      try expect(state.videos.count == some.channelId.flatMap { all.unwatchedCounts[$0] }, "those of a channel")
      return
        "\(all.unwatchedCounts.values.sorted().map(String.init).joined(separator: " and ")) unwatched, \(shorts) Shorts"
    },
    Flow("channels-screen") { fixture in
      let own = try await fixture.separate()
      let model = await ChannelsViewModel(hub: own.hub)
      await model.add("https://www.youtube.com/channel/\(HubWorld.harbour)/videos")
      await model.settled()
      await model.rename(HubWorld.harbour, to: "The Harbour")
      await model.settled()
      try expect(try await own.hub.library.channels.registered().contains(HubWorld.harbour), "registered")
      let feed = await FeedViewModel(hub: own.hub)
      _ = await feed.after { $0.loadChannelTitles() }
      let row = try require(await model.state.channels.first { $0.id == HubWorld.harbour }, "the channel")
      try expect(row.title == "The Harbour" && row.registration == .done && !row.isUnusual, "registered, with its name")
      let names = try await own.hub.library.channels.titles()
      try expect(names[HubWorld.harbour] == "The Harbour", "the name is kept")
      try expect(
        ChannelID.found(in: "youtube.com/channel/\(HubWorld.harbour)?si=x") == HubWorld.harbour, "the id in an address")
      await model.add("@harbour")
      let notice = try require(await model.state.notice, "a notice for what is no channel")
      await model.add("https://www.youtube.com/feeds/videos.xml?channel_id=\(HubWorld.harbour)")
      await model.settled()
      try expect(
        await model.state.channels.count { $0.id == HubWorld.harbour } == 1, "the same by the address of its feed")
      await model.remove(HubWorld.harbour)
      await model.settled()
      try expect(await !model.state.channels.contains { $0.id == HubWorld.harbour }, "gone from this device")
      await model.retry()
      await model.settled()
      return "“\(row.title)” added and removed; “\(notice)”"
    },
    Flow("watch-statuses") { fixture in
      let own = try await fixture.separate()
      let model = await FeedViewModel(hub: own.hub)
      let video = try require(await model.after { $0.refresh() }.videos.first { !$0.isShort }, "a video")
      _ = await model.after { $0.setPosition(61, of: video) }
      _ = await model.after { $0.mark(video, as: .watched) }
      let kept = try require(try await own.relaunched().library.statuses.record(video.videoId), "a record")
      try expect(kept.status == .watched && kept.playbackPosition == 61 && !kept.synced, "watched at 61 s")
      return "\(kept.status) at \(Int(kept.playbackPosition)) s, kept over a relaunch"
    },
    Flow("mark-channel-watched") { fixture in
      let own = try await fixture.separate()
      let model = await FeedViewModel(hub: own.hub)
      var left = await model.after { $0.refresh() }.unwatchedCounts
      left[HubWorld.workshop] = nil
      let state = await model.after { $0.markChannelWatched(HubWorld.workshop) }
      try expect(state.unwatchedCounts == left, "the other channel alone")
      return "\(state.videos.count) left"
    },
    Flow("statuses-of-two-devices") { fixture in
      let shared = SharedStatuses()
      let (phone, tv) = (
        try await fixture.separate().hub.library.statuses, try await fixture.separate().hub.library.statuses
      )
      try await phone.set(.watched, for: (0..<450).map { "v\($0)" })
      try await phone.sync(shared)
      try await tv.setPosition(90, for: "film")
      try await tv.sync(shared)
      try await phone.sync(shared, force: true)
      let seen = WatchRecord(videoId: "film", status: .watched, lastModified: .distantFuture)
      for device in [phone, tv] { try expect(try await device.merge([seen]) == 1, "what an app's own cloud says") }
      try expect(try await phone.status(of: "film") == .watched, "as it says")
      try expect(try await phone.records() == tv.records(), "the same on both")
      let batches = await shared.batches.map(String.init).joined(separator: ", ")
      let late = WatchRecord(videoId: "film", status: .unwatched, lastModified: .distantPast)
      try await shared.push([late])
      try expect(await !shared.pull(since: nil).contains(late), "a change that comes late replaces none that is newer")
      return "451 records, batches of \(batches)"
    },
    Flow("conflict-and-undo") { fixture in
      let shared = SharedStatuses()
      let (phone, tv) = (try await fixture.separate(), try await fixture.separate())
      let start = phone.environment.clock.now()
      // Both devices change the same video before they sync, the TV a minute after the phone.
      try await phone.hub.library.statuses.setPosition(61, for: "film")
      let later = WatchRecord(videoId: "film", status: .watched, lastModified: start.addingTimeInterval(60))
      try await tv.hub.library.statuses.merge([later])
      try await tv.hub.library.statuses.sync(shared)
      try await phone.hub.library.statuses.sync(shared)
      let model = await FeedViewModel(hub: phone.hub)
      await model.loadAndWait()
      let conflict = try require(await model.state.conflicts.first, "a conflict on the screen")
      try expect(try await phone.hub.library.statuses.conflicts() == [conflict], "the same in the store")
      try expect(try await phone.hub.library.statuses.status(of: "film") == .watched, "the later change counts")
      await model.undo(conflict)
      await model.settled()
      let back = try await phone.hub.library.statuses.record("film")
      try expect(back?.playbackPosition == 61 && back?.synced == false, "the place of this device again")
      try expect(await model.state.conflicts.isEmpty, "nothing listed any more")
      await model.dismiss(conflict)
      await model.settled()
      return "“\(conflict.text())” — undone with one call"
    },
    Flow("remove-channel-here") { fixture in
      let own = try await fixture.separate()
      try await own.hub.library.channels.setWanted(HubFixture.channels)
      await own.hub.library.refresher.refresh(.pull(force: true))
      try await own.hub.library.channels.remove(HubWorld.kitchen)
      let shown = try await own.hub.library.videos.known().videos
      let sent = try await own.verifier.videoIDs().count
      try expect(!shown.isEmpty && shown.allSatisfy { $0.channelId == HubWorld.workshop }, "one channel's videos")
      try expect(sent > shown.count, "both still at the server")
      return "\(shown.count) shown, the server goes on sending \(sent)"
    },
    Flow("hide-a-dead-video", needsFake: true) { fixture in
      let own = try await fixture.separate()
      try own.server().makePrivate("wkshopPlane")
      let model = await FeedViewModel(hub: own.hub)
      let dead = try require(await model.after { $0.refresh() }.videos.first { $0.title == "Private video" }, "it")
      _ = await model.after { $0.hide(dead) }
      await own.hub.library.refresher.refresh(.pull(force: true))
      try expect(try await own.hub.library.videos.known().videos.count == 6, "six")
      _ = await model.after { $0.undoHiding() }
      try expect(try await own.hub.library.videos.known().videos.count == 7, "seven again")
      try await own.hub.library.videos.hide(dead.videoId)
      return "hidden here, still at the server: \(try await own.verifier.videoIDs().contains("wkshopPlane"))"
    },
    Flow("quota-used-up", needsFake: true) { fixture in
      let own = try await fixture.separate()
      try own.server().setQuotaExceeded(true)
      let state = await FeedViewModel(hub: own.hub).after { $0.refresh() }
      try expect(state.error == nil && state.videos.count == 7, "a good feed")
      return try require(state.notice, "a notice")
    },
  ]
}

/// A store that counts its changes, such as CloudKit.
actor CountingStatuses: WatchStatusExchange {
  private var log: [WatchRecord] = []
  var name: String { "shared log" }

  func changes(since token: Data?) async throws(ClientError) -> WatchStatusChanges? {
    let start = token.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    return WatchStatusChanges(records: Array(log.dropFirst(start)), token: Data("\(log.count)".utf8))
  }

  func save(_ new: [WatchRecord]) async throws(ClientError) -> [WatchRecord] {
    let known = Dictionary(log.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let newer = new.compactMap { mine in known[mine.id].flatMap { $0.lastModified > mine.lastModified ? $0 : nil } }
    log += new.filter { mine in !newer.contains { $0.id == mine.id } }
    return newer
  }
}

/// A store that two devices share, such as a cloud service.
actor SharedStatuses: WatchStatusAdapter {
  private var records: [String: WatchRecord] = [:]
  private(set) var batches: [Int] = []

  func pull(since: Date?) async throws(ClientError) -> [WatchRecord] { records.values.sorted { $0.id < $1.id } }

  func push(_ new: [WatchRecord]) async throws(ClientError) {
    batches.append(new.count)
    // The later change wins, whichever device pushed first.
    for record in new where records[record.id].map({ $0.lastModified < record.lastModified }) ?? true {
      records[record.id] = record
    }
  }
}
