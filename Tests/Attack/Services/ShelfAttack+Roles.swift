import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

extension AttackedShelf {
  var account: [AttackCall] {
    [
      AttackCall("server") { _ in
        _ = try await shelf.server.status()
        try await shelf.server.ping()
        try await shelf.server.healthCheck()
      },
      AttackCall("account.signIn") {
        try await shelf.account.signIn(username: $0.text("ada"), password: $0.text("correct horse"))
      },
      AttackCall("account.signOut") { _ in
        try await shelf.account.signOut(pending: .keep)
        try await shelf.account.signIn(username: "ada", password: "correct horse")
      },
      AttackCall("account.me, authorize") { _ in
        _ = try await shelf.account.me()
        _ = try await shelf.account.authorize()
      },
      AttackCall("account.loginSessions") {
        let sessions = try await shelf.account.loginSessions(page: $0.integer(0), limit: $0.integer(5))
        try await shelf.account.endLoginSession(
          $0.text(sessions.items.last { !$0.current }?.id ?? "6d596e63-8760-432d-a423-2549224d70e8"))
      },
      AttackCall("account.changePassword") {
        let new = $0.text("other horse")
        try await shelf.account.changePassword(from: $0.text("correct horse"), to: new)
        try await shelf.account.changePassword(from: new, to: "correct horse")
      },
    ]
  }

  var browsing: [AttackCall] {
    [
      AttackCall("libraries") {
        _ = try await (shelf.libraries.all(), shelf.libraries.allWithStats())
        _ = try await shelf.libraries.library($0.text(books))
        _ = try await shelf.libraries.opml(of: $0.text(podcasts))
      },
      AttackCall("libraries.detail") {
        _ = try await shelf.libraries.detail($0.text(books))
        _ = try await shelf.libraries.filterData(of: $0.text(books))
        _ = try await shelf.libraries.report(of: $0.text(books))
      },
      AttackCall("libraries.page") {
        var query = ItemQuery(
          sort: ItemSort(rawValue: $0.text("addedAt")), filter: .decade($0.integer(2010)))
        query.include = [$0.text("rssfeed")]
        _ = try await shelf.libraries.page($0.integer(0), of: query, in: $0.text(books), limit: $0.integer(5))
      },
      AttackCall("libraries.items") {
        let filter = ItemFilter(group: $0.text("genres"), value: $0.text("Fiction"))
        _ = try await shelf.libraries.items(in: books, filter: filter, pageSize: $0.integer(2)).all()
      },
      AttackCall("libraries.recentEpisodes") {
        _ = try await shelf.libraries.recentEpisodes(in: podcasts, limit: $0.integer(25), page: $0.integer(0))
        _ = try await shelf.libraries.episodes(in: $0.text(podcasts), pageSize: $0.integer(2)).all()
      },
      AttackCall("items.item") {
        _ = try await shelf.items.item($0.text(signals), episode: $0.text(episodes[0].episodeId ?? ""))
        _ = try await shelf.items.plainItem($0.text(salt.libraryItemId))
      },
      AttackCall("items.items") {
        _ = try await shelf.items.items([$0.text(salt.libraryItemId)])
        _ = try await shelf.items.inProgress(limit: $0.integer(25))
        _ = try await shelf.items.episode(
          PlayableID(libraryItemId: signals, episodeId: $0.text(episodes[0].episodeId ?? "")))
      },
      AttackCall("shelves, search") {
        _ = try await shelf.shelves.shelves(of: $0.text(books), limit: $0.integer(10))
        _ = try await shelf.search.results(for: $0.text("light"), in: $0.text(books), limit: $0.integer(12))
      },
      AttackCall("series") {
        let all = try await shelf.series.all(in: books, pageSize: $0.integer(2)).all()
        let id = $0.text(all.first?.id ?? "none")
        _ = try await shelf.series.page(
          $0.integer(0), in: books, limit: $0.integer(5), sort: SeriesSort(rawValue: $0.text("name")),
          descending: true, filter: nil)
        _ = try await shelf.seriesWithBooks(id, in: $0.text(books))
        _ = try await shelf.series.series(id)
        try await shelf.series.hideFromContinueListening(id)
        try await shelf.series.showInContinueListening(id)
      },
      AttackCall("authors") {
        let all = try await shelf.authors.all(in: $0.text(books))
        let id = $0.text(all.first?.id ?? "none")
        _ = try await shelf.authors.page(
          $0.integer(0), in: books, limit: $0.integer(5), sort: AuthorSort(rawValue: $0.text("name")), descending: true)
        _ = try await shelf.authors.authors(in: books, pageSize: $0.integer(2)).all()
        _ = try await shelf.authors.author(id)
        _ = try await shelf.authors.narrators(in: $0.text(books))
      },
      AttackCall("authors.image") { arguments in
        _ = try await shelf.authors.imageURL(
          of: arguments.text("author"), width: arguments.integer(200), updatedAt: arguments.date(clock.now()))
        try await found {
          _ = try await shelf.authors.image(of: arguments.text("author"), width: arguments.integer(200))
        }
      },
      AttackCall("podcasts") {
        _ = try await shelf.podcasts.downloadQueue(of: $0.text(podcasts))
        _ = try await shelf.podcasts.downloads(of: $0.text(signals))
        let found = try await shelf.podcasts.feedEpisodes(titled: $0.text("Radio"), of: $0.text(signals))
        try await shelf.podcasts.checkForNewEpisodes(of: $0.text(signals), limit: $0.integer(1))
        try await shelf.podcasts.download(
          found + [FeedEpisode(["enclosure": ["length": .number($0.number(12))]])], of: $0.text(signals))
      },
      AttackCall("podcasts.feed, deleteEpisode") { arguments in
        try await found { _ = try await shelf.podcasts.feed(at: arguments.text("https://feeds.example.org/x.xml")) }
        try await found {
          let id = PlayableID(libraryItemId: signals, episodeId: arguments.text("gone"))
          try await shelf.podcasts.deleteEpisode(id, includingFile: true)
        }
      },
    ]
  }

