/// A version of the server, for the rules that differ between versions.
struct ShelfRelease: Comparable, Sendable {
  let minor: Int
  let patch: Int

  /// A release of version 2 of the server.
  init(_ minor: Int, _ patch: Int = 0) { (self.minor, self.patch) = (minor, patch) }

  /// The release in a text; the newest one if the text is no version.
  init(_ text: String) {
    let numbers = text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
    guard numbers.count >= 2, numbers[0] == 2 else {
      self.init(.max)
      return
    }
    self.init(numbers[1], numbers.count > 2 ? numbers[2] : 0)
  }

  static func < (one: ShelfRelease, other: ShelfRelease) -> Bool {
    (one.minor, one.patch) < (other.minor, other.patch)
  }
}

extension ShelfWorld {
  /// The data of ``sample`` on an Audiobookshelf server of version 2.20.0; see ``served(by:)``.
  public static let version2_20: ShelfWorld = .sample.served(by: "2.20.0")
  /// The data of ``sample`` on an Audiobookshelf server of version 2.25.1; see ``served(by:)``.
  public static let version2_25: ShelfWorld = .sample.served(by: "2.25.1")

  /// Returns this world on a server of another version, which behaves as that version does.
  ///
  /// | before version | behaviour |
  /// | --- | --- |
  /// | 2.36 | `/api/me/sessions`, the list of sign-ins, does not exist; a new password ends no sign-in, and its answer has no tokens |
  /// | 2.35 | a replaced refresh token is invalid at once |
  /// | 2.31 | every change of progress empties the cache of library answers, so that lists by progress are never stale |
  /// | 2.26.3 | an episode's `audioTrack.index` is null, and `/public/session/…/track/1` answers 404 for episodes |
  /// | 2.26 | one token that never expires, no renewal, fewer routes; every change of progress gets the server's date, whatever its `lastUpdate` |
  /// | 2.26 | a token that a socket sends is refused with `invalid_token` |
  /// | 2.22 | `/public/session/…` does not exist, and an HLS playlist needs the token |
  /// - Parameter version: the version of the server, such as `2.25.1`.
  public func served(by version: String) -> ShelfWorld {
    var world = self
    world.release = version
    return world
  }
}
