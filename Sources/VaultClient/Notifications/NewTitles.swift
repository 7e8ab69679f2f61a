import MediaCore

/// What is new for the user. Each list can be missing.
public struct NewTitles: Codable, Hashable, Sendable {
  public var newMovies: [Movie]
  public var newSeries: [NewSeries]
  /// Imported in the last 24 hours and not opened since.
  public var importedMovies: [Movie]
  public var importedSeries: [Series]

  public init(
    newMovies: [Movie] = [], newSeries: [NewSeries] = [], importedMovies: [Movie] = [], importedSeries: [Series] = []
  ) {
    self.newMovies = newMovies
    self.newSeries = newSeries
    self.importedMovies = importedMovies
    self.importedSeries = importedSeries
  }

  enum CodingKeys: String, CodingKey {
    case newMovies = "new_movies"
    case newSeries = "new_series"
    case importedMovies = "newly_imported_movies"
    case importedSeries = "newly_imported_series"
  }
}

extension NewTitles {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    newMovies = members.list(.newMovies)
    newSeries = members.list(.newSeries)
    importedMovies = members.list(.importedMovies)
    importedSeries = members.list(.importedSeries)
  }
}

extension NewTitles {
  /// How many rows there are; one title can be in two.
  public var count: Int { newMovies.count + newSeries.count + importedMovies.count + importedSeries.count }
  public var isEmpty: Bool { count == 0 }
}
