import Foundation
import HubTesting
import MediaCore
import MediaTesting
import ShelfTesting
import TallyTesting
import VaultTesting

/// A service: how to make its server, and who can sign in.
struct Service {
  let name: String
  let accounts: String
  /// Whether it starts from the sample data, of which the console knows an account.
  var isSample = true
  var hasSignIn = true
  /// Makes an unused server; `settings` are the environment variables of a conformance journey.
  let make: @Sendable (_ settings: [String: String]) throws -> any FakeServer

  static func all(_ options: Options, clock: DemoClock) throws -> [Service] {
    let worlds = try options.worlds.mapValues { try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: $0))) }
    return [
      shelf(worlds["shelf"], clock), hub(clock), worker(clock), tally(worlds["tally"], clock),
      vault(worlds["vault"], clock),
    ]
  }

  private static func shelf(_ world: JSONValue?, _ clock: DemoClock) -> Service {
    Service(
      name: "shelf",
      accounts: world == nil
        ? "ada / correct horse (root), grace / battery staple, linus / staple battery, visitor / let me in"
        : "those of the world", isSample: world == nil
    ) { settings in
      var own = FakeShelfServer.Settings()
      func number(_ name: String) -> Double? { settings[name].flatMap(Double.init) }
      if let seconds = number("ACCESS_TOKEN_EXPIRY") { own.accessTokenExpiry = seconds }
      if let seconds = number("REFRESH_TOKEN_EXPIRY") { own.refreshTokenExpiry = seconds }
      if let seconds = number("REFRESH_TOKEN_GRACE_PERIOD") { own.refreshTokenGrace = seconds }
      if let count = number("RATE_LIMIT_AUTH_MAX") { own.rateLimit = Int(count) }
      let made = try world.map(ShelfWorld.init(json:)) ?? sampleShelf(at: clock.now())
      return FakeShelfServer(world: made, settings: own, clock: clock, random: SystemRandom())
    }
  }

  /// The sample, and a podcast whose files are small enough to fetch with one look.
  private static func sampleShelf(at now: Date) -> ShelfWorld {
    var world = ShelfWorld.sample(at: now)
    world.addPodcast(
      in: world.libraryIDs[1], title: "Station Break", author: "Example Radio Collective",
      episodes: [
        .init(title: "Five Seconds", duration: 5, publishedDaysAgo: 4, addedDaysAgo: 4),
        .init(title: "Twelve Seconds", duration: 12, publishedDaysAgo: 3, addedDaysAgo: 3),
      ], description: "Tones to test a player with.")
    return world
  }

  private static func hub(_ clock: DemoClock) -> Service {
    Service(name: "hub", accounts: "user \(HubWorld.sampleUser), no password", hasSignIn: false) { _ in
      var settings = FakeHubServer.Settings()
      // Lift the real server's limit of a hundred calls a minute, so that people can try things out.
      settings.permitsPerMinute = 10_000
      return FakeHubServer(world: .sample(at: clock.now()), settings: settings, clock: clock)
    }
  }

  private static func worker(_ clock: DemoClock) -> Service {
    Service(name: "worker", accounts: "no sign-in; the Hub's later API", hasSignIn: false) { _ in
      FakeWorkerServer(world: .sample(at: clock.now()))
    }
  }

  private static func tally(_ world: JSONValue?, _ clock: DemoClock) -> Service {
    Service(
      name: "tally",
      accounts: world == nil
        ? "\(TallyWorld.sampleEmail), \(TallyWorld.otherEmail) / \(TallyWorld.password)" : "those of the world",
      isSample: world == nil
    ) { _ in
      FakeTallyServer(
        world: try world.map(TallyWorld.init(json:)) ?? .sample(at: clock.now()), clock: clock, random: SystemRandom())
    }
  }

  private static func vault(_ world: JSONValue?, _ clock: DemoClock) -> Service {
    Service(
      name: "vault",
      accounts: world == nil ? "alice, bob / \(VaultWorld.standardPassword)" : "those of the world",
      isSample: world == nil
    ) { _ in
      // If `world` is given, it has no catalogues. Otherwise offer search results to try out.
      FakeVaultServer(
        world: try world.map(VaultWorld.init(json:)) ?? .sample,
        settings: .init(simulatedUpstreams: world == nil), clock: clock, random: SystemRandom())
    }
  }
}
