import MediaCore
public import ShelfClient

extension Series {
  /// A series for previews and tests.
  public static let sample = with(Series(id: "series-water")) {
    $0.name = "Long Water"
    $0.nameIgnorePrefix = "Long Water"
    $0.addedAt = SampleTime.ago(days: 30)
    $0.updatedAt = SampleTime.ago(days: 30)
    $0.libraryId = "library-books"
    $0.books = [.sample]
  }
}

extension Author {
  /// An author for previews and tests.
  public static let sample = with(Author(id: "author-vale")) {
    $0.name = "Ada Vale"
    $0.lastFirst = "Vale, Ada"
    $0.libraryId = "library-books"
    $0.addedAt = SampleTime.ago(days: 30)
    $0.updatedAt = SampleTime.ago(days: 20)
    $0.numBooks = 1
  }
}

extension Narrator {
  /// A narrator for previews and tests.
  public static let sample = with(Narrator(name: "Io Lund")) {
    $0.numBooks = 1
    $0.narratorId = "SW8gTHVuZA%3D%3D"
  }
}

extension BookCollection {
  /// A collection for previews and tests.
  public static let sample = with(BookCollection(id: "collection-winter")) {
    $0.libraryId = "library-books"
    $0.name = "Winter Shelf"
    $0.books = [.sample]
    $0.lastUpdate = SampleTime.ago(days: 1)
    $0.createdAt = SampleTime.ago(days: 9)
  }
}

extension Playlist {
  /// A playlist with a book and an episode, for previews and tests.
  public static let sample = with(Playlist(id: "playlist-evening")) {
    $0.libraryId = "library-podcasts"
    $0.userId = "user-ada"
    $0.name = "Evening"
    $0.items = [
      with(PlaylistItem(libraryItemId: "item-harbour")) { $0.libraryItem = .sample },
      with(PlaylistItem(libraryItemId: "item-tin")) {
        $0.episodeId = "episode-hail"
        $0.libraryItem = .samplePodcast
        $0.episode = .sample
      },
    ]
    $0.lastUpdate = SampleTime.ago(days: 1)
    $0.createdAt = SampleTime.ago(days: 2)
  }
}

extension Shelf {
  /// The shelves on the home screen of the sample library.
  public static let samples = [
    sample(.continueListening, "Continue Listening", .book, .items([.sample])),
    sample(.recentSeries, "Recent Series", .series, .series([.sample])),
    sample(.newestAuthors, "Newest Authors", .authors, .authors([.sample])),
  ]

  private static func sample(_ id: ShelfID, _ label: String, _ type: ShelfType, _ content: ShelfContent) -> Shelf {
    with(Shelf(id: id, content: content)) {
      $0.label = label
      $0.labelStringKey = "Label" + label.filter { $0 != " " }
      $0.type = type
      $0.total = 1
    }
  }
}

extension SearchResults {
  /// The results of a search for `water` in the sample library.
  public static let sample = with(SearchResults()) {
    $0.books = [.sample]
    $0.series = [with(SeriesMatch(series: .sample)) { $0.books = [.sample] }]
    $0.narrators = [.sample]
    $0.genres = [with(SearchTerm(name: "Sea stories")) { $0.numItems = 1 }]
  }
}

extension ListenedItem {
  fileprivate static func sample(_ id: String, _ seconds: Double, _ metadata: MediaMetadata) -> ListenedItem {
    with(ListenedItem()) {
      $0.id = id
      $0.timeListening = seconds
      $0.mediaMetadata = metadata
    }
  }
}

extension ListeningStats {
  /// Listening statistics for previews and tests.
  public static let sample = with(ListeningStats()) {
    $0.totalTime = 5400
    $0.items = [
      "item-harbour": .sample("item-harbour", 4800, .book(.sample)),
      "item-tin": .sample("item-tin", 600, .podcast(.sample)),
    ]
    $0.days = [CalendarDay(daysSince1970: 20_696), CalendarDay(daysSince1970: 20_697)].compactMap { $0 }
      .reduce(into: [:]) { $0[$1] = 2700 }
    $0.dayOfWeek = ["Monday": 2700, "Tuesday": 2700]
    $0.today = 2700
  }
}

extension YearStats {
  /// The statistics of a year in review, for previews and tests.
  public static let sample = with(YearStats()) {
    $0.totalListeningSessions = 41
    $0.totalListeningTime = 90_000
    $0.totalBookListeningTime = 60_000
    $0.totalPodcastListeningTime = 30_000
    $0.topAuthors = [with(NamedTime(name: "Ada Vale")) { $0.time = 60_000 }]
    $0.topGenres = [with(GenreTime(genre: "Fiction")) { $0.time = 60_000 }]
    $0.mostListenedNarrator = with(NamedTime(name: "Io Lund")) { $0.time = 60_000 }
    $0.mostListenedMonth = with(MonthTime(month: 7)) { $0.time = 40_000 }
    $0.numBooksFinished = 1
    $0.numBooksListened = 2
    $0.longestAudiobookFinished = with(FinishedBook(id: "item-notes")) {
      $0.title = "Field Notes"
      $0.duration = 10_921.25
      $0.finishedAt = SampleTime.ago(days: 5)
    }
    $0.booksWithCovers = ["item-harbour"]
  }
}
