import Foundation
import Runner
import ShelfClient

enum BrowsingFlows {
  static let all: [Flow<ShelfStage>] = [
    Flow("libraries") { stage in
      let libraries = try await stage.shelf.libraries.all()
      let there = try await stage.witness.get("/api/libraries")["libraries"]?.array ?? []
      try expect(libraries.map(\.id) == there.compactMap { $0["id"]?.string }, "the server's libraries in its order")
      return libraries.map { "\($0.name) (\($0.mediaType?.rawValue ?? "?"))" }.joined(separator: ", ")
    },
    Flow("library-items") { stage in
      let library = try require(
        try await stage.shelf.libraries.all().first { $0.mediaType == .book }, "a library of books")
      var titles: [String] = []
      for try await item in stage.shelf.libraries.items(in: library.id, sort: .title, pageSize: 2) {
        titles.append(item.title)
      }
      let total = try await stage.witness.get("/api/libraries/\(library.id)/items?limit=1")["total"]?.int
      try expect(titles.count == total, "all \(total ?? -1) items, got \(titles.count)")
      return "\(titles.count) books, two a page: \(titles.prefix(3).joined(separator: ", "))…"
    },
    Flow("item-expanded") { stage in
      let library = try require(
        try await stage.shelf.libraries.all().first { $0.mediaType == .book }, "a library of books")
      let page = try await stage.shelf.libraries.page(
        0, of: ItemQuery(sort: .duration, descending: true), in: library.id, limit: 1)
      let item = try await stage.shelf.items.item(try require(page.items.first, "a book").id)
      let there = try await stage.witness.get("/api/items/\(item.id)?expanded=1")
      try expect(item.media.book?.tracks?.count == there["media"]?["tracks"]?.array?.count, "the server's tracks")
      return
        "\(item.title) by \(item.authorName ?? "?"): \(item.media.book?.tracks?.count ?? 0) tracks, \(MediaTime.text(item.duration ?? 0))"
    },
    Flow("recent-episodes") { stage in
      let library = try require(
        try await stage.shelf.libraries.all().first { $0.mediaType == .podcast }, "a podcast library")
      let episodes = try await stage.shelf.libraries.recentEpisodes(in: library.id)
      let there =
        try await stage.witness.get("/api/libraries/\(library.id)/recent-episodes?limit=25&page=0")["episodes"]?.array
        ?? []
      try expect(episodes.map(\.id) == there.compactMap { $0["id"]?.string }, "the server's episodes")
      return "\(episodes.count), the newest is “\(episodes.first?.episode.title ?? "")”"
    },
    Flow("cover-and-stream") { stage in
      try await stage.withEpisode { episode, id in
        let session = try await stage.shelf.playback.start(episode: episode)
        let track = try require(session.audioTracks?.first, "a track")
        let url = try await stage.shelf.media.streamURL(of: track, in: session)
        try expect(url.query == nil && url.path.contains("/public/session/"), "an address without a token")
        let bytes = try await stage.shelf.media.file(try require(track.ino, "ino"), of: id.libraryItemId, range: 0..<16)
        try expect(bytes.count == 16, "16 bytes of audio, got \(bytes.count)")
        let cover = try await stage.shelf.media.coverURL(of: id.libraryItemId, width: 400, updatedAt: nil)
        try await stage.shelf.playback.close(session.id, nil)
        return "audio and cover by addresses without a token: \(url.path.count) and \(cover.path.count) letters"
      }
    },
  ]
}
