public import ShelfClient

extension Chapter {
  /// The three chapters of the sample book. The first two begin in its first track, and the third one in its second track.
  public static let samples = samples(of: ["Ebb", "Slack Water", "Flood"], at: [0, 1200, 2400.5, 3600])

  static func samples(of titles: [String], at marks: [Double]) -> [Chapter] {
    titles.indices.map { id in
      with(Chapter(id: id, start: marks[id], end: marks[id + 1])) { $0.title = titles[id] }
    }
  }
}

extension FileMetadata {
  /// The metadata of an MP3 file of the sample book.
  public static func sample(_ filename: String, size: Int) -> FileMetadata {
    with(FileMetadata()) {
      $0.filename = filename
      $0.ext = ".mp3"
      $0.path = "/audiobooks/Harbour Lights/\(filename)"
      $0.relPath = filename
      $0.size = size
      $0.mtimeMs = SampleTime.ago(days: 30)
      $0.ctimeMs = SampleTime.ago(days: 30)
      $0.birthtimeMs = SampleTime.ago(days: 30)
    }
  }
}

extension AudioFile {
  /// The two audio files of the sample book.
  public static let samples = AudioTrack.samples.map { track in
    with(AudioFile(ino: track.ino ?? "")) { $0.properties = track.properties }
  }
}

extension AudioTrack {
  /// The two tracks of the sample book.
  public static let samples = [sample(1, "01 - Ebb.mp3", from: 0), sample(2, "02 - Flood.mp3", from: 1800)]

  private static func sample(_ index: Int, _ title: String, from offset: Double) -> AudioTrack {
    with(AudioTrack()) {
      $0.index = index
      $0.startOffset = offset
      $0.title = title
      $0.contentUrl = "/api/items/item-harbour/file/100\(index)"
      $0.ino = "100\(index)"
      $0.metadata = .sample(title, size: 14_400_000)
      $0.exclude = false
      $0.duration = 1800
      $0.bitRate = 64_000
      $0.codec = "mp3"
      $0.channels = 1
      $0.channelLayout = "mono"
      $0.mimeType = "audio/mpeg"
    }
  }
}

extension BookMetadata {
  /// The metadata of the sample book.
  public static let sample = with(BookMetadata()) {
    $0.title = "The Harbour Lights"
    $0.titleIgnorePrefix = "Harbour Lights, The"
    $0.subtitle = "A Novel of Tides"
    $0.authors = [.sample("author-vale", "Ada Vale")]
    $0.narrators = ["Io Lund"]
    $0.genres = ["Fiction", "Sea stories"]
    $0.publishedYear = "2019"
    $0.publisher = "Breakwater"
    $0.description = "<p>A keeper counts <b>tides</b>.</p>"
    $0.descriptionPlain = "A keeper counts tides."
    $0.language = "en"
    $0.explicit = false
    $0.abridged = false
    $0.authorName = "Ada Vale"
    $0.authorNameLF = "Vale, Ada"
    $0.narratorName = "Io Lund"
    $0.seriesName = "Long Water #1"
    $0.series = [
      with(BookSeries(id: "series-water")) {
        $0.name = "Long Water"
        $0.sequence = "1"
      }
    ]
  }
}

extension Book {
  /// The sample book with all its details: files, chapters and tracks.
  public static let sample = with(Book()) {
    $0.id = "book-harbour"
    $0.libraryItemId = "item-harbour"
    $0.metadata = .sample
    $0.coverPath = "/metadata/item-harbour/cover.jpg"
    $0.tags = ["favourite"]
    $0.numTracks = 2
    $0.numAudioFiles = 2
    $0.numChapters = 3
    $0.duration = 3600
    $0.size = 28_800_000
    $0.audioFiles = AudioFile.samples
    $0.chapters = Chapter.samples
    $0.tracks = AudioTrack.samples
  }
}

extension ShelfItem {
  /// The library item of the sample book with all its details, including two tracks and three chapters.
  public static let sample = with(
    sample(
      "item-harbour", .book(.sample), ino: 1000, in: "books", "/audiobooks/Harbour Lights", files: 3, size: 28_900_000)
  ) {
    $0.addedAt = SampleTime.ago(days: 30)
    $0.updatedAt = SampleTime.ago(days: 2)
    $0.lastScan = SampleTime.ago(days: 1)
    $0.scanVersion = "2.36.0"
    $0.libraryFiles = []
  }

  /// The library item of a second book, without a cover. It has only the details that the server sends in lists.
  public static let sampleShort = with(
    sample(
      "item-notes", .book(notes), ino: 2000, in: "books", "/audiobooks/Field Notes.m4b", files: 1, size: 88_000_000)
  ) {
    $0.isFile = true
    $0.addedAt = SampleTime.ago(days: 4)
    $0.updatedAt = SampleTime.ago(days: 4)
  }

  private static let notes = with(Book()) {
    $0.id = "book-notes"
    $0.metadata = with(BookMetadata()) {
      $0.title = "Field Notes"
      $0.authorName = ""
      $0.narratorName = ""
      $0.seriesName = ""
    }
    $0.numTracks = 1
    $0.numAudioFiles = 1
    $0.numChapters = 0
    $0.duration = 10_921.25
    $0.size = 88_000_000
  }

  /// The library items of the two sample books.
  public static let samples = [sample, sampleShort]

  static func sample(
    _ id: String, _ media: Media, ino: Int, in library: String, _ path: String, files: Int, size: Int
  ) -> ShelfItem {
    with(ShelfItem(id: id, media: media)) {
      $0.ino = String(ino)
      $0.libraryId = "library-\(library)"
      $0.folderId = "folder-\(library)"
      $0.path = path
      $0.relPath = path.split(separator: "/").last.map(String.init)
      $0.numFiles = files
      $0.size = size
    }
  }
}
