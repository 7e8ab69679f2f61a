import HubClient
import HubTesting
import Testing

@MainActor @Test("the videos of a new channel are found") func findsTheVideosOfANewChannel() async throws {
  let test = TestHub()
  let channels = ChannelsViewModel(hub: test.hub)
  channels.add(HubWorld.harbour)
  await channels.settled()
  await test.hub.queue.flush()
  await test.clock.advance(by: .seconds(20))  // `resolutionTime`: until then a reconcile finds nothing in the channel
  let feed = FeedViewModel(hub: test.hub)
  await feed.refreshAndWait()
  #expect(feed.state.videos.count { $0.channelId == HubWorld.harbour } == 2)
}
