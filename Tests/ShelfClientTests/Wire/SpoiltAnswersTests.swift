import Foundation
import MediaCore
import TestSupport
import Testing

@testable import ShelfClient

@Suite("A spoilt member does no harm beyond itself")
struct SpoiltAnswersTests {
  /// The required members, as in the documentation of the models, by the last two parts of their paths. All other members may have any
  /// value.
  private static let required: Set<String> = [
    "[].id", "audioFile.ino", "audioFiles[].ino", "authors", "authors[].id", "book[].libraryItem",
    "bookmarks", "bookmarks[].libraryItemId", "bookmarks[].time", "books[].id",
    "collapsedSeries.id", "currentDownload.id", "ebookFile.ino", "entities[].id", "episode.id",
    "episodes", "episodes[].id", "episodes[].libraryItem", "folders[].id", "genres[].name", "id",
    "items[].libraryItemId", "libraries", "libraries[].id", "library", "library.id", "libraryFiles[].ino",
    "libraryItem.id", "libraryItemId", "libraryItems", "libraryItems[].id", "longestAudiobookFinished.id",
    "mediaProgress", "mostListenedMonth.month", "mostListenedNarrator.name", "narrators[].name",
    "playlists", "playlists[].id", "podcast[].libraryItem", "queue[].id", "recentEpisode.id", "recentSessions[].id",
    "results", "results[].id", "series.id", "series[].id", "series[].series", "sessions",
    "sessions[].id", "tags[].name",
    "time", "topAuthors[].name", "topGenres[].genre", "user", "user.id",
  ]

  /// Whether a member decides how its neighbour is read.
  private static func readsNeighbour(_ path: String) -> Bool {
    path.hasSuffix("mediaType") || path == "[].type"
  }

  @Test("each member of each document: missing, null, of a wrong type, huge, negative, empty")
  func everyMember() throws {
    var vital: Set<String> = []
    var cases = 0
    var done: Set<String> = []
    let documents = try ContractDocument.answers().map { ($0, $0.wire.thinned(), $0.wire.thinned().serialized().count) }
    for (document, wire, _) in documents.sorted(by: { $0.2 < $1.2 }) {
      for longPath in wire.memberPaths() {
        let name = JSONValue.name(longPath)
        guard done.insert(Self.ending(name, 3)).inserted, LongRuns.isOn || done.count % 6 == 0 else { continue }
        let (wire, path) = wire.narrowed(to: longPath)
        let whole = try document.rewrite(wire.serialized(), DecodingIssues())
        let value = try #require(wire[path])
        for spoiling in Spoiling.allCases {
          cases += 1
          let spoilt = wire.replacing(path, with: spoiling.value(insteadOf: value))
          let issues = DecodingIssues()
          guard let rewritten = try? document.rewrite(spoilt.serialized(), issues) else {
            vital.insert(Self.ending(name))
            continue
          }
          if whole[path] != nil, spoiling == .wrongType {
            #expect(issues.count > 0, "\(document.name): \(name) is not counted")
          }
          if Self.readsNeighbour(name) { continue }
          if rewritten.replacing(path, with: nil) != whole.replacing(path, with: nil) {
            vital.insert(Self.ending(name))
          }
        }
      }
    }
    #expect(vital.subtracting(Self.required) == [])
    if LongRuns.isOn { #expect(Self.required.subtracting(vital) == []) }
    #expect(cases > (LongRuns.isOn ? 5000 : 700))
  }

  private static func ending(_ path: String, _ parts: Int = 2) -> String {
    path.split(separator: ".").suffix(parts).joined(separator: ".")
  }
}
