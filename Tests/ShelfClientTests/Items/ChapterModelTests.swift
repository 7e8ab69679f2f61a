import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("Chapters with what a server leaves out")
struct ChapterModelTests {
  private func chapters(_ json: String) throws -> [Chapter] {
    let session = try JSONCoder.shelf.decode(
      PlaybackSession.self, from: Data(#"{"id": "s", "duration": 300, "chapters": \#(json)}"#.utf8))
    return session.chapters
  }

  @Test(
    "an id that is no whole number, is missing or stands twice takes no chapter away, and no two are equal",
    arguments: [
      ["13937297843729783000", "1"], ["\"chp0\"", "\"chp1\""], ["null", "null"], ["0.5", "1.5"], ["7", "7"],
      ["{}", "0"], ["true", "[]"], ["1e30", "2"], ["\"\"", "\"\""],
    ])
  func ids(_ ids: [String]) throws {
    let rows = ids.enumerated().map {
      #"{"id": \#($1), "start": \#($0 * 100), "end": \#($0 * 100 + 100), "title": "\#($0)"}"#
    }
    let read = try chapters("[\(rows.joined(separator: ","))]")
    #expect(read.map(\.id) == [0, 1])
    #expect(read.map(\.title) == ["0", "1"])
    #expect(read.map(\.start) == [0, 100])
    #expect(try JSONCoder.shelf.decode([Chapter].self, from: JSONEncoder().encode(read)) == read)
  }

  @Test("ids of its own stay, also as texts")
  func ownIDs() throws {
    let read = try chapters(#"[{"id": 3, "start": 0, "end": 5}, {"id": "9", "start": 5, "end": 9}]"#)
    #expect(read.map(\.id) == [3, 9])
  }

  @Test("a missing id, title, start or end comes from the neighbours; a chapter without any time is left out")
  func times() throws {
    let read = try chapters(
      #"[{"start": 0, "title": "a"}, {"end": 200}, {"start": 200, "end": null}, {"title": "no time"}, {"start": 250}]"#)
    #expect(read.map(\.start) == [0, 0, 200, 250])
    #expect(read.map(\.id) == [0, 1, 2, 3])
    let list = ChapterList(try chapters(#"[{"start": 0}, {"start": 100}, {"start": 250}]"#), duration: 300)
    #expect(list.chapters.map(\.end) == [100, 250, 300])
    #expect(list.current(at: 299)?.start == 250)
  }

  @Test("books, episodes and files read them in the same way")
  func everywhere() throws {
    let list = #""chapters": [{"id": "x", "start": 0, "end": 1}, {"id": "x", "start": 1, "end": 2}]"#
    let book = try JSONCoder.shelf.decode(Book.self, from: Data("{\(list)}".utf8))
    #expect(book.chapters?.map(\.id) == [0, 1])
    let episode = try JSONCoder.shelf.decode(Episode.self, from: Data("{\"id\": \"e\", \(list)}".utf8))
    #expect(episode.chapters.map(\.id) == [0, 1])
    let file = try JSONCoder.shelf.decode(AudioFile.self, from: Data("{\"ino\": \"1\", \(list)}".utf8))
    #expect(file.chapters?.map(\.id) == [0, 1])
    #expect(try JSONCoder.shelf.decode(Book.self, from: Data("{}".utf8)).chapters == nil)
  }

  @Test("a record of progress without an id of its own still has its place")
  func progress() throws {
    let read = try JSONCoder.shelf.decode(
      MediaProgress.self, from: Data(#"{"id": null, "libraryItemId": "a", "episodeId": "b", "currentTime": 5}"#.utf8))
    #expect(read.id == "a-b")
    #expect(read.currentTime == 5)
    #expect(throws: (any Error).self) {
      try JSONCoder.shelf.decode(MediaProgress.self, from: Data(#"{"currentTime": 5}"#.utf8))
    }
  }
}
