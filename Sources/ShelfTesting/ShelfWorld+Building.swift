import Foundation
import MediaTesting

extension ShelfWorld {
  /// A chapter to add to a book or an episode.
  public struct Chapter: Sendable, Hashable {
    /// The title of the chapter.
    public var title: String
    /// The start of the chapter, in seconds from the beginning of the item.
    public var start: Double
    /// The end of the chapter, in seconds from the beginning of the item.
    public var end: Double

    /// Creates a chapter of a book or an episode.
    public init(_ title: String, from start: Double, to end: Double) {
      self.title = title
      self.start = start
      self.end = end
    }
  }

  /// An episode to add to a podcast.
  public struct Episode: Sendable, Hashable {
    /// The title of the episode.
    public var title: String
    /// The duration of the episode, in seconds.
    public var duration: Double
    /// The number of days between the publication of the episode and the server's current date; nil if the feed has no date.
    public var publishedDaysAgo: Double?
    /// The number of days between the arrival of the episode's file in the library and the server's current date.
    public var addedDaysAgo: Double
    /// The season of the episode, as the podcast's feed writes it.
    public var season: String?
    /// The number of the episode in the season, as the podcast's feed writes it.
    public var number: String?
    public var description: String?
    /// The chapters of the episode, in the order of their times.
    public var chapters: [Chapter]

    /// Creates an episode of a podcast.
    public init(
      title: String, duration: Double, publishedDaysAgo: Double? = nil, addedDaysAgo: Double = 1,
      season: String? = nil, number: String? = nil, description: String? = nil, chapters: [Chapter] = []
    ) {
      self.title = title
      self.duration = duration
      self.publishedDaysAgo = publishedDaysAgo
      self.addedDaysAgo = addedDaysAgo
      self.season = season
      self.number = number
      self.description = description
      self.chapters = chapters
    }
  }

  /// The type of a user, which determines the user's rights. A user of the type `guest` can neither see the list of sign-ins nor change the
  /// password.
  public enum UserType: String, Sendable, Hashable {
    /// A type of user with the same rights as on a real server. The first account of a server has the type `root`.
    case root, admin, user, guest
  }

  // MARK: Libraries and users

  /// Adds a library of books.
  /// - Returns: the id of the library.
  @discardableResult
  public mutating func addBookLibrary(name: String) -> String { addLibrary(name, mediaType: "book") }

  /// Adds a library of podcasts.
  /// - Returns: the id of the library.
  @discardableResult
  public mutating func addPodcastLibrary(name: String) -> String { addLibrary(name, mediaType: "podcast") }

  private mutating func addLibrary(_ name: String, mediaType: String) -> String {
    let id = newID("library")
    let isPodcast = mediaType == "podcast"
    let added = milliseconds(daysAgo: 90)
    let library: JSONValue = [
      "id": .string(id), "name": .string(name), "displayOrder": .count(libraries.count + 1),
      "folders": [
        [
          "id": .string(newID("folder")), "fullPath": .string("/\(name.lowercased())"), "libraryId": .string(id),
          "addedAt": .number(added),
        ]
      ],
      "icon": isPodcast ? "podcast" : "audiobookshelf", "mediaType": .string(mediaType),
      "provider": isPodcast ? "itunes" : "google", "settings": Self.librarySettings(isPodcast: isPodcast),
      "lastScan": .number(added), "lastScanVersion": "2.36.0", "createdAt": .number(added),
      "lastUpdate": .number(added),
    ]
    if let made = Library(library) { libraries.append(made) }
    return id
  }

  /// The settings of a new library.
  static func librarySettings(isPodcast: Bool) -> JSONValue {
    var settings: JSONValue = [
      "coverAspectRatio": 1, "disableWatcher": false, "autoScanCronExpression": .null,
      "markAsFinishedPercentComplete": .null, "markAsFinishedTimeRemaining": 10,
    ]
    if isPodcast {
      settings["podcastSearchRegion"] = "us"
    } else {
      for key in [
        "skipMatchingMediaWithAsin", "skipMatchingMediaWithIsbn", "audiobooksOnly", "epubsAllowScriptedContent",
        "hideSingleBookSeries", "onlyShowLaterBooksInContinueSeries",
      ] { settings[key] = false }
      settings["metadataPrecedence"] = [
        "folderStructure", "audioMetatags", "nfoFile", "txtFiles", "opfFile", "absMetadata",
      ]
    }
    return settings
  }

