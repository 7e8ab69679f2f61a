import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("The connection of live updates", .timeLimit(.minutes(30)))
struct LiveConnectionTests {
  @Test("a connection that dies at any frame leaves the state of a fresh read", arguments: 0..<14, [0, 1, 2, 3])
  func diesAnywhere(frame: Int, way: Int) async throws {
    let rig = try await LiveRig()
    let other = try await rig.device()
    let ids = [try rig.book(), try rig.book("The Salt Clock")]
    let faults: [SocketLine.Fault] = [.cut, .cutAfter, .replaced("<html>"), .replaced("42[\"user_updated\"")]
    rig.line.fail(at: frame, with: faults[way])
    rig.shelf.live.start()
    for (index, id) in (ids + ids + ids).enumerated() {
      // The first two changes come before the connection; from the third on, wait for it.
      if index > 1 { _ = await rig.passes(5) { rig.shelf.live.currentStatus == .live } }
      try await other.progressStore.setPosition(id, to: Double(10 + index))
      await other.progressStore.settled()
      await rig.clock.advance(by: .milliseconds(200))
    }
    try await other.progressStore.markFinished(ids[1])
    await other.progressStore.settled()
    #expect(await rig.passes { rig.shelf.live.currentStatus == .live && !rig.line.hasFault || frame > 9 })
    await rig.clock.advance(by: .seconds(30))
    let fresh = try await rig.device()
    try await fresh.progressStore.refresh()
    let expected = try await fresh.progressStore.all()
    #expect(await eventually { (try? await rig.shelf.progressStore.all()) == expected })
    #expect(try await rig.shelf.progressStore.conflicts() == [])
    #expect(rig.clock.problems == [])
  }

  @Test("after each connection everything is read once, since nothing is repeated")
  func readsAfterReconnect() async throws {
    let rig = try await LiveRig()
    let other = try await rig.device()
    await rig.connect()
    #expect(rig.line.count(.shelfProgressAll) == 1)
    let id = try rig.book()
    rig.line.isDown = true
    rig.server.restart()
    #expect(await rig.passes { rig.shelf.live.currentStatus == .waiting })
    try await other.progressStore.setPosition(id, to: 55)
    await other.progressStore.settled()
    await rig.clock.advance(by: .seconds(60))
    rig.line.isDown = false
    #expect(await rig.passes { rig.shelf.live.currentStatus == .live })
    #expect(await eventually { (try? await rig.position(id)) == 55 })
    await rig.clock.advance(by: .seconds(60))
    #expect(rig.line.count(.shelfProgressAll) == 2)
  }

  @Test("a server that is down for a day is asked at most 600 times, and 24 times in the last hour")
  func deadServer() async throws {
    let rig = try await LiveRig()
    rig.line.isDown = true
    rig.shelf.live.start()
    await rig.clock.advance(by: .seconds(23 * 3600))
    let before = rig.line.operations.count
    await rig.clock.advance(by: .seconds(3600))
    #expect(rig.line.operations.allSatisfy { $0 == .liveOpen || $0 == .shelfAccountSignIn || $0 == .serverLocate })
    #expect(rig.line.count(.liveOpen) > 280 && rig.line.count(.liveOpen) < 600)
    #expect(rig.line.operations.count - before <= 24)
    #expect(rig.shelf.live.currentStatus == .waiting || rig.shelf.live.currentStatus == .connecting)
  }

  @Test("coming to the front right after a failed attempt tries again five seconds after it, not after the long pause")
  func frontAfterFailure() async throws {
    let rig = try await LiveRig()
    rig.line.isDown = true
    rig.shelf.live.start()
    await rig.clock.advance(by: .seconds(7200))
    let before = rig.line.operations.count
    for _ in 0..<400 where rig.line.operations.count == before { await rig.clock.advance(by: .seconds(1)) }
    rig.line.isDown = false
    await rig.shelf.systemEvents.becameActive()
    await rig.clock.advance(by: .seconds(6))
    #expect(await eventually { rig.shelf.live.currentStatus == .live })
  }

