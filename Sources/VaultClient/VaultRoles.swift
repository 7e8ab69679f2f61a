/// The roles that a ``VaultService`` is built from, by the server's routes: an app or a test can replace each of them.
public struct VaultRoles: Sendable {
  /// The routes that need no account.
  public var server: any ServerAPI
  /// Sign-in, sign-out and the signed-in user.
  public var account: any AccountAPI
  /// Films, of all users.
  public var movies: any MovieAPI
  /// Series, of all users.
  public var series: any SeriesAPI
  /// Episodes of series, of all users.
  public var episodes: any EpisodeAPI
  /// The account's watchlist.
  public var watchlist: any WatchlistAPI
  /// Lists, their titles and their sharing.
  public var lists: any ListAPI
  /// Imports by id, and from Jellyfin.
  public var imports: any ImportAPI
  /// Searching the server's catalogue.
  public var search: any SearchAPI
  /// New titles, and their counts.
  public var notifications: any NotificationAPI
  /// The posters of titles.
  public var media: any MediaAPI
}
