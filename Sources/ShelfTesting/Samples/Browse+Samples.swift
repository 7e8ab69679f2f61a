import MediaCore
public import ShelfClient

extension Series {
  public static let sample = Series(
    id: "series-water", name: "Long Water", nameIgnorePrefix: "Long Water", addedAt: SampleTime.ago(days: 30),
    updatedAt: SampleTime.ago(days: 30), libraryId: "library-books", books: [.sample])
}

extension Author {
  public static let sample = Author(
    id: "author-vale", name: "Ada Vale", lastFirst: "Vale, Ada", libraryId: "library-books",
    addedAt: SampleTime.ago(days: 30), updatedAt: SampleTime.ago(days: 20), numBooks: 1)
}

extension Narrator {
  public static let sample = Narrator(name: "Io Lund", numBooks: 1, narratorId: "SW8gTHVuZA%3D%3D")
}

extension BookCollection {
  public static let sample = BookCollection(
    id: "collection-winter", libraryId: "library-books", name: "Winter Shelf", books: [.sample],
    lastUpdate: SampleTime.ago(days: 1), createdAt: SampleTime.ago(days: 9))
}

extension Playlist {
  /// A book and an episode.
  public static let sample = Playlist(
    id: "playlist-evening", libraryId: "library-podcasts", userId: "user-ada", name: "Evening",
    items: [
      PlaylistItem(libraryItemId: "item-harbour", libraryItem: .sample),
      PlaylistItem(
        libraryItemId: "item-tin", episodeId: "episode-hail", libraryItem: .samplePodcast, episode: .sample),
    ],
    lastUpdate: SampleTime.ago(days: 1), createdAt: SampleTime.ago(days: 2))
}

extension Shelf {
  /// The home screen of the sample library.
  public static let samples = [
    Shelf(
      id: .continueListening, label: "Continue Listening", labelStringKey: "LabelContinueListening", type: .book,
      content: .items([.sample]), total: 1),
    Shelf(
      id: .recentSeries, label: "Recent Series", labelStringKey: "LabelRecentSeries", type: .series,
      content: .series([.sample]), total: 1),
    Shelf(
      id: .newestAuthors, label: "Newest Authors", labelStringKey: "LabelNewestAuthors", type: .authors,
      content: .authors([.sample]), total: 1),
  ]
}

extension SearchResults {
  /// What the sample library finds for `water`.
  public static let sample = SearchResults(
    books: [.sample], series: [SeriesMatch(series: .sample, books: [.sample])], narrators: [.sample],
    genres: [SearchTerm(name: "Sea stories", numItems: 1)])
}

extension ListeningStats {
  public static let sample = ListeningStats(
    totalTime: 5400,
    items: [
      "item-harbour": ListenedItem(id: "item-harbour", timeListening: 4800, mediaMetadata: .book(.sample)),
      "item-tin": ListenedItem(id: "item-tin", timeListening: 600, mediaMetadata: .podcast(.sample)),
    ],
    days: [CalendarDay(daysSince1970: 20_696), CalendarDay(daysSince1970: 20_697)].compactMap { $0 }
      .reduce(into: [:]) { $0[$1] = 2700 },
    dayOfWeek: ["Monday": 2700, "Tuesday": 2700], today: 2700)
}

extension YearStats {
  public static let sample = YearStats(
    totalListeningSessions: 41, totalListeningTime: 90_000, totalBookListeningTime: 60_000,
    totalPodcastListeningTime: 30_000, topAuthors: [NamedTime(name: "Ada Vale", time: 60_000)],
    topGenres: [GenreTime(genre: "Fiction", time: 60_000)],
    mostListenedNarrator: NamedTime(name: "Io Lund", time: 60_000),
    mostListenedMonth: MonthTime(month: 7, time: 40_000),
    numBooksFinished: 1, numBooksListened: 2,
    longestAudiobookFinished: FinishedBook(
      id: "item-notes", title: "Field Notes", duration: 10_921.25, finishedAt: SampleTime.ago(days: 5)),
    booksWithCovers: ["item-harbour"], finishedBooksWithCovers: [])
}
