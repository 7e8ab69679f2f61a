public import MediaCore

/// The content of a library item.
///
/// ```swift
/// item.media.book?.metadata.subtitle
/// ```
public indirect enum Media: Hashable, Sendable {
  /// A book, in its minified or expanded form.
  case book(Book)
  /// A podcast, in its minified or expanded form.
  case podcast(Podcast)
  /// Media of an unknown type, as the server sent it; null if the answer had none.
  case other(JSONValue)

  /// The type of the media; nil if unknown.
  public var type: MediaType? {
    switch self {
    case .book: .book
    case .podcast: .podcast
    case .other: nil
    }
  }

  /// The book; nil for everything else.
  public var book: Book? { if case .book(let book) = self { book } else { nil } }
  /// The podcast; nil for everything else.
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

  /// Decodes a book or a podcast, recognised by its members, for answers without a type beside the media.
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
