import MediaCore
public import ShelfClient

extension DeviceInfo {
  /// What an app sends about itself.
  public static let sample = DeviceInfo(
    deviceId: "device-1", clientName: "ShelfClient", clientVersion: "1.0", manufacturer: "Apple", model: "iPhone17,1")
}

extension PlaybackSession {
  /// An open session of the sample book, a third of the way in.
  public static let sample = PlaybackSession(
    id: "session-1", userId: "user-ada", libraryId: "library-books", libraryItemId: "item-harbour",
    bookId: "book-harbour", mediaType: .book, mediaMetadata: .book(.sample), chapters: Chapter.samples,
    displayTitle: "The Harbour Lights", displayAuthor: "Ada Vale", coverPath: "/metadata/item-harbour/cover.jpg",
    duration: 3600, playMethod: .directPlay, mediaPlayer: "AVPlayer", deviceInfo: .sample, serverVersion: "2.36.0",
    date: CalendarDay(year: 2026, month: 9, day: 1), dayOfWeek: "Tuesday", timeListening: 0, startTime: 1225.5,
    currentTime: 1225.5, startedAt: SampleTime.now, updatedAt: SampleTime.now, audioTracks: AudioTrack.samples,
    libraryItem: .sample)

  /// An open session of the sample episode.
  public static let sampleEpisode = PlaybackSession(
    id: "session-2", userId: "user-ada", libraryId: "library-podcasts", libraryItemId: "item-tin",
    episodeId: "episode-hail", mediaType: .podcast, mediaMetadata: .podcast(.sample),
    chapters: Episode.sample.chapters, displayTitle: "Hail on the Loft", displayAuthor: "Loft Radio",
    coverPath: "/podcasts/Tin Roof Weather/cover.jpg", duration: 1882, playMethod: .directPlay,
    mediaPlayer: "AVPlayer", deviceInfo: .sample, serverVersion: "2.36.0",
    date: CalendarDay(year: 2026, month: 9, day: 1), dayOfWeek: "Tuesday", timeListening: 0, startTime: 300.25,
    currentTime: 300.25, startedAt: SampleTime.now, updatedAt: SampleTime.now,
    audioTracks: Episode.sample.audioTrack.map { [$0] } ?? [], libraryItem: .samplePodcast)
}

extension LocalSession {
  /// Four minutes of the sample episode, heard without the server.
  public static let sample = LocalSession(
    id: "b0c1d2e3-f405-4617-8829-3a4b5c6d7e90", libraryItemId: "item-tin", episodeId: "episode-hail",
    mediaType: .podcast, displayTitle: "Hail on the Loft", duration: 1882, mediaPlayer: "AVPlayer",
    deviceInfo: .sample, timeListening: 240, startTime: 300.25, currentTime: 540.25,
    startedAt: SampleTime.ago(hours: 1), updatedAt: SampleTime.now)
}

extension MediaProgress {
  /// A third of the sample book.
  public static let sample = MediaProgress(
    id: "progress-1", userId: "user-ada", libraryItemId: "item-harbour", mediaItemId: "book-harbour",
    mediaItemType: .book, duration: 3600, progress: 0.3404166666666667, currentTime: 1225.5, isFinished: false,
    hideFromContinueListening: false, ebookProgress: 0, lastUpdate: SampleTime.ago(hours: 2),
    startedAt: SampleTime.ago(days: 3))

  /// The beginning of the sample episode.
  public static let sampleEpisode = MediaProgress(
    id: "progress-2", userId: "user-ada", libraryItemId: "item-tin", episodeId: "episode-hail",
    mediaItemId: "episode-hail", mediaItemType: .podcastEpisode, duration: 1882, progress: 0.15953772582359192,
    currentTime: 300.25, isFinished: false, hideFromContinueListening: false, ebookProgress: 0,
    lastUpdate: SampleTime.ago(hours: 1), startedAt: SampleTime.ago(days: 1))

  /// The bonus, heard to its end.
  public static let sampleFinished = MediaProgress(
    id: "progress-3", userId: "user-ada", libraryItemId: "item-tin", episodeId: "episode-bonus",
    mediaItemId: "episode-bonus", mediaItemType: .podcastEpisode, duration: 610.5, progress: 1, currentTime: 604.5,
    isFinished: true, hideFromContinueListening: false, ebookProgress: 0, lastUpdate: SampleTime.ago(days: 6),
    startedAt: SampleTime.ago(days: 7), finishedAt: SampleTime.ago(days: 6))

  public static let samples = [sample, sampleEpisode, sampleFinished]
}

extension Bookmark {
  public static let samples = [
    Bookmark(libraryItemId: "item-harbour", time: 12, title: "Opening", createdAt: SampleTime.ago(days: 3)),
    Bookmark(libraryItemId: "item-harbour", time: 1225.5, title: "The lamp", createdAt: SampleTime.ago(days: 1)),
  ]
}
