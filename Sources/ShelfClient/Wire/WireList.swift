public import MediaCore

/// The answer of a route that lists things: one member holds the list and, for a page, others hold its place in the whole. The routes
/// name the list and the size of a page differently. Required: the list. An answer without it is an error, since an empty list would
/// claim that there is nothing. The elements are read one by one, so that an unreadable one does not lose the others.
struct WireList<Element: Decodable & Sendable>: Decodable, Sendable {
  enum ListKey: CodingKey, CaseIterable {
    case results, sessions, episodes, libraries, libraryItems, mediaProgress, bookmarks, authors, narrators, collections
    case playlists, downloads, feeds
  }

  enum PageKey: CodingKey {
    case total, page, limit, itemsPerPage
  }

  let elements: [Element]
  /// The number of all elements; not every route has it.
  let total: Int?
  /// The number of the page, from 0.
  let page: Int?
  /// The number of elements that were requested; 0 for all.
  let limit: Int?

  init(from decoder: any Decoder) throws {
    let lists = try decoder.lenient(ListKey.self)
    let list: LossyList<Element> = try lists.require(ListKey.allCases.first(where: lists.contains) ?? .results)
    let members = try decoder.lenient(PageKey.self)
    elements = list.elements
    total = members[.total]
    page = members[.page]
    limit = members[.limit] ?? members[.itemsPerPage]
  }
}

extension Page {
  init(_ list: WireList<Element>) where Element: Decodable {
    self.init(items: list.elements, total: list.total, page: list.page ?? 0, limit: list.limit ?? list.elements.count)
  }
}

/// A value behind a pointer, so that a library item without a recent episode does not take the memory of one.
enum Boxed<Value: Codable & Hashable & Sendable>: Hashable, Sendable {
  indirect case value(Value)

  init(_ value: Value) { self = .value(value) }

  var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}

extension Boxed: Codable {
  init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A page of a list and the server's version tag (`ETag`) of that page. If the tag in the request is still the tag of the server's page,
/// the page has not changed: then ``page`` is nil, and only ``tag`` is set.
public struct TaggedPage<Element: Sendable>: Sendable {
  /// The page; nil if the page on the server still has the tag in the request, and has therefore not changed.
  public var page: Page<Element>?
  /// The opaque version tag of the page (`ETag`); nil if the server sent none.
  public var tag: String?

  /// Creates the response to a request for a page.
  /// - Parameter page: the page; nil if the page has not changed.
  public init(page: Page<Element>? = nil, tag: String? = nil) {
    self.page = page
    self.tag = tag
  }
}
