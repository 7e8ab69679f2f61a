public import Foundation
public import MediaCore

/// The content of a widget in one small file: the first unwatched films and series.
///
/// The app keeps the file (``VaultService/keepSnapshot()``). A widget reads it for each timeline, with one file operation and without
/// opening the account's caches:
///
/// ```swift
/// func next(environment: ClientEnvironment) throws(ClientError) -> Movie? {
///   try WatchlistSnapshot.read(of: .viewVault, environment: environment)?.movies.first
/// }
/// ```
/// A snapshot is as old as ``madeAt``. A change that a widget hands over is in the next snapshot after the app has taken the change over;
/// the stores of ``VaultService/init(extending:environment:)`` show the change at once.
public struct WatchlistSnapshot: Codable, Hashable, Sendable {
  /// When the app wrote the snapshot, by the device's clock.
  public var madeAt: Date
  /// The number of unwatched films, and of series that are not wholly watched, as ``VaultWatchlistViewModel`` shows it.
  public var unwatchedCount: Int
  /// The first unwatched films, also of lists, in the order of ``UnwatchedSort/added``, at most ``limit``; without notes and descriptions.
  public var movies: [Movie]
  /// The first series with unwatched episodes, at most ``limit``, each with its first three unwatched episodes.
  public var series: [Series]

  /// The maximum number of films, and of series.
  public static let limit = 8
  /// The most episodes of a series.
  static let episodeLimit = 3

  /// Creates a snapshot, for a preview of a widget.
  public init(madeAt: Date, unwatchedCount: Int = 0, movies: [Movie] = [], series: [Series] = []) {
    self.madeAt = madeAt
    self.unwatchedCount = unwatchedCount
    self.movies = movies
    self.series = series
  }

  static let file = SnapshotFile<WatchlistSnapshot>(version: 1)

  /// Reads the snapshot that the app of this folder has written for the signed-in account; nil when there is none.
  /// - Parameters:
  ///   - server: the address that the app's service was made with; one of its other addresses costs a second file operation.
  ///   - environment: an environment with the same folder as the app's.
  /// - Throws: `storage` when the file cannot be read now, as on a locked device.
  public static func read(
    of server: ServerAddress = .viewVault, environment: ClientEnvironment = .live()
  ) throws(ClientError) -> WatchlistSnapshot? {
    try file.read("vault", at: server, in: environment)
  }
}
