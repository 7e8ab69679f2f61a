public import Foundation
import MediaCore

/// A film. Routes tell more or less of it: what one does not tell is nil. Required: `id`.
///
/// Ids are given out again after a deletion: compare ``imdbID`` before trusting one that was kept.
public struct Movie: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var title: String
  /// `tt` and seven or eight digits.
  public var imdbID: String?
  public var releaseDate: LooseDate?
  /// Minutes; 0 and nil both mean unknown.
  public var runtime: Int?
  /// Film-wide in the watchlist and by itself; in the items of a list, the list's own mark.
  public var watched: Bool
  public var collectionID: Int?
  public var collectionName: String?
  /// Absolute, or relative to the server; see ``MediaAPI/url(of:)``.
  public var posterURL: String?
  public var posterThumb: String?
  public var overview: String?
  /// In the items of a list, the list's own note.
  public var notes: String?
  public var quality: Quality?
  /// Not opened yet since it was found.
  public var isNew: Bool?
  /// When it came into the library; in the items of a list, into the list.
  public var addedAt: Date?
  public var importedAt: Date?
  /// Only in the items of a list.
  public var watchedBy: WatchedBy?
  public var type: TitleKind?
  public var userID: Int?

  public init(
    id: Int, title: String = "", imdbID: String? = nil, releaseDate: LooseDate? = nil, runtime: Int? = nil,
    watched: Bool = false, collectionID: Int? = nil, collectionName: String? = nil, posterURL: String? = nil,
    posterThumb: String? = nil, overview: String? = nil, notes: String? = nil, quality: Quality? = nil,
    isNew: Bool? = nil, addedAt: Date? = nil, importedAt: Date? = nil, watchedBy: WatchedBy? = nil,
    type: TitleKind? = nil, userID: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.imdbID = imdbID
    self.releaseDate = releaseDate
    self.runtime = runtime
    self.watched = watched
    self.collectionID = collectionID
    self.collectionName = collectionName
    self.posterURL = posterURL
    self.posterThumb = posterThumb
    self.overview = overview
    self.notes = notes
    self.quality = quality
    self.isNew = isNew
    self.addedAt = addedAt
    self.importedAt = importedAt
    self.watchedBy = watchedBy
    self.type = type
    self.userID = userID
  }

  enum CodingKeys: String, CodingKey {
    case id
    case title
    case imdbID = "imdb_id"
    case releaseDate = "release_date"
    case runtime
    case watched
    case collectionID = "collection_id"
    case collectionName = "collection_name"
    case posterURL = "poster_url"
    case posterThumb = "poster_thumb"
    case overview
    case notes
    case quality
    case isNew = "is_new"
    case addedAt = "added_at"
    case importedAt = "imported_at"
    case watchedBy = "watched_by"
    case type
    case userID = "user_id"
  }
}

extension Movie {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    title = members[.title] ?? ""
    imdbID = members[.imdbID]
    releaseDate = members[.releaseDate]
    runtime = members[.runtime]
    watched = members.flag(.watched) ?? false
    collectionID = members[.collectionID]
    collectionName = members[.collectionName]
    posterURL = members[.posterURL]
    posterThumb = members[.posterThumb]
    overview = members[.overview]
    notes = members[.notes]
    quality = members[.quality]
    isNew = members.flag(.isNew)
    addedAt = members[.addedAt]
    importedAt = members[.importedAt]
    watchedBy = members[.watchedBy]
    type = members[.type]
    userID = members[.userID]
  }
}
