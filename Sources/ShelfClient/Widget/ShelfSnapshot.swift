public import Foundation
public import MediaCore

/// The content of a widget in one small file: the item that was played last, the items to play next, the newest episodes, and the time of
/// listening.
///
/// The app writes the file and keeps it up to date with ``ShelfService/keepSnapshot()``. A widget reads the file for each timeline, with
/// one file operation and without opening the account's caches:
///
/// ```swift
/// func next(address: ServerAddress, environment: ClientEnvironment) throws(ClientError) -> QueueEntry? {
///   try ShelfSnapshot.read(of: address, environment: environment)?.upNext.first
/// }
/// ```
/// The file has the state of the app's data when the app last wrote the file. If an extension makes a change, the file contains the change
/// only after the app has run and applied it. Until then, the change is in the stores of ``ShelfService/init(extending:environment:)``.
public struct ShelfSnapshot: Codable, Hashable, Sendable {
  /// The time at which the app made the snapshot, by the device's clock.
  public var madeAt: Date
  /// The item that the player had open last, with its progress; nil if the player never had an item open.
  public var lastPlayed: QueueEntry?
  /// The first items of the queue of items to play next (``UpNextStore``), at most ``limit``.
  public var upNext: [QueueEntry]
  /// The newest episodes (``QueueStore``) that are neither finished nor removed from the list nor in ``upNext``, at most ``limit``.
  public var latest: [QueueEntry]
  /// The seconds of listening on each of the last seven days with listening or fewer, by the server's time zone, as
  /// ``ListeningStatsViewModel`` last read them. Nil if this device has never read the statistics.
  public var listenedSeconds: [CalendarDay: Double]?

  /// The highest number of entries in ``upNext`` and in ``latest``.
  public static let limit = 8

  /// Creates a snapshot, for a preview of a widget.
  public init(madeAt: Date, lastPlayed: QueueEntry? = nil, upNext: [QueueEntry] = [], latest: [QueueEntry] = []) {
    self.madeAt = madeAt
    self.lastPlayed = lastPlayed
    self.upNext = upNext
    self.latest = latest
  }

  /// The seconds of listening on a day; nil if this device has never read the statistics.
  public func secondsListened(on day: CalendarDay) -> Double? { listenedSeconds.map { $0[day] ?? 0 } }

  /// The seconds of listening on the seven days that end with `day`; nil if this device has never read the statistics.
  public func secondsListened(inWeekUntil day: CalendarDay) -> Double? {
    listenedSeconds.map { days in
      (0..<7).compactMap { day.adding(days: -$0) }.reduce(0) { $0 + (days[$1] ?? 0) }
    }
  }

  static let file = SnapshotFile<ShelfSnapshot>(version: 1)

  /// Reads the snapshot that the app has written for the account that is signed in; nil if the app has written no snapshot.
  /// - Parameters:
  ///   - server: the address with which the app has created its ``ShelfService``. If the address is another address of the same server,
  ///     reading needs a second file operation.
  ///   - environment: an environment whose files are in the same folder as those of the app's environment.
  /// - Throws: `storage` if the file cannot be read now, for example because the device is locked.
  public static func read(
    of server: ServerAddress, environment: ClientEnvironment = .live()
  ) throws(ClientError) -> ShelfSnapshot? {
    try file.read("shelf", at: server, in: environment)
  }
}
