public import MediaCore

/// The content of a library item: a book or a podcast.
///
/// ```swift
/// item.media.book?.metadata.subtitle
/// ```
public indirect enum Media: Hashable, Sendable {
  /// A book, in the short, plain or expanded form of ``ShelfItem``.
  case book(Book)
  /// A podcast, in the short, plain or expanded form of ``ShelfItem``.
  case podcast(Podcast)
  /// Media of an unknown type, as the server sent it; JSON null if the item has no media.
  case other(JSONValue)

  /// The type of the media; nil if the media is ``other(_:)``.
  public var type: MediaType? {
    switch self {
    case .book: .book
    case .podcast: .podcast
    case .other: nil
    }
  }

  /// The book; nil if the media is not a book.
  public var book: Book? { if case .book(let book) = self { book } else { nil } }
  /// The podcast; nil if the media is not a podcast.
  public var podcast: Podcast? { if case .podcast(let podcast) = self { podcast } else { nil } }
}

extension Media: Codable {
  /// Members that only books have.
  private enum BookKeys: CodingKey {
    case numTracks, numAudioFiles, numChapters, audioFiles, chapters, tracks, ebookFile, ebookFormat, duration
  }

  /// Members that only podcasts have.
  private enum PodcastKeys: CodingKey {
    case numEpisodes, episodes, lastEpisodeCheck, autoDownloadEpisodes, autoDownloadSchedule, maxEpisodesToKeep
    case maxNewEpisodesToDownload
  }

  /// Decodes a book or a podcast from a response that does not contain the type of the media. The members of the JSON object determine the
  /// type.
  public init(from decoder: any Decoder) throws {
    if try !decoder.container(keyedBy: PodcastKeys.self).allKeys.isEmpty {
      self = .podcast(try Podcast(from: decoder))
    } else if try !decoder.container(keyedBy: BookKeys.self).allKeys.isEmpty {
      self = .book(try Book(from: decoder))
    } else {
      self = .other(try JSONValue(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .book(let book): try book.encode(to: encoder)
    case .podcast(let podcast): try podcast.encode(to: encoder)
    case .other(let value): try value.encode(to: encoder)
    }
  }

  /// Decodes the media by the type beside it.
  init<Key>(_ members: LenientContainer<Key>, _ key: Key, type: MediaType?) {
    switch type {
    case .book: self = .book(members[key] ?? Book())
    case .podcast: self = .podcast(members[key] ?? Podcast())
    case nil: self = members[key] ?? .other(.null)
    default: self = .other(members[key] ?? .null)
    }
  }
}
