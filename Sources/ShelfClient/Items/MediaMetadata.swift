import MediaCore

/// The metadata of a book or a podcast, for responses that contain only the metadata of an item.
public indirect enum MediaMetadata: Hashable, Sendable {
  /// The metadata of a book.
  case book(BookMetadata)
  /// The metadata of a podcast.
  case podcast(PodcastMetadata)

  /// The metadata of the book; nil if this is the metadata of a podcast.
  public var book: BookMetadata? { if case .book(let metadata) = self { metadata } else { nil } }
  /// The metadata of the podcast; nil if this is the metadata of a book.
  public var podcast: PodcastMetadata? { if case .podcast(let metadata) = self { metadata } else { nil } }

  /// The title of the book or the podcast.
  public var title: String? {
    switch self {
    case .book(let metadata): metadata.title
    case .podcast(let metadata): metadata.title
    }
  }

  /// The names of all authors, joined with commas; nil if there are none.
  public var authorName: String? {
    switch self {
    case .book(let metadata): metadata.authorNames
    case .podcast(let metadata): metadata.author.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}

extension MediaMetadata: Codable {
  /// Members that only books have.
  private enum BookKeys: CodingKey, CaseIterable {
    case authors, narrators, series, authorName, publishedYear, publisher, isbn, asin, abridged
  }

  /// Decodes the metadata of a book or a podcast from a response that does not contain the type of the item. If the object has a member
  /// that only books have, decodes the metadata of a book.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: BookKeys.self)
    self =
      members.allKeys.isEmpty ? .podcast(try PodcastMetadata(from: decoder)) : .book(try BookMetadata(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .book(let metadata): try metadata.encode(to: encoder)
    case .podcast(let metadata): try metadata.encode(to: encoder)
    }
  }

  init?<Key>(_ members: LenientContainer<Key>, _ key: Key, type: MediaType?) {
    let metadata: MediaMetadata?
    switch type {
    case .book: metadata = (members[key] as BookMetadata?).map { .book($0) }
    case .podcast: metadata = (members[key] as PodcastMetadata?).map { .podcast($0) }
    default: metadata = members[key]
    }
    guard let metadata else { return nil }
    self = metadata
  }
}

extension BookMetadata {
  /// The names of all authors, joined with commas, from ``authorName`` or else from ``authors``; nil if there are none.
  public var authorNames: String? {
    let names = authorName ?? authors?.map(\.name).joined(separator: ", ")
    return names.flatMap { $0.isEmpty ? nil : $0 }
  }
}
