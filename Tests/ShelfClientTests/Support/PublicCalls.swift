import Foundation
import MediaCore
import ShelfTesting

@testable import ShelfClient

/// A public call with an id in one of its places.
struct CallWithID: Sendable {
  let name: String
  let call: @Sendable (ShelfService, _ id: String) async throws -> Void

  init(_ name: String, _ call: @escaping @Sendable (ShelfService, String) async throws -> Void) {
    self.name = name
    self.call = call
  }
}

extension CallWithID {
  static let all =
    libraries + items + browsing + collections + playlists + podcasts + playback + progress + media
    + publishing

  private static func book(_ id: String) -> PlayableID { PlayableID(libraryItemId: id) }
  private static func episode(_ id: String) -> PlayableID { PlayableID(libraryItemId: "item", episodeId: id) }

  static let libraries = [
    CallWithID("account.endLoginSession") { try await $0.account.endLoginSession($1) },
    CallWithID("libraries.library") { _ = try await $0.libraries.library($1) },
    CallWithID("libraries.detail") { _ = try await $0.libraries.detail($1) },
    CallWithID("libraries.filterData") { _ = try await $0.libraries.filterData(of: $1) },
    CallWithID("libraries.report") { _ = try await $0.libraries.report(of: $1) },
    CallWithID("libraries.opml") { _ = try await $0.libraries.opml(of: $1) },
    CallWithID("libraries.page") { _ = try await $0.libraries.page(0, of: ItemQuery(), in: $1, limit: 5) },
    CallWithID("libraries.items") { _ = try await $0.libraries.items(in: $1).all() },
    CallWithID("libraries.recentEpisodes") { _ = try await $0.libraries.recentEpisodes(in: $1) },
    CallWithID("libraries.episodes") { _ = try await $0.libraries.episodes(in: $1).all() },
  ]

  static let items = [
    CallWithID("items.item") { _ = try await $0.items.item($1) },
    CallWithID("items.item episode") { _ = try await $0.items.item("item", episode: $1) },
    CallWithID("items.plainItem") { _ = try await $0.items.plainItem($1) },
    CallWithID("items.items") { _ = try await $0.items.items(["item", $1]) },
    CallWithID("items.episode item") {
      _ = try await $0.items.episode(PlayableID(libraryItemId: $1, episodeId: "episode"))
    },
    CallWithID("items.episode") { _ = try await $0.items.episode(episode($1)) },
  ]

  static let browsing = [
    CallWithID("shelves.shelves") { _ = try await $0.shelves.shelves(of: $1) },
    CallWithID("search.results") { _ = try await $0.search.results(for: "x", in: $1) },
    CallWithID("series.page") {
      _ = try await $0.series.page(0, in: $1, limit: 5, sort: nil, descending: false, filter: nil)
    },
    CallWithID("series.all") { _ = try await $0.series.all(in: $1).all() },
    CallWithID("series.series") { _ = try await $0.series.series($1, in: "library") },
    CallWithID("series.series library") { _ = try await $0.series.series("series", in: $1) },
    CallWithID("series.series anywhere") { _ = try await $0.series.series($1) },
    CallWithID("series.hide") { try await $0.series.hideFromContinueListening($1) },
    CallWithID("series.show") { try await $0.series.showInContinueListening($1) },
    CallWithID("books(ofSeries)") { _ = try await $0.books(ofSeries: $1, in: "library").all() },
    CallWithID("books(ofSeries) library") { _ = try await $0.books(ofSeries: "series", in: $1).all() },
    CallWithID("seriesWithBooks") { _ = try await $0.seriesWithBooks($1, in: "library") },
    CallWithID("seriesWithBooks library") { _ = try await $0.seriesWithBooks("series", in: $1) },
    CallWithID("authors.all") { _ = try await $0.authors.all(in: $1) },
    CallWithID("authors.page") { _ = try await $0.authors.page(0, in: $1, limit: 5, sort: nil, descending: false) },
    CallWithID("authors.authors") { _ = try await $0.authors.authors(in: $1).all() },
    CallWithID("authors.author") { _ = try await $0.authors.author($1) },
    CallWithID("authors.imageURL") { _ = try await $0.authors.imageURL(of: $1, width: nil, updatedAt: nil) },
    CallWithID("authors.image") { _ = try await $0.authors.image(of: $1, width: nil) },
    CallWithID("authors.narrators") { _ = try await $0.authors.narrators(in: $1) },
  ]

