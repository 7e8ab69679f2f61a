import Foundation
import MediaTesting
import Runner
import ShelfClient

enum DownloadRuleFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("downloads-by-rules") { fixture in
      try await fixture.withEpisode { episode, _ in
        let (store, texts) = (fixture.shelf.downloads, fixture.environment.texts)
        await store.follow(ManualNetwork())
        var rules = DownloadRules()
        rules.removesFinished = true
        let library = try require(episode.libraryId, "the library")
        let shows = try await fixture.shelf.libraries.items(in: library).all().prefix(3)
        rules.podcasts = shows.map { .init(id: $0.id, libraryId: library, title: $0.title, newest: 3) }
        try await store.setRules(rules)
        try await store.applyRules()
        await store.settled()
        guard let download = try await store.all().first else {
          try await store.setRules(DownloadRules())
          return "no podcast has an episode that the rules would keep"
        }
        try expect(download.phase == .complete, "complete, got \(download.phase)")
        let before = try await fixture.verifier.progress(of: download.id)
        try await fixture.shelf.progressStore.markFinished(download.id)
        await fixture.shelf.progressStore.settled()
        try await fixture.until("the finished one removed") { try await store.download(of: download.id) == nil }
        let removed = try require(try await store.removed().first, "the removal listed")
        let shown = await screen(fixture)
        try await store.removeAll()
        try await fixture.verifier.restore(before, of: download.id)
        try await fixture.shelf.progressStore.refresh()
        try expect(shown.removed.first?.id == download.id, "the removal on the screen")
        return "“\(download.reason.text(texts))”, then “\(removed.text(texts))”"
      }
    },
    Flow("downloads-wait-for-wifi") { fixture in
      try await fixture.withEpisode { _, id in
        let store = fixture.shelf.downloads
        let network = ManualNetwork(NetworkPath(isExpensive: true))
        var rules = try await store.rules()
        rules.onlyOnWifi = true
        try await store.setRules(rules)
        await store.follow(network)
        try await store.download(id)
        await store.settled()
        let waiting = try require(try await store.download(of: id), "the download listed")
        try expect(
          waiting.hold == rules.hold(on: network.path), "held by the rule, got \(String(describing: waiting.hold))")
        let words = waiting.explanation(fixture.environment.texts)
        network.set(NetworkPath())
        try await fixture.until("the download complete on Wi-Fi") {
          await store.settled()
          return try await store.download(of: id)?.phase == .complete
        }
        try await store.setRules(DownloadRules())
        try await store.removeAll()
        return "“\(words)” on a mobile network, complete on Wi-Fi"
      }
    },
    Flow("ebook-offline") { fixture in
      guard let book = try await fixture.books().first(where: { $0.media.book?.ebookFormat != nil }) else {
        return "no ebook on the server"
      }
      let (id, store) = (PlayableID(libraryItemId: book.id), fixture.shelf.downloads)
      let before = try await fixture.verifier.progress(of: id)
      try await store.download(id, title: book.title)
      await store.settled()
      fixture.network.isDown = true
      let again = await fixture.relaunched()
      let ebook = try require(await again.downloads.localEbook(of: id), "the ebook on this device")
      let page = await fixture.loaded(ItemViewModel(shelf: again, item: book.id))
      try expect(page.item.value?.title == book.title, "the page of the book without a network")
      try await again.progressStore.setEbookPlace(id, to: "epubcfi(/6/4!/2)", fraction: 0.25)
      try expect(try await again.progressStore.progress(of: id)?.ebookFraction == 0.25, "a quarter, shown at once")
      fixture.network.isDown = false
      await again.queue.flush(.connectivity)
      await again.progressStore.settled()
      let there = try await fixture.verifier.progress(of: id)?["ebookProgress"]?.double
      try expect(there == 0.25, "a quarter on the server, got \(there ?? -1)")
      try await again.downloads.removeAll()
      await store.start()
      try await fixture.verifier.restore(before, of: id)
      try await fixture.shelf.progressStore.refresh()
      return "\(ebook.format.rawValue) opened without a network, a quarter read synced"
    },
    Flow("covers-by-address") { fixture in
      let books = try await fixture.library(.book)
      let rows = await fixture.loaded(LibraryViewModel(shelf: fixture.shelf, library: books)).rows.value ?? []
      guard let row = rows.first(where: { $0.artwork != nil }), let url = row.coverURL else {
        return "no cover in the library"
      }
      let data = try require(try await fixture.shelf.covers.picture(at: url), "a cover")
      fixture.network.isDown = true
      let again = await fixture.relaunched()
      let pictures = PictureLoader(client: again.client, keptIn: again.covers)
      let kept = try await pictures.picture(at: url)
      fixture.network.isDown = false
      try expect(kept == data, "the same cover without a network")
      return "\(data.count) bytes for \(row.title), from disk after a relaunch"
    },
  ]

  @MainActor
  private static func screen(_ fixture: ShelfFixture) async -> DownloadsViewModel.State {
    let model = DownloadsViewModel(shelf: fixture.shelf)
    model.load()
    await model.settled()
    model.setRules(DownloadRules())
    await model.settled()
    return model.state
  }
}
