import HubClient
import HubTesting
import Runner

/// The bare calls.
enum CallFlows {
  static let all: [Flow<HubFixture>] = [
    Flow("health") { fixture in
      let health = try await fixture.hub.health.check()
      let details = try await fixture.hub.health.details()
      let profile = try await fixture.hub.profile()
      try expect(profile.signInOptions == [.userID], "an id in place of a sign-in")
      return
        "\(health.status ?? "200"), \(health.stats?.videos ?? 0) videos, quota day \(details.quota?.date?.description ?? "unknown")"
    },
    Flow("health-old-and-sick", needsFake: true) { fixture in
      var settings = FakeHubServer.Settings()
      settings.healthForm = .text
      let old = try await fixture.separate(settings)
      let word = try await old.hub.health.check()
      try expect(word.status == .healthy && word.stats == nil, "one word")
      let sick = try await fixture.separate()
      try sick.server().setDatabaseDown(true)
      let error = try await failure { () async throws(HubError) in try await sick.hub.health.check() }
      try expect(error.name == "serverUnhealthy", "serverUnhealthy, got \(error)")
      return "one word is healthy, a 503 is not: \(error.clientError.serverMessage ?? "")"
    },
    Flow("register-channels") { fixture in
      let result = try await fixture.hub.channels.register(HubFixture.channels + [" \(HubWorld.workshop) "])
      try expect(result.registered == HubFixture.channels && result.unusual.isEmpty, "two channels")
      try expect(try await fixture.verifier.hasUser(), "the user at the server")
      return "\(result.registered.count) channels"
    },
    Flow("register-in-batches", needsFake: true) { fixture in
      let own = try await fixture.separate(user: "batches")
      let ids = (0..<230).map { "UCbatch-\($0)" }
      own.network.fail(.hubChannelsRegister, with: .duplicated, .status(500))
      let error = try await failure { () async throws(HubError) in try await own.hub.channels.register(ids) }
      guard case .registrationFailed(_, let progress) = error else { throw FlowFailure("\(error)") }
      try expect(progress.registered.count == 100 && progress.remaining.count == 130, "100 of 230")
      try await own.hub.channels.register(ids)
      try expect(try own.server().channels(of: "batches")?.count == 230, "230 at the server")
      return "100 of 230 went through at first, then all"
    },
    Flow("reconcile") { fixture in
      try await fixture.outcome { () async throws(HubError) in
        try await fixture.hub.reconciliation.reconcile().newVideosCount
      }
    },
    Flow("feed-newest") { fixture in
      let page = try await fixture.hub.feed.page(FeedQuery(limit: 100, isFresh: true))
      // The server may send videos of the same moment in any order: compare sets.
      try expect(Set(page.videos.map(\.videoId)) == Set(try await fixture.verifier.videoIDs()), "what the server has")
      return "\(page.videos.count) videos, truncated: \(page.isTruncated)"
    },
    Flow("feed-fresh", needsFake: true) { fixture in
      let own = try await fixture.separate()
      _ = try await own.hub.feed.newest()
      try own.server().push(own.upload("freshOne001"))
      let kept = try await own.hub.feed.newest()
      let fresh = try await own.hub.feed.page(FeedQuery(isFresh: true))
      try expect(kept.age != nil && kept.videos.count == 7, "the server's kept answer")
      try expect(fresh.age == nil && fresh.videos.first?.videoId == "freshOne001", "the new one")
      return "kept: \(kept.videos.count) videos, fresh: \(fresh.videos.count)"
    },
    Flow("feed-cursor-is-a-dead-end") { fixture in
      let own = try await fixture.separate()
      var pager = own.hub.feed.pages(limit: 3)
      let videos = try await pager.all()
      try expect(videos.count == 3 && pager.isTruncated && pager.pages == 2, "three videos in two pages")
      var looped: [Video] = []
      for try await page in own.hub.feed.pages(limit: 3) { looped += page }
      try expect(looped.count == 3, "the same in a loop")
      return "\(videos.count) of \(try await own.verifier.videoIDs().count) can be had this way, and it says so"
    },
    Flow("unknown-user-and-wrong-address", needsFake: true) { fixture in
      let own = try await fixture.separate(user: "nobody")
      let unknown = try await failure { () async throws(HubError) in try await own.hub.feed.newest() }
      try own.server().failNext(where: "feed", with: .empty(404))
      let wrong = try await failure { () async throws(HubError) in try await own.hub.feed.newest() }
      try expect(unknown.name == "userNotFound" && wrong.name == "invalidURL", "two different errors")
      return "\(unknown.text(.english)) / \(wrong.text(.english))"
    },
    Flow("rate-limit", needsFake: true) { fixture in
      let own = try await fixture.separate()
      try own.server().usePermits(110)
      let error = try await failure { () async throws(HubError) in try await own.hub.feed.newest() }
      let again = try await failure { () async throws(HubError) in try await own.hub.feed.newest() }
      try expect(error.clientError.status == 429 && again.clientError.status == nil, "one 429, then nothing sent")
      try expect(try own.server().count(.hubFeedPage) == 1, "one call")
      try await own.wait(66)
      _ = try await own.hub.feed.newest()
      return "stays away for a minute, then goes on"
    },
  ]
}
