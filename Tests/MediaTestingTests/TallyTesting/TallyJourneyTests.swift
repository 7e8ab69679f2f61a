import Foundation
import MediaCore
import TallyTesting
import Testing

@Suite("The fake Tally server passes the journeys of the real one")
struct TallyJourneyTests {
  /// Journeys that do not pass yet.
  static let pending: Set<String> = []

  static let player: Result<JourneyPlayer, any Error> = Result {
    let world = try JourneyPlayer.world("tally")
    return JourneyPlayer(world: world) { world, settings, clock in
      var own = FakeTallyServer.Settings()
      if let expiry = settings["accessTokenExpiry"]?.double { own.accessTokenLifetime = .seconds(expiry) }
      return FakeTallyServer(world: try TallyWorld(json: world), settings: own, clock: clock)
    }
  }

  @Test("plays a journey to its end", arguments: JourneyPlayer.journeys("tally"))
  func plays(_ file: URL) async throws {
    let player = try Self.player.get()
    let name = file.deletingPathExtension().lastPathComponent
    do {
      try await player.play(file)
      if Self.pending.contains(name) { Issue.record("\(name) passes: take it off the list") }
    } catch {
      if !Self.pending.contains(name) { Issue.record("\(name): \(error)") }
    }
  }

  @Test("there are journeys to play")
  func journeysExist() {
    #expect(JourneyPlayer.journeys("tally").count >= 54)
  }
}
