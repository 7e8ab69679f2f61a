import MediaCore
public import ShelfClient

extension DeviceInfo {
  /// The description of a device that the client sends to the server, for previews and tests.
  public static let sample = with(DeviceInfo()) {
    $0.deviceId = "device-1"
    $0.clientName = "ShelfClient"
    $0.clientVersion = "1.0"
    $0.manufacturer = "Apple"
    $0.model = "iPhone17,1"
  }
}

extension PlaybackSession {
  /// An open playback session of the sample book. The position is at a third of the book's duration.
  public static let sample = with(PlaybackSession(id: "session-1")) {
    $0.userId = "user-ada"
    $0.libraryId = "library-books"
    $0.libraryItemId = "item-harbour"
    $0.bookId = "book-harbour"
    $0.mediaType = .book
    $0.mediaMetadata = .book(.sample)
    $0.chapters = Chapter.samples
    $0.displayTitle = "The Harbour Lights"
    $0.displayAuthor = "Ada Vale"
    $0.coverPath = "/metadata/item-harbour/cover.jpg"
    $0.duration = 3600
    $0.playMethod = .directPlay
    $0.mediaPlayer = "AVPlayer"
    $0.deviceInfo = .sample
    $0.serverVersion = "2.36.0"
    $0.date = CalendarDay(year: 2026, month: 9, day: 1)
    $0.dayOfWeek = "Tuesday"
    $0.timeListening = 0
    $0.startTime = 1225.5
    $0.currentTime = 1225.5
    $0.startedAt = SampleTime.now
    $0.updatedAt = SampleTime.now
    $0.audioTracks = AudioTrack.samples
    $0.libraryItem = .sample
  }

  /// An open playback session of the sample episode. The position is five minutes after the episode's start.
  public static let sampleEpisode = with(sample) {
    $0.id = "session-2"
    $0.libraryId = "library-podcasts"
    $0.libraryItemId = "item-tin"
    $0.bookId = nil
    $0.episodeId = "episode-hail"
    $0.mediaType = .podcast
    $0.mediaMetadata = .podcast(.sample)
    $0.chapters = Episode.sample.chapters
    $0.displayTitle = "Hail on the Loft"
    $0.displayAuthor = "Loft Radio"
    $0.coverPath = "/podcasts/Tin Roof Weather/cover.jpg"
    $0.duration = 1882
    $0.startTime = 300.25
    $0.currentTime = 300.25
    $0.audioTracks = Episode.sample.audioTrack.map { [$0] } ?? []
    $0.libraryItem = .samplePodcast
  }
}

extension LocalSession {
  /// A playback session of four minutes in the sample episode, which was recorded without a connection to the server.
  public static let sample = with(
    LocalSession(
      id: "b0c1d2e3-f405-4617-8829-3a4b5c6d7e90", libraryItemId: "item-tin", timeListening: 240, currentTime: 540.25,
      startedAt: SampleTime.ago(hours: 1), updatedAt: SampleTime.now)
  ) {
    $0.episodeId = "episode-hail"
    $0.mediaType = .podcast
    $0.displayTitle = "Hail on the Loft"
    $0.duration = 1882
    $0.mediaPlayer = "AVPlayer"
    $0.deviceInfo = .sample
    $0.startTime = 300.25
  }
}

extension MediaProgress {
  /// The progress in the sample book. The position is at a third of the book's duration.
  public static let sample = with(MediaProgress(id: "progress-1")) {
    $0.userId = "user-ada"
    $0.libraryItemId = "item-harbour"
    $0.mediaItemId = "book-harbour"
    $0.mediaItemType = .book
    $0.duration = 3600
    $0.progress = 0.3404166666666667
    $0.currentTime = 1225.5
    $0.ebookProgress = 0
    $0.lastUpdate = SampleTime.ago(hours: 2)
    $0.startedAt = SampleTime.ago(days: 3)
  }

  /// The progress in the sample episode. The position is five minutes after the episode's start.
  public static let sampleEpisode = with(sample) {
    $0.id = "progress-2"
    $0.libraryItemId = "item-tin"
    $0.episodeId = "episode-hail"
    $0.mediaItemId = "episode-hail"
    $0.mediaItemType = .podcastEpisode
    $0.duration = 1882
    $0.progress = 0.15953772582359192
    $0.currentTime = 300.25
    $0.lastUpdate = SampleTime.ago(hours: 1)
    $0.startedAt = SampleTime.ago(days: 1)
  }

  /// The progress in the sample bonus episode, which is finished.
  public static let sampleFinished = with(sampleEpisode) {
    $0.id = "progress-3"
    $0.episodeId = "episode-bonus"
    $0.mediaItemId = "episode-bonus"
    $0.duration = 610.5
    $0.progress = 1
    $0.currentTime = 604.5
    $0.isFinished = true
    $0.lastUpdate = SampleTime.ago(days: 6)
    $0.startedAt = SampleTime.ago(days: 7)
    $0.finishedAt = SampleTime.ago(days: 6)
  }

  /// The progress in the sample book, the sample episode and the sample bonus episode.
  public static let samples = [sample, sampleEpisode, sampleFinished]
}

extension Bookmark {
  /// Two bookmarks in the sample book.
  public static let samples = [sample("Opening", at: 12, daysAgo: 3), sample("The lamp", at: 1225.5, daysAgo: 1)]

  private static func sample(_ title: String, at time: Double, daysAgo: Double) -> Bookmark {
    with(Bookmark(libraryItemId: "item-harbour", time: time)) {
      $0.title = title
      $0.createdAt = SampleTime.ago(days: daysAgo)
    }
  }
}
