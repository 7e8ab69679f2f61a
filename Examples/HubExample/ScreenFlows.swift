import Foundation
import HubClient
import MediaCore
import MediaTesting
import Runner

/// What people do on the screen.
enum ScreenFlows {
  static let all: [Flow<HubStage>] = [
    Flow("filters-and-counts", needsFake: true) { stage in
      let own = try await stage.separate()
      let model = await FeedViewModel(hub: own.hub)
      var state = await model.after { $0.refresh() }
      try expect(state.unwatchedCounts == [HubWorld.workshop: 4, HubWorld.kitchen: 3], "seven unwatched")
      state = await model.after { $0.filter = FeedFilter(searchText: "RYE") }
      try expect(state.videos.map(\.videoId) == ["kitchenRye1"], "one by its title")
      state = await model.after { $0.filter = FeedFilter(shorts: .only) }
      try expect(state.videos.count == 2 && state.videos.allSatisfy(\.isShort), "two Shorts")
      state = await model.after { $0.filter = FeedFilter(channelId: HubWorld.kitchen) }
      try expect(state.videos.count == 3, "three of a channel")
      return "4 and 3 unwatched, 2 Shorts"
    },
    Flow("watch-statuses", needsFake: true) { stage in
      let own = try await stage.separate()
      let model = await FeedViewModel(hub: own.hub)
      let plane = try require(
        await model.after { $0.refresh() }.videos.first { $0.videoId == "wkshopPlane" }, "a video")
      _ = await model.after { $0.setPosition(61, of: plane) }
      _ = await model.after { $0.mark(plane, as: .watched) }
      let kept = try require(await own.relaunched().library.statuses.record("wkshopPlane"), "a record")
      try expect(kept.status == .watched && kept.playbackPosition == 61 && !kept.synced, "watched at 61 s")
      return "\(kept.status) at \(Int(kept.playbackPosition)) s, kept over a relaunch"
    },
    Flow("mark-channel-watched", needsFake: true) { stage in
      let own = try await stage.separate()
      let model = await FeedViewModel(hub: own.hub)
      _ = await model.after { $0.refresh() }
      let state = await model.after { $0.markChannelWatched(HubWorld.workshop) }
      try expect(state.unwatchedCounts == [HubWorld.kitchen: 3], "the other channel alone")
      return "\(state.videos.count) left"
    },
    Flow("statuses-of-two-devices", needsFake: true) { stage in
      let shared = SharedStatuses()
      let (phone, tv) = (
        try await stage.separate().hub.library.statuses, try await stage.separate().hub.library.statuses
      )
      try await phone.set(.watched, for: (0..<450).map { "v\($0)" })
      try await phone.sync(shared)
      try await tv.setPosition(90, for: "film")
      try await tv.sync(shared)
      try await phone.sync(shared, force: true)
      try expect(await phone.records() == tv.records(), "the same on both")
      return "451 records, batches of \(await shared.batches.map(String.init).joined(separator: ", "))"
    },
    Flow("remove-channel-here", needsFake: true) { stage in
      let own = try await stage.separate()
      try await own.hub.library.channels.setWanted(HubStage.channels)
      await own.hub.library.refresher.refresh(.pull(force: true))
      try await own.hub.library.channels.remove(HubWorld.kitchen)
      let shown = await own.hub.library.videos.known().videos
      try expect(shown.count == 4 && shown.allSatisfy { $0.channelId == HubWorld.workshop }, "one channel's videos")
      try expect(try own.server().channels(of: HubWorld.sampleUser)?.count == 2, "both still at the server")
      return "4 shown, the server goes on sending 7"
    },
    Flow("hide-a-dead-video", needsFake: true) { stage in
      let own = try await stage.separate()
      try own.server().makePrivate("wkshopPlane")
      let model = await FeedViewModel(hub: own.hub)
      let dead = try require(await model.after { $0.refresh() }.videos.first { $0.title == "Private video" }, "it")
      _ = await model.after { $0.hide(dead) }
      await own.hub.library.refresher.refresh(.pull(force: true))
      try expect(await own.hub.library.videos.known().videos.count == 6, "six")
      return "hidden here, still at the server: \(try await own.witness.videoIDs().contains("wkshopPlane"))"
    },
    Flow("quota-used-up", needsFake: true) { stage in
      let own = try await stage.separate()
      try own.server().setQuotaExceeded(true)
      let state = await FeedViewModel(hub: own.hub).after { $0.refresh() }
      try expect(state.errorText == nil && state.videos.count == 7, "a good feed")
      return try require(state.notice, "a notice")
    },
  ]
}

/// What two devices share, such as a cloud.
actor SharedStatuses: WatchStatusAdapter {
  private var records: [String: WatchRecord] = [:]
  private(set) var batches: [Int] = []

  func pull(since: Date?) async throws(ClientError) -> [WatchRecord] { records.values.sorted { $0.id < $1.id } }

  func push(_ new: [WatchRecord]) async throws(ClientError) {
    batches.append(new.count)
    for record in new { records[record.videoId] = record }
  }
}
