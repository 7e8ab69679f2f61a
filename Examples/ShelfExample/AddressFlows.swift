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
      let chosen = try await chooseFound(fixture, hosts)
      try expect(chosen == .chooseWay, "the ways to sign in at the chosen server, got \(chosen)")
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

  /// Chooses the server on the sign-in screen's list of the local network.
  @MainActor
  private static func chooseFound(_ fixture: ShelfFixture, _ hosts: NamedHosts) async throws
    -> ShelfSignInViewModel.Step
  {
    let screen = ShelfSignInViewModel { _, _ in fixture.shelf }
    let finder = ServerFinder(.shelf, transport: fixture.network, environment: fixture.environment)
    screen.lookAround(finder, foundBy: hosts)
    screen.stopLookingAround()
    try expect(!screen.state.isLookingAround, "no search any more")
    screen.lookAround(finder, foundBy: hosts)
    await screen.settled()
    screen.choose(try require(screen.state.found.first, "a server in the list"))
    await screen.settled()
    return screen.state.step
  }
}
