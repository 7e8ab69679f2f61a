import MediaCore

/// Guides as the server writes them.
enum GuideWire {
  /// One show with an episode on each of these days, on one provider.
  static func guide(_ days: [String], title: String = "A") -> JSONValue {
    let episodes = days.enumerated().map { number, day -> JSONValue in
      [
        "airDate": .string("\(day)T00:00:00.000Z"), "title": .string(day), "isWatched": false, "tmdbId": 1,
        "seasonNumber": 1, "episodeNumber": .integer(Int64(number + 1)),
      ]
    }
    return [
      "services": [
        [
          "service": ["id": 8, "name": "Netflix", "logo": "/n.jpg"],
          "shows": [
            [
              "tmdbId": 1, "title": .string(title),
              "streamingServices": [["id": 8, "name": "Netflix", "logo": "/n.jpg"]],
              "upcomingEpisodes": .array(episodes),
            ]
          ],
        ]
      ],
      "totalShows": 1, "totalEpisodes": .integer(Int64(days.count)),
    ]
  }

  /// One show with an episode on each of these days, without numbers, as real servers send it.
  static func unnumbered(show: Int, days: [String]) -> JSONValue {
    var guide = guide(days)
    let episodes = days.enumerated().map { number, day -> JSONValue in
      [
        "airDate": .string("\(day)T00:00:00.000Z"), "title": .string("Retitled \(number)"), "isWatched": false,
        "tmdbId": .integer(Int64(show)),
      ]
    }
    let netflix: JSONValue = ["id": 8, "name": "Netflix", "logo": "/n.jpg"]
    guide["services"] = [
      [
        "service": netflix,
        "shows": [
          [
            "tmdbId": .integer(Int64(show)), "title": "A", "streamingServices": [netflix],
            "upcomingEpisodes": .array(episodes),
          ]
        ],
      ]
    ]
    return guide
  }
}
