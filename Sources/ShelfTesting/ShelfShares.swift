import Foundation
import MediaTesting

/// A book that is shared by a public link.
struct ShelfShare: Sendable {
  let item: String
  let isDownloadable: Bool
  /// The id for administrators; empty for a share that the world began with.
  var id = ""
  /// Milliseconds since 1970; nil for never.
  var expiresAt: Double?
}

/// A share that a browser or a player has opened.
struct ShelfOpenShare: Sendable {
  let slug: String
  var session: ShelfSession
  /// Whether the client opened the share at a position, or has sent a position since.
  var hasPosition: Bool
}

extension ShelfWorld {
  /// Shares a book at a public link, at which it can be played without an account. The last path component of the link is `slug`.
  public mutating func share(_ item: String, slug: String, isDownloadable: Bool = false) {
    shares[slug] = ShelfShare(item: item, isDownloadable: isDownloadable)
  }
}

extension ShelfState {
  static let shareRoutes = [
    ShelfRoute("GET", "/public/share/:slug", .open) { $0.openShare($1) },
    share("GET", "/track/:index") { state, call, share, _ in
      guard let item = state.world.item(share.item) else { return .shelfNotFound }
      let track = item.tracks.first { $0["index"]?.int == Int(call["index"]) }
      guard let ino = track?["ino"]?.string, let file = item.file(ino) else { return .shelfNotFound }
      return state.send(file, call, asAttachment: false)
    },
    share("GET", "/cover") { state, call, share, _ in state.cover(call, item: share.item) },
    share("GET", "/download") { state, call, share, _ in
      guard share.isDownloadable else { return .shelfForbidden }
      return state.world.item(share.item).map { state.wholeItem(call, $0) } ?? .shelfNotFound
    },
    share("PATCH", "/progress") { state, call, _, session in
      guard let time = call.body["currentTime"]?.double else { return .shelfStatus(400) }
      state.openShares[session]?.session.currentTime = .number(time)
      state.openShares[session]?.hasPosition = true
      return .shelfFile([:], status: 204, body: Data())
    },
  ]

  /// A route of a share that was opened before, found by its cookie.
  private static func share(
    _ method: String, _ path: String,
    _ handler: @escaping @Sendable (inout ShelfState, ShelfCall, ShelfShare, _ session: String) -> HTTPResponse
  ) -> ShelfRoute {
    ShelfRoute(method, "/public/share/:slug\(path)", .open) { state, call in
      guard let session = shareSession(call.header("Cookie")), state.openShares[session]?.slug == call["slug"],
        let share = state.world.shares[call["slug"]], !state.hasEnded(share)
      else { return .shelfSentence("Share session not set", status: 404) }
      return handler(&state, call, share, session)
    }
  }

  func hasEnded(_ share: ShelfShare) -> Bool { share.expiresAt.map { $0 < Double(now) } ?? false }

  static func shareSession(_ cookies: String?) -> String? {
    (cookies ?? "").components(separatedBy: "; ").first { $0.hasPrefix("share_session_id=") }
      .map { String($0.dropFirst("share_session_id=".count)) }
  }

  private mutating func openShare(_ call: ShelfCall) -> HTTPResponse {
    guard let share = world.shares[call["slug"]], let item = world.item(share.item) else { return .shelfNotFound }
    if hasEnded(share) {
      endShare(call["slug"])
      return .shelfSentence("Media item share not found", status: 404)
    }
    let cookie = Self.shareSession(call.header("Cookie")).flatMap { openShares[$0]?.slug == call["slug"] ? $0 : nil }
    let session = cookie ?? random.uuid()
    let open = openShares[session] ?? newOpenShare(of: item, slug: call["slug"], at: call.query["t"])
    openShares[session] = open
    var answer = HTTPResponse.shelfJSON([
      "slug": .string(call["slug"]), "isDownloadable": .bool(share.isDownloadable),
      "playbackSession": json(open.session, isStored: false).with("userId", .null)
        .with("audioTracks", .array(open.session.tracks)).with("libraryItem", .null),
    ])
    answer.fields.append("Set-Cookie", "share_session_id=\(session); Path=/; HttpOnly")
    return answer
  }

  /// Makes a session that belongs to no user. The addresses of its tracks work without a sign-in.
  private mutating func newOpenShare(of item: ShelfItemRow, slug: String, at sent: String?) -> ShelfOpenShare {
    let chosen = sent.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    let start = chosen ?? 0
    let today = ShelfDate(milliseconds: now)
    var session = ShelfSession(
      id: random.uuid(), userID: "", libraryID: item.libraryID, libraryItemID: item.id, bookID: item.mediaID,
      episodeID: nil, mediaType: "book", mediaMetadata: item.oldMetadata, chapters: item.chapters,
      displayTitle: item.title, displayAuthor: Self.author(of: item), coverPath: .text(item.coverPath),
      duration: item.duration, playMethod: 0, mediaPlayer: "web-share", deviceID: "", isDeviceStored: false,
      date: today.date, dayOfWeek: today.dayOfWeek, timeListening: 0, startTime: start, currentTime: .number(start),
      startedAt: Double(now), updatedAt: Double(now))
    session.tracks = item.tracks.map { track in
      let path = "\(settings.subPath)/public/share/\(slug)/track/\(track["index"]?.int ?? 1)"
      return track.with("contentUrl", .string(path))
    }
    return ShelfOpenShare(slug: slug, session: session, hasPosition: chosen != nil)
  }
}

extension FakeShelfServer {
  /// Whether the server never answers the request: true for a track of a share that has ended since the client opened the share.
  func leavesUnanswered(_ request: FakeRequest) -> Bool {
    let path = Array(request.path.suffix(5))
    guard request.method == "GET", path.count == 5, path.starts(with: ["public", "share"]), path[3] == "track" else {
      return false
    }
    return withState { state in
      guard let session = ShelfState.shareSession(request.fields["Cookie"]),
        state.openShares[session]?.slug == path[2]
      else { return false }
      return state.world.shares[path[2]].map(state.hasEnded) ?? true
    }
  }

  /// The positions that listeners of shared books have reached, in seconds, lowest first. Each browser or player that opens a share has its
  /// own position.
  public var sharePositions: [Double] {
    withState { state in
      state.openShares.values.filter(\.hasPosition).compactMap { $0.session.currentTime?.double }.sorted()
    }
  }
}
