public import Foundation

/// TV guides of a month as a Tally server sends them.
public enum TallyGuides {
  /// - Parameter rows: episodes, spread evenly over shows of 200 each (fewer when there are few), and these over 12 services.
  public static func guide(rows: Int) -> Data {
    var words = Words(seed: 5)
    let perShow = min(rows, 200)
    let shows = (0..<rows / perShow).map { show -> String in
      let episodes = (0..<perShow).map { row in
        #"""
        {"airDate":"\#(day(row))T00:00:00.000Z","title":"\#(words.title()) \#(row)","isWatched":false,"tmdbId":\#(show + 1)}
        """#
      }
      return #"""
        {"tmdbId":\#(show + 1),"title":"\#(words.title())","poster":"https://image.tmdb.org/t/p/w500/\#(show).jpg",\#
        "overview":"\#(words.sentence(words: 20))","status":"Returning Series","streamingServices":[\#(service(show % 12))],\#
        "activeWindow":{"start":"2026-11-01","end":"2026-11-30"},"upcomingEpisodes":[\#(episodes.joined(separator: ","))],\#
        "country":"US","nextEpisodeDate":"2026-11-04T00:00:00.000Z","bufferDays":3}
        """#
    }
    let groups = (0..<min(12, shows.count)).map { number in
      let mine = shows.indices.filter { $0 % 12 == number }.map { shows[$0] }
      return #"{"service":\#(service(number)),"shows":[\#(mine.joined(separator: ","))]}"#
    }
    return Data(
      #"""
      {"success":true,"data":{"services":[\#(groups.joined(separator: ","))],"totalShows":\#(shows.count),\#
      "totalEpisodes":\#(rows)}}
      """#.utf8)
  }

  /// The server's analysis of any of these shows.
  public static let analysis: Data = {
    let details = (0..<200).map {
      #"{"number":\#($0 + 1),"airDate":"\#(day($0))T00:00:00.000Z","title":"Episode \#($0 + 1)"}"#
    }
    return Data(
      #"""
      {"success":true,"analysis":{"showDetails":{"id":1},"analyzedSeason":1,\#
      "diagnostics":{"episodeDetails":[\#(details.joined(separator: ","))]}}}
      """#.utf8)
  }()

  private static func day(_ row: Int) -> String { "2026-11-\(row % 30 < 9 ? "0" : "")\(row % 30 + 1)" }

  private static func service(_ number: Int) -> String {
    #"""
    {"id":"5a3c9be0-7f12-4d6b-8e21-b4c7d0f9a3\#(10 + number)","name":"Service \#(number + 1)",\#
    "logo":"https://image.tmdb.org/t/p/w92/\#(number).jpg","color":"#E50914","textColor":"#FFFFFF"}
    """#
  }
}