  /// Adds a user account with a user name and a password.
  /// - Parameters:
  ///   - libraries: the ids of the libraries that this user may see. If nil, the user may see all libraries.
  ///   - tags: the tags whose items this user may see. If nil, the user may see all items.
  /// - Returns: the id of the user.
  @discardableResult
  public mutating func addUser(
    _ name: String, password: String, type: UserType = .user, libraries: [String]? = nil, tags: [String]? = nil,
    canDownload: Bool = true, canUpdate: Bool? = nil, canDelete: Bool? = nil, seesExplicit: Bool? = nil,
    isActive: Bool = true
  ) -> String {
    let id = newID("user")
    let isAdmin = type == .root || type == .admin
    accounts.append(
      ShelfAccount(
        id: id, name: name, password: password, type: type.rawValue, isActive: isActive,
        createdAt: milliseconds(daysAgo: 90),
        permissions: [
          "download": .bool(canDownload), "update": .bool(canUpdate ?? isAdmin),
          "delete": .bool(canDelete ?? isAdmin), "upload": .bool(isAdmin), "createEreader": .bool(isAdmin),
          "accessAllLibraries": .bool(libraries == nil), "accessAllTags": .bool(tags == nil),
          "accessExplicitContent": .bool(seesExplicit ?? isAdmin), "selectedTagsNotAccessible": false,
        ], libraries: libraries ?? [], tags: tags ?? []))
    return id
  }

  // MARK: Items

  /// Adds a podcast to a library.
  /// - Parameter episodes: the episodes, oldest first. A real server also adds them in this order.
  /// - Returns: the id of the library item.
  @discardableResult
  public mutating func addPodcast(
    in library: String, title: String, author: String? = "Example Radio", episodes: [Episode] = [],
    description: String? = nil, genres: [String] = ["Podcast"], tags: [String] = [], language: String? = "en",
    isExplicit: Bool = false, hasCover: Bool = true, addedDaysAgo: Double = 30, feed: String? = nil,
    isSerial: Bool = false
  ) -> String {
    let id = newID("item")
    let media = newID("podcast")
    var item = itemShell(id: id, library: library, folder: title, mediaType: "podcast", addedDaysAgo: addedDaysAgo)
    item["media"] = [
      "id": .string(media), "libraryItemId": .string(id), "coverPath": .null, "tags": .strings(tags),
      "metadata": [
        "title": .string(title), "titleIgnorePrefix": .string(Self.ignoringPrefix(title)), "author": .text(author),
        "description": .text(description), "releaseDate": .null, "genres": .strings(genres), "feedUrl": .text(feed),
        "imageUrl": .null, "itunesPageUrl": .null, "itunesId": .null, "itunesArtistId": .null,
        "explicit": .bool(isExplicit), "language": .text(language),
        "type": .string(isSerial ? "serial" : "episodic"),
      ],
      "numEpisodes": 0, "episodes": [], "autoDownloadEpisodes": false, "autoDownloadSchedule": "0 * * * *",
      "lastEpisodeCheck": .null, "maxEpisodesToKeep": 0, "maxNewEpisodesToDownload": 3, "size": 0,
    ]
    if hasCover { addCover(to: &item) }
    if let made = ShelfItemRow(expanded: item) { put(made) }
    for episode in episodes { addEpisode(episode, to: id) }
    return id
  }

  /// Adds an episode to a podcast.
  /// - Returns: the id of the episode.
  @discardableResult
  public mutating func addEpisode(_ episode: Episode, to podcast: String) -> String {
    let id = newID("episode")
    guard let owner = item(podcast), owner.isPodcast, var media = owner.expanded["media"] else { return id }
    let file = audioFile(
      name: "\(episode.title.replacingOccurrences(of: "/", with: "-")).mp3", folder: owner.title, index: 1,
      duration: episode.duration, addedDaysAgo: episode.addedDaysAgo, album: owner.title)
    let published = episode.publishedDaysAgo.map { milliseconds(daysAgo: $0) }
    let added = milliseconds(daysAgo: episode.addedDaysAgo)
    let size = file.audio["metadata"]?["size"] ?? 0
    let made: JSONValue = [
      "libraryItemId": .string(podcast), "podcastId": .string(owner.mediaID), "id": .string(id),
      "oldEpisodeId": .null, "index": .null, "season": .text(episode.season), "episode": .text(episode.number),
      "episodeType": "full", "title": .string(episode.title), "subtitle": .null,
      "description": .text(episode.description), "enclosure": .null, "guid": .null,
      "pubDate": .text(published.map { ShelfDate(milliseconds: Int64($0)).http }),
      "chapters": Self.chapters(episode.chapters), "audioFile": file.audio, "publishedAt": .amount(published),
      "addedAt": .number(added), "updatedAt": .number(added),
      "audioTrack": Self.track(file.audio, item: podcast, startOffset: 0), "size": size,
      "duration": .number(episode.duration),
    ]
    let episodes = (media["episodes"]?.array ?? []) + [made]
    media["episodes"] = .array(episodes)
    media["numEpisodes"] = .count(episodes.count)
    media["size"] = .number((media["size"]?.double ?? 0) + (size.double ?? 0))
    var item = owner.expanded
    item["media"] = media
    Self.add(file.library, to: &item)
    if let changed = ShelfItemRow(expanded: item) { put(changed) }
    return id
  }

