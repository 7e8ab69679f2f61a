public import Foundation
import MediaCore
public import VaultClient
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
          posterURL: "/static/posters/\(index).jpg", isNew: words.chance(1),
          quality: words.one(of: ["HD", "SD", "4K"]),
          overview: words.sentence(words: 30))
      } else {
        world.addSeries(
          words.title(), owner: "alice", posterURL: "/static/posters/s\(index).jpg", averageEpisodeRuntime: 45,
          episodes: (1...6).map { .init(1, $0, words.title(), airDate: words.day(), watched: words.chance(40)) })
      }
    }
    return world
  }

  /// A library like that of ``world(titles:)`` as values, for what needs no server.
  public static func library(titles: Int) -> Watchlist {
    var words = Words(seed: 3)
    var library = Watchlist()
    for index in 0..<titles {
      switch index % 10 {
      case 8, 9:
        var series = Series(id: index)
        series.title = words.title()
        series.episodes = (1...6).map { number in
          var episode = Episode(id: index * 10 + number)
          (episode.season, episode.number, episode.title) = (1, number, words.title())
          episode.watched = words.chance(40)
          return episode
        }
        library.series.append(series)
      case 7:
        var collection = MovieCollection(id: 9000 + index)
        collection.title = "\(words.title()) Collection"
        collection.movies = [movie(index, &words), movie(index + titles, &words)]
        library.collections.append(collection)
      default: library.movies.append(movie(index, &words))
      }
    }
    return library
  }

  private static func movie(_ id: Int, _ words: inout Words) -> Movie {
    var movie = Movie(id: id)
    movie.title = words.title()
    movie.imdbID = "tt\(9_000_000 + id)"
    movie.releaseDate = LooseDate(rawValue: words.day())
    movie.runtime = 60 + words.number(120)
    movie.watched = words.chance(40)
    movie.isNew = words.chance(1)
    movie.posterURL = "/static/posters/\(id).jpg"
    movie.overview = words.sentence(words: 30)
    movie.addedAt = Date(timeIntervalSince1970: 1_700_000_000 + Double(words.number(60_000_000)))
    return movie
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
