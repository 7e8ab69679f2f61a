public import ShelfClient

extension Library {
  /// A library of audiobooks, for previews and tests.
  public static let sample = with(sample(1, "Audiobooks", .book, provider: "google", daysAgo: 200)) {
    $0.icon = "audiobookshelf"
    $0.settings.markAsFinishedTimeRemaining = 10
    $0.lastScan = SampleTime.ago(days: 1)
    $0.lastScanVersion = "2.36.0"
    $0.lastUpdate = SampleTime.ago(days: 1)
  }

  /// A library of podcasts, for previews and tests.
  public static let samplePodcasts = with(sample(2, "Podcasts", .podcast, provider: "itunes", daysAgo: 90)) {
    $0.icon = "podcast"
    $0.settings.markAsFinishedPercentComplete = 95
    $0.settings.podcastSearchRegion = "us"
    $0.lastUpdate = SampleTime.ago(days: 90)
  }

  /// The two sample libraries.
  public static let samples = [sample, samplePodcasts]

  private static func sample(
    _ order: Int, _ name: String, _ type: MediaType, provider: String, daysAgo: Double
  ) -> Library {
    with(Library(id: "library-\(type.rawValue)s")) { library in
      library.name = name
      library.folders = [
        with(LibraryFolder(id: "folder-\(type.rawValue)s")) {
          $0.fullPath = "/\(name.lowercased())"
          $0.libraryId = library.id
          $0.addedAt = SampleTime.ago(days: daysAgo)
        }
      ]
      library.displayOrder = order
      library.mediaType = type
      library.provider = provider
      library.settings.coverAspectRatio = .square
      library.createdAt = SampleTime.ago(days: daysAgo)
    }
  }
}

extension NamedReference {
  static func sample(_ id: String, _ name: String) -> NamedReference { with(NamedReference(id: id)) { $0.name = name } }
}

extension FilterData {
  /// The values that a library's items can be filtered by, for previews and tests.
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
