import HubClient
import Runner

/// Flows that run the actions which the app offers to voice assistants and shortcuts.
enum IntentFlows {
  static let all: [Flow<HubFixture>] = [
    Flow("intent-marks-watched") { fixture in
      let own = try await fixture.separate()
      let feed = await FeedViewModel(hub: own.hub)
      let videos = await feed.after { $0.refresh() }.videos
      let intents = HubIntents(hub: own.hub)
      guard let newest = try await intents.suggested().first else {
        // An account without channels has no videos.
        try expect(videos.isEmpty, "a suggestion, got none for \(videos.count) videos")
        return "nothing to mark"
      }
      try expect(newest.id == videos.first?.id, "the newest video first")
      let title = try require(newest.video.title, "its title")
      try expect(try await intents.matching(title).contains { $0.id == newest.id }, "the video by its title")
      try expect(try await intents.rows(of: [newest.id]) == [newest], "the video by its id")
      let reply = try await intents.markWatched(newest.id)
      try expect(try await own.hub.library.statuses.status(of: newest.id) == .watched, "watched")
      try expect(try await !intents.suggested().contains { $0.id == newest.id }, "not suggested any more")
      return reply.sentence
    }
  ]
}
