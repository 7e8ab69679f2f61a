import Foundation
import MediaCore
import TallyKit

/// Guides in the form in which a server sends them.
enum GuideBytes {
  static let month = "2026-11"

  /// - Parameter rows: episodes of the month, spread evenly over shows with 200 each, and these over 12 services.
  static func guide(rows: Int) -> Data {
    let shows = (0..<rows / 200).map { show -> (service: Int, json: JSONValue) in
      let episodes = (0..<200).map { row -> JSONValue in
        [
          "airDate": .string("\(day(row))T00:00:00.000Z"), "title": .string("Episode \(row + 1)"),
          "isWatched": false, "tmdbId": .integer(Int64(show + 1)),
        ]
      }
      let json: JSONValue = [
        "tmdbId": .integer(Int64(show + 1)), "title": .string("Show \(show + 1)"), "status": "Returning Series",
        "poster": .string("https://image.tmdb.org/t/p/w500/\(show + 1).jpg"),
        "streamingServices": [service(show % 12)], "country": "US", "bufferDays": 0,
        "activeWindow": ["start": "2026-11-01", "end": "2026-11-30"], "upcomingEpisodes": .array(episodes),
      ]
      return (show % 12, json)
    }
    let groups = (0..<12).map { number -> JSONValue in
      ["service": service(number), "shows": .array(shows.filter { $0.service == number }.map(\.json))]
    }
    let guide: JSONValue = [
      "success": true,
      "data": [
        "services": .array(groups), "totalShows": .integer(Int64(shows.count)), "totalEpisodes": .integer(Int64(rows)),
      ],
    ]
    return guide.serialized()
  }

  /// The server's analysis of any of these shows.
  static let analysis: Data = {
    let details = (0..<200).map { row -> JSONValue in
      [
        "number": .integer(Int64(row + 1)), "airDate": .string("\(day(row))T00:00:00.000Z"),
        "title": .string("Episode \(row + 1)"),
      ]
    }
    let analysis: JSONValue = [
      "success": true,
      "analysis": [
        "showDetails": ["id": 1], "analyzedSeason": 1, "diagnostics": ["episodeDetails": .array(details)],
      ],
    ]
    return analysis.serialized()
  }()

  private static func day(_ row: Int) -> String {
    let day = row % 30 + 1
    return "\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  private static func service(_ number: Int) -> JSONValue {
    ["id": .integer(Int64(number + 1)), "name": .string("Service \(number + 1)"), "logo": "/logo.jpg"]
  }
}

/// The envelope of the guide, to read it without a client.
struct GuideAnswer: Decodable {
  let data: Guide
}
