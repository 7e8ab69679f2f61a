import Foundation
import MediaTesting
import Runner
import ShelfClient

enum DownloadFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("download-and-listen-offline") { fixture in
      try await fixture.withEpisode { _, id in
        let store = fixture.shelf.downloads
        let blocks = Locked(0)
        let token = store.observeProgress { _ in blocks.withLock { $0 += 1 } }
        try await store.download(id)
        await store.settled()
        token.cancel()
        let download = try require(try await store.download(of: id), "the download listed")
        try expect(download.phase == .complete, "complete, got \(download.phase)")
        fixture.network.isDown = true
        let tracks = try require(await store.localTracks(of: id), "tracks on this device")
        try expect(tracks.allSatisfy { $0.contentUrl?.hasPrefix("file:") == true }, "addresses of files")
        try await fixture.shelf.progressStore.setPosition(id, to: 42)
        await fixture.shelf.progressStore.settled()
        fixture.network.isDown = false
        await fixture.shelf.queue.flush(.connectivity)
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double
        try expect(there == 42, "the place on the server, got \(there ?? -1)")
        try await store.remove(id)
        try expect(try await store.download(of: id) == nil, "nothing listed any more")
        return
          "\(download.receivedBytes) bytes in \(blocks.withLock { $0 }) blocks, opened without a network, 42 s synced"
      }
    },
    Flow("download-goes-on-after-relaunch") { fixture in
      try await fixture.withEpisode { _, id in
        fixture.network.fail(.shelfMediaDownloadFile, with: .truncated(100_000))
        try await fixture.shelf.downloads.download(id)
        await fixture.shelf.downloads.settled()
        let kept = try require(try await fixture.shelf.downloads.download(of: id), "the download listed")
        try expect(kept.receivedBytes == 100_000, "what came before the cut, got \(kept.receivedBytes)")
        let again = await fixture.relaunched()
        await again.downloads.start()
        try await again.downloads.resume(id)
        try await fixture.until("the download complete") {
          await again.downloads.settled()
          return try await again.downloads.download(of: id)?.phase == .complete
        }
        let size = try await again.downloads.usedBytes()
        try await again.downloads.removeAll()
        await fixture.shelf.downloads.start()
        return "cut after 100 KB; the next launch went on there, \(size) bytes in all"
      }
    },
    Flow("download-screen") { fixture in
      try await fixture.withEpisode { _, id in
        let state = await screen(id, fixture)
        try expect(state.downloads == [], "an empty list at the end")
        return "paused, resumed, complete and removed; \(state.emptyMessage ?? "")"
      }
    },
    Flow("download-budget") { fixture in
      try await fixture.withEpisode { _, id in
        let store = fixture.shelf.downloads
        try await store.setSettings(DownloadSettings(budget: 1000))
        try await store.download(id)
        await store.settled()
        let waiting = try await store.all().first?.phase
        guard case .waiting(let error) = waiting, error.detail == DownloadSettings.overBudget else {
          throw FlowFailure("waiting for room, got \(String(describing: waiting))")
        }
        try await store.setSettings(DownloadSettings())
        await store.settled()
        try expect(try await store.download(of: id)?.phase == .complete, "complete with room")
        try await store.removeAll()
        return "waits while there is no room, and comes in when there is"
      }
    },
    Flow("stream-a-file") { fixture in
      try await fixture.withEpisode { _, id in
        let item = try await fixture.shelf.items.item(id.libraryItemId, episode: id.episodeId)
        let episode = item.media.podcast?.episodes?.first { $0.id == id.episodeId }
        let ino = try require(episode?.audioFile?.ino, "a file")
        let count = Locked(0)
        let head = try await fixture.shelf.media.stream(
          .file(ino, item: item.id), range: 0..<300_000, of: nil
        ) { piece in
          if case .bytes(let bytes) = piece { count.withLock { $0 += bytes.count } }
        }
        try expect(head.range == 0..<300_000 && count.withLock { $0 } == 300_000, "300,000 bytes")
        return "300,000 of \(head.size ?? 0) bytes, piece by piece"
      }
    },
    Flow("covers-on-this-device") { fixture in
      let library = try require(try await fixture.shelf.libraries.all().first, "a library")
      var covers: [Artwork] = []
      for try await item in fixture.shelf.libraries.items(in: library.id) {
        if let cover = item.artwork(width: 200) { covers.append(cover) }
        if covers.count == 5 { break }
      }
      guard !covers.isEmpty else { return "no cover in the first library" }
      for cover in covers { _ = try await fixture.shelf.covers.picture(cover) }
      fixture.network.isDown = true
      let again = await fixture.relaunched()
      for cover in covers { _ = try await again.covers.picture(cover) }
      fixture.network.isDown = false
      let url = try await fixture.shelf.media.url(of: covers[0])
      try expect(url.query?.contains("ts=") == true, "the version in the address")
      let placeholder = await again.covers.placeholder(for: covers[0])
      try expect(placeholder != nil, "a picture until another one comes")
      try await fixture.shelf.covers.setBudget(CoverStore.defaultBudget)
      return
        "\(covers.count) covers, \(try await again.covers.usedBytes()) bytes, shown without a network after a relaunch"
    },
  ]

  @MainActor
  private static func screen(_ id: PlayableID, _ fixture: ShelfFixture) async -> DownloadsViewModel.State {
    let model = DownloadsViewModel(shelf: fixture.shelf)
    model.load()
    await model.settled()
    model.setConcurrentDownloads(2)
    model.download(id, title: "An episode")
    model.pause(id)
    await model.settled()
    model.resume(id)
    await model.settled()
    await fixture.shelf.downloads.settled()
    model.remove(id)
    await model.settled()
    model.removeAll()
    await model.settled()
    return model.state
  }
}
