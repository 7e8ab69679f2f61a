import Foundation
import MediaCore

@testable import ShelfClient

/// The routes and the public calls that use them.
enum RecordedCalls {
  static let all = server + account + libraries + items + browsing + playback + progress + listening + media + lists

  static let server: [RecordedCall] = [
    RecordedCall(method: "GET", path: "/ping") { shelf, _ in
      try await shelf.server.ping()
      return .done
    },
    RecordedCall(method: "GET", path: "/healthcheck") { shelf, _ in
      try await shelf.server.healthCheck()
      return .done
    },
    RecordedCall(method: "GET", path: "/status") { shelf, _ in try .value(await shelf.server.status()) },
  ]

  static let account: [RecordedCall] = [
    RecordedCall(method: "POST", path: "/login", ownBody: ["username", "password"]) { shelf, recording in
      try .value(
        await shelf.account.signIn(
          username: recording.body?["username"]?.string ?? "", password: recording.body?["password"]?.string ?? ""))
    },
    RecordedCall(method: "POST", path: "/auth/refresh") { shelf, recording in
      // Send only the refresh request; `RefreshRecordingTests` covers the renewal itself.
      try .value(
        await shelf.client.send(AccountEndpoints.refresh(Secret(recording.fields["x-refresh-token"] ?? "none"))))
    },
    RecordedCall(method: "POST", path: "/logout") { shelf, _ in
      try await shelf.account.signOut(pending: .keep)
      return .done
    },
    RecordedCall(method: "POST", path: "/api/authorize") { shelf, _ in try .value(await shelf.account.authorize()) },
    RecordedCall(method: "GET", path: "/api/me") { shelf, _ in try .value(await shelf.account.me()) },
    RecordedCall(method: "GET", path: "/api/me/sessions") { shelf, recording in
      try .page(
        await shelf.account.loginSessions(
          page: recording.number("page", 0), limit: recording.number("itemsPerPage", 10)), in: "sessions",
        limit: "itemsPerPage")
    },
    RecordedCall(method: "DELETE", path: "/api/me/sessions/*") { shelf, recording in
      try await shelf.account.endLoginSession(recording[3])
      return .done
    },
    RecordedCall(method: "PATCH", path: "/api/me/password", ownBody: ["*"]) { shelf, recording in
      try await shelf.account.changePassword(
        from: recording.body?["password"]?.string ?? "", to: recording.body?["newPassword"]?.string ?? "")
      return .done
    },
  ]

  static let libraries: [RecordedCall] = [
    RecordedCall(method: "GET", path: "/api/libraries") { shelf, recording in
      if recording.query["include"] == "stats" {
        return try .value(await shelf.libraries.allWithStats(), in: "libraries")
      }
      return try .value(await shelf.libraries.all(), in: "libraries")
    },
    RecordedCall(method: "GET", path: "/api/libraries/*") { shelf, recording in
      if recording.query["include"] == "filterdata" { return try .value(await shelf.libraries.detail(recording[2])) }
      return try .value(await shelf.libraries.library(recording[2]))
    },
    RecordedCall(
      method: "GET", path: "/api/libraries/*/items", ownQuery: ["limit", "page", "minified"]
    ) { shelf, recording in
      var query = ItemQuery(
        sort: recording.query["sort"].map { ItemSort(rawValue: $0) }, descending: recording.query["desc"] == "1")
      query.collapsingSeries = recording.query["collapseseries"] == "1"
      query.include = (recording.query["include"] ?? "").split(separator: ",").map(String.init)
      if let filter = recording.query["filter"] {
        let parts = filter.split(separator: ".", maxSplits: 1).map(String.init)
        let value = parts.dropFirst().first.flatMap { Data(base64Encoded: $0) }
        query.filter = ItemFilter(group: parts[0], value: value.map { String(decoding: $0, as: UTF8.self) })
      }
      return try .page(
        await shelf.libraries.page(
          recording.number("page", 0), of: query, in: recording[2], limit: recording.number("limit", 0)),
        in: "results")
    },
    RecordedCall(
      method: "GET", path: "/api/libraries/*/recent-episodes", ownQuery: ["limit", "page"]
    ) { shelf, recording in
      try .page(
        await shelf.libraries.recentEpisodes(
          in: recording[2], limit: recording.number("limit", 1), page: recording.number("page", 0)
        ).value, in: "episodes")
    },
    RecordedCall(method: "GET", path: "/api/libraries/*/filterdata") { shelf, recording in
      try .value(await shelf.libraries.filterData(of: recording[2]))
    },
    RecordedCall(method: "GET", path: "/api/libraries/*/stats") { shelf, recording in
      try .value(await shelf.libraries.report(of: recording[2]))
    },
    RecordedCall(method: "GET", path: "/api/libraries/*/opml") { shelf, recording in
      .bytes(Data(try await shelf.libraries.opml(of: recording[2]).utf8))
    },
    RecordedCall(method: "GET", path: "/api/libraries/*/download") { shelf, recording in
      .bytes(
        try await shelf.media.download(
          (recording.query["ids"] ?? "").split(separator: ",").map(String.init), from: recording[2]))
    },
    RecordedCall(method: "GET", path: "/api/libraries/*/episode-downloads") { shelf, recording in
      try .value(await shelf.podcasts.downloadQueue(of: recording[2]))
    },
  ]

