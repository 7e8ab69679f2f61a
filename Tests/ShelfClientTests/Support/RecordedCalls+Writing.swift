import Foundation
import MediaCore

@testable import ShelfClient

extension RecordedCalls {
  static let playback: [RecordedCall] = [
    RecordedCall(method: "POST", path: "/api/items/*/play", ownBody: ["*"], play: play),
    RecordedCall(method: "POST", path: "/api/items/*/play/*", ownBody: ["*"], play: play),
    RecordedCall(method: "GET", path: "/api/session/*") { shelf, recording in
      try .value(await shelf.playback.session(recording[2]))
    },
    RecordedCall(method: "POST", path: "/api/session/*/sync") { shelf, recording in
      try await shelf.playback.sync(recording[2], recording.sync)
      return .done
    },
    RecordedCall(method: "POST", path: "/api/session/*/close", expectedStatus: [404]) { shelf, recording in
      let isEmpty = recording.body?.object?.isEmpty ?? true
      try await shelf.playback.close(recording[2], isEmpty ? nil : recording.sync)
      return .done
    },
    RecordedCall(method: "POST", path: "/api/session/local", ownBody: ["mediaMetadata"]) { shelf, recording in
      try await shelf.playback.uploadLocal(try recording.decode(LocalSession.self))
      return .done
    },
    RecordedCall(method: "POST", path: "/api/session/local-all", ownBody: ["*"]) { shelf, recording in
      let upload = try recording.decode(LocalSessionUpload.self)
      return try .value(await shelf.playback.uploadLocal(upload.sessions), in: "results")
    },
  ]

  @Sendable private static func play(_ shelf: ShelfService, _ recording: Recording) async throws -> RecordedCall.Value {
    let id = PlayableID(libraryItemId: recording[2], episodeId: recording[4].isEmpty ? nil : recording[4])
    var options = PlayOptions()
    options.mimeTypes = (recording.body?["supportedMimeTypes"]?.array ?? []).compactMap(\.string)
    options.forceTranscode = recording.body?["forceTranscode"]?.bool ?? false
    options.forceDirectPlay = recording.body?["forceDirectPlay"]?.bool ?? false
    return try .value(await shelf.playback.start(id, options: options))
  }

  static let progress: [RecordedCall] = [
    RecordedCall(method: "GET", path: "/api/me/progress") { shelf, _ in
      try .value(await shelf.progress.all(), in: "mediaProgress")
    },
    RecordedCall(method: "PATCH", path: "/api/me/progress/batch/update") { shelf, recording in
      try await shelf.progress.update(try recording.decode([BatchProgressUpdate].self))
      return .done
    },
    RecordedCall(method: "GET", path: "/api/me/progress/*/remove-from-continue-listening") { shelf, recording in
      try .value(await shelf.progress.hideFromContinueListening(record: recording[3]))
    },
    RecordedCall(method: "GET", path: "/api/me/progress/*", expectedStatus: [404]) { shelf, recording in
      guard let progress = try await shelf.progress.progress(of: PlayableID(libraryItemId: recording[3])) else {
        return .none
      }
      return try .value(progress)
    },
    RecordedCall(method: "GET", path: "/api/me/progress/*/*", expectedStatus: [404]) { shelf, recording in
      let id = PlayableID(libraryItemId: recording[3], episodeId: recording[4])
      guard let progress = try await shelf.progress.progress(of: id) else { return .none }
      return try .value(progress)
    },
    RecordedCall(method: "PATCH", path: "/api/me/progress/*") { shelf, recording in
      try await shelf.progress.update(
        PlayableID(libraryItemId: recording[3]), try recording.decode(ProgressUpdate.self))
      return .done
    },
    RecordedCall(method: "PATCH", path: "/api/me/progress/*/*") { shelf, recording in
      try await shelf.progress.update(
        PlayableID(libraryItemId: recording[3], episodeId: recording[4]), try recording.decode(ProgressUpdate.self))
      return .done
    },
    RecordedCall(method: "DELETE", path: "/api/me/progress/*") { shelf, recording in
      try await shelf.progress.remove(record: recording[3])
      return .done
    },
    RecordedCall(method: "GET", path: "/api/me/series/*/remove-from-continue-listening") { shelf, recording in
      try .value(await shelf.series.hideFromContinueListening(recording[3]))
    },
    RecordedCall(method: "GET", path: "/api/me/series/*/readd-to-continue-listening") { shelf, recording in
      try .value(await shelf.series.showInContinueListening(recording[3]))
    },
  ]

