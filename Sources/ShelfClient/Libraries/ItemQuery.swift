import Foundation
public import MediaCore

/// A query for the items of a library: filter, order, and form.
public struct ItemQuery: Sendable, Hashable {
  /// The order of the items; nil for the server's own.
  public var sort: ItemSort?
  /// Whether the order is reversed.
  public var descending = false
  /// The filter of the items; nil for all items.
  public var filter: ItemFilter?
  /// Whether all books of a series become one entry, with ``ShelfItem/collapsedSeries``. Only for libraries of books.
  public var collapsingSeries = false
  /// The names of members to include in the answer: `rssfeed`, `numepisodesincomplete`, `share`.
  public var include: [String] = []

  /// Creates a query; by default for all items in the server's order.
  public init(sort: ItemSort? = nil, descending: Bool = false, filter: ItemFilter? = nil) {
    self.sort = sort
    self.descending = descending
    self.filter = filter
  }

  /// Whether the filter or the order depends on the account's progress.
  var isAboutProgress: Bool {
    sort?.rawValue.hasPrefix("progress") == true || filter?.queryText.hasPrefix("progress.") == true
  }

  func parameters(page: Int, limit: Int) -> QueryParameters {
    [
      "limit": limit, "page": page, "sort": sort, "desc": descending ? 1 : nil, "filter": filter?.queryText,
      "collapseseries": collapsingSeries ? 1 : nil, "include": include.isEmpty ? nil : include.joined(separator: ","),
      "minified": 1,
    ]
  }
}

/// The order of items. The server ignores an unknown order, without an error.
public struct ItemSort: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// By title; on the wire `media.metadata.title`.
  public static let title = ItemSort(rawValue: "media.metadata.title")
  /// By author; for books.
  public static let authorName = ItemSort(rawValue: "media.metadata.authorName")
  /// By author with the last name first; for books.
  public static let authorLastFirst = ItemSort(rawValue: "media.metadata.authorNameLF")
  /// By author; for podcasts.
  public static let author = ItemSort(rawValue: "media.metadata.author")
  /// By year of publication; on the wire `media.metadata.publishedYear`.
  public static let publishedYear = ItemSort(rawValue: "media.metadata.publishedYear")
  /// By duration; on the wire `media.duration`.
  public static let duration = ItemSort(rawValue: "media.duration")
  /// By number of episodes; for podcasts.
  public static let episodeCount = ItemSort(rawValue: "media.numTracks")
  /// By the date of addition to the library; on the wire `addedAt`.
  public static let addedAt = ItemSort(rawValue: "addedAt")
  /// By size; on the wire `size`.
  public static let size = ItemSort(rawValue: "size")
  /// By the files' date of creation; on the wire `birthtimeMs`.
  public static let birthtime = ItemSort(rawValue: "birthtimeMs")
  /// By the date when the files' content changed; on the wire `mtimeMs`.
  public static let modified = ItemSort(rawValue: "mtimeMs")
  /// By the date of the account's last progress; on the wire `progress`.
  public static let progress = ItemSort(rawValue: "progress")
  /// By the date when the account began the item; on the wire `progress.createdAt`.
  public static let progressStarted = ItemSort(rawValue: "progress.createdAt")
  /// By the date when the account finished the item; on the wire `progress.finishedAt`.
  public static let progressFinished = ItemSort(rawValue: "progress.finishedAt")
  /// By place in the series; only with a filter by series.
  public static let sequence = ItemSort(rawValue: "sequence")
  /// In a random order; on the wire `random`.
  public static let random = ItemSort(rawValue: "random")

  /// The orders that a menu offers for a library of `type`.
  public static func choices(for type: MediaType) -> [ItemSort] {
    let own: [ItemSort] =
      type == .podcast
      ? [.author, .episodeCount]
      : [.authorName, .authorLastFirst, .publishedYear, .duration, .progress, .progressStarted, .progressFinished]
    return [.title] + own + [.addedAt, .size, .birthtime, .modified, .random]
  }
}

/// A filter of items: a group and a value, which the server reads as base64.
public struct ItemFilter: Sendable, Hashable {
  /// The filter as text for the server, before percent-encoding.
  public let queryText: String

  /// Creates a filter from a group and a value.
  /// - Parameters:
  ///   - group: a group such as `genres`; an unknown group filters nothing.
  ///   - value: the value, not yet in base64; nil for groups without one.
  public init(group: String, value: String? = nil) {
    queryText = group + (value.map { "." + Data($0.utf8).base64EncodedString() } ?? "")
  }

  /// Books of an author, by id.
  public static func author(_ id: String) -> ItemFilter { ItemFilter(group: "authors", value: id) }
  /// Books of a series, by id.
  public static func series(_ id: String) -> ItemFilter { ItemFilter(group: "series", value: id) }
  /// Books that are in no series.
  public static let withoutSeries = ItemFilter(group: "series", value: "no-series")
  /// Items with this genre.
  public static func genre(_ name: String) -> ItemFilter { ItemFilter(group: "genres", value: name) }
  /// Items with this tag.
  public static func tag(_ name: String) -> ItemFilter { ItemFilter(group: "tags", value: name) }
  /// Books read by this narrator, by name.
  public static func narrator(_ name: String) -> ItemFilter { ItemFilter(group: "narrators", value: name) }
  /// Books of this publisher.
  public static func publisher(_ name: String) -> ItemFilter { ItemFilter(group: "publishers", value: name) }
  /// Items in this language, as it is written in the metadata.
  public static func language(_ name: String) -> ItemFilter { ItemFilter(group: "languages", value: name) }
  /// Books published in a decade, given by its first year, such as 2010.
  public static func decade(_ year: Int) -> ItemFilter { ItemFilter(group: "publishedDecades", value: String(year)) }
  /// Items by the account's progress, such as `in-progress`. The server may answer from a cache that new progress does not clear:
  /// ``ProgressAPI/all()`` is exact.
  public static func progress(_ state: String) -> ItemFilter { ItemFilter(group: "progress", value: state) }
  /// Items that lack a member of the metadata, such as `isbn`.
  public static func missing(_ what: String) -> ItemFilter { ItemFilter(group: "missing", value: what) }
  /// Books by the number of their tracks: `none`, `single` or `multi`.
  public static func tracks(_ kind: String) -> ItemFilter { ItemFilter(group: "tracks", value: kind) }
  /// Books by their e-books: `ebook`, `supplementary` or `no-ebook`.
  public static func ebooks(_ kind: String) -> ItemFilter { ItemFilter(group: "ebooks", value: kind) }
  /// Items whose files are missing or cannot be read.
  public static let issues = ItemFilter(group: "issues")
  /// Items with an open RSS feed.
  public static let feedOpen = ItemFilter(group: "feed-open")
  /// Items that were added in the last 60 days.
  public static let recent = ItemFilter(group: "recent")
  /// Items that are marked as explicit.
  public static let explicit = ItemFilter(group: "explicit")
  /// Books that are marked as abridged.
  public static let abridged = ItemFilter(group: "abridged")
}