  static let items: [RecordedCall] = [
    RecordedCall(method: "GET", path: "/api/items/*", ownQuery: ["include"]) { shelf, recording in
      guard recording.query["expanded"] == "1" else { return try .value(await shelf.items.plainItem(recording[2])) }
      return try .value(await shelf.items.item(recording[2], episode: recording.query["episode"]))
    },
    RecordedCall(method: "POST", path: "/api/items/batch/get") { shelf, recording in
      try .value(
        await shelf.items.items((recording.body?["libraryItemIds"]?.array ?? []).compactMap(\.string)),
        in: "libraryItems")
    },
    RecordedCall(method: "GET", path: "/api/me/items-in-progress", ownQuery: ["limit"]) { shelf, recording in
      try .value(await shelf.items.inProgress(limit: recording.number("limit", 25)), in: "libraryItems")
    },
    RecordedCall(method: "GET", path: "/api/podcasts/*/episode/*") { shelf, recording in
      try .value(
        await shelf.items.episode(PlayableID(libraryItemId: recording[2], episodeId: recording[4])))
    },
    RecordedCall(method: "DELETE", path: "/api/podcasts/*/episode/*") { shelf, recording in
      try .value(
        await shelf.podcasts.deleteEpisode(
          PlayableID(libraryItemId: recording[2], episodeId: recording[4]),
          includingFile: recording.query["hard"] == "1"))
    },
    RecordedCall(method: "GET", path: "/api/podcasts/*/downloads") { shelf, recording in
      try .value(await shelf.podcasts.downloads(of: recording[2]), in: "downloads")
    },
    RecordedCall(method: "GET", path: "/api/podcasts/*/checknew", ownQuery: ["limit"]) { shelf, recording in
      try .value(
        await shelf.podcasts.checkForNewEpisodes(of: recording[2], limit: recording.number("limit", 3)),
        in: "episodes")
    },
    RecordedCall(method: "GET", path: "/api/podcasts/*/search-episode") { shelf, recording in
      let found = try await shelf.podcasts.feedEpisodes(titled: recording.query["title"] ?? "", of: recording[2])
      return try .value(found.map { ["episode": $0] }, in: "episodes")
    },
  ]

  static let browsing: [RecordedCall] = [
    RecordedCall(method: "GET", path: "/api/libraries/*/search", ownQuery: ["limit"]) { shelf, recording in
      try .value(
        await shelf.search.results(
          for: recording.query["q"] ?? "", in: recording[2], limit: recording.number("limit", 12)))
    },
    RecordedCall(
      method: "GET", path: "/api/libraries/*/personalized", ownQuery: ["include", "minified", "limit"]
    ) { shelf, recording in
      try .value(await shelf.shelves.shelves(of: recording[2], limit: recording.number("limit", 10)).value)
    },
    RecordedCall(
      method: "GET", path: "/api/libraries/*/series", ownQuery: ["limit", "page", "minified"]
    ) { shelf, recording in
      try .page(
        await shelf.series.page(
          recording.number("page", 0), in: recording[2], limit: recording.number("limit", 1),
          sort: recording.query["sort"].map { SeriesSort(rawValue: $0) }, descending: recording.query["desc"] == "1",
          filter: nil), in: "results")
    },
    RecordedCall(method: "GET", path: "/api/libraries/*/series/*", ownQuery: ["include"]) { shelf, recording in
      try .value(await shelf.series.series(recording[4], in: recording[2]))
    },
    RecordedCall(method: "GET", path: "/api/series/*", ownQuery: ["include"]) { shelf, recording in
      try .value(await shelf.series.series(recording[2]))
    },
    RecordedCall(method: "GET", path: "/api/libraries/*/authors") { shelf, recording in
      guard recording.query["page"] != nil, recording.query["limit"] != nil else {
        return try .value(await shelf.authors.all(in: recording[2]), in: "authors")
      }
      return try .page(
        await shelf.authors.page(
          recording.number("page", 0), in: recording[2], limit: recording.number("limit", 1),
          sort: recording.query["sort"].map { AuthorSort(rawValue: $0) },
          descending: recording.query["desc"] == "1"), in: "results")
    },
    RecordedCall(method: "GET", path: "/api/authors/*", ownQuery: ["include", "library"]) { shelf, recording in
      try .value(await shelf.authors.author(recording[2]))
    },
    RecordedCall(method: "GET", path: "/api/libraries/*/narrators") { shelf, recording in
      try .value(await shelf.authors.narrators(in: recording[2]), in: "narrators")
    },
  ]
}

extension Recording {
  func number(_ name: String, _ otherwise: Int) -> Int { query[name].flatMap(Int.init) ?? otherwise }
}
