import Foundation

/// The title that a pasted text names, for importing.
public enum ImportReference: Hashable, Sendable, Codable {
  /// An IMDb id of a film or a series: see ``TitleImport/title(_:)``.
  case imdb(String)
  /// A series, by an id of `tmdb_` and a number.
  case tmdbSeries(String)
  /// An address at TVMaze, which this server cannot look up: search for its title instead.
  case tvmaze(String)
  /// Words to search for.
  case query(String)
  /// An address that the server cannot use.
  case unknownURL(String)

  /// Reads a pasted text: the first IMDb id in it counts. Blanks and a leading `@` are dropped. Only a text that starts like an address is
  /// treated as one: a title with a colon is a title.
  public init(_ text: String) {
    var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    while text.hasPrefix("@") { text = String(text.dropFirst()).trimmingCharacters(in: .whitespaces) }
    let lower = text.lowercased()
    if let match = lower.wholeMatch(of: #/tmdb_\d{1,12}/#) {
      self = .tmdbSeries(String(match.0))
    } else if let id = lower.firstMatch(of: #/tt\d{7,8}/#)?.0, Self.isURL(lower) || lower == id {
      self = .imdb(String(id))
    } else if Self.isURL(lower) {
      self = lower.contains("tvmaze.com/") ? .tvmaze(text) : .unknownURL(text)
    } else {
      self = .query(text)
    }
  }

  /// Whether a text in lower case is an address: it has http or https, or starts like one of the catalogues.
  private static func isURL(_ text: String) -> Bool {
    ["http://", "https://", "www.", "imdb.com/", "tvmaze.com/", "themoviedb.org/"].contains(where: text.hasPrefix)
  }
}

/// A title to import, by its id at IMDb or TMDB.
///
/// ``SearchResult`` makes one, and ``VaultStore/importTitle(_:into:)`` keeps it until the server has the title.
///
/// ```swift
/// if let hit = try await vault.search.all("harbor").first {
///   try await vault.store.importTitle(TitleImport(hit))
/// }
/// ```
public enum TitleImport: Hashable, Sendable, Codable {
  /// A film, by its id at IMDb; its sequels are imported with it.
  case movie(String)
  /// All films of a film's franchise, by the film's id at IMDb.
  case sequels(String)
  /// A series, by its id at IMDb.
  case series(String)
  /// A series with all seasons, by its id.
  case fullSeries(String)
  /// A film, or a series with all seasons, by its IMDb id: the server is asked which kind has this id. An id of neither is refused.
  case title(String)

  /// The id of the title to import, whatever its kind.
  public var imdbID: String {
    switch self {
    case .movie(let id), .sequels(let id), .series(let id), .fullSeries(let id), .title(let id): id
    }
  }
}
