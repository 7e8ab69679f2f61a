extension VaultWorld {
  /// An account that is not like the sample: nora (password ``standardPassword``) has no film, no list and nothing new,
  /// but a series whose first season is one special, and a series without episodes. Another user has more.
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