  static let listening: [RecordedCall] = [
    RecordedCall(
      method: "GET", path: "/api/me/listening-sessions", ownQuery: ["itemsPerPage", "page"]
    ) { shelf, recording in
      try .page(
        await shelf.listening.sessions(
          of: nil, page: recording.number("page", 0), limit: recording.number("itemsPerPage", 10)), in: "sessions",
        limit: "itemsPerPage")
    },
    RecordedCall(
      method: "GET", path: "/api/me/item/listening-sessions/*", ownQuery: ["itemsPerPage", "page"], play: history),
    RecordedCall(
      method: "GET", path: "/api/me/item/listening-sessions/*/*", ownQuery: ["itemsPerPage", "page"], play: history),
    RecordedCall(method: "GET", path: "/api/me/listening-stats") { shelf, _ in
      try .value(await shelf.listening.stats())
    },
    RecordedCall(method: "GET", path: "/api/me/stats/year/*") { shelf, recording in
      try .value(await shelf.listening.year(Int(recording[4]) ?? 0))
    },
    RecordedCall(method: "GET", path: "/api/me/bookmarks") { shelf, _ in
      try .value(await shelf.bookmarks.all(), in: "bookmarks")
    },
    RecordedCall(method: "GET", path: "/api/me/bookmarks/*") { shelf, recording in
      try .value(await shelf.bookmarks.bookmarks(of: recording[3]), in: "bookmarks")
    },
    RecordedCall(method: "POST", path: "/api/me/item/*/bookmark", ownBody: ["title", "time"]) { shelf, recording in
      try .value(
        await shelf.bookmarks.create(
          recording.body?["title"]?.string ?? "", at: recording.body?["time"]?.double ?? 0, in: recording[3]))
    },
    RecordedCall(method: "PATCH", path: "/api/me/item/*/bookmark", ownBody: ["title", "time"]) { shelf, recording in
      try .value(
        await shelf.bookmarks.retitle(
          recording.body?["title"]?.string ?? "", at: recording.body?["time"]?.double ?? 0, in: recording[3]))
    },
    RecordedCall(method: "DELETE", path: "/api/me/item/*/bookmark/*") { shelf, recording in
      try await shelf.bookmarks.remove(at: Double(recording[5]) ?? 0, in: recording[3])
      return .done
    },
  ]

  @Sendable private static func history(
    _ shelf: ShelfService, _ recording: Recording
  ) async throws -> RecordedCall.Value {
    let id = PlayableID(libraryItemId: recording[4], episodeId: recording[5].isEmpty ? nil : recording[5])
    return try .page(
      await shelf.listening.sessions(
        of: id, page: recording.number("page", 0), limit: recording.number("itemsPerPage", 10)), in: "sessions",
      limit: "itemsPerPage")
  }

  static let media: [RecordedCall] = [
    RecordedCall(method: "GET", path: "/api/items/*/cover", ownQuery: ["format", "ts", "raw", "height"]) {
      shelf, recording in
      .bytes(try await shelf.media.cover(of: recording[2], width: recording.query["width"].flatMap(Int.init)))
    },
    RecordedCall(method: "GET", path: "/api/authors/*/image", ownQuery: ["format", "ts", "raw", "height"]) {
      shelf, recording in
      .bytes(try await shelf.authors.image(of: recording[2], width: recording.query["width"].flatMap(Int.init)))
    },
    RecordedCall(method: "GET", path: "/api/items/*/file/*", ownQuery: ["token"]) { shelf, recording in
      .bytes(try await shelf.media.file(recording[4], of: recording[2], range: recording.range))
    },
    RecordedCall(method: "GET", path: "/api/items/*/file/*/download", ownQuery: ["token"]) { shelf, recording in
      .bytes(try await shelf.media.download(recording[4], of: recording[2], range: recording.range))
    },
    RecordedCall(method: "GET", path: "/api/items/*/download", ownQuery: ["token"]) { shelf, recording in
      .bytes(try await shelf.media.download(recording[2]))
    },
    RecordedCall(method: "GET", path: "/api/items/*/ebook") { shelf, recording in
      .bytes(try await shelf.media.ebook(of: recording[2], ino: nil, range: recording.range))
    },
    RecordedCall(method: "GET", path: "/api/items/*/ebook/*") { shelf, recording in
      .bytes(try await shelf.media.ebook(of: recording[2], ino: recording[4], range: recording.range))
    },
    RecordedCall(method: "GET", path: "/public/session/*/track/*") { shelf, recording in
      .bytes(try await shelf.media.track(Int(recording[4]) ?? 1, of: recording[2], range: recording.range))
    },
    RecordedCall(method: "GET", path: "/hls/*/output.m3u8") { shelf, recording in
      .bytes(Data(try await shelf.media.playlist(of: recording[1]).utf8))
    },
    RecordedCall(method: "GET", path: "/hls/*/*") { shelf, recording in
      .bytes(try await shelf.media.segment(recording[2], of: recording[1]))
    },
  ]

