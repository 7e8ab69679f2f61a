import MediaCore

/// The description of a book or a podcast, in answers that have no other part of the item.
public indirect enum MediaMetadata: Hashable, Sendable {
  /// The description of a book.
  case book(BookMetadata)
  /// The description of a podcast.
  case podcast(PodcastMetadata)

  /// The description of a book; nil for a podcast.
  public var book: BookMetadata? { if case .book(let metadata) = self { metadata } else { nil } }
  /// The description of a podcast; nil for a book.
  public var podcast: PodcastMetadata? { if case .podcast(let metadata) = self { metadata } else { nil } }

  /// The title of the book or the podcast.
  public var title: String? {
    switch self {
    case .book(let metadata): metadata.title
    case .podcast(let metadata): metadata.title
    }
  }

  /// The author or authors, joined with commas; nil when there are none.
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

  /// Decodes the description of a book or a podcast, for answers without a type: metadata with a member that only books have is a book's.
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
  /// The authors, joined with commas, from whichever form the answer has; nil when there are none.
  public var authorNames: String? {
    let names = authorName ?? authors?.map(\.name).joined(separator: ", ")
    return names.flatMap { $0.isEmpty ? nil : $0 }
  }
}
