import MediaCore

/// The version of an Audiobookshelf, for behaviour that cannot be detected otherwise.
struct ShelfVersion: Comparable, Hashable, Sendable {
  let numbers: [Int]

  /// The version in a text such as `2.26.3`; nil if it does not begin with numbers. A suffix such as `-beta` is ignored.
  init?(_ text: String) {
    let digits = text.drop { $0 == "v" || $0 == "V" }.prefix { $0.isNumber || $0 == "." }
    let numbers = digits.split(separator: ".").prefix(3).map { Int($0) }
    guard let known = numbers as? [Int], !known.isEmpty else { return nil }
    self.numbers = known + [Int](repeating: 0, count: 3 - known.count)
  }

  private init(_ numbers: [Int]) { self.numbers = numbers }

  static func < (one: ShelfVersion, other: ShelfVersion) -> Bool {
    one.numbers.lexicographicallyPrecedes(other.numbers)
  }

  /// `/public/session/…/track/…` exists, and HLS playlists need no token.
  static let openTracks = ShelfVersion([2, 22, 0])
  /// `lastUpdate` of a change of progress is kept. Before, the server dates every change itself.
  static let datedProgress = ShelfVersion([2, 26, 0])
  /// `/public/session/…/track/1` also exists for episodes.
  static let openEpisodeTracks = ShelfVersion([2, 26, 3])
}

/// The version of the server, read when it matters.
final class ShelfVersions: Sendable {
  private struct Known {
    var version: ShelfVersion?
    var readAt: Duration
  }

  /// The time after which the version is read again, since the server can be updated while the app runs.
  private static let lasting = Duration.seconds(600)

  private let server: any ServerAPI
  private let clock: any TimeSource
  private let known = Locked<Known?>(nil)

  init(server: any ServerAPI, clock: any TimeSource) {
    self.server = server
    self.clock = clock
  }

  /// Whether the server keeps the date of a change of progress. True for a server without a version in its status.
  func keepsDates() async throws(ClientError) -> Bool {
    if let known = known.withLock({ $0 }), clock.uptime() - known.readAt < Self.lasting {
      return keepsDates(known.version)
    }
    let version = try await server.status().serverVersion.flatMap(ShelfVersion.init)
    known.withLock { $0 = Known(version: version, readAt: clock.uptime()) }
    return keepsDates(version)
  }

  private func keepsDates(_ version: ShelfVersion?) -> Bool { version.map { $0 >= .datedProgress } ?? true }
}
