public import MediaCore

/// The additional controls of a car's player: a button for the speed, and a list of chapters if the open item has chapters. The system
/// itself shows the buttons for play, pause and skips.
///
/// ```swift
/// let car = player.carNowPlaying(CarLimits())
/// if car.buttons.contains(.chapters), let chapter = car.chapters.first { player.seek(to: chapter.start) }
/// player.setSpeed(car.nextSpeed)  // at a tap on the button with the speed
/// ```
public struct CarNowPlaying: Codable, Hashable, Sendable {
  /// A button that the app adds to the system's own buttons.
  public enum Button: String, Codable, Hashable, Sendable, CaseIterable {
    /// The button shows ``CarNowPlaying/speed``. A tap sets ``CarNowPlaying/nextSpeed``.
    case speed
    /// The button opens the list of ``CarNowPlaying/chapters``.
    case chapters
  }

  /// A row in the list of chapters.
  public struct ChapterRow: Codable, Hashable, Sendable {
    /// The title of the chapter. If the chapter has no title, a text with its number, such as "Chapter 3".
    public var title: String
    /// The start of the chapter, in seconds on the item's timeline.
    public var start: Double
    /// The start of the chapter as text, such as `12:34`.
    public var startText: String
    /// Whether this is the chapter at the current position.
    public var isCurrent: Bool
  }

  /// The speeds that the speed button sets, one with each tap, slowest first. The list is short, so that a driver needs few taps.
  public static let speeds = [0.75, 1, 1.25, 1.5, 1.75, 2].map { PlaybackSpeed($0) }

  /// The buttons to show; empty if no item is open and ready to play.
  public private(set) var buttons: [Button] = []
  /// The speed of the open item.
  public private(set) var speed: PlaybackSpeed
  /// The rows of the list of chapters. If the item has more chapters than ``CarLimits/rows``, only the chapters around the current chapter
  /// are listed. Empty if the item has fewer than two chapters or is not ready to play.
  public private(set) var chapters: [ChapterRow] = []
  /// Whether an item will play after the open item. If false, the system's button for the items to play next has nothing to show.
  public private(set) var hasUpNext: Bool

  /// The next faster speed in ``speeds``. If no speed in this list is faster, this is the slowest speed in the list.
  public var nextSpeed: PlaybackSpeed { Self.speeds.first { $0 > speed } ?? Self.speeds[0] }

  /// Creates the controls for a player's state.
  /// - Parameters:
  ///   - limits: the car's limits; ``CarLimits/rows`` is the highest number of ``chapters``.
  ///   - texts: the app's texts in the user's language, used for the titles of chapters without a title.
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
