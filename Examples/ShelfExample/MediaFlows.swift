import Foundation
import MediaTesting
import Runner
import ShelfClient

/// Files, parts of files, pictures and transcodes.
enum MediaFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("files-and-parts") { fixture in
      try await fixture.withEpisode { _, id in
        let ino = try await audioFile(of: id, fixture)
        let whole = try await fixture.shelf.media.file(ino, of: id.libraryItemId)
        let part = try await fixture.shelf.media.download(ino, of: id.libraryItemId, range: 100..<400)
        try expect(part == whole.subdata(in: 100..<400), "the bytes of the part")
        let behind = try await refusal {
          _ = try await fixture.shelf.media.file(ino, of: id.libraryItemId, range: whole.count..<whole.count + 10)
        }
        try expect(behind?.status == 416, "no part behind the end, got \(String(describing: behind))")
        return "\(whole.count) bytes at once, 300 of them again"
      }
    },
    Flow("archives-and-ebooks") { fixture in
      let books = try await fixture.books()
      // Choose small books, because the archive is held in memory.
      let small = Array(books.filter { ($0.size ?? .max) < 30 << 20 }.prefix(2))
      let one = try require(small.first, "a book of less than 30 MB")
      let archive = try await fixture.shelf.media.download(one.id)
      let several = try await fixture.shelf.media.download(small.map(\.id), from: try await fixture.library(.book))
      try expect(!archive.isEmpty && several.starts(with: Data("PK".utf8)), "a file or an archive, and an archive")
      let text = "\(archive.count) bytes of one, \(several.count) of \(small.count)"
      if let book = books.first(where: { $0.media.book?.ebookFormat != nil }) {
        let ebook = try await fixture.shelf.media.ebook(of: book.id)
        try expect(!ebook.isEmpty, "the ebook of \(book.title)")
        return text + ", an ebook of \(ebook.count)"
      }
      let error = try await refusal { _ = try await fixture.shelf.media.ebook(of: one.id) }
      try expect(error?.kind == .notFound, "no ebook, got \(String(describing: error))")
      return text + ", no ebook"
    },
    Flow("cover-as-data") { fixture in
      let books = try await fixture.books()
      guard let book = books.first(where: \.hasCover) else { return "no book with a cover on the server" }
      let small = try await fixture.shelf.media.cover(of: book.id, width: 50)
      let large = try await fixture.shelf.media.cover(of: book.id, width: 400)
      try expect(!small.isEmpty && small.count < large.count, "a smaller picture, \(small.count) of \(large.count)")
      if let artwork = book.artwork(width: 50) { _ = try await fixture.shelf.covers.picture(artwork) }
      try expect(try await fixture.shelf.covers.usedBytes() > 0, "pictures on this device")
      try await fixture.shelf.covers.removeAll()
      try expect(try await fixture.shelf.covers.usedBytes() == 0, "none of them any more")
      return "\(small.count) bytes at 50 pixels, \(large.count) at 400; the kept ones removed"
    },
    Flow("stream-transcoded") { fixture in
      try await fixture.withBook { id in
        let session = try await fixture.shelf.playback.start(id, options: PlayOptions(forceTranscode: true))
        let track = try require(session.audioTracks?.first, "a track")
        let url = try await fixture.shelf.media.streamURL(of: track, in: session)
        try expect(url.path.hasSuffix("output.m3u8") && url.query == nil, "a playlist's address without a token")
        let playlist = try await fixture.shelf.media.playlist(of: session.id)
        let names = playlist.split(separator: "\n").filter { $0.hasPrefix("output-") }.map(String.init)
        let first = try require(names.first, "a segment")
        // The server makes segments after it opens the session: retry until the first one exists.
        let segment = Locked(Data())
        try await fixture.until("the first segment") {
          guard let data = try? await fixture.shelf.media.segment(first, of: session.id) else { return false }
          segment.withLock { $0 = data }
          return true
        }
        try await fixture.shelf.playback.close(session.id, nil)
        let bytes = segment.withLock { $0 }
        try expect(bytes.first == 0x47, "a transport stream")
        return "\(names.count) segments, the first of \(bytes.count) bytes"
      }
    },
    Flow("stream-of-a-session") { fixture in
      try await fixture.withEpisode { episode, id in
        let session = try await fixture.shelf.playback.start(episode: episode)
        let bytes = try await fixture.shelf.media.track(1, of: session.id, range: 0..<1000)
        let ino = try await audioFile(of: id, fixture)
        let file = try await fixture.shelf.media.file(ino, of: id.libraryItemId, range: 0..<1000)
        try expect(bytes == file, "the same bytes without a token")
        try await fixture.shelf.playback.close(session.id, nil)
        let error = try await refusal { _ = try await fixture.shelf.media.track(1, of: session.id, range: 0..<10) }
        try expect(error?.kind == .notFound, "nothing once it is closed, got \(String(describing: error))")
        return "1,000 bytes by the session's own address, and none after closing"
      }
    },
    Flow("timeline-of-a-book") { fixture in
      try await fixture.withBook { id in
        let item = try await fixture.shelf.items.item(id.libraryItemId)
        let tracks = item.media.book?.tracks ?? []
        let timeline = PlaybackTimeline(tracks, duration: item.duration ?? 0)
        var places = 0
        for position in stride(from: 0, to: timeline.duration, by: 97.3) {
          let place = try require(timeline.place(at: position), "a place at \(position)")
          try expect(abs(timeline.position(of: place) - position) < 0.001, "the way back to \(position)")
          places += 1
        }
        return "\(tracks.count) files, \(MediaTime.text(timeline.duration)), \(places) places there and back"
      }
    },
  ]

  private static func audioFile(of id: PlayableID, _ fixture: ShelfFixture) async throws -> String {
    let item = try await fixture.shelf.items.item(id.libraryItemId, episode: id.episodeId)
    let episode = item.media.podcast?.episodes?.first { $0.id == id.episodeId }
    return try require(episode?.audioFile?.ino, "the episode's file")
  }
}
