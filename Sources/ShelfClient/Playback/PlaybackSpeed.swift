/// A playback speed, which is a factor from 0.5 to 3.5 in steps of 0.05.
public struct PlaybackSpeed: RawRepresentable, Codable, Hashable, Sendable, Comparable {
  /// Whole hundredths, so that twenty steps up and down end exactly where they began.
  private let hundredths: Int

  /// The slowest speed, 0.5.
  public static let slowest = PlaybackSpeed(hundredths: 50)
  /// The fastest speed, 3.5.
  public static let fastest = PlaybackSpeed(hundredths: 350)
  /// The normal speed, 1.
  public static let normal = PlaybackSpeed(hundredths: 100)
  /// All 61 speeds, slowest first.
  public static let all = stride(from: 50, through: 350, by: 5).map { PlaybackSpeed(hundredths: $0) }

  private init(hundredths: Int) { self.hundredths = hundredths }

  /// Creates the speed that is nearest to `rate`. If `rate` is NaN or negative infinity, the speed is ``normal``.
  public init(_ rate: Double) {
    guard rate.isFinite else {
      self = rate == .infinity ? .fastest : .normal
      return
    }
    let steps = Int((min(max(rate, 0.5), 3.5) * 20).rounded())
    self.init(hundredths: steps * 5)
  }

  public init(rawValue: Double) { self.init(rawValue) }

  /// The speed as a factor, such as 1.25.
  public var rawValue: Double { Double(hundredths) / 100 }

  /// The next faster speed; ``fastest`` if this speed is already the fastest.
  public var faster: PlaybackSpeed { PlaybackSpeed(hundredths: min(350, hundredths + 5)) }
  /// The next slower speed; ``slowest`` if this speed is already the slowest.
  public var slower: PlaybackSpeed { PlaybackSpeed(hundredths: max(50, hundredths - 5)) }

  /// The real time, in seconds, that `seconds` of media take to play at this speed; 0 if `seconds` is negative, NaN or infinite.
  public func time(for seconds: Double) -> Double { seconds.isFinite ? max(0, seconds) / rawValue : 0 }

  public static func < (a: PlaybackSpeed, b: PlaybackSpeed) -> Bool { a.hundredths < b.hundredths }
}

/// The two kinds of items that can be played: books, and episodes of podcasts. Each kind has its own speed and gain.
public enum PlayableKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// `book` is a book; `podcast` is an episode of a podcast.
  case book, podcast
}

extension PlayableID {
  /// The kind of the item: `podcast` if the id has an episode, otherwise `book`.
  public var kind: PlayableKind { episodeId == nil ? .book : .podcast }
}
