/// The groups of requests of a ``ShelfService``, called roles. Each role can be replaced in
/// ``ShelfService/init(server:transport:environment:options:_:)``.
public struct ShelfRoles: Sendable {
  /// The role for the server itself: `/ping`, `/healthcheck`, `/status`.
  public var server: any ServerAPI
  /// The role for signing in and out, for the account, and for the account's sign-ins on all devices.
  public var account: any AccountAPI
  /// The role for libraries, their items and reports.
  public var libraries: any LibraryAPI
  /// The role for fetching single books, podcasts and episodes.
  public var items: any ItemAPI
  /// The role for the shelves of a library's home screen.
  public var shelves: any ShelfAPI
  /// The role for searching a library.
  public var search: any SearchAPI
  /// The role for series of books.
  public var series: any SeriesAPI
  /// The role for authors and narrators.
  public var authors: any AuthorAPI
  /// The role for collections, which all accounts of a library see.
  public var collections: any CollectionAPI
  /// The role for playlists of the account.
  public var playlists: any PlaylistAPI
  /// The role for feeds and episodes of podcasts.
  public var podcasts: any PodcastAPI
  /// The role for playback sessions.
  public var playback: any PlaybackAPI
  /// The role for reading and changing progress records directly on the server. Most apps use ``ShelfService/progressStore`` instead, which
  /// also works without a network and merges the changes of several devices.
  public var progress: any ProgressAPI
  /// The role for bookmarks of the account.
  public var bookmarks: any BookmarkAPI
  /// The role for the listening history and statistics of the account.
  public var listening: any ListeningAPI
  /// The role for files, covers and streams.
  public var media: any MediaAPI
  /// The role for signing in through an identity provider.
  public var openID: any OpenIDAPI
  /// The role for playing books that are shared by a public link.
  public var shares: any ShareAPI
  /// The role for making public links and RSS feeds, for administrators.
  public var publishing: any PublishingAPI
  /// The role for finding and adding podcasts that are not on the server yet.
  public var directory: any PodcastDirectoryAPI
  /// The role for e-readers that ebooks are sent to.
  public var readers: any EReaderAPI
}