  static let collections = [
    CallWithID("collections.page") { _ = try await $0.collections.page(0, in: $1, limit: 5) },
    CallWithID("collections.collections") { _ = try await $0.collections.collections(in: $1).all() },
    CallWithID("collections.collection") { _ = try await $0.collections.collection($1) },
    CallWithID("collections.create library") {
      _ = try await $0.collections.create(BookCollectionDraft(libraryId: $1, name: "x", books: ["book"]))
    },
    CallWithID("collections.create") {
      _ = try await $0.collections.create(BookCollectionDraft(libraryId: "library", name: "x", books: [$1]))
    },
    CallWithID("collections.update") { try await $0.collections.update($1, BookCollectionUpdate(name: "x")) },
    CallWithID("collections.update books") {
      try await $0.collections.update("collection", BookCollectionUpdate(books: [$1]))
    },
    CallWithID("collections.remove") { try await $0.collections.remove($1) },
    CallWithID("collections.add") { try await $0.collections.add($1, to: "collection") },
    CallWithID("collections.add to") { try await $0.collections.add("book", to: $1) },
    CallWithID("collections.add several") { try await $0.collections.add(["book", $1], to: "collection") },
    CallWithID("collections.add several to") { try await $0.collections.add(["book"], to: $1) },
    CallWithID("collections.remove book") { try await $0.collections.remove($1, from: "collection") },
    CallWithID("collections.remove from") { try await $0.collections.remove("book", from: $1) },
    CallWithID("collections.remove several") { try await $0.collections.remove([$1], from: "collection") },
    CallWithID("collections.remove several from") { try await $0.collections.remove(["book"], from: $1) },
  ]

  static let playlists = [
    CallWithID("playlists.page") { _ = try await $0.playlists.page(0, in: $1, limit: 5) },
    CallWithID("playlists.playlists") { _ = try await $0.playlists.playlists(in: $1).all() },
    CallWithID("playlists.playlist") { _ = try await $0.playlists.playlist($1) },
    CallWithID("playlists.create library") {
      _ = try await $0.playlists.create(PlaylistDraft(libraryId: $1, name: "x"))
    },
    CallWithID("playlists.create item") {
      let items = [PlaylistEntry(libraryItemId: $1)]
      _ = try await $0.playlists.create(PlaylistDraft(libraryId: "library", name: "x", items: items))
    },
    CallWithID("playlists.create fromCollection") { _ = try await $0.playlists.create(fromCollection: $1) },
    CallWithID("playlists.update") { try await $0.playlists.update($1, PlaylistUpdate(name: "x")) },
    CallWithID("playlists.update items") {
      try await $0.playlists.update("playlist", PlaylistUpdate(items: [PlaylistEntry(episode($1))]))
    },
    CallWithID("playlists.remove") { try await $0.playlists.remove($1) },
    CallWithID("playlists.add to") { try await $0.playlists.add(book("book"), to: $1) },
    CallWithID("playlists.add book") { try await $0.playlists.add(book($1), to: "playlist") },
    CallWithID("playlists.add episode") { try await $0.playlists.add(episode($1), to: "playlist") },
    CallWithID("playlists.add several") { try await $0.playlists.add([episode($1)], to: "playlist") },
    CallWithID("playlists.add several to") { try await $0.playlists.add([book("book")], to: $1) },
    CallWithID("playlists.remove from") { try await $0.playlists.remove(book("book"), from: $1) },
    CallWithID("playlists.remove book") { try await $0.playlists.remove(book($1), from: "playlist") },
    CallWithID("playlists.remove episode") { try await $0.playlists.remove(episode($1), from: "playlist") },
    CallWithID("playlists.remove several") { try await $0.playlists.remove([book($1)], from: "playlist") },
    CallWithID("playlists.remove several from") { try await $0.playlists.remove([book("book")], from: $1) },
  ]