  static let lists: [RecordedCall] = [
    RecordedCall(method: "GET", path: "/api/collections") { shelf, _ in
      try .value(await shelf.collections.all(), in: "collections")
    },
    RecordedCall(method: "GET", path: "/api/libraries/*/collections", ownQuery: ["limit", "page"]) { shelf, recording in
      try .page(
        await shelf.collections.page(
          recording.number("page", 0), in: recording[2], limit: recording.number("limit", 1)), in: "results")
    },
    RecordedCall(method: "GET", path: "/api/collections/*") { shelf, recording in
      try .value(await shelf.collections.collection(recording[2]))
    },
    RecordedCall(method: "POST", path: "/api/collections") { shelf, recording in
      try .value(await shelf.collections.create(try recording.decode(BookCollectionDraft.self)))
    },
    RecordedCall(method: "PATCH", path: "/api/collections/*") { shelf, recording in
      try .value(
        await shelf.collections.update(recording[2], try recording.decode(BookCollectionUpdate.self)))
    },
    RecordedCall(method: "DELETE", path: "/api/collections/*") { shelf, recording in
      try await shelf.collections.remove(recording[2])
      return .done
    },
    RecordedCall(method: "POST", path: "/api/collections/*/book") { shelf, recording in
      try .value(await shelf.collections.add(recording.body?["id"]?.string ?? "none", to: recording[2]))
    },
    RecordedCall(method: "DELETE", path: "/api/collections/*/book/*") { shelf, recording in
      try .value(await shelf.collections.remove(recording[4], from: recording[2]))
    },
    RecordedCall(method: "POST", path: "/api/collections/*/batch/add") { shelf, recording in
      try .value(
        await shelf.collections.add(
          (recording.body?["books"]?.array ?? []).compactMap(\.string), to: recording[2]))
    },
    RecordedCall(method: "POST", path: "/api/collections/*/batch/remove") { shelf, recording in
      try .value(
        await shelf.collections.remove(
          (recording.body?["books"]?.array ?? []).compactMap(\.string), from: recording[2]))
    },
    RecordedCall(method: "GET", path: "/api/playlists") { shelf, _ in
      try .value(await shelf.playlists.all(), in: "playlists")
    },
    RecordedCall(method: "GET", path: "/api/libraries/*/playlists", ownQuery: ["limit", "page"]) { shelf, recording in
      try .page(
        await shelf.playlists.page(
          recording.number("page", 0), in: recording[2], limit: recording.number("limit", 1)), in: "results")
    },
    RecordedCall(method: "GET", path: "/api/playlists/*") { shelf, recording in
      try .value(await shelf.playlists.playlist(recording[2]))
    },
    RecordedCall(method: "POST", path: "/api/playlists") { shelf, recording in
      try .value(await shelf.playlists.create(try recording.decode(PlaylistDraft.self)))
    },
    RecordedCall(method: "POST", path: "/api/playlists/collection/*") { shelf, recording in
      try .value(await shelf.playlists.create(fromCollection: recording[3]))
    },
    RecordedCall(method: "PATCH", path: "/api/playlists/*") { shelf, recording in
      try .value(await shelf.playlists.update(recording[2], try recording.decode(PlaylistUpdate.self)))
    },
    RecordedCall(method: "DELETE", path: "/api/playlists/*") { shelf, recording in
      try await shelf.playlists.remove(recording[2])
      return .done
    },
    RecordedCall(method: "POST", path: "/api/playlists/*/item") { shelf, recording in
      try .value(await shelf.playlists.add(recording.playable(recording.body ?? [:]), to: recording[2]))
    },
    RecordedCall(method: "POST", path: "/api/playlists/*/batch/add") { shelf, recording in
      try .value(await shelf.playlists.add(recording.playables(), to: recording[2]))
    },
    RecordedCall(method: "POST", path: "/api/playlists/*/batch/remove") { shelf, recording in
      try .value(await shelf.playlists.remove(recording.playables(), from: recording[2]))
    },
    RecordedCall(method: "DELETE", path: "/api/playlists/*/item/*", play: removeItem),
    RecordedCall(method: "DELETE", path: "/api/playlists/*/item/*/*", play: removeItem),
  ]

  @Sendable private static func removeItem(
    _ shelf: ShelfService, _ recording: Recording
  ) async throws -> RecordedCall.Value {
    let id = PlayableID(libraryItemId: recording[4], episodeId: recording[5].isEmpty ? nil : recording[5])
    return try .value(await shelf.playlists.remove(id, from: recording[2]))
  }
}

extension Recording {
  /// The recorded body as the API's type.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try shelfCoder.decode(type, from: (body ?? [:]).serialized())
  }

  var sync: SessionSync {
    SessionSync(
      currentTime: body?["currentTime"]?.double ?? 0, timeListened: body?["timeListened"]?.double ?? 0,
      duration: body?["duration"]?.double)
  }

  var range: Range<Int>? {
    guard let text = fields["Range"] ?? fields["range"], text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-").compactMap { Int($0) }
    return ends.count == 2 ? ends[0]..<(ends[1] + 1) : nil
  }

  func playable(_ value: JSONValue) -> PlayableID {
    PlayableID(
      libraryItemId: value["libraryItemId"]?.string ?? "none", episodeId: value["episodeId"]?.string)
  }

  func playables() -> [PlayableID] { (body?["items"]?.array ?? []).map(playable) }
}
