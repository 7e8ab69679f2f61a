public import ShelfClient

extension Library {
  /// A library of audiobooks.
  public static let sample = with(Library(id: "library-books")) {
    $0.name = "Audiobooks"
    $0.folders = [.sample("folder-books", "/audiobooks", of: "library-books", daysAgo: 200)]
    $0.displayOrder = 1
    $0.icon = "audiobookshelf"
    $0.mediaType = .book
    $0.provider = "google"
    $0.settings = with(LibrarySettings()) {
      $0.coverAspectRatio = .square
      $0.markAsFinishedTimeRemaining = 10
    }
    $0.lastScan = SampleTime.ago(days: 1)
    $0.lastScanVersion = "2.36.0"
    $0.createdAt = SampleTime.ago(days: 200)
    $0.lastUpdate = SampleTime.ago(days: 1)
  }

  /// A library of podcasts.
  public static let samplePodcasts = with(Library(id: "library-podcasts")) {
    $0.name = "Podcasts"
    $0.folders = [.sample("folder-podcasts", "/podcasts", of: "library-podcasts", daysAgo: 90)]
    $0.displayOrder = 2
    $0.icon = "podcast"
    $0.mediaType = .podcast
    $0.provider = "itunes"
    $0.settings = with(LibrarySettings()) {
      $0.coverAspectRatio = .square
      $0.markAsFinishedPercentComplete = 95
      $0.podcastSearchRegion = "us"
    }
    $0.createdAt = SampleTime.ago(days: 90)
    $0.lastUpdate = SampleTime.ago(days: 90)
  }

  public static let samples = [sample, samplePodcasts]
}

extension LibraryFolder {
  fileprivate static func sample(_ id: String, _ path: String, of library: String, daysAgo: Double) -> LibraryFolder {
    with(LibraryFolder(id: id)) {
      $0.fullPath = path
      $0.libraryId = library
      $0.addedAt = SampleTime.ago(days: daysAgo)
    }
  }
}

extension NamedReference {
  static func sample(_ id: String, _ name: String) -> NamedReference { with(NamedReference(id: id)) { $0.name = name } }
}

extension FilterData {
  public static let sample = with(FilterData()) {
    $0.authors = [.sample(Author.sample.id, Author.sample.name)]
    $0.genres = ["Fiction", "Sea stories"]
    $0.tags = ["favourite"]
    $0.series = [.sample(Series.sample.id, Series.sample.name)]
    $0.narrators = [Narrator.sample.name]
    $0.languages = ["en"]
    $0.publishers = ["Breakwater"]
    $0.publishedDecades = ["2010", "2020"]
    $0.bookCount = 2
    $0.authorCount = 1
    $0.seriesCount = 1
    $0.podcastCount = 0
    $0.numIssues = 0
    $0.loadedAt = SampleTime.ago(hours: 1)
  }
}
