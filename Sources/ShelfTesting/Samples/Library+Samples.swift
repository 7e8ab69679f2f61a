public import ShelfClient

extension Library {
  /// A library of audiobooks.
  public static let sample = Library(
    id: "library-books", name: "Audiobooks",
    folders: [
      LibraryFolder(
        id: "folder-books", fullPath: "/audiobooks", libraryId: "library-books", addedAt: SampleTime.ago(days: 200))
    ],
    displayOrder: 1, icon: "audiobookshelf", mediaType: .book, provider: "google",
    settings: LibrarySettings(coverAspectRatio: .square, markAsFinishedTimeRemaining: 10),
    lastScan: SampleTime.ago(days: 1), lastScanVersion: "2.36.0", createdAt: SampleTime.ago(days: 200),
    lastUpdate: SampleTime.ago(days: 1))

  /// A library of podcasts.
  public static let samplePodcasts = Library(
    id: "library-podcasts", name: "Podcasts",
    folders: [
      LibraryFolder(
        id: "folder-podcasts", fullPath: "/podcasts", libraryId: "library-podcasts", addedAt: SampleTime.ago(days: 90))
    ],
    displayOrder: 2, icon: "podcast", mediaType: .podcast, provider: "itunes",
    settings: LibrarySettings(
      coverAspectRatio: .square, markAsFinishedPercentComplete: 95, podcastSearchRegion: "us"),
    createdAt: SampleTime.ago(days: 90), lastUpdate: SampleTime.ago(days: 90))

  public static let samples = [sample, samplePodcasts]
}

extension FilterData {
  public static let sample = FilterData(
    authors: [NamedReference(id: Author.sample.id, name: Author.sample.name)], genres: ["Fiction", "Sea stories"],
    tags: ["favourite"], series: [NamedReference(id: Series.sample.id, name: Series.sample.name)],
    narrators: [Narrator.sample.name], languages: ["en"], publishers: ["Breakwater"],
    publishedDecades: ["2010", "2020"],
    bookCount: 2, authorCount: 1, seriesCount: 1, podcastCount: 0, numIssues: 0, loadedAt: SampleTime.ago(hours: 1))
}
