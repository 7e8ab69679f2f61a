import Foundation
public import MediaCore

/// A query for the items of a library: a filter, an order, and options for the response.
public struct ItemQuery: Sendable, Hashable {
  /// The order of the items; if nil, the server sends the items in its own order.
  public var sort: ItemSort?
  /// Whether the order is reversed.
  public var descending = false
  /// The filter; if nil, the query finds all items.
  public var filter: ItemFilter?
  /// Whether the response contains one entry for each series, with ``ShelfItem/collapsedSeries``, in place of the books of that series. For
  /// libraries of books only.
  public var collapsingSeries = false
  /// The names of members that the server adds to each item on request: `rssfeed`, `numepisodesincomplete`, `share`.
  public var include: [String] = []

  /// Creates a query; by default for all items in the server's order.
  public init(sort: ItemSort? = nil, descending: Bool = false, filter: ItemFilter? = nil) {
    self.sort = sort
    self.descending = descending
    self.filter = filter
  }

  /// Whether the filter, the order or a member of ``include`` depends on the account's progress.
  var isAboutProgress: Bool {
    sort?.rawValue.hasPrefix("progress") == true || filter?.isAboutProgress == true
      || include.contains("numepisodesincomplete")
  }

  func parameters(page: Int, limit: Int) -> QueryParameters {
    [
      "limit": limit, "page": page, "sort": sort, "desc": descending ? 1 : nil, "filter": filter?.queryText,
      "collapseseries": collapsingSeries ? 1 : nil, "include": include.isEmpty ? nil : include.joined(separator: ","),
      "minified": 1,
    ]
  }
}

/// An order of items. If the server does not support an order, the server ignores the order and reports no error.
public struct ItemSort: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// By title; on the wire `media.metadata.title`.
  public static let title = ItemSort(rawValue: "media.metadata.title")
  /// By author, for libraries of books; on the wire `media.metadata.authorName`.
  public static let authorName = ItemSort(rawValue: "media.metadata.authorName")
  /// By author with the last name first, for libraries of books; on the wire `media.metadata.authorNameLF`.
  public static let authorLastFirst = ItemSort(rawValue: "media.metadata.authorNameLF")
  /// By author, for libraries of podcasts; on the wire `media.metadata.author`.
  public static let author = ItemSort(rawValue: "media.metadata.author")
  /// By year of publication; on the wire `media.metadata.publishedYear`.
  public static let publishedYear = ItemSort(rawValue: "media.metadata.publishedYear")
  /// By duration; on the wire `media.duration`.
  public static let duration = ItemSort(rawValue: "media.duration")
  /// By number of episodes, for libraries of podcasts; on the wire `media.numTracks`.
  public static let episodeCount = ItemSort(rawValue: "media.numTracks")
  /// By the date of addition to the library; on the wire `addedAt`.
  public static let addedAt = ItemSort(rawValue: "addedAt")
  /// By size; on the wire `size`.
  public static let size = ItemSort(rawValue: "size")
  /// By the files' date of creation; on the wire `birthtimeMs`.
  public static let birthtime = ItemSort(rawValue: "birthtimeMs")
  /// By the date when the files' content changed; on the wire `mtimeMs`.
  public static let modified = ItemSort(rawValue: "mtimeMs")
  /// By the date when the account's progress in the item last changed; on the wire `progress`.
  public static let progress = ItemSort(rawValue: "progress")
  /// By the date when the account began the item; on the wire `progress.createdAt`.
  public static let progressStarted = ItemSort(rawValue: "progress.createdAt")
  /// By the date when the account finished the item; on the wire `progress.finishedAt`.
  public static let progressFinished = ItemSort(rawValue: "progress.finishedAt")
  /// By the book's place in the series; works only with the filter ``ItemFilter/series(_:)``. On the wire `sequence`.
  public static let sequence = ItemSort(rawValue: "sequence")
  /// In a random order; on the wire `random`.
  public static let random = ItemSort(rawValue: "random")

  /// Returns the orders that a menu offers for a library of `type`.
  public static func choices(for type: MediaType) -> [ItemSort] {
    let own: [ItemSort] =
      type == .podcast
      ? [.author, .episodeCount]
      : [.authorName, .authorLastFirst, .publishedYear, .duration, .progress, .progressStarted, .progressFinished]
    return [.title] + own + [.addedAt, .size, .birthtime, .modified, .random]
  }
}

