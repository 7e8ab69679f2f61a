import Foundation
import MediaTesting
import Runner
import ShelfClient

/// A server at home and away.
enum AddressFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("server-found-on-the-network") { fixture in
      let base = try await fixture.shelf.client.locator.base()
      let hosts = NamedHosts([try require(base.host, "a host")], ports: [base.port])
      var found: [FoundServer] = []
      let servers = ServerFinder(.shelf, transport: fixture.network, environment: fixture.environment)
        .servers(foundBy: hosts)
      for await server in servers { found.append(server) }
      try expect(found.map(\.name) == [base.host], "the server, got \(found)")
      return "Audiobookshelf \(found[0].version ?? "") at \(found[0].address)"
    },
    Flow("address-switch-in-mid-book") { fixture in
      try await fixture.withBook { id in
        let detour = Detour(fixture.network, to: try await fixture.shelf.client.locator.base())
        let away = try ServerAddress("https://\(Detour.host)")
        var options = ClientOptions()
        options.alternatives = [AlternativeAddress(away)]
        let shelf = ShelfService(
          server: fixture.address, transport: detour, environment: fixture.environment, options: options)
        let item = try await shelf.items.item(id.libraryItemId)
        if let cover = item.artwork() { _ = try await shelf.covers.picture(cover) }
        if try await shelf.client.locator.prove(away) == .unproven { try await shelf.client.locator.confirm(away) }

        let engine = await SimulatedPlaybackEngine(clock: fixture.environment.clock)
        let player = await PlayerViewModel(shelf: shelf, engine: engine)
        await player.open(id)
        try await fixture.until("playing") { await player.state.isPlaying }
        try await fixture.wait(2)
        detour.isHomeDown = true
        try await fixture.wait(2)
        let place = await engine.position
        await PlaybackFlows.close(player)
        await shelf.progressStore.flush()
        await shelf.progressStore.settled()
        let stored = try await fixture.verifier.progress(of: id)?["currentTime"]?.double ?? 0
        try expect(abs(stored - place) < 1, "the place \(place) on the server, got \(stored)")
        let known = try await shelf.client.locator.addresses()
        try expect(known.map(\.isInUse) == [false, true], "the other address in use")
        return "played on from \(MediaTime.text(place)) over the other address, which is \(known[1].standing.rawValue)"
      }
    },
  ]
}

/// Leads a made-up host to the server, whose own address can be cut off.
private final class Detour: Transport {
  static let host = "away.example"
  private let base: any Transport
  private let home: URL
  private let cut = Locked(false)

  init(_ base: any Transport, to home: URL) { (self.base, self.home) = (base, home) }

  var isHomeDown: Bool {
    get { cut.withLock { $0 } }
    set { cut.withLock { $0 = newValue } }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.url.host == Self.host else {
      if isHomeDown { throw TransportFailure.unreachable(.refused) }
      return try await base.send(request)
    }
    var request = request
    let rest = request.url.absoluteString.dropFirst("https://\(Self.host)".count)
    guard let url = URL(string: home.absoluteString + rest) else { throw TransportFailure.unreachable(.nameNotFound) }
    request.url = url
    var response = try await base.send(request)
    response.url = nil
    return response
  }
}
