import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

/// A body with status 200 that is no valid answer, with the expected error.
enum BadBody: String, CaseIterable, Sendable {
  case page, empty, blank, truncated, garbage, deep, otherShape

  var response: HTTPResponse {
    switch self {
    case .page: .loginPage
    case .empty: .text("", type: "application/json")
    case .blank: .text(" \n", type: "application/json")
    case .truncated: .text(#"{"id":"x","results":[{"id":"a","#, type: "application/json")
    case .garbage: HTTPResponse(status: 200, body: Data(repeating: UInt8(ascii: "x"), count: 100_000))
    case .deep:
      .text(
        String(repeating: "[", count: 500) + String(repeating: "]", count: 500), type: "application/json")
    case .otherShape: .text(#""a text""#, type: "application/json")
    }
  }

  var kind: ClientError.Kind { self == .page ? .wrongServer : .undecodable }
}

@Suite("Answers that are none")
struct BadBodyTests {
  /// One call of each kind of route.
  static let calls: [(name: String, call: @Sendable (ShelfService) async throws -> Void)] = [
    ("probe", { _ = try await $0.server.status() }),
    ("probe of a member", { try await $0.server.ping() }),
    ("text", { try await $0.server.healthCheck() }),
    ("sign-in", { try await $0.account.signIn(username: "grace", password: "battery staple") }),
    ("account", { _ = try await $0.account.me() }),
    ("authorize", { _ = try await $0.account.authorize() }),
    ("sign-ins", { _ = try await $0.account.loginSessions(page: 0, limit: 5) }),
    ("list", { _ = try await $0.libraries.all() }),
    ("object", { _ = try await $0.items.item("item") }),
    ("page", { _ = try await $0.libraries.items(in: "library").all() }),
    ("episodes", { _ = try await $0.libraries.recentEpisodes(in: "library") }),
    ("bare list", { _ = try await $0.shelves.shelves(of: "library") }),
    ("search", { _ = try await $0.search.results(for: "x", in: "library") }),
    ("history", { _ = try await $0.listening.sessions(of: nil, page: 0, limit: 5) }),
    ("statistics", { _ = try await $0.listening.stats() }),
    ("year", { _ = try await $0.listening.year(2026) }),
    ("progress", { _ = try await $0.progress.progress(of: PlayableID(libraryItemId: "item")) }),
    ("all progress", { _ = try await $0.progress.all() }),
    ("write", { try await $0.progress.update(PlayableID(libraryItemId: "item"), .finished) }),
    ("batch", { try await $0.progress.update([BatchProgressUpdate(libraryItemId: "a", update: .finished)]) }),
    ("removal", { try await $0.progress.remove(record: "record") }),
    ("writing read", { try await $0.progress.hideFromContinueListening(record: "record") }),
    ("play", { _ = try await $0.playback.start(PlayableID(libraryItemId: "item"), options: PlayOptions()) }),
    ("sync", { try await $0.playback.sync("session", SessionSync(currentTime: 1, timeListened: 1)) }),
    ("close", { try await $0.playback.close("session", nil) }),
    ("upload", { _ = try await $0.playback.uploadLocal([.sample]) }),
    ("upload of one", { try await $0.playback.uploadLocal(.sample) }),
    ("bookmark", { try await $0.bookmarks.create("x", at: 1, in: "item") }),
    ("removal of a bookmark", { try await $0.bookmarks.remove(at: 1, in: "item") }),
    ("playlist", { _ = try await $0.playlists.create(PlaylistDraft(libraryId: "library", name: "x")) }),
    ("removal of a playlist", { try await $0.playlists.remove("playlist") }),
    ("collection", { try await $0.collections.add("book", to: "collection") }),
    ("series", { _ = try await $0.series.series("series", in: "library") }),
    ("author", { _ = try await $0.authors.author("author") }),
    ("narrators", { _ = try await $0.authors.narrators(in: "library") }),
    ("hls playlist", { _ = try await $0.media.playlist(of: "session") }),
  ]

  @Test("each is a precise error, and nothing in the caches changes", arguments: calls.map(\.name))
  func refused(name: String) async throws {
    let call = try #require(Self.calls.first { $0.name == name }).call
    let rig = try await ShelfRig()
    let front = Interceptor(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    try await shelf.progressStore.setPosition(rig.book(), to: 100, duration: 5401)
    await shelf.progressStore.settled()
    let status = try await shelf.account.status()
    let known = try await shelf.progressStore.all()
    let secret = try rig.secrets.read("shelf/\(rig.address.key)")
    for body in BadBody.allCases {
      front.answer = body.response
      let error = try await failure { try await call(shelf) }
      // A ping answered with another kind of body comes from another kind of server.
      let isStranger = name == "probe of a member" && body == .otherShape
      #expect(error.kind == (isStranger ? .wrongServer : body.kind), "\(body): \(error)")
      #expect(error.detail != nil || isStranger, "\(body): \(error)")
      #expect(error.serverMessage == nil, "\(body): \(error)")
    }
    front.answer = nil
    #expect(try await shelf.account.status() == status)
    #expect(try await shelf.progressStore.all() == known)
    #expect(try rig.secrets.read("shelf/\(rig.address.key)") == secret)
    #expect(try await shelf.account.me().username == "ada")
  }

  @Test("of ten megabytes are read, or refused like small ones", arguments: ["list", "write", "hls playlist"])
  func large(name: String) async throws {
    let call = try #require(Self.calls.first { $0.name == name }).call
    let rig = try await ShelfRig()
    let front = Interceptor(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    front.answer = HTTPResponse(status: 200, body: Data(repeating: UInt8(ascii: "x"), count: 10 << 20))
    #expect(try await failure { try await call(shelf) }.kind == .undecodable)
    front.answer = .text(#"{"libraries":[],"x":""# + String(repeating: "y", count: 10 << 20) + #""}"#)
    if name == "list" {
      #expect(try await shelf.libraries.all() == [])
    } else {
      #expect(try await failure { try await call(shelf) }.kind == .undecodable)
    }
    #expect(front.requests.allSatisfy { $0.maximumResponseBytes <= 512 << 20 })
  }

  @Test("to a renewal do not end a sign-in", arguments: BadBody.allCases)
  func renewal(body: BadBody) async throws {
    let rig = try await ShelfRig()
    await rig.clock.advance(by: .seconds(7200))
    let front = RefreshFront(rig.server.transport, answer: body.response)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    let error = try await failure { try await shelf.account.me() }
    #expect(error.kind == body.kind)
    guard case .signedIn = try await shelf.account.status() else {
      Issue.record("signed out")
      return
    }
    #expect(try await rig.relaunched().account.me().username == "ada")
  }

  @Test("while something waits leave it waiting", arguments: BadBody.allCases)
  func queue(body: BadBody) async throws {
    let rig = try await ShelfRig()
    let front = Interceptor(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    try await shelf.progressStore.refresh()
    front.answer = body.response
    try await shelf.progressStore.setPosition(rig.book(), to: 100, duration: 5401)
    await shelf.progressStore.settled()
    #expect(try await shelf.queue.open().count == 1)
    #expect(try await shelf.progressStore.progress(of: rig.book())?.isPending == true)
    front.answer = nil
    await shelf.progressStore.flush()
    #expect(try await shelf.queue.open().isEmpty)
    #expect(rig.stored(try rig.book())?["currentTime"]?.double == 100)
  }
}

/// Answers renewals in the server's place.
private struct RefreshFront: Transport {
  let base: any Transport
  let answer: HTTPResponse

  init(_ base: any Transport, answer: HTTPResponse) {
    self.base = base
    self.answer = answer
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if request.operation == .shelfAccountRefresh { return answer }
    return try await base.send(request)
  }
}
