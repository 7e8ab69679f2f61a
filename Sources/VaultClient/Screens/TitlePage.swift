import MediaCore

/// The content of a title's page: the server's last response, with the changes of this device applied on top.
public struct TitlePage: Hashable, Sendable {
  /// The title as a row: a film, a collection with its films, or a series with its episodes. If the watchlist has the title, this row has
  /// the marks of the watchlist.
  public var entry: LibraryEntry
  /// The seasons of the series, specials first; empty if the title is a film or a collection.
  public var seasons: [SeasonGroup] = []
  /// The lists that can hold the title: the user's own lists and the lists that other users share, without the personal list.
  public var lists: [Membership] = []
  /// Whether the watchlist shows the title. The server hides a title from the watchlist while the title is in one of the user's lists.
  public var isInWatchlist = false
  /// Whether a change of this title is not on the server yet.
  public var isPending = false

  /// A list, and whether the title is in it.
  public struct Membership: Hashable, Sendable, Identifiable {
    /// The list, with its name, colour and icon.
    public var list: VaultList
    /// Whether the title is in the list; nil if the list's titles have not been read yet. For a collection, true only if every film of the
    /// collection is in the list.
    public var isIn: Bool?
    /// Whether the user may add titles to the list and remove them. Always true for the user's own lists.
    public var isEditable: Bool
    public var id: ListID { list.id }
  }

  /// The film; nil if the title is a series or a collection.
  public var movie: Movie? { if case .movie(let movie, _) = entry { movie } else { nil } }
  /// The series; nil if the title is a film or a collection.
  public var series: Series? { if case .series(let series) = entry { series } else { nil } }
  /// The films of the collection, or only the film; empty if the title is a series.
  public var movies: [Movie] {
    switch entry {
    case .movie(let movie, _): [movie]
    case .collection(let collection): collection.movies
    case .series: []
    }
  }

  /// The description; nil if the title is a series or the server has no description.
  public var overview: String? {
    switch entry {
    case .movie(let movie, _): movie.overview
    case .collection(let collection): collection.overview
    case .series: nil
    }
  }

  /// The names of the lists that contain the title.
  public var listNames: [String] { lists.filter { $0.isIn == true }.map(\.list.name) }
}

extension TitlePage {
  /// Makes the page; nil when this device does not have the title.
  init?(_ title: TitleReference, _ snapshot: VaultSnapshot, open: [MutationRecord]) {
    guard let entry = LibraryEntry(title, in: snapshot) else { return nil }
    self.entry = entry
    if case .series(let series) = entry { seasons = series.seasons() }
    let items = Self.items(entry)
    isInWatchlist = snapshot.library.map { library in items.contains { library.value.holds($0) } } ?? false
    lists = (snapshot.lists?.value ?? []).filter { $0.id != .personal }.map { list in
      let titles = snapshot.contents(of: list.id)?.value
      return Membership(
        list: list, isIn: titles.map { titles in items.allSatisfy { titles.holds($0) } },
        isEditable: list.type != .shared || list.permission == .edit)
    }
    let targets = Set(items.map { "\($0.kind)/\($0.id)" } + [title.description])
    isPending = open.contains { record in
      targets.contains(record.target)
        || record.mutation(ListItemMutation.self).map { items.contains($0.item) } == true
    }
  }

  /// The films or the series of the title, as lists name them.
  static func items(_ entry: LibraryEntry) -> [ListItem] {
    switch entry {
    case .movie(let movie, _): [.movie(movie.id)]
    case .collection(let collection): collection.movies.map { .movie($0.id) }
    case .series(let series): [.series(series.id)]
    }
  }
}

extension LibraryEntry {
  /// The title as this device has it, also one that the watchlist hides.
  fileprivate init?(_ title: TitleReference, in snapshot: VaultSnapshot) {
    switch title {
    case .movie(let id):
      guard let movie = snapshot.movie(id) else { return nil }
      self = .movie(movie, partOf: movie.collectionName.flatMap { $0.isEmpty ? nil : $0 })
    case .series(let id):
      guard let series = snapshot.series(id) else { return nil }
      self = .series(series)
    case .collection(let id):
      let movies = snapshot.movies(ofCollection: id)
      guard let first = movies.first else { return nil }
      let known =
        snapshot.library?.value.collection(id)
        ?? snapshot.contents.values.lazy.compactMap { $0.value.collection(id) }.first
      self = .collection(
        with(known ?? MovieCollection(id: id)) {
          if $0.title.isEmpty { $0.title = first.collectionName ?? first.title }
          $0.movies = movies
        })
    }
  }
}