  static let podcasts = [
    CallWithID("podcasts.downloadQueue") { _ = try await $0.podcasts.downloadQueue(of: $1) },
    CallWithID("podcasts.downloads") { _ = try await $0.podcasts.downloads(of: $1) },
    CallWithID("podcasts.feedEpisodes") { _ = try await $0.podcasts.feedEpisodes(titled: "x", of: $1) },
    CallWithID("podcasts.checkForNewEpisodes") { try await $0.podcasts.checkForNewEpisodes(of: $1, limit: 1) },
    CallWithID("podcasts.download") { try await $0.podcasts.download([], of: $1) },
    CallWithID("podcasts.deleteEpisode") { try await $0.podcasts.deleteEpisode(episode($1), includingFile: false) },
    CallWithID("podcasts.deleteEpisode item") {
      try await $0.podcasts.deleteEpisode(
        PlayableID(libraryItemId: $1, episodeId: "episode"), includingFile: false)
    },
  ]

  static let playback = [
    CallWithID("playback.start") { _ = try await $0.playback.start(book($1), options: PlayOptions()) },
    CallWithID("playback.start id") { _ = try await $0.playback.start(episode($1), options: PlayOptions()) },
    CallWithID("playback.start(episode:)") {
      var episode = Episode(id: $1)
      episode.libraryItemId = "item"
      _ = try await $0.playback.start(episode: RecentEpisode(episode: episode))
    },
    CallWithID("playback.start(book:)") {
      var book = ShelfItem.sample
      book.id = $1
      _ = try await $0.playback.start(book: book)
    },
    CallWithID("playback.sync") { try await $0.playback.sync($1, SessionSync(currentTime: 1, timeListened: 1)) },
    CallWithID("playback.close") { try await $0.playback.close($1, nil) },
    CallWithID("playback.session") { _ = try await $0.playback.session($1) },
    CallWithID("playback.uploadLocal id") {
      var session = LocalSession.sample
      session.id = $1
      try await $0.playback.uploadLocal(session)
    },
    CallWithID("playback.uploadLocal item") {
      var session = LocalSession.sample
      session.libraryItemId = $1
      _ = try await $0.playback.uploadLocal([session])
    },
    CallWithID("playback.uploadLocal episode") {
      var session = LocalSession.sample
      session.episodeId = $1
      _ = try await $0.playback.uploadLocal([session])
    },
  ]

  static let progress = [
    CallWithID("progress.progress") { _ = try await $0.progress.progress(of: book($1)) },
    CallWithID("progress.progress episode") { _ = try await $0.progress.progress(of: episode($1)) },
    CallWithID("progress.update") { try await $0.progress.update(book($1), .finished) },
    CallWithID("progress.update episode") { try await $0.progress.update(episode($1), .finished) },
    CallWithID("progress.update several") {
      try await $0.progress.update([BatchProgressUpdate(libraryItemId: $1, update: .finished)])
    },
    CallWithID("progress.update several episodes") {
      try await $0.progress.update([BatchProgressUpdate(libraryItemId: "item", episodeId: $1, update: .finished)])
    },
    CallWithID("progress.remove") { try await $0.progress.remove(record: $1) },
    CallWithID("progress.hide") { try await $0.progress.hideFromContinueListening(record: $1) },
    CallWithID("progress.markFinished") { try await $0.progress.markFinished(book($1)) },
    CallWithID("progress.restart") { try await $0.progress.restart(episode($1)) },
    CallWithID("progressStore.markFinished") { try await $0.progressStore.markFinished(book($1)) },
    CallWithID("progressStore.restart") { try await $0.progressStore.restart(episode($1)) },
    CallWithID("progressStore.setPosition") { try await $0.progressStore.setPosition(episode($1), to: 1) },
    CallWithID("bookmarks.bookmarks") { _ = try await $0.bookmarks.bookmarks(of: $1) },
    CallWithID("bookmarks.create") { try await $0.bookmarks.create("x", at: 1, in: $1) },
    CallWithID("bookmarks.retitle") { try await $0.bookmarks.retitle("x", at: 1, in: $1) },
    CallWithID("bookmarks.remove") { try await $0.bookmarks.remove(at: 1, in: $1) },
    CallWithID("bookmarks.remove bookmark") { try await $0.bookmarks.remove(Bookmark(libraryItemId: $1, time: 1)) },
    CallWithID("listening.sessions") { _ = try await $0.listening.sessions(of: book($1), page: 0, limit: 5) },
    CallWithID("listening.history") { _ = try await $0.listening.history(of: episode($1)).all() },
  ]

