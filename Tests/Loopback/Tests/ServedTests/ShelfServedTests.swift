import Foundation
import LoopbackServer
import MediaCore
import OneAtATime
import ShelfClient
import ShelfTesting
import Testing

@Suite("ShelfClient over a socket", .oneAtATime, .timeLimit(.minutes(60)))
struct ShelfServedTests {
  private let clock = MovableClock()
  private let world = ShelfWorld.sample(at: Date())

  private func fake(_ settings: FakeShelfServer.Settings = .init()) -> FakeShelfServer {
    FakeShelfServer(world: world, settings: settings, clock: clock, random: SystemRandom())
  }

  private func service(_ address: String, environment: ClientEnvironment? = nil) throws -> ShelfService {
    ShelfService(
      server: try ServerAddress(address), transport: DefaultTransport(), environment: environment ?? device())
  }

  private func signedIn(_ served: ServedFake, environment: ClientEnvironment? = nil) async throws -> ShelfService {
    let shelf = try service(served.address, environment: environment)
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    return shelf
  }

  private func book() throws -> PlayableID {
    PlayableID(libraryItemId: try #require(world.itemID(titled: "The Salt Clock")))
  }

  @Test("sign-in, libraries, a session from start to end, sign-out")
  func mainFlow() async throws {
    let fake = fake()
    try await serving(fake, clock: clock) { served in
      let shelf = try await signedIn(served)
      let libraries = try await shelf.libraries.all()
      #expect(libraries.map(\.name) == ["Audiobooks", "Podcasts"])
      let titles = try await shelf.libraries.page(0, of: ItemQuery(), in: libraries[0].id, limit: 10).items.map(\.title)
      #expect(titles.count == 5)
      let book = try book()
      let session = try await shelf.playback.start(book, options: PlayOptions())
      #expect(session.audioTracks?.count == 3)
      try await shelf.playback.sync(session.id, SessionSync(currentTime: 30, timeListened: 30, duration: 5401))
      try await shelf.playback.close(session.id, nil)
      #expect(fake.progress(of: book.libraryItemId, user: "ada")?["currentTime"]?.double == 30)
      #expect(fake.openSessionCount == 0)
      try await shelf.account.signOut(pending: .discard)
      #expect(await kind { _ = try await shelf.account.me() } == .signedOut)
    }
  }

  @Test("an address without a scheme is found on its plain port")
  func discovery() async throws {
    try await serving(fake(), clock: clock) { served in
      let shelf = try service("127.0.0.1:\(served.http.port)")
      #expect(try await shelf.server.status().serverVersion == "2.36.0")
      #expect(try await shelf.client.locator.base().absoluteString == served.address)
    }
  }

  @Test("a token that runs out under fifty calls is renewed once")
  func renewal() async throws {
    let fake = fake()
    try await serving(fake, clock: clock) { served in
      let shelf = try await signedIn(served)
      clock.move(by: 2 * 3600)
      let libraries = world.libraryIDs
      let names = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<50 {
          group.addTask {
            number % 2 == 0
              ? try await shelf.account.me().username
              : try await shelf.libraries.library(libraries[number / 2 % 2]).name
          }
        }
        return try await group.reduce(into: [String]()) { $0.append($1) }
      }
      #expect(Set(names) == ["ada", "Audiobooks", "Podcasts"] && names.count == 50)
      #expect(fake.requests.count { $0.path == "/auth/refresh" } == 1)
      guard case .signedIn = try await shelf.account.status() else {
        Issue.record("not signed in any more")
        return
      }
    }
  }

