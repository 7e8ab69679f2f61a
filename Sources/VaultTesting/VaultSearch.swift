import Foundation
import MediaTesting

/// Search in the simulated catalogues. Requires no token.
enum VaultSearch {
  static let routes = [
    VaultRoute("GET", "/api/search/all/", all),
    VaultRoute("GET", "/api/search/movies/", movies),
    VaultRoute("GET", "/api/search/series/") { call, state in
      VaultJSON.answer(tvmazeHits(try limitedQuery(call, "tv", "Series", &state)))
    },
    VaultRoute("GET", "/api/search/series/tvmaze/") { call, _ in
      let query = try query(call)
      return VaultJSON.answer(call.isSimulated ? tvmazeHits(query) : [])
    },
  ]

  private static func query(_ call: VaultCall) throws -> String { try VaultForm.read(call) { $0.query("query") } }

  /// The message for a catalogue that cannot be reached; its address contains the server's key.
  static func unreachable(_ path: String, _ query: [(String, String)], _ call: VaultCall) -> String {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    let items = ([("api_key", call.config.tmdbKey)] + query).map { name, value in
      let escaped = value.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
      return name + "=" + escaped.replacingOccurrences(of: "%20", with: "+")
    }
    return "HTTPSConnectionPool(host='api.themoviedb.org', port=443): Max retries exceeded with url: "
      + "\(path)?\(items.joined(separator: "&")) (Caused by NameResolutionError(\"HTTPSConnection("
      + "host='api.themoviedb.org', port=443): Failed to resolve 'api.themoviedb.org' "
      + "([Errno -2] Name or service not known)\"))"
  }

  private static func movies(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let query = try limitedQuery(call, "movie", "Movie", &state)
    let films = foundFilms(query).map { film -> JSONValue in
      [
        "title": .string(film.title), "imdb_id": .string(film.imdbID), "release_date": .string(film.releaseDate),
        "poster_url": .string(film.poster),
      ]
    }
    return VaultJSON.answer(.array(films))
  }

  /// The query of a search that asks TMDB alone, at most 30 times a minute.
  private static func limitedQuery(
    _ call: VaultCall, _ route: String, _ thing: String, _ state: inout VaultState
  ) throws -> String {
    let query = try query(call)
    try state.limit("search \(route)", 30, seconds: 60, "30 per 1 minute")
    if call.isSimulated { return query }
    let reason = unreachable("/3/search/\(route)", [("query", query), ("page", "1"), ("language", "en")], call)
    throw VaultFailure.detail(500, "\(thing) search failed: \(reason)")
  }

  private static func tvmazeHits(_ query: String) -> JSONValue {
    let hits = foundShows(query).compactMap { show -> JSONValue? in
      guard let (imdbID, poster) = show.tvmaze else { return nil }
      return ["title": .string(show.title), "imdb_id": .string(imdbID), "poster_url": .string(poster), "episodes": []]
    }
    return .array(hits)
  }

  private static func all(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let query = try query(call)
    guard call.isSimulated else { throw VaultFailure.crash }
    let films = foundFilms(query).map { ($0.title, $0.imdbID, $0.releaseDate, $0.poster, "movie") }
    let shows = foundShows(query).map { ($0.title, $0.imdbID, $0.firstAired, $0.poster, "series") }
    let found = films + shows
    let fitting = found.filter { fits($0.0, query) }
    let ranked = (fitting.isEmpty ? found : fitting).enumerated().sorted { a, b in
      (-score(a.element.0, query), a.offset) < (-score(b.element.0, query), b.offset)
    }
    let hits = ranked.prefix(12).map { _, hit -> JSONValue in
      [
        "title": .string(hit.0), "imdb_id": .string(hit.1), "release_date": .string(hit.2),
        "poster_url": .string(hit.3), "type": .string(hit.4),
      ]
    }
    return VaultJSON.answer(.array(hits))
  }

  // MARK: Finding

  private static func words(_ text: String) -> Set<String> {
    Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  private static func isFound(_ title: String, _ query: String) -> Bool {
    let query = query.trimmingCharacters(in: .whitespaces).lowercased()
    return !query.isEmpty && (title.lowercased().contains(query) || !words(title).isDisjoint(with: words(query)))
  }

  private static func foundFilms(_ query: String) -> [VaultCatalogue.Film] {
    VaultCatalogue.films.filter { $0.isListed && isFound($0.title, query) }
  }

  private static func foundShows(_ query: String) -> [VaultCatalogue.Show] {
    VaultCatalogue.shows.filter { isFound($0.title, query) }
  }

  /// Whether the title contains the whole query, or seven tenths of its words.
  private static func fits(_ title: String, _ query: String) -> Bool {
    let wanted = words(query)
    return title.lowercased().contains(query.lowercased())
      || !wanted.isEmpty && wanted.intersection(words(title)).count * 10 >= wanted.count * 7
  }

  private static func score(_ title: String, _ query: String) -> Int {
    let title = title.lowercased()
    let query = query.lowercased()
    if title == query { return 100 }
    if title.hasPrefix(query) { return 95 }
    if title.contains(query) { return 85 }
    return words(title).isDisjoint(with: words(query)) ? 50 : 75
  }
}
