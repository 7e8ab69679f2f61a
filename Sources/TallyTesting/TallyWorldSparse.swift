import MediaTesting

extension TallyWorld {
  /// The user of ``sparse``, with nothing tracked and nothing subscribed to; the password is ``password``.
  public static let sparseEmail = "otto@example.org"

  /// A world unlike ``sample``: no show is tracked, none is airing, the first season of a show is one special,
  /// another show has no dates at all, and the only service has no price.
  public static let sparse: TallyWorld = {
    var world = TallyWorld()
    world.addUser(sparseEmail, country: "DE")
    world.addService(.kanopia)
    world.addShow(
      530_100, "Die Leuchtturmwärter", status: "Ended", popularity: 3.5,
      seasons: [.weekly(from: "1998-11-02", episodes: 1), .weekly(from: "2003-01-06", episodes: 5)],
      providers: ["DE": [.kanopia], "US": [.kanopia]])
    world.addShow(530_200, "Ohne Datum", status: "Planned", popularity: 1.5, seasons: [.undated(episodes: 3)])
    world.addShow(530_300, "Nur ein Titel", status: "In Production", popularity: 4)
    return world
  }()
}
