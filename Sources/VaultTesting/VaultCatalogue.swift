import MediaTesting

/// The simulated catalogues of TMDB, TVMaze and Auth0.
enum VaultCatalogue {
  struct Film: Sendable {
    let imdbID: String
    let title: String
    let releaseDate: String
    let poster: String
    var runtime = 0
    var overview: String?
    var collection: Int?
    /// Whether a search finds the film.
    var isListed = true
  }

  struct Show: Sendable {
    let imdbID: String
    let title: String
    let firstAired: String
    let poster: String
    let episodes: [VaultWorld.Episode]
    var seasonPosters: [String: String] = [:]
    /// The id and the poster at TVMaze.
    var tvmaze: (imdbID: String, poster: String)?

    var seasonCount: Int { Set(episodes.map(\.season)).count }
  }

  private static let pictures = "https://image.tmdb.org/t/p/w500"

  static let films = [
    Film(
      imdbID: "tt0501001", title: "Harbor Lights", releaseDate: "2001-03-09", poster: "\(pictures)/hl.jpg",
      runtime: 112, overview: "A ferry pilot comes home.", collection: 7001),
    Film(
      imdbID: "tt0501004", title: "Harbor Lights: Return", releaseDate: "2004-06-11", poster: "\(pictures)/hlr.jpg",
      runtime: 98, collection: 7001, isListed: false),
    Film(imdbID: "tt0502002", title: "The Harbor", releaseDate: "", poster: VaultJSON.noImage),
    Film(
      imdbID: "tt0503003", title: "Glass Orchard", releaseDate: "2012-09-21", poster: "\(pictures)/go.jpg",
      runtime: 104, overview: "Two sisters keep a greenhouse alive."),
  ]

  static let collectionNames = [7001: "Harbor Collection"]
  static let collectionOverviews = [7001: "Two films about one harbour."]

  static let shows = [
    Show(
      imdbID: "tmdb_801", title: "Harbor Watch", firstAired: "2018-01-07", poster: "\(pictures)/hw.jpg",
      episodes: [
        with(.init(1, 1, "Chapter 1-1", airDate: "2018-01-01")) { $0.overview = "The watch begins." },
        .init(1, 2, "Chapter 1-2", airDate: "2018-01-02"),
        .init(2, 1, "Episode 1", airDate: ""),
      ],
      seasonPosters: ["0": "\(pictures)/s0.jpg", "1": "\(pictures)/s1.jpg"],
      tvmaze: ("tt0801801", "https://image.example.test/m.jpg")),
    Show(
      imdbID: "tmdb_4242", title: "Tide Tables", firstAired: "", poster: VaultJSON.noImage,
      episodes: [.init(1, 1, "Ebb", airDate: "")], seasonPosters: ["1": "\(pictures)/tt1.jpg"]),
  ]

  static func film(_ imdbID: String) -> Film? { films.first { $0.imdbID == imdbID } }

  /// A series by its id at TMDB.
  static func series(_ id: String) -> Show? { shows.first { $0.imdbID == id } }

  static func tvmazeShow(_ imdbID: String) -> Show? { shows.first { $0.tvmaze?.imdbID == imdbID } }

  /// The films of a franchise; a film without one stands alone.
  static func franchise(of film: Film) -> [Film] {
    guard let collection = film.collection else { return [film] }
    return films.filter { $0.collection == collection }
  }

  /// The grant of a code, or of an access token of Auth0.
  static func grant(_ code: String) -> VaultGrant? {
    let profile = VaultGrant.Profile(
      subject: "auth0|erin01", email: "erin@example.test", name: "Erin Example",
      picture: "https://image.example.test/e.png")
    switch code {
    case "good": return VaultGrant(profile: profile, client: .any)
    case "noemail": return VaultGrant(profile: with(profile) { $0.email = nil }, client: .any)
    case "nouserinfo": return VaultGrant(profile: nil, client: .any)
    default: return nil
    }
  }
}
