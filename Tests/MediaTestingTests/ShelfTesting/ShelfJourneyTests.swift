import Foundation
import MediaCore
import ShelfTesting
import Testing

@Suite("The fake Shelf server")
struct ShelfJourneyTests {
  @Test("plays every journey as the real server does", arguments: JourneyPlayer.journeys("shelf"))
  func journey(_ file: URL) async throws {
    let player = JourneyPlayer(world: try JourneyPlayer.world("shelf")) { world, settings, clock in
      FakeShelfServer(world: try ShelfWorld(json: world), settings: Self.settings(settings), clock: clock)
    }
    let name = file.deletingPathExtension().lastPathComponent
    do {
      try await player.play(file)
    } catch {
      Issue.record("\(name), \(error)")
    }
  }

  private static func settings(_ json: JSONValue) -> FakeShelfServer.Settings {
    var settings = FakeShelfServer.Settings()
    if let seconds = json["accessTokenExpiry"]?.double { settings.accessTokenExpiry = seconds }
    if let seconds = json["refreshTokenExpiry"]?.double { settings.refreshTokenExpiry = seconds }
    if let seconds = json["refreshTokenGrace"]?.double { settings.refreshTokenGrace = seconds }
    if let count = json["rateLimit"]?.int { settings.rateLimit = count }
    return settings
  }
}
