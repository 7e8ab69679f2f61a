/// A factor of playing speed: 0.5 to 3.5 in steps of 0.05.
public struct PlaybackSpeed: RawRepresentable, Codable, Hashable, Sendable, Comparable {
  /// Whole hundredths, so that twenty steps up and down end exactly where they began.
  private let hundredths: Int

  /// 0.5.
  public static let slowest = PlaybackSpeed(hundredths: 50)
  /// 3.5.
  public static let fastest = PlaybackSpeed(hundredths: 350)
  /// 1.
  public static let normal = PlaybackSpeed(hundredths: 100)
  /// All 61 speeds, slowest first.
  public static let all = stride(from: 50, through: 350, by: 5).map { PlaybackSpeed(hundredths: $0) }

  private init(hundredths: Int) { self.hundredths = hundredths }

  /// The nearest step; ``normal`` for an invalid number.
  public init(_ rate: Double) {
    guard rate.isFinite else {
      self = rate == .infinity ? .fastest : .normal
      return
    }
    let steps = Int((min(max(rate, 0.5), 3.5) * 20).rounded())
    self.init(hundredths: steps * 5)
  }

  public init(rawValue: Double) { self.init(rawValue) }

  /// The factor for a player, such as 1.25.
  public var rawValue: Double { Double(hundredths) / 100 }

  /// The next step up; the fastest stays.
  public var faster: PlaybackSpeed { PlaybackSpeed(hundredths: min(350, hundredths + 5)) }
  /// The next step down; the slowest stays.
  public var slower: PlaybackSpeed { PlaybackSpeed(hundredths: max(50, hundredths - 5)) }

  /// The time in which `seconds` of media play at this speed.
  public func time(for seconds: Double) -> Double { seconds.isFinite ? max(0, seconds) / rawValue : 0 }

  public static func < (a: PlaybackSpeed, b: PlaybackSpeed) -> Bool { a.hundredths < b.hundredths }
}

/// The kinds of items that have a speed of their own.
public enum PlayableKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// Books and podcasts each have their own speed.
  case book, podcast
}

extension PlayableID {
  /// `podcast` for an episode, else `book`.
  public var kind: PlayableKind { episodeId == nil ? .book : .podcast }
}