/// A filter of items: a group, such as `genres`, and for most groups a value, such as a genre. The value is sent to the server in base64.
public struct ItemFilter: Sendable, Hashable {
  /// The filter as text for a query parameter, not percent-encoded yet.
  public let queryText: String

  /// Creates a filter from a group and a value.
  /// - Parameters:
  ///   - group: a group such as `genres`. If the server does not support the group, the filter has no effect.
  ///   - value: the value, not in base64. Pass nil if the group has no values, such as `issues`.
  public init(group: String, value: String? = nil) {
    queryText = group + (value.map { "." + Data($0.utf8).base64EncodedString() } ?? "")
  }

  /// Returns a filter for the books of the author with this id.
  public static func author(_ id: String) -> ItemFilter { ItemFilter(group: "authors", value: id) }
  /// Returns a filter for the books of the series with this id.
  public static func series(_ id: String) -> ItemFilter { ItemFilter(group: "series", value: id) }
  /// A filter for books that are in no series.
  public static let withoutSeries = ItemFilter(group: "series", value: "no-series")
  /// Returns a filter for items with this genre.
  public static func genre(_ name: String) -> ItemFilter { ItemFilter(group: "genres", value: name) }
  /// Returns a filter for items with this tag.
  public static func tag(_ name: String) -> ItemFilter { ItemFilter(group: "tags", value: name) }
  /// Returns a filter for books that are read by the narrator with this name.
  public static func narrator(_ name: String) -> ItemFilter { ItemFilter(group: "narrators", value: name) }
  /// Returns a filter for books of this publisher.
  public static func publisher(_ name: String) -> ItemFilter { ItemFilter(group: "publishers", value: name) }
  /// Returns a filter for items in this language. The language is given as it is written in the metadata.
  public static func language(_ name: String) -> ItemFilter { ItemFilter(group: "languages", value: name) }
  /// Returns a filter for books that were published in a decade. The decade is given by its first year, such as 2010.
  public static func decade(_ year: Int) -> ItemFilter { ItemFilter(group: "publishedDecades", value: String(year)) }
  /// Returns a filter for items or series by the account's progress. `state` is the server's name for the progress, such as `in-progress`.
  public static func progress(_ state: String) -> ItemFilter { ItemFilter(group: "progress", value: state) }
  /// Returns a filter for items whose metadata lacks the named member, such as `isbn`.
  public static func missing(_ what: String) -> ItemFilter { ItemFilter(group: "missing", value: what) }
  /// Returns a filter for books by the number of their tracks: `none`, `single` or `multi`.
  public static func tracks(_ kind: String) -> ItemFilter { ItemFilter(group: "tracks", value: kind) }
  /// Returns a filter for books by their ebooks: `ebook` finds books with an ebook, `supplementary` books with a supplementary ebook, and
  /// `no-ebook` books without an ebook.
  public static func ebooks(_ kind: String) -> ItemFilter { ItemFilter(group: "ebooks", value: kind) }
  /// Whether the filter is about the account's progress.
  var isAboutProgress: Bool { queryText.hasPrefix("progress.") }
  /// A filter for items whose files are missing or cannot be read.
  public static let issues = ItemFilter(group: "issues")
  /// A filter for items with an open RSS feed.
  public static let feedOpen = ItemFilter(group: "feed-open")
  /// A filter for items that were added in the last 60 days.
  public static let recent = ItemFilter(group: "recent")
  /// A filter for items that are marked as explicit.
  public static let explicit = ItemFilter(group: "explicit")
  /// A filter for books that are marked as abridged.
  public static let abridged = ItemFilter(group: "abridged")
}
