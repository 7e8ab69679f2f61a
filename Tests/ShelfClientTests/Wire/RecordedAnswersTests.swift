import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("Every recorded answer is read without a fault and written back with the same values")
struct RecordedAnswersTests {
  /// The model for the answer of each route. The first matching pattern counts; `*` stands for one path segment.
  private static let routes: [(method: String, path: String, check: @Sendable (JSONValue, String) throws -> Void)] = [
    ("GET", "/status", { try roundTrip(ServerStatus.self, $0, $1) }),
    ("POST", "/login", { try roundTrip(Login.self, $0, $1) }),
    ("POST", "/auth/refresh", { try roundTrip(Login.self, $0, $1) }),
    ("POST", "/api/authorize", { try roundTrip(Login.self, $0, $1) }),
    ("GET", "/api/me", { try roundTrip(User.self, $0, $1) }),
    ("GET", "/api/me/sessions", { try roundTrip(Listing<LoginSession>.self, $0, $1) }),
    ("GET", "/api/me/progress", { try roundTrip(Listing<MediaProgress>.self, $0, $1) }),
    ("GET", "/api/me/progress/*/remove-from-continue-listening", { try roundTrip(User.self, $0, $1) }),
    ("GET", "/api/me/progress/*", { try roundTrip(MediaProgress.self, $0, $1) }),
    ("GET", "/api/me/progress/*/*", { try roundTrip(MediaProgress.self, $0, $1) }),
    ("GET", "/api/me/items-in-progress", { try roundTrip(Listing<ShelfItem>.self, $0, $1) }),
    ("GET", "/api/me/bookmarks", { try roundTrip(Listing<Bookmark>.self, $0, $1) }),
    ("GET", "/api/me/bookmarks/*", { try roundTrip(Listing<Bookmark>.self, $0, $1) }),
    ("POST", "/api/me/item/*/bookmark", { try roundTrip(Bookmark.self, $0, $1) }),
    ("PATCH", "/api/me/item/*/bookmark", { try roundTrip(Bookmark.self, $0, $1) }),
    ("GET", "/api/me/listening-sessions", { try roundTrip(Listing<PlaybackSession>.self, $0, $1) }),
    ("GET", "/api/me/item/listening-sessions/*", { try roundTrip(Listing<PlaybackSession>.self, $0, $1) }),
    ("GET", "/api/me/item/listening-sessions/*/*", { try roundTrip(Listing<PlaybackSession>.self, $0, $1) }),
    ("GET", "/api/me/listening-stats", { try roundTrip(ListeningStats.self, $0, $1) }),
    ("GET", "/api/me/stats/year/*", { try roundTrip(YearStats.self, $0, $1) }),
    ("GET", "/api/libraries", { try roundTrip(Listing<Library>.self, $0, $1) }),
    ("POST", "/api/libraries", { try roundTrip(Library.self, $0, $1) }),
    ("GET", "/api/libraries/*", { try roundTrip(Library.self, $0, $1) }),
    ("GET", "/api/libraries/*/items", { try roundTrip(Listing<ShelfItem>.self, $0, $1) }),
    ("GET", "/api/libraries/*/recent-episodes", { try roundTrip(Listing<RecentEpisode>.self, $0, $1) }),
    ("GET", "/api/libraries/*/search", { try roundTrip(SearchResults.self, $0, $1) }),
    ("GET", "/api/libraries/*/personalized", { try roundTrip(Shelves.self, $0, $1) }),
    ("GET", "/api/libraries/*/series", { try roundTrip(Listing<Series>.self, $0, $1) }),
    ("GET", "/api/libraries/*/series/*", { try roundTrip(Series.self, $0, $1) }),
    ("GET", "/api/libraries/*/authors", { try roundTrip(Listing<Author>.self, $0, $1) }),
    ("GET", "/api/libraries/*/narrators", { try roundTrip(Listing<Narrator>.self, $0, $1) }),
    ("GET", "/api/libraries/*/filterdata", { try roundTrip(FilterData.self, $0, $1) }),
    ("GET", "/api/libraries/*/episode-downloads", { try roundTrip(DownloadQueue.self, $0, $1) }),
    ("GET", "/api/libraries/*/collections", { try roundTrip(Listing<BookCollection>.self, $0, $1) }),
    ("GET", "/api/libraries/*/playlists", { try roundTrip(Listing<Playlist>.self, $0, $1) }),
    ("POST", "/api/items/batch/get", { try roundTrip(Listing<ShelfItem>.self, $0, $1) }),
    ("GET", "/api/items/*", { try roundTrip(ShelfItem.self, $0, $1) }),
    ("POST", "/api/items/*/play", { try roundTrip(PlaybackSession.self, $0, $1) }),
    ("POST", "/api/items/*/play/*", { try roundTrip(PlaybackSession.self, $0, $1) }),
    ("GET", "/api/podcasts/*/episode/*", { try roundTrip(Episode.self, $0, $1) }),
    ("GET", "/api/sessions/open", { try roundTrip([PlaybackSession].self, $0["sessions"] ?? [], $1) }),
    ("GET", "/api/session/*", { try roundTrip(PlaybackSession.self, $0, $1) }),
    ("POST", "/api/session/local-all", { try roundTrip(Listing<LocalSessionResult>.self, $0, $1) }),
    ("GET", "/api/series/*", { try roundTrip(Series.self, $0, $1) }),
    ("GET", "/api/authors/*", { try roundTrip(Author.self, $0, $1) }),
    ("GET", "/api/collections", { try roundTrip(Listing<BookCollection>.self, $0, $1) }),
    ("POST", "/api/collections", { try roundTrip(BookCollection.self, $0, $1) }),
    ("GET", "/api/collections/*", { try roundTrip(BookCollection.self, $0, $1) }),
    ("GET", "/api/playlists", { try roundTrip(Listing<Playlist>.self, $0, $1) }),
    ("POST", "/api/playlists", { try roundTrip(Playlist.self, $0, $1) }),
    ("GET", "/api/playlists/*", { try roundTrip(Playlist.self, $0, $1) }),
    ("PATCH", "/api/playlists/*", { try roundTrip(Playlist.self, $0, $1) }),
    ("POST", "/api/playlists/*/item", { try roundTrip(Playlist.self, $0, $1) }),
    ("DELETE", "/api/playlists/*/item/*", { try roundTrip(Playlist.self, $0, $1) }),
  ]

