/// The server's routes, grouped into one role for each feature. A ``VaultService`` is built from them. An app or a test can replace each
/// role.
public struct VaultRoles: Sendable {
  /// The routes that need no account.
  public var server: any ServerAPI
  /// Sign-in, sign-out and the signed-in user.
  public var account: any AccountAPI
  /// The films of all users.
  public var movies: any MovieAPI
  /// The series of all users.
  public var series: any SeriesAPI
  /// The episodes of the series of all users.
  public var episodes: any EpisodeAPI
  /// The account's watchlist.
  public var watchlist: any WatchlistAPI
  /// Lists, their titles and their sharing.
  public var lists: any ListAPI
  /// Imports by id, and imports from Jellyfin.
  public var imports: any ImportAPI
  /// The search in the server's catalogue.
  public var search: any SearchAPI
  /// The new titles and their numbers.
  public var notifications: any NotificationAPI
  /// The posters of titles.
  public var media: any MediaAPI
}
