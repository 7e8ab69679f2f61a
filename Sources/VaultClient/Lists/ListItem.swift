import Foundation
import MediaCore

/// A title in a list, identified by its kind and id. For adding a title, the server requires both its kind and its id. For removing and
/// marking a title, it requires only the id.
public struct ListItem: Hashable, Sendable, Codable {
  public var id: Int
  /// The kind of the title. Use only ``TitleKind/movie`` and ``TitleKind/series``: the server stores any text, but shows only these two
  /// kinds.
  public var kind: TitleKind

  /// Creates a reference to a title in a list.
  /// - Parameter id: the id of the film or the series.
  public init(_ kind: TitleKind, _ id: Int) {
    self.id = id
    self.kind = kind
  }

  /// Creates a list's reference to the title that a row shows, for example from ``LibraryEntry/id``. Returns nil if `title` is a collection,
  /// because a list holds each film of a collection as an item of its own.
  public init?(_ title: TitleReference) {
    guard title.kind != .collection else { return nil }
    self.init(title.kind, title.id)
  }

  /// Returns the reference to a film in a list.
  public static func movie(_ id: Int) -> ListItem { ListItem(.movie, id) }
  /// Returns the reference to a series in a list.
  public static func series(_ id: Int) -> ListItem { ListItem(.series, id) }

  enum CodingKeys: String, CodingKey {
    case id = "item_id"
    case kind = "item_type"
  }
}

/// A change of the mark and the note that a list stores for one of its titles. A member that is nil is not changed.
public struct ItemMark: Hashable, Sendable, Codable {
  /// Whether the list marks the title as watched. If nil, the mark is not changed. If false, the server also resets ``watchedBy`` to `you`.
  public var watched: Bool?
  /// The viewers of the title. If nil, the viewers are not changed. The server stores the viewers only if ``watched`` is true in the same
  /// change.
  public var watchedBy: WatchedBy?
  /// The note that the list stores for the title. If nil, the note is not changed.
  public var notes: String?

  /// Creates a change. Members that are nil are not changed.
  public init(watched: Bool? = nil, watchedBy: WatchedBy? = nil, notes: String? = nil) {
    self.watched = watched
    self.watchedBy = watchedBy
    self.notes = notes
  }

  enum CodingKeys: String, CodingKey {
    case watched, notes
    case watchedBy = "watched_by"
  }

  func merged(with newer: ItemMark) -> ItemMark {
    ItemMark(
      watched: newer.watched ?? watched, watchedBy: newer.watchedBy ?? (newer.watched == false ? nil : watchedBy),
      notes: newer.notes ?? notes)
  }
}

/// One title of a list as the list shows it.
struct ListRow: Codable, Hashable, Sendable {
  var isThere: Bool
  /// Whether the server's route for marking finds this title when it is given its id.
  var isMeant: Bool
  /// Whether that route can find the hidden row of an episode in its place.
  var canHideEpisode: Bool?
  /// The IMDb id of the title that has the number now.
  var imdbID: String?
  /// Whether no title has the number any more; only read for a title that is to be added.
  var lacksTitle: Bool?
  /// Whether the list is another user's, and this user has none of their own that the title could come through.
  var lacksWay: Bool?
  /// The number of the user's own list that has the title already: the title is copied from there into another user's list.
  var source: Int?
  /// The number of the user's own list to which the title is added, before it is moved from there into another user's list. Nil if one of
  /// the user's own lists has the title already.
  var passing: Int?
  /// Nil for series, whose mark the server does not show.
  var watched: Bool?
  var watchedBy: WatchedBy?
  var notes: String?
  /// The own members of a title that was taken out of the list.
  var own: OwnMembers?

  init(_ item: ListItem, in contents: ListContents) {
    isThere = contents.holds(item)
    isMeant = contents.isMeant(item)
    canHideEpisode = contents.canHideEpisode(item.id)
    let movie = item.kind == .movie ? contents.movie(item.id) : nil
    imdbID = item.kind == .movie ? movie?.imdbID : contents.series(item.id)?.imdbID
    watched = movie?.watched
    watchedBy = movie?.watchedBy
    notes = item.kind == .movie ? movie?.notes : contents.series(item.id)?.notes
  }

  /// Whether the number belongs to another title than the one that a change was made for.
  func isAnother(than changed: String?) -> Bool {
    guard let changed, let imdbID else { return false }
    return imdbID != changed
  }
}

/// The members of a title that its row in a list does not have.
struct OwnMembers: Codable, Hashable, Sendable {
  /// Whether the title is this user's own: another user's title never returns to this user's library.
  var isOwn: Bool
  /// Nil for series.
  var watched: Bool?
  /// When the title was added to the library.
  var addedAt: Date?
}
