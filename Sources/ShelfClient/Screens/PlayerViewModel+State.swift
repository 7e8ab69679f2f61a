public import Foundation
public import MediaCore

extension PlayerViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The state of the item in the player.
    public enum Phase: Equatable, Sendable {
      /// Nothing is open.
      case idle
      /// The files and the place are being loaded.
      case opening
      /// The item can be played.
      case ready
      /// The item cannot be played, with the reason in ``State/error``; ``PlayerViewModel/play()`` tries again.
      case failed
    }

    /// The reason why an item cannot be played, if trying again does not help.
    public enum Problem: String, Sendable, Hashable {
      /// The book is an ebook, to be read and not to be played.
      case ebookOnly
      /// The item has no audio.
      case noAudio
      /// A podcast is played by its episodes: let the user choose one.
      case podcastNeedsEpisode
      /// The server's version has no route for this audio.
      case serverTooOld
      /// The downloaded file has a format that the engine cannot play. With a network the item plays: the server converts it.
      case formatNotPlayable
    }

    /// The state of the item: idle, opening, ready, or failed.
    public var phase = Phase.idle
    public var id: PlayableID?
    /// The title of the open book or episode.
    public var title = ""
    /// The author, or the podcast's name.
    public var author = ""
    /// The address of the cover. A changed cover has another address.
    public var coverURL: URL?
    /// The position in the item, in seconds.
    public var position = 0.0
    /// The duration of the item, in seconds; 0 when unknown.
    public var duration = 0.0 { didSet { chapterList = ChapterList(chapters, duration: duration) } }
    /// Whether the item plays, or will play as soon as audio has loaded.
    public var isPlaying = false
    /// Whether playing waits for data, or for the server to come back.
    public var isStalled = false
    /// The chosen speed as a number; see ``speed``.
    public var rate = 1.0
    /// The chapters as the server has them.
    public var chapters: [Chapter] = [] { didSet { chapterList = ChapterList(chapters, duration: duration) } }
    /// The chapters in order, without overlaps.
    public private(set) var chapterList = ChapterList([])
    /// Whether the item plays from files on this device.
    public var isLocal = false
    /// Whether the server converts the audio to a stream. A seek far ahead then takes seconds, until the server has converted that part.
    public var isTranscoded = false
    /// The sleep timer; nil while none is set.
    public var sleepTimer: SleepTimer?
    /// The settings of this device; see ``ShelfService/playbackSettings``.
    public var settings = PlaybackSettings()
    /// The settings of the open item alone; see ``PlayerViewModel/setItemSettings(_:)``.
    public internal(set) var itemSettings = ItemPlaybackSettings()
    /// The order in which the chapters play: repeated, shuffled, or the item's own.
    public internal(set) var chapterOrder = ChapterOrder()
    /// The jumps in the open item, the last one first; see ``PlayerViewModel/undoJump()``.
    public internal(set) var jumps = JumpHistory()
    /// When the alarm pauses playing; nil without an alarm.
    public internal(set) var stopsAt: Date?
    /// The item that will follow the open one by ``PlaybackSettings/whenEnded``; nil if no item will follow, or it is not known yet.
    public internal(set) var nextUp: QueueEntry?
    /// Whether some listening is not on the server yet.
    public var hasUnsentProgress = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// The reason of a failure that trying again does not solve; nil for any other failure, see ``error``.
    public var problem: Problem? { phase == .failed ? error?.detail.flatMap(Problem.init(rawValue:)) : nil }
    /// The position as text, such as `12:34`.
    public var positionText: String { MediaTime.text(position) }
    /// The duration as text, such as `1:02:03`.
    public var durationText: String { MediaTime.text(duration) }
    /// The fraction that was played, 0…1, for the seek bar.
    public var fraction: Double { duration > 0 ? (position / duration).asFraction : 0 }
    /// The seconds of a skip forward in the open item.
    public var skipForward: Double { itemSettings.skipForward ?? settings.skipForward }
    /// The seconds of a skip backward in the open item.
    public var skipBackward: Double { itemSettings.skipBackward ?? settings.skipBackward }
    /// The chosen speed, as the pickers show it.
    public var speed: PlaybackSpeed { PlaybackSpeed(rate) }
    /// The time until the end of the item at this speed, in seconds; 0 when the duration is unknown.
    public var timeLeft: Double { speed.time(for: duration - position) }
    /// The time until the end of the item as text, such as `-12:34`.
    public var timeLeftText: String { "-" + MediaTime.text(timeLeft) }
    /// The chapter at the position; nil between two chapters. The end of a chapter does not belong to it, but the end of the item belongs
    /// to the last one.
    public var chapter: Chapter? { chapterList.current(at: position) }
    /// The chapter after the one that plays; nil in the last one.
    public var nextChapter: Chapter? { chapterList.next(after: position) }
    /// The chapter before the one that plays; nil in the first one.
    public var previousChapter: Chapter? { chapterList.previous(before: position) }
    /// The time until the end of the chapter that plays at this speed, in seconds; nil between two chapters.
    public var chapterTimeLeft: Double? { chapterList.timeLeft(at: position).map { speed.time(for: $0) } }
    /// The time until the sleep timer ends playing, in seconds; nil without a timer, or while the timer has no end.
    public var sleepTimeLeft: Double? { sleepTimer?.remaining(at: position, speed: speed) }
  }

  /// The item that plays, for lock screens, widgets and cars; nil while nothing is open.
  public var nowPlaying: NowPlayingSnapshot? {
    guard let id = state.id, state.phase == .ready else { return nil }
    let now = environment.clock.now()
    let list = state.chapterList
    let part = list.index(at: state.position).map { index in
      NowPlayingSnapshot.ChapterPart(
        title: list.chapters[index].title, number: index + 1, count: list.chapters.count,
        start: list.chapters[index].start, end: list.chapters[index].end)
    }
    return NowPlayingSnapshot(
      id: id, kind: id.kind, title: state.title, author: state.author, coverURL: state.coverURL,
      position: state.position, duration: state.duration, speed: state.speed,
      isPlaying: state.isPlaying && !state.isStalled, chapter: part, skipForward: state.skipForward,
      skipBackward: state.skipBackward,
      sleepsAt: state.isPlaying ? state.sleepTimeLeft.map { now + $0 } : nil, asOf: now)
  }
}

/// Whether an item plays by itself once it is open.
enum AutoPlay: Sendable {
  case never
  /// After ``PlayerViewModel/autoPlayDelay``.
  case soon
  case atOnce
}

/// An item as the player has it open.
struct OpenItem: Sendable {
  var item: LocalItem
  /// The account that opened the item, and to which the listening belongs.
  let owner: String?
  /// The session on the server; nil while the item plays from files on this device.
  var session: PlaybackSession?
  /// The position at which it was opened, in seconds, and the time of that position by the server's clock, as far as known.
  var start = 0.0
  var knownAt: Date?
  /// The time of the last listening on any device.
  var lastListened: Date?

  var id: PlayableID { item.id }
  var tracks: [PlayableTrack] { item.tracks }
  var isTranscoded: Bool { session?.playMethod == .transcode }
}
