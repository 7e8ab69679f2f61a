/// The roles that a ``VaultService`` is built from, by the server's routes: an app or a test can replace each of them.
public struct VaultRoles: Sendable {
  /// The routes that need no account.
  public var server: any ServerAPI
  /// Sign-in, sign-out and the signed-in user.
  public var account: any AccountAPI
  public var movies: any MovieAPI
  public var series: any SeriesAPI
  public var episodes: any EpisodeAPI
  public var watchlist: any WatchlistAPI
  public var lists: any ListAPI
  public var imports: any ImportAPI
  public var search: any SearchAPI
  public var notifications: any NotificationAPI
  /// Posters.
  public var media: any MediaAPI
}