  var lists: [AttackCall] {
    [
      AttackCall("collections") {
        let made = try await shelf.collections.create(
          BookCollectionDraft(libraryId: books, name: $0.text("Best"), books: [salt.libraryItemId]))
        _ = try await shelf.collections.collection(made.id)
        try await shelf.collections.remove(made.id)
      },
      AttackCall("collections.page") {
        let made = try await shelf.collections.create(
          BookCollectionDraft(libraryId: books, name: "Best", books: [salt.libraryItemId]))
        _ = try await shelf.collections.all()
        _ = try await shelf.collections.page($0.integer(0), in: $0.text(books), limit: $0.integer(5))
        _ = try await shelf.collections.collections(in: books, pageSize: $0.integer(2)).all()
        try await shelf.collections.remove(made.id)
      },
      AttackCall("collections.update") {
        let id = try await shelf.collections.create(
          BookCollectionDraft(libraryId: books, name: "Best", books: [salt.libraryItemId])
        ).id
        try await shelf.collections.update(id, BookCollectionUpdate(name: $0.text("Better")))
        try await shelf.collections.add($0.text(notes.libraryItemId), to: id)
        try await shelf.collections.add([notes.libraryItemId], to: id)
        try await shelf.collections.remove($0.text(notes.libraryItemId), from: id)
        try await shelf.collections.remove([notes.libraryItemId], from: id)
        try await shelf.collections.remove(id)
      },
      AttackCall("playlists") {
        let made = try await shelf.playlists.create(
          PlaylistDraft(libraryId: books, name: $0.text("Queue"), items: [PlaylistEntry(salt)]))
        _ = try await shelf.playlists.playlist(made.id)
        try await shelf.playlists.remove(made.id)
      },
      AttackCall("playlists.page") {
        let made = try await shelf.playlists.create(
          PlaylistDraft(libraryId: books, name: "Queue", items: [PlaylistEntry(salt)]))
        _ = try await shelf.playlists.all()
        _ = try await shelf.playlists.page($0.integer(0), in: $0.text(books), limit: $0.integer(5))
        _ = try await shelf.playlists.playlists(in: books, pageSize: $0.integer(2)).all()
        try await shelf.playlists.remove(made.id)
      },
      AttackCall("playlists.update") {
        let id = try await shelf.playlists.create(
          PlaylistDraft(libraryId: books, name: "Queue", items: [PlaylistEntry(salt)])
        ).id
        try await shelf.playlists.update(id, PlaylistUpdate(name: $0.text("Later")))
        let added = PlayableID(libraryItemId: $0.text(notes.libraryItemId))
        try await shelf.playlists.add(added, to: id)
        try await shelf.playlists.remove(added, from: id)
        try await shelf.playlists.add([added], to: id)
        try await shelf.playlists.remove([added], from: id)
        try await shelf.playlists.remove(id)
      },
      AttackCall("playlists.create fromCollection") { _ in
        let draft = BookCollectionDraft(libraryId: books, name: "Best", books: [salt.libraryItemId])
        let collection = try await shelf.collections.create(draft).id
        let made = try await shelf.playlists.create(fromCollection: collection)
        try await shelf.playlists.remove(made.id)
        try await shelf.collections.remove(collection)
      },
    ]
  }

  var media: [AttackCall] {
    [
      AttackCall("media.cover") {
        let id = $0.text(salt.libraryItemId)
        _ = try await shelf.media.coverURL(of: id, width: $0.integer(400), updatedAt: $0.date(clock.now()))
        _ = try await shelf.media.cover(of: id, width: $0.integer(400))
      },
      AttackCall("media.file") {
        let item = try await shelf.items.item(salt.libraryItemId)
        let ino = $0.text(item.media.book?.tracks?.first?.ino ?? "")
        _ = try await shelf.media.file(ino, of: item.id, range: $0.range(10..<30))
        _ = try await shelf.media.download(ino, of: item.id, range: $0.range(10..<30))
      },
      AttackCall("media.download") {
        let text = try #require(ShelfWorld.sample.itemID(titled: "Only Text"))
        _ = try await shelf.media.download($0.text(text))
        _ = try await shelf.media.download([$0.text(text)], from: $0.text(books))
        _ = try await shelf.media.ebook(of: text, ino: nil, range: $0.range(0..<10))
      },
      AttackCall("media.track") {
        let session = try await shelf.playback.start(notes, options: PlayOptions())
        _ = try await shelf.media.track($0.integer(1), of: session.id, range: $0.range(0..<100))
        var track = try #require(session.audioTracks?.first)
        track.index = $0.integer(1)
        _ = try await shelf.media.streamURL(of: track, in: session)
        track.contentUrl = "/hls/\($0.text("session"))/output.m3u8"
        _ = try await shelf.media.streamURL(of: track, in: session)
        try await shelf.playback.close(session.id, nil)
      },
      AttackCall("media.playlist") {
        let options = PlayOptions(mimeTypes: [$0.text("audio/x")], mediaPlayer: $0.text("x"), forceTranscode: true)
        let session = try await shelf.playback.start(notes, options: options)
        _ = try await shelf.media.playlist(of: session.id)
        try await clock.sleep(for: .seconds(10), as: .wait)
        _ = try await shelf.media.segment($0.text("output-0.ts"), of: session.id)
        try await shelf.playback.close(session.id, nil)
      },
    ]
  }
}
