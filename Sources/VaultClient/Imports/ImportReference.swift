import Foundation

/// The meaning of a pasted text: the id of a title to import, a web address, or words to search for.
public enum ImportReference: Hashable, Sendable, Codable {
  /// An IMDb id of a film or a series. Import the title with ``TitleImport/title(_:)``.
  case imdb(String)
  /// The id of a series, which consists of `tmdb_` and a number.
  case tmdbSeries(String)
  /// A web address at TVMaze. The server cannot look up this address; search for the title instead.
  case tvmaze(String)
  /// A text that is neither an id nor an address. Search for the text.
  case query(String)
  /// A web address that the server cannot use.
  case unknownURL(String)

  /// Finds out what a pasted text refers to. Blanks at both ends and leading `@` characters are ignored. From a web address that contains
  /// IMDb ids, the first IMDb id is used. Only a text that starts like a web address is read as an address, so a title that contains a
  /// colon is read as a title.
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

/// A title to import, identified by its id at IMDb or TMDB.
///
/// Create a value from a ``SearchResult``. ``VaultStore/importTitle(_:into:)`` stores the import until the server has the title.
///
/// ```swift
/// if let hit = try await vault.search.all("harbor").first {
///   try await vault.store.importTitle(TitleImport(hit))
/// }
/// ```
public enum TitleImport: Hashable, Sendable, Codable {
  /// A film, by its IMDb id. The server also imports the sequels of the film.
  case movie(String)
  /// All films of a franchise, by the IMDb id of one of its films.
  case sequels(String)
  /// A series, by its IMDb id or its `tmdb_` id.
  case series(String)
  /// A series with all seasons, by its id.
  case fullSeries(String)
  /// A film, or a series with all seasons, by its IMDb id. The SDK asks the server whether the id belongs to a film or a series. If it
  /// belongs to neither, the import is refused.
  case title(String)

  /// The id of the title to import, at IMDb or TMDB.
  public var imdbID: String {
    switch self {
    case .movie(let id), .sequels(let id), .series(let id), .fullSeries(let id), .title(let id): id
    }
  }
}
