import Foundation
import ShelfClient
import ShelfTesting
import Testing

/// Puts `events` into the server's next answer to a socket's poll, once. Other answers pass unchanged.
struct EventTransport: Transport {
  let base: any Transport
  let events = Locked<[String]>([])

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var response = try await base.send(request)
    guard request.operation == .livePoll else { return response }
    let added = events.withLock { events in
      defer { events = [] }
      return events
    }
    for event in added { response.body += Data("\u{1e}42\(event)".utf8) }
    return response
  }
}

@Test("a new episode arrives as an event") func aNewEpisodeArrivesAsAnEvent() async throws {
  let clock = ManualClock(passing: .waits)
  let server = FakeShelfServer(clock: clock)
  let socket = EventTransport(base: server.transport)
  let shelf = ShelfService(server: .fake, transport: socket, environment: .test(clock: clock))
  try await shelf.account.signIn(username: ShelfWorld.account.username, password: ShelfWorld.account.password)
  let (states, changed) = AsyncStream.makeStream(of: LiveUpdates.Status.self)
  let (titles, added) = AsyncStream.makeStream(of: String?.self)
  let tokens = [
    shelf.live.observeStatus { changed.yield($0) },
    shelf.live.observe { if case .episodeAdded(let episode) = $0 { added.yield(episode.title) } },
  ]
  shelf.live.start()
  for await status in states where status == .live { break }

  let podcast = try #require(ShelfWorld.sample.itemID(titled: "Night Signals"))
  socket.events.withLock {
    $0 = [#"["episode_added",{"id":"episode9","libraryItemId":"\#(podcast)","title":"Static"}]"#]
  }
  await clock.advance(by: .seconds(25))  // the server's ping ends the poll
  for await title in titles {
    #expect(title == "Static")
    break
  }
  shelf.live.stop()
  withExtendedLifetime(tokens) {}
}
