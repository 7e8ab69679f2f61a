import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Changing an episode by writing every member back")
struct EpisodeUpdateTests {
  private static let whole: JSONValue = [
    "id": 7, "series_id": 3, "season": 2, "episode": 1, "title": "Fog", "code": "S02E01", "air_date": "2024-05-17",
    "watched": true,
  ]

  /// The bodies that are written when the server answers with `episode`.
  private func written(_ episode: JSONValue) async -> (bodies: [JSONValue], error: ClientError?) {
    let bodies = Locked<[JSONValue]>([])
    let transport = ClosureTransport { request in
      if request.operation == .vaultEpisodesReplace, let body = request.body {
        bodies.withLock { $0 += [body].compactMap { try? JSONValue(parsing: $0) } }
      }
      return request.operation == .vaultServerHealth ? .json(["service": "viewvault-server"]) : .json(episode)
    }
    let vault = VaultService(server: .fake, transport: transport, environment: .manual())
    let error = await Fixture.error { try await vault.episodes.update(7) { $0.title = "Mist" } }
    return (bodies.withLock { $0 }, error)
  }

  @Test("all that the server says is written back, but for the change")
  func update() async {
    var expected = Self.whole
    expected["title"] = "Mist"
    expected["id"] = nil
    let (bodies, error) = await written(Self.whole)
    #expect(error == nil && bodies == [expected])
    var special = Self.whole
    (special["season"], special["code"]) = (0, "S00E01")
    #expect(await written(special).bodies.count == 1)
  }

  @Test(
    "nothing is written where the server does not say which place the episode has",
    arguments: [
      ("series_id", .null), ("series_id", nil), ("series_id", "x"), ("season", .integer(.min)), ("season", -1),
      ("season", 10_000), ("season", .integer(.max)), ("episode", .integer(.min)), ("episode", -1),
      ("episode", 100_000), ("episode", .integer(.max)),
    ] as [(String, JSONValue?)])
  func hostile(member: String, value: JSONValue?) async {
    var episode = Self.whole
    episode[member] = value
    let (bodies, error) = await written(episode)
    #expect(bodies == [] && error?.kind == .undecodable && error?.detail == "place")
  }

  @Test("nor where neither season nor number can be read")
  func nowhere() async {
    var episode = Self.whole
    for member in ["season", "episode", "code"] { episode[member] = nil }
    #expect(await written(episode).bodies == [])
  }
}
