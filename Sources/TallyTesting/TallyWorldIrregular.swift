import MediaTesting

extension TallyWorld {
  /// A world of shows with irregular episode numbers at TMDB. All shows are on the watchlist of ``account``. The first show has episodes
  /// 1…61 in season 1, 62…77 in season 2 and 78…91 in season 3, and is watched up to episode 61. The other shows are a show with gaps, a
  /// show that begins with 0, a show that lists a number twice, and a show of which single episodes are watched. The server stores each
  /// season's episodes as 1…n, whatever TMDB's numbers are.
  public static let irregular: TallyWorld = {
    var world = TallyWorld()
    let mika = world.addUser(sampleEmail, name: "Mika Äijälä", country: "AU")
    world.addUser(otherEmail, name: "Noor", country: "US")
    world.addService(.netflix)
    let days = ["2023-01-01", "2024-04-07", "2026-09-06"]
    let numbers = [Array(1...61), Array(62...77), Array(78...91)]
    world.addShow(
      continuedShow, "Long Voyage", seasons: zip(numbers, days).map { .numbered($0.0, from: $0.1) },
      providers: ["US": [.netflix], "AU": [.netflix]])
    world.track(continuedShow, for: mika, status: "watching", provider: 8, upTo: (season: 1, episode: 61))
    let others: [(show: Int, name: String, numbers: [Int])] = [
      (gapsShow, "Missing Pages", [1, 2, 4, 5, 7, 8]), (zeroShow, "Before the Start", [0, 1, 2, 3]),
      (doubleShow, "Said Twice", [1, 2, 3, 3, 4, 5, 6]), (singlesShow, "Here and There", [1, 2, 3, 4, 5, 6]),
    ]
    for other in others {
      world.addShow(
        other.show, other.name, seasons: [.numbered(other.numbers, from: "2026-10-05")],
        providers: ["US": [.netflix], "AU": [.netflix]])
      world.track(other.show, for: mika, status: "watching", provider: 8)
    }
    world.watch([1, 2, 5], season: 1, of: singlesShow, for: mika)
    return world
  }()

  /// The number at TMDB of the show in ``irregular`` whose second season begins with episode 62.
  public static let continuedShow = 540_100
  /// The number at TMDB of the show in ``irregular`` that has the episodes 1, 2, 4, 5, 7, 8.
  public static let gapsShow = 540_200
  /// The number at TMDB of the show in ``irregular`` that has the episodes 0, 1, 2, 3.
  public static let zeroShow = 540_300
  /// The number at TMDB of the show in ``irregular`` that lists episode 3 twice.
  public static let doubleShow = 540_400
  /// The number at TMDB of the show in ``irregular`` that has six episodes, of which 1, 2 and 5 are watched.
  public static let singlesShow = 540_500
}

extension TallyWorld {
  /// Makes the server's requests to TMDB fail for one show, as if TMDB limited the number of requests. The show is then missing in the
  /// guide, and requests for its seasons fail with 500.
  public mutating func overload(_ tmdbID: Int) { tmdb.overloadedIDs.insert(tmdbID) }
}

extension TallyWorld {
  /// The e-mail address of the only user of ``sparse``, who tracks no show and has no subscription. The user's password is ``password``.
  public static let sparseEmail = "otto@example.org"

  /// A world unlike ``sample``: no show is tracked, none is airing, the first season of a show is one special, another show has no dates at
  /// all, and the only service has no price.
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
