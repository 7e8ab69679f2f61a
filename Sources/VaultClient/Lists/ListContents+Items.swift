extension ListContents {
  /// Whether the list holds `item`, which can be a film, a series or a collection. A film that belongs to a collection in the list also
  /// counts as held.
  public func holds(_ item: ListItem) -> Bool {
    items.contains(item) || item.kind == .collection && collection(item.id) != nil
  }

  /// Whether the list holds both a film and a series with the id of `item`. The server's routes for removing and marking cannot distinguish
  /// the two, and always use the film.
  public func isAmbiguous(_ item: ListItem) -> Bool { movie(item.id) != nil && series(item.id) != nil }

  /// Whether the route for marking finds `item` when it is given its id: of several kinds the server takes the first by
  /// name, whatever was added first.
  func isMeant(_ item: ListItem) -> Bool {
    switch item.kind {
    case .movie: true
    case .series: movie(item.id) == nil
    // A list shows only films and series.
    default: false
    }
  }

  /// Whether the list can have a hidden row of an episode with that id, which the route for marking would take: the row
  /// comes with a copied series.
  func canHideEpisode(_ id: Int) -> Bool { series.contains { $0.episodes.contains { $0.id == id } } }

  /// The titles of the list, including the films of collections.
  public var items: [ListItem] { allMovies.map { .movie($0.id) } + series.map { .series($0.id) } }

  mutating func remove(_ item: ListItem) {
    switch item.kind {
    case .movie: removeMovie(item.id)
    case .series: series.removeAll { $0.id == item.id }
    default: break
    }
  }

  /// Removes a film, and its collection when that film was the last.
  mutating func removeMovie(_ id: Int) {
    movies.removeAll { $0.id == id }
    for index in collections.indices { collections[index].movies.removeAll { $0.id == id } }
    collections.removeAll { $0.movies.isEmpty }
  }

  mutating func add(_ movie: Movie) {
    guard let id = movie.collectionID, let name = movie.collectionName, !name.isEmpty else {
      return movies.append(movie)
    }
    if let index = collections.firstIndex(where: { $0.id == id }) {
      collections[index].insert(movie)
    } else {
      collections.append(
        with(MovieCollection(id: id)) {
          $0.title = name
          $0.movies = [movie]
          $0.posterURL = movie.posterURL
          $0.isNew = movie.isNew
        })
    }
  }

  /// Moves a film into the collection that it names, or out of every collection. A list can show a film twice.
  mutating func regroup(_ id: Int) {
    let rows = allMovies.filter { $0.id == id }
    guard let row = rows.first else { return }
    let isGrouped = row.collectionID != nil && row.collectionName?.isEmpty == false
    let home = isGrouped ? row.collectionID.flatMap(collection)?.movies ?? [] : movies
    // If the film is already in its group, leave it there. If its collection has no other film, make the collection again: its name may
    // have changed.
    if home.contains(where: { $0.id == id }), !isGrouped || home.count > 1 { return }
    removeMovie(id)
    for row in rows { add(row) }
  }

  /// Changes a film wherever it occurs.
  mutating func change(movie id: Int, _ body: (inout Movie) -> Void) {
    movies.change(id, body)
    for index in collections.indices where collections[index].movies.contains(where: { $0.id == id }) {
      collections[index].movies.change(id, body)
    }
  }

  mutating func change(series id: Int, _ body: (inout Series) -> Void) { series.change(id, body) }
}

extension Array where Element: Identifiable {
  mutating func change(_ id: Element.ID, _ body: (inout Element) -> Void) {
    for index in indices where self[index].id == id { body(&self[index]) }
  }
}
