/// The groups of requests of a ``ShelfService``, called roles. Each role can be replaced in
/// ``ShelfService/init(server:transport:environment:options:_:)``.
public struct ShelfRoles: Sendable {
  /// Sends the requests for the server itself: `/ping`, `/healthcheck`, `/status`.
  public var server: any ServerAPI
  /// Sends the requests for signing in and out, for the account, and for the account's sign-ins on all devices.
  public var account: any AccountAPI
  /// Sends the requests for libraries, their items and reports.
  public var libraries: any LibraryAPI
  /// Sends the requests for fetching single books, podcasts and episodes.
  public var items: any ItemAPI
  /// Sends the requests for the shelves of a library's home screen.
  public var shelves: any ShelfAPI
  /// Sends the requests for searching a library.
  public var search: any SearchAPI
  /// Sends the requests for series of books.
  public var series: any SeriesAPI
  /// Sends the requests for authors and narrators.
  public var authors: any AuthorAPI
  /// Sends the requests for collections, which all accounts of a library see.
  public var collections: any CollectionAPI
  /// Sends the requests for playlists of the account.
  public var playlists: any PlaylistAPI
  /// Sends the requests for feeds and episodes of podcasts.
  public var podcasts: any PodcastAPI
  /// Sends the requests for playback sessions.
  public var playback: any PlaybackAPI
  /// Sends the requests for reading and changing progress records directly on the server. Most apps use ``ShelfService/progressStore`` instead, which
  /// also works without a network and merges the changes of several devices.
  public var progress: any ProgressAPI
  /// Sends the requests for bookmarks of the account.
  public var bookmarks: any BookmarkAPI
  /// Sends the requests for the listening history and statistics of the account.
  public var listening: any ListeningAPI
  /// Sends the requests for files, covers and streams.
  public var media: any MediaAPI
  /// Sends the requests for signing in through an identity provider.
  public var openID: any OpenIDAPI
  /// Sends the requests for playing books that are shared by a public link.
  public var shares: any ShareAPI
  /// Sends the requests for making public links and RSS feeds, for administrators.
  public var publishing: any PublishingAPI
  /// Sends the requests for finding and adding podcasts that are not on the server yet.
  public var directory: any PodcastDirectoryAPI
  /// Sends the requests for e-readers that ebooks are sent to.
  public var readers: any EReaderAPI
}
