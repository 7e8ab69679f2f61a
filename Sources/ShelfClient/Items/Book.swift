import MediaCore

/// The book of a library item. The short form, in lists, has numbers in place of files, chapters and tracks. The expanded form has the
/// files, chapters and tracks themselves. The plain form has no numbers, no ``tracks`` and no ``duration``.
public struct Book: Codable, Hashable, Sendable {
  /// The book's own id, as in ``MediaProgress/mediaItemId``. Not the id of the library item.
  public var id: String?
  /// The id of the library item that the book belongs to.
  public var libraryItemId: String?
  /// The metadata of the book: title, authors, series and the like.
  public var metadata = BookMetadata()
  /// The path of the cover on the server. The path is no address for a client; it only shows that the book has a cover.
  public var coverPath: String?
  /// The tags of the book, in the server's order.
  public var tags: [String] = []
  /// The number of the book's audio tracks; 0 if the book has no audio.
  public var numTracks: Int?
  /// The number of the book's audio files; nil in the expanded form (see ``ShelfItem``), which has ``audioFiles``.
  public var numAudioFiles: Int?
  /// The number of the book's chapters; nil in the expanded form (see ``ShelfItem``), which has ``chapters``.
  public var numChapters: Int?
  /// The duration of the book, in seconds.
  public var duration: Double?
  /// The size of the book's files, in bytes.
  public var size: Int?
  /// The format of the book's ebook; nil if the book has no ebook.
  public var ebookFormat: EBookFormat?
  /// The audio files of the book, including files that are excluded from playing; nil in the short form of lists (see ``ShelfItem``).
  public var audioFiles: [AudioFile]?
  /// The chapters of the book; nil in the short form of lists (see ``ShelfItem``).
  public var chapters: [Chapter]?
  /// The file of the book's ebook; nil if the book has no ebook.
  public var ebookFile: LibraryFile?
  /// The audio tracks to play, in order; nil except in the expanded form (see ``ShelfItem``).
  public var tracks: [AudioTrack]?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members[.id]
    libraryItemId = members[.libraryItemId]
    metadata = members[.metadata] ?? BookMetadata()
    coverPath = members[.coverPath]
    tags = members.list(.tags)
    numTracks = members[.numTracks]
    numAudioFiles = members[.numAudioFiles]
    numChapters = members[.numChapters]
    duration = members[.duration]
    size = members[.size]
    ebookFormat = members[.ebookFormat]
    audioFiles = members.optionalList(.audioFiles)
    chapters = members.chapters(.chapters)
    ebookFile = members[.ebookFile]
    tracks = members.optionalList(.tracks)
  }

  /// Whether the book has audio. The server sends a number of tracks, the tracks or the audio files, depending on the form of the book.
  var hasAudio: Bool { (numTracks ?? tracks?.count ?? audioFiles?.count ?? 0) > 0 }
}

extension ShelfItem {
  /// Whether the item is a book that plays. The server would open a session without audio for an ebook or a missing book.
  var isPlayable: Bool { !isMissing && media.book?.hasAudio == true }
}
