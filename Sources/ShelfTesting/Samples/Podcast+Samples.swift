public import ShelfClient

extension PodcastMetadata {
  public static let sample = PodcastMetadata(
    title: "Tin Roof Weather", titleIgnorePrefix: "Tin Roof Weather", author: "Loft Radio",
    description: "Late talks about rain.", releaseDate: "2026-08-30T06:00:00Z", genres: ["Science"],
    feedUrl: "https://feeds.example.org/tin-roof.xml", imageUrl: "https://cdn.example.org/tin-roof.jpg",
    itunesId: "1234567890", explicit: false, language: "en", type: .episodic)
}

extension Episode {
  /// A long episode with two chapters, expanded.
  public static let sample = Episode(
    id: "episode-hail", libraryItemId: "item-tin", podcastId: "podcast-tin", index: 2, season: "2",
    episodeNumber: "14", episodeType: .full, title: "Hail on the Loft", subtitle: "Rain & antennas",
    description: "<p>We climb up and listen.</p>",
    enclosure: Enclosure(url: "https://cdn.example.org/s2e14.mp3", type: "audio/mpeg", length: "30112233"),
    guid: "tag:example.org,2026:s2e14", pubDate: "Sun, 30 Aug 2026 06:00:00 GMT",
    chapters: [
      Chapter(id: 0, start: 0, end: 95.5, title: "Intro"),
      Chapter(id: 1, start: 95.5, end: 1882, title: "Up the Ladder"),
    ],
    audioFile: AudioFile(ino: "3001", duration: 1882, codec: "mp3", mimeType: "audio/mpeg"),
    publishedAt: SampleTime.ago(days: 2), addedAt: SampleTime.ago(days: 1), updatedAt: SampleTime.ago(days: 1),
    audioTrack: AudioTrack(
      index: 1, startOffset: 0, title: "Hail on the Loft.mp3", contentUrl: "/api/items/item-tin/file/3001",
      ino: "3001", duration: 1882, codec: "mp3", mimeType: "audio/mpeg"),
    size: 30_112_233, duration: 1882)

  /// A short bonus of which little is known.
  public static let sampleBonus = Episode(
    id: "episode-bonus", libraryItemId: "item-tin", podcastId: "podcast-tin", episodeType: .bonus,
    title: "Bonus: Drizzle", audioFile: AudioFile(ino: "3002", duration: 610.5, codec: "aac", mimeType: "audio/mp4"),
    addedAt: SampleTime.ago(days: 9), updatedAt: SampleTime.ago(days: 9),
    audioTrack: AudioTrack(
      index: 1, startOffset: 0, title: "Drizzle.m4a", contentUrl: "/api/items/item-tin/file/3002", ino: "3002",
      duration: 610.5, codec: "aac", mimeType: "audio/mp4"),
    size: 9_100_222, duration: 610.5)

  public static let samples = [sample, sampleBonus]
}

extension Podcast {
  /// Expanded: with episodes.
  public static let sample = Podcast(
    id: "podcast-tin", libraryItemId: "item-tin", metadata: .sample, coverPath: "/podcasts/Tin Roof Weather/cover.jpg",
    numEpisodes: 2, autoDownloadEpisodes: true, autoDownloadSchedule: "0 * * * *",
    lastEpisodeCheck: SampleTime.ago(hours: 1), maxEpisodesToKeep: 0, maxNewEpisodesToDownload: 3, size: 39_212_455,
    episodes: Episode.samples)
}

extension LibraryItem {
  /// A podcast of two episodes, expanded.
  public static let samplePodcast = LibraryItem(
    id: "item-tin", ino: "3000", libraryId: "library-podcasts", folderId: "folder-podcasts",
    path: "/podcasts/Tin Roof Weather", relPath: "Tin Roof Weather", addedAt: SampleTime.ago(days: 90),
    updatedAt: SampleTime.ago(days: 1), mediaType: .podcast, media: .podcast(.sample), numFiles: 3, size: 39_300_000)
}

extension RecentEpisode {
  public static let samples = Episode.samples.map {
    RecentEpisode(episode: $0, podcast: .sample, libraryId: "library-podcasts")
  }
}

extension Download {
  public static let sample = Download(
    id: "download-1", episodeDisplayTitle: "Thaw", url: "https://cdn.example.org/s2e15.mp3", libraryItemId: "item-tin",
    libraryId: "library-podcasts", startedAt: SampleTime.now, createdAt: SampleTime.now,
    podcastTitle: "Tin Roof Weather", season: "2", episodeNumber: "15", episodeType: .full)
}
