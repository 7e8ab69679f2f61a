public import ShelfClient

extension Chapter {
  /// Three chapters over the two tracks of the sample book; the second one begins in the first track.
  public static let samples = [
    Chapter(id: 0, start: 0, end: 1200, title: "Ebb"),
    Chapter(id: 1, start: 1200, end: 2400.5, title: "Slack Water"),
    Chapter(id: 2, start: 2400.5, end: 3600, title: "Flood"),
  ]
}

extension FileMetadata {
  /// An MP3 file of the sample book.
  public static func sample(_ filename: String, size: Int) -> FileMetadata {
    FileMetadata(
      filename: filename, ext: ".mp3", path: "/audiobooks/Harbour Lights/\(filename)", relPath: filename, size: size,
      mtimeMs: SampleTime.ago(days: 30), ctimeMs: SampleTime.ago(days: 30), birthtimeMs: SampleTime.ago(days: 30))
  }
}

extension AudioFile {
  /// The two files of the sample book.
  public static let samples = AudioTrack.samples.map { track in
    AudioFile(
      ino: track.ino ?? "", index: track.index, metadata: track.metadata, exclude: false, duration: track.duration,
      bitRate: track.bitRate, codec: track.codec, channels: track.channels, channelLayout: track.channelLayout,
      mimeType: track.mimeType)
  }
}

extension AudioTrack {
  /// The two tracks of the sample book.
  public static let samples = [
    AudioTrack(
      index: 1, startOffset: 0, title: "01 - Ebb.mp3", contentUrl: "/api/items/item-harbour/file/1001", ino: "1001",
      metadata: .sample("01 - Ebb.mp3", size: 14_400_000), exclude: false, duration: 1800, bitRate: 64_000,
      codec: "mp3", channels: 1, channelLayout: "mono", mimeType: "audio/mpeg"),
    AudioTrack(
      index: 2, startOffset: 1800, title: "02 - Flood.mp3", contentUrl: "/api/items/item-harbour/file/1002",
      ino: "1002", metadata: .sample("02 - Flood.mp3", size: 14_400_000), exclude: false, duration: 1800,
      bitRate: 64_000, codec: "mp3", channels: 1, channelLayout: "mono", mimeType: "audio/mpeg"),
  ]
}

extension BookMetadata {
  public static let sample = BookMetadata(
    title: "The Harbour Lights", titleIgnorePrefix: "Harbour Lights, The", subtitle: "A Novel of Tides",
    authors: [NamedReference(id: "author-vale", name: "Ada Vale")], narrators: ["Io Lund"],
    genres: ["Fiction", "Sea stories"], publishedYear: "2019", publisher: "Breakwater",
    description: "<p>A keeper counts <b>tides</b>.</p>", descriptionPlain: "A keeper counts tides.", language: "en",
    explicit: false, abridged: false, authorName: "Ada Vale", authorNameLF: "Vale, Ada", narratorName: "Io Lund",
    seriesName: "Long Water #1", series: [BookSeries(id: "series-water", name: "Long Water", sequence: "1")])
}

extension Book {
  /// Expanded: with files, chapters and tracks.
  public static let sample = Book(
    id: "book-harbour", libraryItemId: "item-harbour", metadata: .sample, coverPath: "/metadata/item-harbour/cover.jpg",
    tags: ["favourite"], numTracks: 2, numAudioFiles: 2, numChapters: 3, duration: 3600, size: 28_800_000,
    audioFiles: AudioFile.samples, chapters: Chapter.samples, tracks: AudioTrack.samples)
}

extension LibraryItem {
  /// An audiobook of two tracks and three chapters, expanded.
  public static let sample = LibraryItem(
    id: "item-harbour", ino: "1000", libraryId: "library-books", folderId: "folder-books",
    path: "/audiobooks/Harbour Lights", relPath: "Harbour Lights", isFile: false, addedAt: SampleTime.ago(days: 30),
    updatedAt: SampleTime.ago(days: 2), mediaType: .book, media: .book(.sample), numFiles: 3, size: 28_900_000,
    lastScan: SampleTime.ago(days: 1), scanVersion: "2.36.0", libraryFiles: [])

  /// A second book as lists have it: short, without a cover.
  public static let sampleShort = LibraryItem(
    id: "item-notes", ino: "2000", libraryId: "library-books", folderId: "folder-books",
    path: "/audiobooks/Field Notes.m4b", relPath: "Field Notes.m4b", isFile: true, addedAt: SampleTime.ago(days: 4),
    updatedAt: SampleTime.ago(days: 4), mediaType: .book,
    media: .book(
      Book(
        id: "book-notes",
        metadata: BookMetadata(title: "Field Notes", authorName: "", narratorName: "", seriesName: ""),
        numTracks: 1, numAudioFiles: 1, numChapters: 0, duration: 10_921.25, size: 88_000_000)),
    numFiles: 1, size: 88_000_000)

  public static let samples = [sample, sampleShort]
}
