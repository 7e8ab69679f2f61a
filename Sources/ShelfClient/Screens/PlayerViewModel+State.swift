public import Foundation
public import MediaCore

extension PlayerViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The phase of an item in the player, from opening to playing or failing.
    public enum Phase: Equatable, Sendable {
      /// No item is open.
      case idle
      /// The item is being opened: its audio and its position are being loaded.
      case opening
      /// The item is open and can be played.
      case ready
      /// The item cannot be played. The reason is in ``State/error``. ``PlayerViewModel/play()`` tries to open the item again.
      case failed
    }

    /// A permanent reason why an item cannot be played. Opening the item again does not help.
    public enum Problem: String, Sendable, Hashable {
      /// The book is only an ebook and has no audio to play.
      case ebookOnly
      /// The item has no audio.
      case noAudio
      /// The id is that of a podcast, but only the episodes of a podcast can be played. Let the user choose an episode.
      case podcastNeedsEpisode
      /// The server's version is too old to play this item.
      case serverTooOld
      /// The downloaded file has a format that the engine cannot play. With a network, the item plays, because the server converts the
      /// file.
      case formatNotPlayable
    }

    /// The phase of the item: idle, opening, ready, or failed.
    public var phase = Phase.idle
    public var id: PlayableID?
    /// The title of the open book or episode.
    public var title = ""
    /// The author of the open book, or of the open episode's podcast. If the podcast has no author, this can be the podcast's title.
    public var author = ""
    /// The URL of the cover. If the cover changes, its URL changes too.
    public var coverURL: URL?
    /// The position in the item, in seconds.
    public var position = 0.0
    /// The duration of the item, in seconds; 0 if it is unknown.
    public var duration = 0.0 { didSet { chapterList = ChapterList(chapters, duration: duration) } }
    /// Whether the item plays. The value stays true while playback is stalled; see ``isStalled``.
    public var isPlaying = false
    /// Whether playback waits for audio data, or for the server to become reachable again.
    public var isStalled = false
    /// The chosen playback speed as a factor, 0.5…3.5; see ``speed``.
    public var rate = 1.0
    /// The chapters as the server sent them. They can overlap; see ``chapterList``.
    public var chapters: [Chapter] = [] { didSet { chapterList = ChapterList(chapters, duration: duration) } }
    /// The chapters sorted by time and without overlaps, made from ``chapters``.
    public private(set) var chapterList = ChapterList([])
    /// Whether the item plays from files on this device.
    public var isLocal = false
    /// Whether the server converts the audio to a stream. A seek far ahead then takes seconds, until the server has converted the audio at
    /// the new position.
    public var isTranscoded = false
    /// The sleep timer; nil while no timer is set.
    public var sleepTimer: SleepTimer?
    /// The playback settings of this device for all items; see ``ShelfService/playbackSettings``.
    public var settings = PlaybackSettings()
    /// The settings of the open book or podcast alone, which override ``settings``; see ``PlayerViewModel/setItemSettings(_:)``.
    public internal(set) var itemSettings = ItemPlaybackSettings()
    /// The order in which the chapters play, and what the player repeats.
    public internal(set) var chapterOrder = ChapterOrder()
    /// The user's jumps in the open item, most recent first; see ``PlayerViewModel/undoJump()``.
    public internal(set) var jumps = JumpHistory()
    /// The date at which the alarm of `setAlarm(at:)` pauses the player; nil if no alarm is set.
    public internal(set) var stopsAt: Date?
    /// The item that plays after the open item, by the rule ``PlaybackSettings/whenEnded``. Nil if no item follows, or while the player has
    /// not determined the following item yet.
    public internal(set) var nextUp: QueueEntry?
    /// Whether the open item has progress that is not on the server yet.
    public var hasUnsentProgress = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// The permanent reason why the item cannot be played. Nil if the item has not failed, or if another attempt can succeed. In the latter
    /// case, see ``error`` for the cause.
    public var problem: Problem? { phase == .failed ? error?.detail.flatMap(Problem.init(rawValue:)) : nil }
    /// The position as text, such as `12:34`.
    public var positionText: String { MediaTime.text(position) }
    /// The duration as text, such as `1:02:03`.
    public var durationText: String { MediaTime.text(duration) }
    /// The position as a fraction of the duration, 0…1, for the seek bar.
    public var fraction: Double { duration > 0 ? (position / duration).asFraction : 0 }
    /// The number of seconds by which the player skips forward in the open item.
    public var skipForward: Double { itemSettings.skipForward ?? settings.skipForward }
    /// The number of seconds by which the player skips backward in the open item.
    public var skipBackward: Double { itemSettings.skipBackward ?? settings.skipBackward }
    /// The chosen speed, as the value of a speed picker.
    public var speed: PlaybackSpeed { PlaybackSpeed(rate) }
    /// The time until the end of the item at the chosen speed, in seconds; 0 if the duration is unknown.
    public var timeLeft: Double { speed.time(for: duration - position) }
    /// The time until the end of the item at the chosen speed as text, such as `-12:34`.
    public var timeLeftText: String { "-" + MediaTime.text(timeLeft) }
    /// The chapter at the current position; nil if no chapter contains the position. A chapter's end time does not belong to the chapter,
    /// but the end of the item belongs to the last chapter.
    public var chapter: Chapter? { chapterList.current(at: position) }
    /// The first chapter that begins after the current position; nil if there is none.
    public var nextChapter: Chapter? { chapterList.next(after: position) }
    /// The chapter before the current chapter; nil if there is none. If the position is in a gap between chapters, the chapter that has
    /// just ended.
    public var previousChapter: Chapter? { chapterList.previous(before: position) }
    /// The time until the end of the current chapter at the chosen speed, in seconds; nil if no chapter contains the current position.
    public var chapterTimeLeft: Double? { chapterList.timeLeft(at: position).map { speed.time(for: $0) } }
    /// The time until the sleep timer pauses the player, in seconds. Nil if no timer is set, or while the timer's end is not known, for
    /// example because neither the chapters nor the duration of the item are known.
    public var sleepTimeLeft: Double? { sleepTimer?.remaining(at: position, speed: speed) }
  }

  /// Whether the time left of a sleep timer runs now: some timers stop during a pause.
  private var isSleepTimerRunning: Bool { state.isPlaying || state.sleepTimer?.runsWhilePaused == true }

  /// The open item with its position, for lock screens, widgets and cars; nil while no item is open and ready.
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
      sleepsAt: isSleepTimerRunning ? state.sleepTimeLeft.map { now + $0 } : nil, asOf: now)
  }
}

/// Whether an item plays by itself once it is open.
enum AutoPlay: Sendable, Equatable {
  case never
  /// After ``PlayerViewModel/autoPlayDelay``.
  case soon
  /// - Parameter isRead: whether the positions of all items were just read from the server.
  case atOnce(isRead: Bool = false)

  var isRead: Bool { self == .atOnce(isRead: true) }
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