  /// Adds a book to a library.
  /// - Parameters:
  ///   - tracks: the duration of each audio file, in seconds. For a book without audio, pass an empty array.
  ///   - ebook: the format of the book's ebook, such as `epub`. If nil, the book has no ebook.
  /// - Returns: the id of the library item.
  @discardableResult
  public mutating func addBook(
    in library: String, title: String, authors: [String] = [], narrators: [String] = [], series: String? = nil,
    sequence: String? = nil, tracks: [Double] = [3600], chapters: [Chapter] = [], ebook: String? = nil,
    description: String? = nil, genres: [String] = [], tags: [String] = [], publishedYear: String? = nil,
    publisher: String? = nil, language: String? = "en", isExplicit: Bool = false, hasCover: Bool = true,
    fileExtension: String? = nil, addedDaysAgo: Double = 30
  ) -> String {
    let id = newID("item")
    let media = newID("book")
    let named = authors.map { author(named: $0, library: library, addedDaysAgo: addedDaysAgo) }
    let link = series.map { self.series(named: $0, library: library, addedDaysAgo: addedDaysAgo) }
    var item = itemShell(id: id, library: library, folder: title, mediaType: "book", addedDaysAgo: addedDaysAgo)
    var files: [JSONValue] = []
    var playable: [JSONValue] = []
    var offset = 0.0
    for (index, duration) in tracks.enumerated() {
      let ending = fileExtension ?? (tracks.count == 1 ? "m4b" : "mp3")
      let file = audioFile(
        name: tracks.count == 1 ? "\(title).\(ending)" : "\(index + 1) - \(title).\(ending)", folder: title,
        index: index + 1, duration: duration, addedDaysAgo: addedDaysAgo, album: title)
      files.append(file.audio)
      playable.append(Self.track(file.audio, item: id, startOffset: offset))
      Self.add(file.library, to: &item)
      offset += duration
    }
    let size = files.reduce(0) { $0 + ($1["metadata"]?["size"]?.double ?? 0) }
    var book: JSONValue = [
      "id": .string(media), "libraryItemId": .string(id), "coverPath": .null, "tags": .strings(tags),
      "metadata": [
        "title": .string(title), "titleIgnorePrefix": .string(Self.ignoringPrefix(title)), "subtitle": .null,
        "authors": .array(named), "narrators": .strings(narrators), "genres": .strings(genres),
        "series": .array(link.map { [$0.with("sequence", .text(sequence))] } ?? []),
        "publishedYear": .text(publishedYear), "publishedDate": .null, "publisher": .text(publisher),
        "description": .text(description), "descriptionPlain": .text(ShelfWire.plainText(description)),
        "isbn": .null, "asin": .null,
        "language": .text(language), "explicit": .bool(isExplicit), "abridged": false,
        "authorName": .string(authors.joined(separator: ", ")),
        "authorNameLF": .string(authors.map(Self.lastFirst).joined(separator: ", ")),
        "narratorName": .string(narrators.joined(separator: ", ")),
        "seriesName": .string(series.map { name in sequence.map { "\(name) #\($0)" } ?? name } ?? ""),
      ],
      "numTracks": .count(tracks.count), "numAudioFiles": .count(tracks.count),
      "numChapters": .count(chapters.count), "duration": .number(offset), "size": .number(size),
      "audioFiles": .array(files), "chapters": Self.chapters(chapters), "ebookFile": .null,
      "tracks": .array(playable),
    ]
    if let ebook {
      let file = libraryFile(
        name: "\(title).\(ebook)", folder: title, size: 52_000, type: "ebook", daysAgo: addedDaysAgo)
      book["ebookFile"] = file.with("ebookFormat", .string(ebook))
      book["ebookFormat"] = .string(ebook)
      Self.add(file.with("isSupplementary", false), to: &item)
    }
    item["media"] = book
    if hasCover { addCover(to: &item) }
    if let made = ShelfItemRow(expanded: item) { put(made) }
    return id
  }
}
