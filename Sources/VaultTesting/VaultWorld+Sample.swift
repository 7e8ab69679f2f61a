import MediaTesting

extension VaultWorld {
  /// A world with two users, alice and bob, whose password is ``standardPassword``. It contains films of every length, a trilogy, series
  /// that are unwatched, partly watched and watched, and new titles. It also contains lists, two of which are shared.
  public static let sample: VaultWorld = {
    var world = VaultWorld()
    world.addUser("alice", fullName: "Alice Example")
    world.addUser("bob")
    world.addSampleMovies()
    world.addSampleSeries()
    let weekend = world.addList(
      "Weekend", description: "For Saturdays", color: "#FF6B6B", icon: "🍿",
      items: [.movie(3), Item(type: "movie", id: 5, notes: "bring snacks"), .series(4)])
    world.addList("Some day")
    let trips = world.addList(
      "Long trips", owner: "bob", icon: "🚂", items: [Item(type: "movie", id: 15, watched: true, watchedBy: "family")])
    world.share(list: weekend, with: "bob")
    world.share(list: trips, with: "alice", canEdit: true)
    world.addLibraryImport("Movies", importCount: 2)
    return world
  }()

  private mutating func addSampleMovies() {
    let posters = "https://image.example.test/w500"
    addMovie(
      "Paper Lanterns", releaseDate: "2019-05-17", runtime: 95, posterURL: "\(posters)/lanterns.jpg", quality: "HD",
      overview: "A lighthouse keeper sells lanterns.")
    addMovie("Short Fuse", releaseDate: "2022", runtime: 28)
    addMovie("Night Ferry", releaseDate: "2011-10-08", runtime: 60, quality: "SD", overview: "The last crossing.")
    let harbor = Collection(9001, "Harbor Collection")
    addMovie(
      "Harbor Lights", releaseDate: "2001-03-09", runtime: 112, watched: true, collection: harbor,
      posterURL: "/static/posters/tt9000004.jpg", overview: "A ferry pilot comes home.")
    addMovie("Harbor Lights: Return", releaseDate: "2004-06-11", runtime: 98, collection: harbor)
    addMovie("Harbor Lights: Origins", runtime: 0, collection: harbor, isNew: true)
    addMovie("Solo Orbit", releaseDate: "2015-07-04", runtime: 90, collection: Collection(9002, "Orbit Collection"))
    addMovie(
      "Quiet Code", releaseDate: "2024-12-25", runtime: 121, watched: true, isNew: true, quality: "4K",
      importedHoursAgo: 1)
    addMovie("Glass Orchard", releaseDate: "2012-09-21", runtime: 30, watched: true)
    addMovie("Salt and Thread", releaseDate: "1968-02-14", runtime: 61)
    addMovie("Unlisted Hour", releaseDate: "")
    addMovie("A Map of Rain", releaseDate: "2030-01-01", runtime: 91, importedHoursAgo: 20)
    addMovie("Élan", releaseDate: "1999-11-30", runtime: 15)
    addMovie("Bob's Film", owner: "bob", runtime: 140)
    addMovie("Harbor Lights", owner: "bob", imdbID: "tt9000004", releaseDate: "2001-03-09", collection: harbor)
  }

  private mutating func addSampleSeries() {
    addSeries(
      "North Pier", posterURL: "https://image.example.test/w500/pier.jpg", isNew: true, averageEpisodeRuntime: 48,
      importedHoursAgo: 1,
      episodes: [
        Episode(1, 1, "Pilot", airDate: "2020-01-05", watched: true),
        Episode(1, 2, "Fog", airDate: "2020-01-12", watched: true), Episode(1, 3, "Ropes", airDate: "2020-01-19"),
        Episode(2, 1, "Return Tide", airDate: "2021-02-01"), Episode(2, 2, "Untitled"),
      ])
    addSeries("Empty Shelf")
    addSeries(
      "Tide Tables", imdbID: "tmdb_4242", averageEpisodeRuntime: 22,
      episodes: [
        Episode(0, 1, "Behind the Scenes", airDate: "2018-05-05", watched: true),
        Episode(1, 1, "Ebb", airDate: "2018-06-01", watched: true),
        Episode(1, 2, "Flow", airDate: "2018-06-08", watched: true),
      ])
    addSeries("Slow Trains", episodes: (1...6).map { Episode(1, $0, "Stop \($0)", airDate: "2023-03-0\($0)") })
    addSeries("Bob's Show", owner: "bob", episodes: [Episode(1, 1, "One", airDate: "2019")])
  }
}

extension VaultWorld {
  /// A world with less content than ``sample``. Its user nora, whose password is ``standardPassword``, has no film, no list and no new
  /// title. She has a series without episodes, and a series that has one special and no season 1. Another user, otto, has one film.
  public static let sparse: VaultWorld = {
    var world = VaultWorld()
    world.addUser("otto")
    world.addUser("nora")
    world.addMovie("Someone Else's Film", owner: "otto", releaseDate: "1987")
    world.addSeries("No Episodes Yet", owner: "nora", imdbID: "tmdb_99")
    world.addSeries(
      "Lamplighters", owner: "nora", imdbID: "tt9200002",
      episodes: [
        Episode(0, 1, "The Making of Lamplighters", watched: true), Episode(2, 1, "Wicks", airDate: "2019"),
        Episode(2, 2, "Oil"), Episode(3, 1, "Glass", airDate: ""),
      ])
    return world
  }()
}
