public import Foundation
public import MediaCore

/// The content of a widget in one small file: the last played item, the items to play next, and the newest rows of Latest.
///
/// The app keeps the file (``ShelfService/keepSnapshot()``). A widget reads it for each timeline, with one file operation and without
/// opening the account's caches:
///
/// ```swift
/// func next(address: ServerAddress, environment: ClientEnvironment) throws(ClientError) -> QueueEntry? {
///   try ShelfSnapshot.read(of: address, environment: environment)?.upNext.first
/// }
/// ```
/// The file has the state that the app had last. Changes that another process hands over are in the file once the app has taken them over;
/// until then they are in the stores of ``ShelfService/init(extending:environment:)``.
public struct ShelfSnapshot: Codable, Hashable, Sendable {
  /// When the app wrote the snapshot, by the device's clock.
  public var madeAt: Date
  /// The item that was open last, with its progress; nil when no item was open.
  public var lastPlayed: QueueEntry?
  /// The first items of the user's queue, at most ``limit``.
  public var upNext: [QueueEntry]
  /// The first rows of Latest that are neither finished nor removed, at most ``limit``.
  public var latest: [QueueEntry]

  /// The highest number of entries in each list.
  public static let limit = 8

  /// Creates a snapshot, for a preview of a widget.
  public init(madeAt: Date, lastPlayed: QueueEntry? = nil, upNext: [QueueEntry] = [], latest: [QueueEntry] = []) {
    self.madeAt = madeAt
    self.lastPlayed = lastPlayed
    self.upNext = upNext
    self.latest = latest
  }

  static let file = SnapshotFile<ShelfSnapshot>(version: 1)

  /// Reads the snapshot that the app of this folder has written for the account that is signed in; nil when there is none.
  /// - Parameters:
  ///   - server: the address that the app's service was made with; one of its other addresses costs a second file operation.
  ///   - environment: an environment with the same folder as the app's.
  /// - Throws: `storage` when the file cannot be read now, as on a locked device.
  public static func read(
    of server: ServerAddress, environment: ClientEnvironment = .live()
  ) throws(ClientError) -> ShelfSnapshot? {
    try file.read("shelf", at: server, in: environment)
  }
}
