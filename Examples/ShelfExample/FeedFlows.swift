import Foundation
import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

/// Feeds of podcasts, and the episodes that the server fetches from them.
enum FeedFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("server-downloads") { fixture in
      try await fixture.withEpisode { episode, id in
        let library = try await fixture.library(.podcast)
        let queue = try await fixture.shelf.podcasts.downloadQueue(of: library)
        let there = try await fixture.verifier.get("/api/libraries/\(library)/episode-downloads")
        try expect(queue.queue.map(\.id) == (there["queue"]?.array ?? []).compactMap { $0["id"]?.string }, "its queue")
        let own = try await fixture.shelf.podcasts.downloads(of: id.libraryItemId)
        try expect(own.allSatisfy { $0.libraryItemId == id.libraryItemId }, "downloads of this podcast alone")
        return "\(queue.queue.count) wait, \(own.count) of them of this podcast"
      }
    },
    Flow("feed-of-a-podcast", needsFake: true) { fixture in
      // These calls queue downloads for all accounts, and a flow cannot undo them: use only the built-in server.
      let role = fixture.shelf.podcasts
      let library = try await fixture.library(.podcast)
      let shows = try await fixture.shelf.libraries.items(in: library).all()
      let show = try require(shows.first { $0.media.podcast?.metadata.feedUrl != nil }, "a podcast with a feed")
      let fake = try require(fixture.fake, "the built-in server")
      fake.edit { for title in ["Found one", "Found two"] { $0.announce(title, of: show.id) } }
      let found = try await role.feedEpisodes(titled: "Found", of: show.id)
      try expect(Set(found.map(\.title)) == ["Found one", "Found two"], "both episodes of the feed")
      try await role.download(found, of: show.id)
      let error = try await refusal { _ = try await role.feed(at: "https://feeds.example.org/none.xml") }
      try expect(error?.kind == .notFound, "no such feed, got \(String(describing: error))")
      // The first download runs at once, unless another one is running.
      let queued = try await role.downloads(of: show.id)
      try expect((1...found.count).contains(queued.count), "what was asked for, got \(queued.count)")
      let new = try await role.checkForNewEpisodes(of: show.id, limit: 1)
      return "\(found.count) found in the feed, \(new.count) new, a missing feed named as such"
    },
    Flow("episode-removed-for-everybody", needsFake: true) { fixture in
      // A removed episode cannot be restored: use only the built-in server.
      let library = try await fixture.library(.podcast)
      let podcast = try require(
        try await fixture.shelf.libraries.items(in: library).all().first, "a podcast")
      let fake = try require(fixture.fake, "the built-in server")
      fake.edit { $0.addEpisode(ShelfWorld.Episode(title: "A last word", duration: 400), to: podcast.id) }
      let all = try await fixture.shelf.items.item(podcast.id).media.podcast?.episodes ?? []
      let new = try require(all.first { $0.title == "A last word" }, "the new episode")
      let id = PlayableID(libraryItemId: podcast.id, episodeId: new.id)
      let left = try await fixture.shelf.podcasts.deleteEpisode(id, includingFile: true)
      try expect(left.id == podcast.id, "the podcast without it")
      let error = try await refusal { _ = try await fixture.shelf.items.episode(id) }
      try expect(error?.kind == .notFound, "the episode gone, got \(String(describing: error))")
      return "“A last word” is gone from the server, with its file"
    },
  ]
}
