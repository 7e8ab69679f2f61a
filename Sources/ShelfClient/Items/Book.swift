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
  /// The number of tracks; 0 for a book without audio.
  public var numTracks: Int?
  /// The number of audio files; nil in the expanded form, which has ``audioFiles``.
  public var numAudioFiles: Int?
  /// The number of chapters; nil in the expanded form, which has ``chapters``.
  public var numChapters: Int?
  /// The duration of the book, in seconds.
  public var duration: Double?
  /// The size of the book's files, in bytes.
  public var size: Int?
  /// The format of the ebook; nil if there is none.
  public var ebookFormat: EBookFormat?
  /// The audio files, including excluded ones; nil in the short form of lists.
  public var audioFiles: [AudioFile]?
  /// The chapters; nil in the short form of lists.
  public var chapters: [Chapter]?
  /// The ebook; nil if there is none.
  public var ebookFile: LibraryFile?
  /// The tracks to play, in order; nil except in the expanded form.
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
}