  @Test("a large file arrives in pieces, as long and the same as its parts")
  func download() async throws {
    try await serving(fake(), clock: clock) { served in
      let shelf = try await signedIn(served)
      let item = try await shelf.items.item(try book().libraryItemId)
      let ino = try #require(item.media.book?.tracks?.first?.ino)
      let whole = try await shelf.media.file(ino, of: item.id)
      #expect(whole.count == item.media.book?.audioFiles?.first?.metadata?.size)
      #expect(whole.count > 14_000_000)
      #expect(
        try await shelf.media.file(ino, of: item.id, range: 5_000_000..<5_100_000) == whole[5_000_000..<5_100_000])
      let session = try await shelf.playback.start(try book(), options: PlayOptions())
      let url = try await shelf.media.streamURL(of: try #require(session.audioTracks?.first), in: session)
      let received = Locked((bytes: 0, pieces: 0))
      let response = try await DefaultTransport().download(HTTPRequest(url: url)) { piece in
        if case .bytes(let bytes) = piece { received.withLock { $0 = ($0.bytes + bytes.count, $0.pieces + 1) } }
      }
      #expect(response.fields["Content-Type"] == "audio/mpeg")
      #expect(received.withLock { $0.bytes } == whole.count)
      #expect(received.withLock { $0.pieces } > 20)
    }
  }

  @Test("the socket's poll waits until there is an event")
  func longPoll() async throws {
    try await serving(fake(), clock: clock) { served in
      let shelf = try await signedIn(served)
      let transport = DefaultTransport()
      func send(_ method: HTTPMethod, _ path: String, _ body: String? = nil) async throws -> String {
        var request = try served.http.request(method.rawValue, path, body: body.map { Data($0.utf8) })
        request.fields["Content-Type"] = body == nil ? nil : "application/json"
        request.fields["x-return-tokens"] = "true"
        return try await transport.send(request).text
      }
      let login = try JSONValue(
        parsing: try await send(.post, "/login", #"{"username":"ada","password":"correct horse"}"#))
      let token = try #require(login["user"]?["accessToken"]?.string)
      let opened = try await send(.get, "/socket.io/?EIO=4&transport=polling")
      let id = try #require(try JSONValue(parsing: String(opened.dropFirst()))["sid"]?.string)
      let path = "/socket.io/?EIO=4&transport=polling&sid=\(id)"
      _ = try await send(.post, path, "40\u{1e}42[\"auth\",\"\(token)\"]")
      #expect(try await send(.get, path).contains("42[\"init\""))
      let poll = Task { try await send(.get, path) }
      let book = try book()
      try await shelf.progress.update(book, .position(7, duration: 5401))
      let frame = try await poll.value
      #expect(frame.hasPrefix("42[\"user_updated\",") && frame.contains("\"currentTime\":7"))
      let left = Task { try await send(.get, path) }
      left.cancel()
      await #expect(throws: (any Error).self) { try await left.value }
    }
  }

  @Test("a restart under the client ends sessions and nothing else")
  func restart() async throws {
    let fake = fake()
    try await serving(fake, clock: clock) { served in
      let shelf = try await signedIn(served)
      let session = try await shelf.playback.start(try book(), options: PlayOptions())
      await served.restart()
      let sync = SessionSync(currentTime: 10, timeListened: 10, duration: 5401)
      #expect(await kind { try await shelf.playback.sync(session.id, sync) } == .notFound)
      #expect(try await shelf.account.me().username == "ada")
    }
  }

  @Test("a change made while the port is dead goes out when it is alive again, also after a relaunch")
  func waitingChange() async throws {
    let fake = fake()
    let served = try await ServedFake.start(fake, clock: clock)
    let (files, secrets) = (MemoryFileSystem(), MemorySecretStore())
    let environment = device(files: files, secrets: secrets)
    let shelf = try await signedIn(served, environment: environment)
    let book = try book()
    await served.stop()
    try await shelf.progressStore.setPosition(book, to: 90, duration: 5401)
    await shelf.progressStore.settled()
    #expect(try await shelf.progressStore.progress(of: book)?.isPending == true)
    #expect(await kind { _ = try await shelf.account.me() } == .unreachable)
    let again = try service(served.address, environment: environment.relaunched())
    let back = try await ServedFake.start(fake, port: served.http.port, clock: clock)
    await again.progressStore.flush()
    #expect(try await again.progressStore.progress(of: book)?.isPending == false)
    #expect(fake.progress(of: book.libraryItemId, user: "ada")?["currentTime"]?.double == 90)
    await back.stop()
  }
}