  static let media = [
    CallWithID("media.coverURL") { _ = try await $0.media.coverURL(of: $1, width: nil, updatedAt: nil) },
    CallWithID("media.streamURL") {
      var track = AudioTrack()
      track.index = 1
      _ = try await $0.media.streamURL(of: track, in: PlaybackSession(id: $1))
    },
    CallWithID("media.streamURL hls") {
      var track = AudioTrack()
      track.index = 1
      track.contentUrl = "/hls/\($1)/output.m3u8"
      _ = try await $0.media.streamURL(of: track, in: PlaybackSession(id: "session"))
    },
    CallWithID("media.cover") { _ = try await $0.media.cover(of: $1, width: nil) },
    CallWithID("media.file") { _ = try await $0.media.file($1, of: "item") },
    CallWithID("media.file of") { _ = try await $0.media.file("1", of: $1) },
    CallWithID("media.download file") { _ = try await $0.media.download($1, of: "item", range: nil) },
    CallWithID("media.download file of") { _ = try await $0.media.download("1", of: $1, range: nil) },
    CallWithID("media.download item") { _ = try await $0.media.download($1) },
    CallWithID("media.download items") { _ = try await $0.media.download(["a", $1], from: "library") },
    CallWithID("media.download items from") { _ = try await $0.media.download(["a"], from: $1) },
    CallWithID("media.ebook") { _ = try await $0.media.ebook(of: $1) },
    CallWithID("media.ebook ino") { _ = try await $0.media.ebook(of: "item", ino: $1, range: nil) },
    CallWithID("media.track") { _ = try await $0.media.track(1, of: $1, range: nil) },
    CallWithID("media.url") { _ = try await $0.media.url(of: Artwork(.item($1), updatedAt: nil)) },
    CallWithID("media.url author") { _ = try await $0.media.url(of: Artwork(.author($1), updatedAt: nil)) },
    CallWithID("media.picture") { _ = try await $0.media.picture(Artwork(.item($1), updatedAt: nil), unless: nil) },
    CallWithID("media.stream") {
      _ = try await $0.media.stream(.download($1, item: "item"), range: nil, of: nil) { _ in }
    },
    CallWithID("media.stream of") {
      _ = try await $0.media.stream(.file("1", item: $1), range: 0..<1, of: nil) { _ in }
    },
    CallWithID("media.stream items") {
      _ = try await $0.media.stream(.items(["a", $1], library: "library"), range: nil, of: nil) { _ in }
    },
    CallWithID("media.playlist") { _ = try await $0.media.playlist(of: $1) },
    CallWithID("media.segment") { _ = try await $0.media.segment($1, of: "session") },
    CallWithID("media.segment of") { _ = try await $0.media.segment("output-0.ts", of: $1) },
  ]

  static let publishing = [
    CallWithID("publishing.published") { _ = try await $0.publishing.published($1) },
    CallWithID("publishing.endShare") { try await $0.publishing.endShare($1) },
    CallWithID("publishing.openFeed") { _ = try await $0.publishing.openFeed(of: .item($1), as: "slug") },
    CallWithID("publishing.closeFeed") { try await $0.publishing.closeFeed($1) },
    CallWithID("directory.clearQueue") { try await $0.directory.clearQueue(of: $1) },
    CallWithID("readers.sendEbook") { try await $0.readers.sendEbook(of: $1, to: "reader") },
    CallWithID("shares.open") { _ = try await $0.shares.open($1, at: nil) },
  ]
}