  @Test("an open connection for a day costs a poll and a pong for each ping, and nothing else")
  func quietDay() async throws {
    let rig = try await LiveRig()
    await rig.connect()
    let calls = rig.line.calls.count
    await rig.clock.advance(by: .seconds(6 * 3600))
    #expect(rig.shelf.live.currentStatus == .live)
    #expect(rig.line.count(.liveOpen) == 1)
    #expect(rig.line.count(.livePoll) <= 6 * 144 + 10)
    #expect(rig.line.count(.liveSend) <= 6 * 144 + 10)
    // An open connection needs no renewed access token.
    #expect(rig.line.calls.count == calls)
  }

  @Test("a server that answers each poll at once with nothing is given up")
  func idleServer() async throws {
    let rig = try await LiveRig()
    await rig.connect()
    let line = IdleLine(rig.line)
    let shelf = ShelfService(server: .fake, transport: line, environment: .test(clock: rig.clock, seed: 5))
    try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    shelf.live.start()
    #expect(await eventually { shelf.live.currentStatus == .waiting })
    #expect(line.polls.withLock { $0 } < 20)
  }

  @Test("the records of an event are kept for the minute in which a read can overtake it, and no longer")
  func recentRecords() async throws {
    let rig = try await LiveRig()
    let reader = LiveReader(
      progress: rig.shelf.progressStore, bookmarks: rig.shelf.bookmarkStore,
      episodes: NewEpisodeReader(rules: rig.shelf.episodeQueue, items: rig.shelf.itemStore, clock: rig.clock),
      clock: rig.clock)
    let account = try await rig.account()
    let record =
      #"{"id":"p","userId":"\#(account)","libraryItemId":"\#(try rig.book().libraryItemId)","currentTime":9,"lastUpdate":1995348800000}"#
    let user = try JSONValue(parsing: #"{"id":"\#(account)","username":"grace","mediaProgress":[\#(record)]}"#)
    for _ in 0..<3 { _ = await reader.take("user_updated", [user], of: account) }
    // The last event about the whole account holds what the ones before it brought.
    #expect(reader.recentCount == 1)
    await rig.clock.advance(by: .seconds(59))
    #expect(reader.recentCount == 1)
    await rig.clock.advance(by: .seconds(2))
    #expect(await eventually { reader.recentCount == 0 })
    reader.stop()
  }

  @Test("an app's own WebSocket that breaks is closed, and the next one is opened")
  func brokenWebSocket() async throws {
    let rig = try await LiveRig()
    let channels = Locked<[BrokenChannel]>([])
    rig.shelf.live.use(
      WebSocketConnector(client: rig.shelf.client) { _ in
        let channel = BrokenChannel()
        channels.withLock { $0.append(channel) }
        return channel
      })
    rig.shelf.live.start()
    #expect(await eventually { !channels.withLock { $0.isEmpty } })
    let first = try #require(channels.withLock { $0.first })
    #expect(await rig.passes { await first.isClosed })
    rig.shelf.live.stop()
  }

  @Test("over a WebSocket, a ping behind a hundred events is answered at once")
  func pingBehindEvents() async throws {
    let rig = try await LiveRig()
    let account = try await rig.account()
    let events = (0..<100).map { #"42["author_added",{"id":"author-\#($0)","name":"Author"}]"# }
    let channel = QueueChannel(
      [
        #"0{"sid":"s1","upgrades":[],"pingInterval":25000,"pingTimeout":20000}"#, #"40{"sid":"s2"}"#,
        #"42["init",{"userId":"\#(account)"}]"#,
      ] + events + ["2"])
    rig.shelf.live.use(WebSocketConnector(client: rig.shelf.client) { _ in channel })
    rig.shelf.live.start()
    #expect(await rig.passes(15) { await channel.sent.contains("3") })
    #expect(rig.shelf.live.currentStatus == .live)
    rig.shelf.live.stop()
  }

  @Test("a renewal of the tokens signs in on the connection again, which goes on")
  func renewal() async throws {
    let rig = try await LiveRig()
    let other = try await rig.device()
    await rig.connect()
    #expect(rig.auths.count == 1)
    await rig.clock.advance(by: .seconds(3599))
    #expect(rig.auths.count == 1)
    _ = try await rig.shelf.account.me()
    #expect(rig.line.count(.shelfAccountRefresh) == 1)
    #expect(await eventually { rig.auths.count == 2 })
    #expect(Set(rig.auths).count == 2)
    await rig.waits()
    #expect(rig.line.count(.liveOpen) == 1)
    let id = try rig.book()
    try await other.progressStore.setPosition(id, to: 66)
    await other.progressStore.settled()
    #expect(await eventually { (try? await rig.position(id)) == 66 })
    // The connection stayed open, so nothing was missed and all progress need not be read again.
    #expect(rig.line.count(.shelfProgressAll) == 1)
  }

  @Test("a token that ran out while disconnected is renewed before it is sent")
  func expiredToken() async throws {
    let rig = try await LiveRig()
    await rig.clock.advance(by: .seconds(7200))
    await rig.connect()
    #expect(rig.line.count(.shelfAccountRefresh) == 1)
  }

  @Test("a proxy that refuses the renewal of the token does not end live updates")
  func proxiedRenewal() async throws {
    let rig = try await LiveRig()
    await rig.clock.advance(by: .seconds(7200))
    rig.network.fail(.shelfAccountRefresh, with: .status(401), .status(401))
    await rig.connect()
    #expect(rig.shelf.live.currentStatus == .live)
    #expect(rig.line.count(.shelfAccountRefresh) > 1)
  }

  @Test("a refused token is renewed once; a sign-in that has ended ends the connection")
  func revoked() async throws {
    let rig = try await LiveRig()
    await rig.connect()
    rig.server.revokeAllTokens()
    rig.server.restart()
    #expect(await rig.passes { rig.shelf.live.currentStatus == .off })
    guard case .expired = try await rig.shelf.account.status() else {
      Issue.record("still signed in")
      return
    }
    let after = rig.line.operations.count
    await rig.clock.advance(by: .seconds(3600))
    #expect(rig.line.operations.count == after)
  }

  @Test("a server before 2.26 that refuses the token is not asked to say more")
  func refusedByOldServer() async throws {
    let rig = try await LiveRig(settings: .init(legacyTokensOnly: true))
    rig.server.revokeAllTokens()
    rig.shelf.live.start()
    #expect(await eventually { rig.shelf.live.currentStatus == .waiting })
  }

  @Test("the user who signs in again after a sign-in that ran out is connected again")
  func signedInAgain() async throws {
    let rig = try await LiveRig()
    await rig.connect()
    rig.server.revokeAllTokens()
    rig.server.restart()
    #expect(await rig.passes { rig.shelf.live.currentStatus == .off })
    try await rig.shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    #expect(await rig.passes(60) { rig.shelf.live.currentStatus == .live })
  }

  @Test("nothing is sent in the background, and the front connects at once")
  func background() async throws {
    let rig = try await LiveRig()
    await rig.connect()
    await rig.shelf.systemEvents.enteredBackground()
    #expect(await eventually { rig.shelf.live.currentStatus == .off })
    await rig.clock.advance(by: .seconds(1))
    #expect(rig.server.socketCount(user: "grace") == 0)
    let after = rig.line.operations.count
    await rig.clock.advance(by: .seconds(3600))
    #expect(rig.line.operations.count == after)
    await rig.shelf.systemEvents.becameActive()
    #expect(await eventually { rig.shelf.live.currentStatus == .live })
  }

  @Test("a player keeps the connection in the background, until it stops")
  func playing() async throws {
    let rig = try await LiveRig()
    await rig.connect()
    let playing = rig.shelf.live.keepConnected()
    rig.shelf.live.moved(toFront: false)
    await rig.clock.advance(by: .seconds(60))
    #expect(rig.shelf.live.currentStatus == .live)
    playing.cancel()
    #expect(await eventually { rig.shelf.live.currentStatus == .off })
    rig.shelf.live.stop()
    rig.shelf.live.moved(toFront: true)
    await rig.clock.advance(by: .seconds(60))
    #expect(rig.shelf.live.currentStatus == .off)
  }

  @Test("a sign-out closes the connection, and the next sign-in makes its own")
  func signOut() async throws {
    let rig = try await LiveRig()
    await rig.connect()
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(await eventually { rig.shelf.live.currentStatus == .off })
    await rig.clock.advance(by: .seconds(1))
    #expect(rig.server.socketCount(user: "grace") == 0)
    let after = rig.line.operations.count
    await rig.clock.advance(by: .seconds(3600))
    #expect(rig.line.operations.count == after)
    try await rig.shelf.account.signIn(username: "linus", password: ShelfRig.password(of: "linus"))
    #expect(await eventually { rig.shelf.live.currentStatus == .live })
    #expect(rig.server.socketCount(user: "linus") == 1)
  }

  @Test("an API key makes no connection: the server would refuse it")
  func apiKey() async throws {
    let rig = try await LiveRig()
    try await rig.shelf.account.signOut(pending: .keep)
    let key = try #require(rig.server.makeAPIKey(for: "grace"))
    try await rig.shelf.account.signIn(apiKey: key)
    rig.shelf.live.start()
    #expect(await eventually { rig.shelf.live.currentStatus == .unsupported })
    await rig.clock.advance(by: .seconds(600))
    #expect(rig.line.count(.liveOpen) == 0)
  }

  @Test("a service that is released disconnects")
  func released() async throws {
    let rig = try await LiveRig()
    var shelf: ShelfService? = try await rig.device()
    shelf?.live.start()
    #expect(await eventually { rig.server.socketCount(user: "grace") == 1 })
    shelf = nil
    #expect(await eventually { rig.server.socketCount(user: "grace") == 0 })
  }

  @Test("without a start there is no connection and no request")
  func notStarted() async throws {
    let rig = try await LiveRig()
    await rig.shelf.systemEvents.becameActive()
    await rig.clock.advance(by: .seconds(3600))
    #expect(rig.line.operations.allSatisfy { !$0.rawValue.hasPrefix("live.") })
  }

  @Test("where a WebSocket does not get through, long polling does")
  func fallback() async throws {
    let rig = try await LiveRig()
    let tried = Locked(0)
    rig.shelf.live.use(
      WebSocketConnector(client: rig.shelf.client) { _ in
        tried.withLock { $0 += 1 }
        throw TransportFailure.unreachable(.refused)
      })
    await rig.connect()
    #expect(tried.withLock { $0 } == 1)
    #expect(rig.line.count(.liveOpen) == 1)
  }
}

/// A WebSocket that breaks after its handshake.
private actor BrokenChannel: WebSocketChannel {
  private(set) var isClosed = false
  private var hasOpened = false

  func receive() async throws -> String {
    guard !hasOpened else { throw TransportFailure.unreachable(.connectionLost) }
    hasOpened = true
    return #"0{"sid":"s1","upgrades":[],"pingInterval":25000,"pingTimeout":20000}"#
  }
  func send(_ text: String) {}
  func close() { isClosed = true }
}

/// Answers each poll at once, with a packet that says nothing.
private final class IdleLine: Transport {
  let polls = Locked(0)
  private let base: any Transport

  init(_ base: any Transport) { self.base = base }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.operation == .livePoll else { return try await base.send(request) }
    let number = polls.withLock { polls in
      polls += 1
      return polls
    }
    // A client that asks without a pause would go on for ever, and the test with it.
    if number > 20_000 { try await ContinuousClock().sleep(for: .seconds(3600)) }
    return HTTPResponse(status: 200, body: Data("6".utf8))
  }
}

extension LiveRig {
  /// The bodies that signed in on the connection.
  var auths: [String] {
    line.requests.filter { $0.operation == .liveSend }.compactMap {
      $0.body.map { String(decoding: $0, as: UTF8.self) }
    }
    .filter { $0.contains("\"auth\"") }
  }
}
