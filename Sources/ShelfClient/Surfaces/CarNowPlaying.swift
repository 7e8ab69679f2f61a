public import MediaCore

/// The additional controls of a car's player: the speed, and the chapters if the open item has any. The system itself shows the buttons for
/// play, pause and skips.
///
/// ```swift
/// let car = player.carNowPlaying(CarLimits())
/// if car.buttons.contains(.chapters), let chapter = car.chapters.first { player.seek(to: chapter.start) }
/// player.setSpeed(car.nextSpeed)  // at a tap on the button with the speed
/// ```
public struct CarNowPlaying: Codable, Hashable, Sendable {
  /// A button that the app adds to the system's own buttons.
  public enum Button: String, Codable, Hashable, Sendable, CaseIterable {
    /// Shows ``CarNowPlaying/speed``. A tap sets ``CarNowPlaying/nextSpeed``.
    case speed
    /// Opens the list of ``CarNowPlaying/chapters``.
    case chapters
  }

  /// A row in the list of chapters.
  public struct ChapterRow: Codable, Hashable, Sendable {
    /// The title of the chapter. If the chapter has none, a text with its number, such as "Chapter 3".
    public var title: String
    /// The start of the chapter, in seconds on the item's timeline.
    public var start: Double
    /// The start as text, such as `12:34`.
    public var startText: String
    /// Whether this is the chapter at the current position.
    public var isCurrent: Bool
  }

  /// The speeds that taps on the button set one after the other, slowest first. The list is short, so that a driver needs few taps.
  public static let speeds = [0.75, 1, 1.25, 1.5, 1.75, 2].map { PlaybackSpeed($0) }

  /// The buttons to show; empty unless an item is open and ready to play.
  public private(set) var buttons: [Button] = []
  /// The speed of the open item.
  public private(set) var speed: PlaybackSpeed
  /// The rows of the list of chapters. If there are more chapters than ``CarLimits/rows``, only those around the current chapter are
  /// listed. Empty if the item has fewer than two chapters or is not ready to play.
  public private(set) var chapters: [ChapterRow] = []
  /// Whether an item will play after the open one, so that the system's button for the items to play next has something to show.
  public private(set) var hasUpNext: Bool

  /// The next faster speed in ``speeds``; after the fastest, the slowest speed.
  public var nextSpeed: PlaybackSpeed { Self.speeds.first { $0 > speed } ?? Self.speeds[0] }

  /// Creates the controls for a player's state.
  /// - Parameters:
  ///   - limits: the car's limits; ``CarLimits/rows`` is the highest number of ``chapters``.
  ///   - texts: the texts from which the titles of untitled chapters are made.
  public init(_ state: PlayerViewModel.State, limits: CarLimits = CarLimits(), texts: Texts = .english) {
    speed = state.speed
    hasUpNext = state.nextUp != nil
    guard state.phase == .ready else { return }
    buttons = [.speed]
    let list = state.chapterList.chapters
    guard list.count > 1 else { return }
    buttons.append(.chapters)
    let current = state.chapterList.index(at: state.position)
    // Begin the list one chapter before the current one, since drivers most often go back by one chapter.
    let first = min(max(0, (current ?? 0) - 1), max(0, list.count - limits.rows))
    chapters = list.indices.dropFirst(first).prefix(limits.rows).map { index in
      let title = list[index].title
      return ChapterRow(
        title: title.isEmpty ? texts("shelf.car.chapter", english: "Chapter %@", "\(index + 1)") : title,
        start: list[index].start, startText: MediaTime.text(list[index].start), isCurrent: index == current)
    }
  }
}

extension PlayerViewModel {
  /// Returns the additional controls of a car's player for the player's current state.
  public func carNowPlaying(_ limits: CarLimits = CarLimits()) -> CarNowPlaying {
    CarNowPlaying(state, limits: limits, texts: environment.texts)
  }
}