  /// Answers without a model, since a listening client does not need them.
  private static let others: Set<String> = ["/ping", "/logout", "/api/tasks", "podcast-titles"]

  private static func fits(_ pattern: String, _ path: String) -> Bool {
    let pattern = pattern.split(separator: "/")
    let path = path.split(separator: "/")
    return pattern.count == path.count && zip(pattern, path).allSatisfy { $0 == "*" || $0 == $1 }
  }

  @Test("answers of the recorded server")
  func recordings() throws {
    var count = 0
    for name in try Fixtures.recordingNames() {
      let recording = try Fixtures.recording(name)
      guard let method = recording["request"]?["method"]?.string, let target = recording["request"]?["path"]?.string,
        recording["response"]?["status"]?.int == 200, let body = recording["response"]?["body"]
      else { continue }
      let path = String(target.prefix { $0 != "?" })
      if Self.others.contains(where: { path.hasSuffix($0) }) { continue }
      guard let route = Self.routes.first(where: { $0.method == method && Self.fits($0.path, path) }) else {
        Issue.record("no model reads \(name)")
        continue
      }
      try route.check(body, name)
      count += 1
    }
    #expect(count >= 40)
  }

  @Test("what the recorded server pushed through its socket")
  func frames() throws {
    var read: [String: Int] = [:]
    for frame in try Fixtures.recording("207-socket-full-session", "websocket", "frames").array ?? [] {
      guard frame["dir"] == "recv", let text = frame["frame"]?.string, text.hasPrefix("42") else { continue }
      let event = try JSONValue(parsing: String(text.dropFirst(2)))
      guard let name = event[0]?.string, let payload = event[1] else { continue }
      switch name {
      case "user_updated": try roundTrip(User.self, payload, name)
      case "user_item_progress_updated": try roundTrip(MediaProgress.self, payload["data"] ?? .null, name)
      case "user_stream_update":
        guard let session = payload["session"], !session.isNull else { continue }
        try roundTrip(PlaybackSession.self, session, name)
      default: continue
      }
      read[name, default: 0] += 1
    }
    #expect(read["user_updated"] == 2)
    #expect(read["user_item_progress_updated"] == 3)
  }

  @Test("sessions that were uploaded to the recorded server")
  func uploads() throws {
    let single = try roundTrip(
      LocalSession.self, Fixtures.recording("111-session-local-single", "request", "body").filled)
    #expect(single.timeListening == 12)
    #expect(single.mediaMetadata?.title == "local")
    let upload = try roundTrip(
      LocalSessionUpload.self, Fixtures.recording("114-session-local-all", "request", "body").filled)
    #expect(upload.sessions.map(\.playMethod) == Array(repeating: .local, count: 4))
  }
}

extension JSONValue {
  /// The value with the empty list of genres that the metadata of a model always has.
  fileprivate var filled: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.filled))
    case .object(let members):
      var members = members.mapValues(\.filled)
      if var metadata = members["mediaMetadata"], metadata["genres"] == nil {
        metadata["genres"] = []
        members["mediaMetadata"] = metadata
      }
      return .object(members)
    default: return self
    }
  }
}
