public import Foundation
public import MediaCore

/// The content of a widget in one small file: the episodes of today and of the six days after it.
///
/// The app writes the file with ``TallyService/keepSnapshot()``. A widget reads it for each timeline, with one file operation and without
/// opening the account's caches:
///
/// ```swift
/// func coming(from today: CalendarDay, address: ServerAddress) throws(ClientError) -> [EpisodeRef] {
///   let days = try TallySnapshot.read(of: address)?.days ?? []
///   return days.filter { $0.day >= today }.flatMap(\.episodes)
/// }
/// ```
/// A snapshot has the data of the time ``madeAt``, and its days begin with the day of ``madeAt``. A change that is made in a widget is in
/// the first snapshot that the app writes after taking over the change. The stores of a service of
/// ``TallyService/init(extending:environment:)`` show the change at once.
public struct TallySnapshot: Codable, Hashable, Sendable {
  /// When the app wrote the snapshot, by the device's clock.
  public var madeAt: Date
  /// The country of the providers that are listed for the episodes, as two capital letters.
  public var country: String
  /// The days that have episodes of tracked shows, from the day of ``madeAt`` on, as ``NextDaysViewModel`` shows them. Each day has at most
  /// ``limit`` episodes, without their descriptions. Empty if the app has never shown these days.
  public var days: [NextDaysViewModel.AiringDay]

  /// The maximum number of episodes for each day.
  public static let limit = 8

  /// Creates a snapshot, for a preview of a widget.
  public init(madeAt: Date, country: String, days: [NextDaysViewModel.AiringDay] = []) {
    self.madeAt = madeAt
    self.country = country
    self.days = days
  }

  static let file = SnapshotFile<TallySnapshot>(version: 1)

  /// Reads the snapshot that the app with the same folder has written for the signed-in account. Returns nil if there is no snapshot.
  /// - Parameters:
  ///   - server: the address with which the app created its service. Another address of the same server also works, with a second file
  ///     operation.
  ///   - environment: an environment with the same folder as the app's.
  /// - Throws: `storage` if the file cannot be read now, as on a locked device.
  public static func read(
    of server: ServerAddress, environment: ClientEnvironment = .live()
  ) throws(ClientError) -> TallySnapshot? {
    try file.read("tally", at: server, in: environment)
  }
}
