public import Foundation
public import MediaCore

/// The content of a widget in one small file: the first unwatched films and series.
///
/// The app writes the file and keeps it up to date with ``VaultService/keepSnapshot()``. A widget reads the file for each timeline, with
/// one file operation and without opening the account's caches:
///
/// ```swift
/// func next(environment: ClientEnvironment) throws(ClientError) -> Movie? {
///   try WatchlistSnapshot.read(of: .viewVault, environment: environment)?.movies.first
/// }
/// ```
/// A snapshot shows the data that was on this device at the time ``madeAt``. If a widget makes a change, the snapshot contains the change
/// only after the app has read the change. The stores of a service that was created with ``VaultService/init(extending:environment:)`` show
/// the change at once.
public struct WatchlistSnapshot: Codable, Hashable, Sendable {
  /// The time at which the app wrote the snapshot, by the device's clock.
  public var madeAt: Date
  /// The number of unwatched films and of series that are not wholly watched, as ``VaultWatchlistViewModel`` shows it.
  public var unwatchedCount: Int
  /// The first unwatched films, including films in lists, in the order ``UnwatchedSort/added``. At most ``limit`` films, without notes and
  /// descriptions.
  public var movies: [Movie]
  /// The first series with unwatched episodes, each with its first three unwatched episodes. At most ``limit`` series.
  public var series: [Series]

  /// The maximum number of films, and also the maximum number of series.
  public static let limit = 8
  /// The most episodes of a series.
  static let episodeLimit = 3

  /// Creates a snapshot for a preview of a widget.
  public init(madeAt: Date, unwatchedCount: Int = 0, movies: [Movie] = [], series: [Series] = []) {
    self.madeAt = madeAt
    self.unwatchedCount = unwatchedCount
    self.movies = movies
    self.series = series
  }

  static let file = SnapshotFile<WatchlistSnapshot>(version: 1)

  /// Reads the snapshot that the app has written for the signed-in account. Returns nil if there is no snapshot.
  /// - Parameters:
  ///   - server: the address with which the app created its service. Another address of the same server also works, but needs a second file
  ///     operation.
  ///   - environment: an environment with the same folder as the app's environment.
  /// - Throws: `storage` if the file cannot be read now, for example on a locked device.
  public static func read(
    of server: ServerAddress = .viewVault, environment: ClientEnvironment = .live()
  ) throws(ClientError) -> WatchlistSnapshot? {
    try file.read("vault", at: server, in: environment)
  }
}
