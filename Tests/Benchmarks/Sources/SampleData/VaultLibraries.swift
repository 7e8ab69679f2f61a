public import Foundation
import MediaCore
import VaultClient
public import VaultTesting

/// Libraries of ViewVault: of ten titles seven are films, two series of six episodes, and one a film of a collection.
public enum VaultLibraries {
  public static func world(titles: Int) -> VaultWorld {
    var words = Words(seed: 3)
    var world = VaultWorld()
    world.addUser("alice")
    for index in 0..<titles {
      if index % 10 < 8 {
        let isPart = index % 10 == 7
        world.addMovie(
          words.title(), owner: "alice", releaseDate: words.day(), runtime: 60 + words.number(120),
          watched: words.chance(40), collection: isPart ? .init(9000 + index / 40, "\(words.title()) Collection") : nil,
          posterURL: "/static/posters/\(index).jpg", isNew: words.chance(1), quality: words.one(of: ["HD", "SD", "4K"]),
          overview: words.sentence(words: 30))
      } else {
        world.addSeries(
          words.title(), owner: "alice", posterURL: "/static/posters/s\(index).jpg", averageEpisodeRuntime: 45,
          episodes: (1...6).map { .init(1, $0, words.title(), airDate: words.day(), watched: words.chance(40)) })
      }
    }
    return world
  }

  /// The answer of `GET /api/watchlist`.
  public static func watchlist(titles: Int) throws -> Data {
    let server = FakeVaultServer(world: world(titles: titles))
    guard let url = URL(string: "https://server.test/api/watchlist") else { return Data() }
    let response = server.respond(
      to: HTTPRequest(
        url: url, fields: ["Authorization": "Bearer \(server.token(for: "alice"))"],
        operation: OperationID("benchmark")))
    return response.body
  }
}
