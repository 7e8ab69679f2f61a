public import ShelfClient

extension PodcastMetadata {
  /// The metadata of the sample podcast.
  public static let sample = with(PodcastMetadata()) {
    $0.title = "Tin Roof Weather"
    $0.titleIgnorePrefix = "Tin Roof Weather"
    $0.author = "Loft Radio"
    $0.description = "Late talks about rain."
    $0.releaseDate = "2026-08-30T06:00:00Z"
    $0.genres = ["Science"]
    $0.feedUrl = "https://feeds.example.org/tin-roof.xml"
    $0.imageUrl = "https://cdn.example.org/tin-roof.jpg"
    $0.itunesId = "1234567890"
    $0.explicit = false
    $0.language = "en"
    $0.type = .episodic
  }
}

extension Episode {
  /// A long episode of the sample podcast with all its details, including two chapters.
  public static let sample = with(Episode(id: "episode-hail")) {
    $0.libraryItemId = "item-tin"
    $0.podcastId = "podcast-tin"
    $0.index = 2
    $0.season = "2"
    $0.episodeNumber = "14"
    $0.episodeType = .full
    $0.title = "Hail on the Loft"
    $0.subtitle = "Rain & antennas"
    $0.description = "<p>We climb up and listen.</p>"
    $0.enclosure = with(Enclosure()) {
      $0.url = "https://cdn.example.org/s2e14.mp3"
      $0.type = "audio/mpeg"
      $0.length = "30112233"
    }
    $0.guid = "tag:example.org,2026:s2e14"
    $0.pubDate = "Sun, 30 Aug 2026 06:00:00 GMT"
    $0.chapters = Chapter.samples(of: ["Intro", "Up the Ladder"], at: [0, 95.5, 1882])
    $0.publishedAt = SampleTime.ago(days: 2)
    $0.addedAt = SampleTime.ago(days: 1)
    $0.updatedAt = SampleTime.ago(days: 1)
    $0.setAudio("Hail on the Loft.mp3", ino: "3001", duration: 1882, codec: "mp3", mimeType: "audio/mpeg")
    $0.size = 30_112_233
  }

  /// A short bonus episode of the sample podcast. Only a few of its members are set.
  public static let sampleBonus = with(Episode(id: "episode-bonus")) {
    $0.libraryItemId = "item-tin"
    $0.podcastId = "podcast-tin"
    $0.episodeType = .bonus
    $0.title = "Bonus: Drizzle"
    $0.addedAt = SampleTime.ago(days: 9)
    $0.updatedAt = SampleTime.ago(days: 9)
    $0.setAudio("Drizzle.m4a", ino: "3002", duration: 610.5, codec: "aac", mimeType: "audio/mp4")
    $0.size = 9_100_222
  }

  /// The two episodes of the sample podcast.
  public static let samples = [sample, sampleBonus]

  private mutating func setAudio(_ title: String, ino: String, duration: Double, codec: String, mimeType: String) {
    let track = with(AudioTrack()) {
      $0.index = 1
      $0.startOffset = 0
      $0.title = title
      $0.contentUrl = "/api/items/item-tin/file/\(ino)"
      $0.ino = ino
      $0.duration = duration
      $0.codec = codec
      $0.mimeType = mimeType
    }
    audioTrack = track
    audioFile = with(AudioFile(ino: ino)) { $0.properties = track.properties }
    expandedDuration = duration
  }
}

extension Podcast {
  /// The sample podcast with all its details, including its episodes.
  public static let sample = with(Podcast()) {
    $0.id = "podcast-tin"
    $0.libraryItemId = "item-tin"
    $0.metadata = .sample
    $0.coverPath = "/podcasts/Tin Roof Weather/cover.jpg"
    $0.numEpisodes = 2
    $0.autoDownloadEpisodes = true
    $0.autoDownloadSchedule = "0 * * * *"
    $0.lastEpisodeCheck = SampleTime.ago(hours: 1)
    $0.maxEpisodesToKeep = 0
    $0.maxNewEpisodesToDownload = 3
    $0.size = 39_212_455
    $0.episodes = Episode.samples
  }
}

extension ShelfItem {
  /// The library item of the sample podcast with all its details, including two episodes.
  public static let samplePodcast = with(
    sample(
      "item-tin", .podcast(.sample), ino: 3000, in: "podcasts", "/podcasts/Tin Roof Weather", files: 3, size: 39_300_000
    )
  ) {
    $0.addedAt = SampleTime.ago(days: 90)
    $0.updatedAt = SampleTime.ago(days: 1)
  }
}

extension RecentEpisode {
  /// The two sample episodes, each with its podcast, as the server lists new episodes.
  public static let samples = Episode.samples.map { episode in
    with(RecentEpisode(episode: episode)) {
      $0.podcast = .sample
      $0.libraryId = "library-podcasts"
    }
  }
}

extension Download {
  /// An episode that the server is downloading from a podcast's feed, for previews and tests.
  public static let sample = with(Download(id: "download-1")) {
    $0.episodeDisplayTitle = "Thaw"
    $0.url = "https://cdn.example.org/s2e15.mp3"
    $0.libraryItemId = "item-tin"
    $0.libraryId = "library-podcasts"
    $0.startedAt = SampleTime.now
    $0.createdAt = SampleTime.now
    $0.podcastTitle = "Tin Roof Weather"
    $0.season = "2"
    $0.episodeNumber = "15"
    $0.episodeType = .full
  }
}
