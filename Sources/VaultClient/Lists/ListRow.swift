import MediaCore

/// One title of a list as the list shows it.
struct ListRow: Codable, Hashable, Sendable {
  var isThere: Bool
  /// Whether the server's routes find this title when they are given its id.
  var isMeant: Bool
  /// Whether a title of another kind has the same id in that list.
  var sharesID: Bool
  /// Nil for series, whose mark the server does not show.
  var watched: Bool?
  var watchedBy: WatchedBy?
  var notes: String?

  init(_ item: ListItem, in contents: ListContents) {
    isThere = contents.holds(item)
    isMeant = contents.isMeant(item)
    sharesID = contents.isAmbiguous(item)
    if item.kind == .movie {
      let movie = contents.movie(item.id)
      watched = movie?.watched
      watchedBy = movie?.watchedBy
      notes = movie?.notes
    } else {
      notes = contents.series(item.id)?.notes
    }
  }
}
