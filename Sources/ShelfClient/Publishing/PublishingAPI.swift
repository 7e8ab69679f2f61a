public import Foundation
public import MediaCore

/// The requests that publish a library's items by public links and RSS feeds, for administrators. To play a book that is shared by a public
/// link, use ``ShareAPI``.
public protocol PublishingAPI: Sendable {
  /// Fetches an item with its share in ``ShelfItem/mediaItemShare`` and its feed in ``ShelfItem/rssFeed``
  /// (`GET /api/items/{id}?expanded=1&include=share,rssfeed`). The server sends these two members only to administrators.
  func published(_ item: String) async throws(ClientError) -> ShelfItem
  /// Shares a book by a public link (`POST /api/share/mediaitem`). If the call fails, the client does not repeat it.
  /// - Parameters:
  ///   - book: the id of the book itself, ``Book/id``, and not the id of its library item.
  ///   - slug: the last path component of the link.
  ///   - end: when the share ends. If nil, the share never ends.
  ///   - isDownloadable: whether a person with the link may download the files.
  /// - Throws: `conflict` with the server's message, if the book is already shared or the slug is in use; `forbidden`.
  func share(
    book: String, as slug: String, until end: Date?, isDownloadable: Bool
  ) async throws(ClientError) -> ItemShare
  /// Ends a share (`DELETE /api/share/mediaitem/{id}`). Succeeds if the share does not exist any more.
  /// - Parameter id: the id of the share, ``ItemShare/id``.
  func endShare(_ id: String) async throws(ClientError)
  /// Opens an RSS feed that can be read without a password (`POST /api/feeds/{kind}/{id}/open`).
  /// - Parameter slug: the last path component of the feed's address.
  /// - Throws: `invalidRequest` with the server's message, for example if the slug is in use or the item has no audio; `forbidden`.
  func openFeed(of subject: FeedSubject, as slug: String) async throws(ClientError) -> RSSFeedInfo
  /// Closes an RSS feed (`POST /api/feeds/{id}/close`). Succeeds if the feed does not exist any more.
  func closeFeed(_ id: String) async throws(ClientError)
}

/// The entity to open an RSS feed for: an item, a collection or a series.
public enum FeedSubject: Sendable, Hashable {
  /// A book or podcast. The value is the id of the library item.
  case item(String)
  /// A collection. The value is the id of the collection.
  case collection(String)
  /// A series. The value is the id of the series.
  case series(String)
}

/// The share of a book: its public link and the conditions of the link. Decoding requires `id`.
public struct ItemShare: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The last path component of the link, with which ``ShareAPI/open(_:at:)`` opens the share.
  public var slug = ""
  /// The id of the shared book itself, not of its library item.
  public var mediaItemId: String?
  /// When the share ends. If nil, the share never ends.
  public var expiresAt: Date?
  /// Whether a person with the link may download the files; nil on servers before 2.20.
  public var isDownloadable: Bool?

  /// Creates a value from its required members. Optional members are nil.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    slug = members[.slug] ?? ""
    mediaItemId = members[.mediaItemId]
    // The server sends this date as text, but other dates as numbers. `members` reads both.
    expiresAt = members[.expiresAt]
    isDownloadable = members[.isDownloadable]
  }
}

struct LivePublishingAPI: PublishingAPI {
  let client: ServiceClient

  func published(_ item: String) async throws(ClientError) -> ShelfItem {
    try await client.json(
      .shelfPublishingItem, path: ["api", "items", .id(item)],
      query: ["expanded": 1, "include": "share,rssfeed"], traits: .read.withWholeItems)
  }

  func share(
    book: String, as slug: String, until end: Date?, isDownloadable: Bool
  ) async throws(ClientError) -> ItemShare {
    // Send 0 for a share without an end: the server refuses null.
    let body: JSONValue = [
      "slug": .string(slug), "mediaItemType": "book", "mediaItemId": .string(book),
      "expiresAt": .number(Double(end?.milliseconds ?? 0)), "isDownloadable": .bool(isDownloadable),
    ]
    return try await client.json(
      .shelfPublishingShare, .post, path: ["api", "share", "mediaitem"], body: body, ids: [book, slug], traits: .write)
  }

  func endShare(_ id: String) async throws(ClientError) {
    do throws(ClientError) {
      try await client.send(
        .done(
          .shelfPublishingEndShare, .delete, path: ["api", "share", "mediaitem", .id(id)], traits: .repeatableWrite))
    } catch { try Self.ignoreMissing(error) }
  }

  func openFeed(of subject: FeedSubject, as slug: String) async throws(ClientError) -> RSSFeedInfo {
    let (kind, id): (PathSegment, String) =
      switch subject {
      case .item(let id): ("item", id)
      case .collection(let id): ("collection", id)
      case .series(let id): ("series", id)
      }
    // Send the address that this device uses: the links in the feed begin with it.
    let base = try await client.locator.base()
    let answer: FeedAnswer = try await client.json(
      .shelfPublishingOpenFeed, .post, path: ["api", "feeds", kind, .id(id), "open"],
      body: ["serverAddress": base.absoluteString.trimmingSlash, "slug": slug], ids: [slug], traits: .write)
    return answer.feed
  }

  func closeFeed(_ id: String) async throws(ClientError) {
    try await client.ok(
      .shelfPublishingCloseFeed, .post, path: ["api", "feeds", .id(id), "close"], traits: .repeatableWrite,
      isDoneWhenMissing: true)
  }

  /// Only a 404 with the server's own message means that the share is gone; a page comes from a proxy in front of the server.
  private static func ignoreMissing(_ error: ClientError) throws(ClientError) {
    guard error.kind == .notFound, error.serverMessage != nil else { throw error }
  }
}

private struct FeedAnswer: Decodable, Sendable {
  let feed: RSSFeedInfo
}

extension String {
  fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
