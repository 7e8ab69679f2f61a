/// The roles of a service, each replaceable at ``ShelfService/init(server:transport:environment:options:_:)``.
public struct ShelfRoles: Sendable {
  /// The server itself: `/ping`, `/healthcheck`, `/status`.
  public var server: any ServerAPI
  /// Signing in and out, the account, its devices.
  public var account: any AccountAPI
  /// Libraries, their items and reports.
  public var libraries: any LibraryAPI
  /// Books, podcasts and episodes.
  public var items: any ItemAPI
  /// The server's home page of a library.
  public var shelves: any ShelfAPI
  /// Searching a library.
  public var search: any SearchAPI
  /// Series of books.
  public var series: any SeriesAPI
  /// Authors and narrators.
  public var authors: any AuthorAPI
  /// Collections, which all accounts of a library see.
  public var collections: any CollectionAPI
  /// Playlists of the account.
  public var playlists: any PlaylistAPI
  /// Feeds and episodes of podcasts.
  public var podcasts: any PodcastAPI
  /// Playback sessions.
  public var playback: any PlaybackAPI
  /// Progress records on the server, directly; ``ShelfService/progressStore`` works offline and merges.
  public var progress: any ProgressAPI
  /// Bookmarks of the account.
  public var bookmarks: any BookmarkAPI
  /// The history and statistics of the account.
  public var listening: any ListeningAPI
  /// Files, covers and streams.
  public var media: any MediaAPI
  /// Signing in through an identity provider.
  public var openID: any OpenIDAPI
  /// Books behind a public link.
  public var shares: any ShareAPI
  /// Making public links and RSS feeds, for administrators.
  public var publishing: any PublishingAPI
  /// Podcasts that are not on the server yet.
  public var directory: any PodcastDirectoryAPI
  /// E-readers that ebooks are sent to.
  public var readers: any EReaderAPI
}
