import Foundation
import HubClient
import HubTesting
import MediaCore
import TestSupport
import Testing

@Suite("What is new per channel")
@MainActor struct ChannelNewsTests {
  private func loaded(_ library: VideoLibrary) async -> ChannelsViewModel {
    let model = ChannelsViewModel(library: library)
    model.load()
    await model.settled()
    return model
  }

  @Test("each channel has its unseen videos and its newest one, and a mark elsewhere shows at once, without a network")
  func unseen() async throws {
    let harness = try HubHarness()
    try await harness.hub.library.videos.fetch(everything: true)
    let model = await loaded(harness.hub.library)
    let videos = try await harness.hub.library.videos.known().videos
    let workshop = videos.filter { $0.channelId == HubWorld.workshop }
    func row() -> ChannelsViewModel.Row? { model.state.channels.first { $0.id == HubWorld.workshop } }
    #expect(row()?.unseenCount == workshop.count)
    #expect(row()?.latest == workshop.first)
    #expect(model.state.unseenCount == videos.count)
    #expect(model.state.withUnseen.map(\.latest?.videoId).first == videos.first?.videoId)
    harness.faults.isDown = true
    let feed = FeedViewModel(hub: harness.hub)
    feed.mark(workshop[0], as: .watched)
    feed.mark(workshop[1], as: .skipped)
    await feed.settled()
    #expect(await eventually { row()?.unseenCount == workshop.count - 2 })
    #expect(row()?.videoCount == workshop.count)
    model.markWatched(HubWorld.workshop)
    await model.settled()
    #expect(await eventually { row()?.unseenCount == 0 })
    #expect(!model.state.withUnseen.contains { $0.id == HubWorld.workshop })
    #expect(try await harness.hub.library.statuses.status(of: workshop[1].videoId) == .skipped)
  }

  @Test(
    "channels without videos are listed: a Worker's with its name and picture, a Hub's after this device registered it")
  func withoutVideos() async throws {
    let transport = FakeTransport()
    transport.alwaysAnswer(
      .workerChannelsAll,
      with: .json([
        "channels": [
          ["channelId": "UCone", "title": "One", "thumbnailUrl": "https://yt3.example.test/one.jpg"],
          ["channelId": "UCtwo", "title": "", "thumbnailUrl": "javascript:alert(1)"],
        ]
      ]))
    let environment = ClientEnvironment.manual()
    let worker = WorkerService(server: .fake, transport: transport, environment: environment)
    let model = await loaded(worker.library)
    #expect(model.state.channels.map(\.id) == ["UCone", "UCtwo"])
    #expect(model.state.channels.map(\.title) == ["One", "UCtwo"])
    #expect(model.state.channels.map(\.pictureURL) == [URL(string: "https://yt3.example.test/one.jpg"), nil])
    #expect(model.state.channels.allSatisfy { $0.videoCount == 0 && $0.latest == nil })
    // Kept for the next launch, which has no network.
    await worker.library.accounts.save()
    let offline = FaultTransport(transport)
    offline.isDown = true
    let again = WorkerService(server: .fake, transport: offline, environment: environment.relaunched())
    let later = await loaded(again.library)
    #expect(later.state.channels.map(\.pictureURL) == model.state.channels.map(\.pictureURL))

    let harness = try HubHarness()
    try await harness.hub.library.channels.add(HubWorld.harbour)
    let picture = try #require(URL(string: "https://yt3.example.test/harbour.jpg"))
    try await harness.hub.library.channels.setPictures([HubWorld.harbour: picture])
    let channels = await loaded(harness.hub.library)
    let row = try #require(channels.state.channels.first { $0.id == HubWorld.harbour })
    #expect((row.videoCount, row.pictureURL) == (0, picture))
    #expect(try await harness.hub.library.channels.pictures() == [HubWorld.harbour: picture])
  }

  @Test("all shown videos are marked as watched with one tap: what the filter hides and what was skipped stay")
  func markShown() async throws {
    let harness = try HubHarness()
    try await harness.hub.library.videos.fetch(everything: true)
    let model = FeedViewModel(hub: harness.hub)
    model.load()
    await model.settled()
    let all = model.state.videos
    model.mark(all[0], as: .skipped)
    await model.settled()
    model.filter = FeedFilter(channelId: HubWorld.kitchen)
    let shown = model.state.videos
    #expect(!shown.isEmpty && shown.count < all.count)
    model.markShownWatched()
    await model.settled()
    #expect(model.state.videos == shown)
    for video in all {
      let expected: WatchStatus =
        video == all[0] ? .skipped : video.channelId == HubWorld.kitchen ? .watched : .unknown
      #expect(model.state.status(of: video) == expected)
    }
    #expect(model.state.unwatchedCounts[HubWorld.kitchen] ?? 0 == 0)
  }
}
