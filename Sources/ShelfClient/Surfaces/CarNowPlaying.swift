public import MediaCore

/// The extra controls of a car's player: the speed and the chapters, as far as the open item has them. The system shows play, pause and the
/// skips by itself.
///
/// ```swift
/// let car = player.carNowPlaying(CarLimits())
/// if car.buttons.contains(.chapters), let chapter = car.chapters.first { player.seek(to: chapter.start) }
/// player.setSpeed(car.nextSpeed)  // at a tap on the button with the speed
/// ```
public struct CarNowPlaying: Codable, Hashable, Sendable {
  /// A button beside those of the system.
  public enum Button: String, Codable, Hashable, Sendable, CaseIterable {
    /// Shows ``CarNowPlaying/speed``; a tap sets ``CarNowPlaying/nextSpeed``.
    case speed
    /// Opens the list of ``CarNowPlaying/chapters``.
    case chapters
  }

  /// A row in the list of chapters.
  public struct ChapterRow: Codable, Hashable, Sendable {
    /// The title of the chapter, or its number if it has none.
    public var title: String
    /// The start of the chapter, in seconds on the item's timeline.
    public var start: Double
    /// The start as text, such as `12:34`.
    public var startText: String
    /// Whether the chapter plays now.
    public var isCurrent: Bool
  }

  /// The speeds that a tap goes through, slowest first; few, so that a driver needs few taps.
  public static let speeds = [0.75, 1, 1.25, 1.5, 1.75, 2].map { PlaybackSpeed($0) }

  /// The buttons to show; none while no item can be played.
  public private(set) var buttons: [Button] = []
  /// The speed of the open item.
  public private(set) var speed: PlaybackSpeed
  /// The rows of the list of chapters; if there are more chapters than a list has rows, those around the current one. Empty if the item has
  /// fewer than two chapters.
  public private(set) var chapters: [ChapterRow] = []
  /// Whether the list of what plays next has something to show.
  public private(set) var hasUpNext: Bool

  /// The speed after ``speed`` in ``speeds``, and the slowest one after the fastest.
  public var nextSpeed: PlaybackSpeed { Self.speeds.first { $0 > speed } ?? Self.speeds[0] }

  /// Creates the controls for a player's state.
  /// - Parameters:
  ///   - limits: ``CarLimits/rows`` is the highest number of chapters.
  ///   - texts: gives untitled chapters a name.
  public init(_ state: PlayerViewModel.State, limits: CarLimits = CarLimits(), texts: Texts = .english) {
    speed = state.speed
    hasUpNext = state.nextUp != nil
    guard state.phase == .ready else { return }
    buttons = [.speed]
    let list = state.chapterList.chapters
    guard list.count > 1 else { return }
    buttons.append(.chapters)
    let current = state.chapterList.index(at: state.position)
    // Begin one chapter before the current one: drivers most often go back by one.
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
  /// The extra controls of a car's player for the current state.
  public func carNowPlaying(_ limits: CarLimits = CarLimits()) -> CarNowPlaying {
    CarNowPlaying(state, limits: limits, texts: environment.texts)
  }
}
