import Foundation
import HubClient
import HubTesting
import Runner

/// Flows of what is new, and of marks that come from elsewhere.
enum ChannelFlows {
  static let all: [Flow<HubFixture>] = [
    Flow("channel-news") { fixture in
      let own = try await fixture.separate()
      let feed = await FeedViewModel(hub: own.hub)
      let videos = await feed.after { $0.refresh() }.videos
      let model = await ChannelsViewModel(hub: own.hub)
      await model.loadAndWait()
      let state = await model.state
      try expect(state.unseenCount == videos.count, "all of them unseen")
      guard let first = state.withUnseen.first else { return "no channel has a video that is not watched" }
      await model.markWatched(first.id)
      await model.settled()
      try expect(await model.state.channels.first { $0.id == first.id }?.unseenCount == 0, "none unseen")
      let picture = try require(URL(string: "https://yt3.example.test/picture.jpg"), "an address")
      try await own.hub.library.channels.setPictures([first.id: picture])
      try expect(try await own.hub.library.channels.pictures()[first.id] == picture, "the picture that the app set")
      return "\(first.unseenCount) new, the latest “\(first.latest?.title ?? "")”"
    },
    Flow("widget-timeline-from-one-file") { fixture in
      let own = try await fixture.separate()
      let feed = await FeedViewModel(hub: own.hub)
      let videos = await feed.after { $0.refresh() }.videos
      let token = own.hub.keepSnapshot()
      try await own.hub.writeSnapshot()
      let snapshot = try require(
        try HubSnapshot.read(of: own.address, environment: own.hub.client.environment), "the snapshot")
      try expect(snapshot.unwatchedCount == videos.count, "all of them unwatched")
      try expect(
        snapshot.videos.map(\.id) == videos.prefix(HubSnapshot.limit).map(\.id), "the newest videos of the feed")
      let timeline = snapshot.timeline(from: snapshot.madeAt)
      try expect(timeline.entries.map(\.isStale) == [false, true], "an entry for now, and one for a day later")
      token.cancel()
      return "the widget shows \(snapshot.videos.count) of \(snapshot.unwatchedCount) videos, from one file"
    },
    Flow("mark-shown-watched") { fixture in
      let own = try await fixture.separate()
      let model = await FeedViewModel(hub: own.hub)
      let shown = await model.after { $0.refresh() }.videos
      let state = await model.after { $0.markShownWatched() }
      try expect(state.unwatchedCount == 0 && state.videos == shown, "all watched, and still on the screen")
      return "\(shown.count) marked with one tap"
    },
    Flow("statuses-by-token") { fixture in
      let log = CountingStatuses()
      let (phone, tv) = (
        try await fixture.separate().hub.library.statuses, try await fixture.separate().hub.library.statuses
      )
      let old = WatchRecord(videoId: "film", status: .watched, lastModified: Date(timeIntervalSince1970: 1000))
      let taken = try await phone.takeOver("core data") { () async throws(ClientError) in [old] }
      try expect(taken == 1, "the older app's mark")
      let again = try await phone.takeOver("core data") { () async throws(ClientError) in [old] }
      try expect(again == nil, "taken over once")
      let sent = try await phone.sync(log)
      try expect(sent?.sent == 1, "the mark sent")
      let pulled = try await tv.sync(log)
      try expect(pulled?.taken == 1, "the mark on the other device, whatever its date")
      let nothing = try await tv.sync(log, force: true)
      try expect(nothing == .init(), "nothing twice")
      return "an old mark taken over, sent, and pulled by token"
    },
    Flow("worker-channels-without-videos", needsFake: true) { _ in
      let server = FakeWorkerServer()
      let worker = WorkerService(server: .fake, transport: server.transport, environment: .manual())
      let model = await ChannelsViewModel(worker: worker)
      await model.loadAndWait()
      let rows = await model.state.channels
      try expect(rows.count == 2 && rows.contains { $0.pictureURL != nil }, "two channels, one with a picture")
      let details = try await worker.library.feed.channelDetails()
      try expect(details[HubWorld.workshop]?.title == "The Workshop", "its name")
      return rows.map(\.title).joined(separator: ", ")
    },
  ]
}
