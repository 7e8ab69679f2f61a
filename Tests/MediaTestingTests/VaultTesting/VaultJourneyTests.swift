import Foundation
import MediaCore
import Testing
import VaultTesting

@Suite("Vault journeys")
struct VaultJourneyTests {
  static let names = JourneyPlayer.journeys("vault").map { $0.deletingPathExtension().lastPathComponent }

  static func player() throws -> JourneyPlayer {
    let world = try JourneyPlayer.world("vault")
    var tokens: [String: JSONValue] = [:]
    for token in world["tokens"]?.array ?? [] { tokens[token["variable"]?.string ?? ""] = token["token"] }
    return JourneyPlayer(world: world, moreVariables: tokens) { world, settings, clock in
      FakeVaultServer(world: try VaultWorld(json: world), settings: .init(journey: settings), clock: clock)
    }
  }

  @Test("the fake passes every journey of the real server", arguments: names)
  func passes(name: String) async throws {
    for file in JourneyPlayer.journeys("vault") where file.deletingPathExtension().lastPathComponent == name {
      do { try await Self.player().play(file) } catch let mismatch as Mismatch { Issue.record("\(mismatch)") }
    }
  }

  @Test("there are journeys to pass")
  func exist() { #expect(Self.names.count >= 76) }
}

extension FakeVaultServer.Settings {
  /// A journey's requirements, in the words of the recordings.
  fileprivate init(journey: JSONValue) {
    let mode = journey["mode"]?.string
    self.init(
      simulatedUpstreams: mode == "simulated-upstreams", auth0Configured: mode != "auth0-not-configured")
  }
}
