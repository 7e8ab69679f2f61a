/// The server's routes, grouped into one role for each feature. A ``VaultService`` sends its requests through these roles. An app or a test
/// can replace each role.
public struct VaultRoles: Sendable {
  /// The routes that need no account.
  public var server: any ServerAPI
  /// The routes for sign-in, sign-out and the signed-in user.
  public var account: any AccountAPI
  /// The routes for single films, which reach the films of all users.
  public var movies: any MovieAPI
  /// The routes for single series, which reach the series of all users.
  public var series: any SeriesAPI
  /// The routes for single episodes, which reach the episodes of all users.
  public var episodes: any EpisodeAPI
  /// The routes for the account's watchlist.
  public var watchlist: any WatchlistAPI
  /// The routes for lists, for the titles of lists, and for sharing lists.
  public var lists: any ListAPI
  /// The routes for imports by id and for imports from Jellyfin.
  public var imports: any ImportAPI
  /// The routes that search the server's catalogue.
  public var search: any SearchAPI
  /// The routes for new titles and their numbers.
  public var notifications: any NotificationAPI
  /// The routes for the posters of titles.
  public var media: any MediaAPI
}
