import Foundation
public import MediaCore

/// The playback settings of this device, for all accounts.
public struct PlaybackSettings: Codable, Hashable, Sendable {
  /// The rule for what the player does when an item has ended.
  public enum WhenEnded: String, Codable, Hashable, Sendable, CaseIterable {
    /// The player stops.
    case stop
    /// The player plays the next item of ``UpNextStore``. If there is no next item, the player stops.
    case playQueue
    /// The player plays the next item of ``UpNextStore``. If there is no next item, the player plays the newest unfinished episode of the
    /// Latest tab (``LatestViewModel``).
    case playQueueThenLatest
    /// The player plays the next item of ``UpNextStore``. If there is no next item, the player plays the item that follows the ended item
    /// in the playlist from which the ended item was opened, in the book's series, or in the podcast. ``continuesPlaylists``,
    /// ``continuesSeries`` and ``continuesPodcasts`` switch these three orders on and off. The episodes of a serial podcast follow each
    /// other from the first one on.
    case playQueueThenOrder
  }

  /// The speed of each kind of item; a missing one is ``PlaybackSpeed/normal``.
  private var speeds: [String: PlaybackSpeed] = [:]
  /// The number of seconds by which the player skips forward, 1…600.
  public private(set) var skipForward = 15.0
  /// The number of seconds by which the player skips backward, 1…600.
  public private(set) var skipBackward = 15.0
  /// The setting for how far the player goes back when playing continues after a pause; ``SmartRewind/off`` by default.
  public var smartRewind = SmartRewind.off
  /// The rule for what the player does when an item has ended; ``WhenEnded/playQueue`` by default.
  public var whenEnded = WhenEnded.playQueue
  /// Whether ``WhenEnded/playQueueThenOrder`` continues in the playlist that the item was opened from.
  public var continuesPlaylists = true
  /// Whether ``WhenEnded/playQueueThenOrder`` continues with the next book of the series.
  public var continuesSeries = true
  /// Whether ``WhenEnded/playQueueThenOrder`` continues with the next episode of the podcast.
  public var continuesPodcasts = true
  /// The number of seconds during which the sleep timer fades the sound out before it pauses the player.
  public var sleepFadeOut = 10.0
  /// The number of seconds to go back when the user continues to play after the sleep timer has paused the player.
  public var sleepRewind = 10.0
  /// Whether a sleep timer that was set for a duration also runs while the player is paused.
  public var sleepRunsWhilePaused = false
  /// The daily window of time in which the player sets a sleep timer by itself. If nil, the player never sets a sleep timer by itself.
  public var sleepSchedule: SleepSchedule?
  /// The number of seconds to go back, 0…600, when playing continues after an interruption such as a call or another app's sound.
  public private(set) var rewindAfterInterruption = 0.0
  /// The number of seconds to go back, 0…600, when an item that was already begun is opened and played again.
  public private(set) var rewindAtStart = 0.0
  /// Whether the server converts every item that it streams, even an item that this device can play without conversion. A converted stream
  /// is smaller than most files. The setting applies to items that are opened later. Downloaded items are played without conversion.
  public var alwaysTranscodes = false
  /// Whether items play beside the sound of other apps, instead of stopping it. While they do, the system shows another app on the lock screen
  /// and sends it the commands of headphones, if that app plays too. `SystemPlayback` applies the setting.
  public var mixesWithOthers = false
  /// The user's choices for the lock screen, headphones and cars.
  public var lockScreen = LockScreenOptions()
  /// Decibels added to each kind of item; a missing one is 0.
  private var gains: [String: Double] = [:]

  /// Creates the settings of a new installation.
  public init() {}

  /// Returns the speed for all books or for all podcasts; ``PlaybackSpeed/normal`` if no speed was set.
  public func speed(of kind: PlayableKind) -> PlaybackSpeed { speeds[kind.rawValue] ?? .normal }

  /// Sets the speed for all books or for all podcasts.
  public mutating func setSpeed(_ speed: PlaybackSpeed, of kind: PlayableKind) { speeds[kind.rawValue] = speed }

  /// Sets the numbers of seconds by which the player skips, each kept within 1…600. If a parameter is nil, NaN or infinite, its setting
  /// does not change.
  public mutating func setSkip(forward: Double? = nil, backward: Double? = nil) {
    if let forward, forward.isFinite { skipForward = min(max(1, forward), 600) }
    if let backward, backward.isFinite { skipBackward = min(max(1, backward), 600) }
  }

  /// Sets ``rewindAfterInterruption`` and ``rewindAtStart``, in seconds, each kept within 0…600. If a parameter is nil, NaN or infinite,
  /// its setting does not change.
  public mutating func setRewind(afterInterruption: Double? = nil, atStart: Double? = nil) {
    if let seconds = afterInterruption, seconds.isFinite { rewindAfterInterruption = min(max(0, seconds), 600) }
    if let seconds = atStart, seconds.isFinite { rewindAtStart = min(max(0, seconds), 600) }
  }

  /// Returns the number of decibels by which all books or all podcasts are played louder or quieter than recorded; 0 if no gain was set.
  public func gain(of kind: PlayableKind) -> Double { gains[kind.rawValue] ?? 0 }

  /// Sets the number of decibels by which all books or all podcasts are played louder or quieter than recorded, kept within -12…12. If
  /// `decibels` is NaN or infinite, nothing changes.
  public mutating func setGain(_ decibels: Double, of kind: PlayableKind) {
    if decibels.isFinite { gains[kind.rawValue] = min(max(-12, decibels), 12) }
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    speeds = members[.speeds] ?? [:]
    setSkip(forward: members[.skipForward], backward: members[.skipBackward])
    smartRewind = members[.smartRewind] ?? .off
    whenEnded = members[.whenEnded] ?? .playQueue
    sleepFadeOut = members[.sleepFadeOut] ?? 10
    sleepRewind = members[.sleepRewind] ?? 10
    continuesPlaylists = members[.continuesPlaylists] ?? true
    continuesSeries = members[.continuesSeries] ?? true
    continuesPodcasts = members[.continuesPodcasts] ?? true
    sleepRunsWhilePaused = members[.sleepRunsWhilePaused] ?? false
    sleepSchedule = members[.sleepSchedule]
    setRewind(afterInterruption: members[.rewindAfterInterruption], atStart: members[.rewindAtStart])
    alwaysTranscodes = members[.alwaysTranscodes] ?? false
    mixesWithOthers = members[.mixesWithOthers] ?? false
    lockScreen = members[.lockScreen] ?? LockScreenOptions()
    let known: [String: Double] = members[.gains] ?? [:]
    for kind in PlayableKind.allCases { if let gain = known[kind.rawValue] { setGain(gain, of: kind) } }
  }
}

extension PlaybackSettings {
  /// Whether the settings of a file can be used; the initialiser has kept the others within their bounds.
  var isPlausible: Bool { [sleepFadeOut, sleepRewind].allSatisfy { (0...3600).contains($0) } }
}

/// The store of this device's ``PlaybackSettings``, shared by all players and screens.
public final class PlaybackSettingsStore: Sendable {
  private let blobs: BlobStore
  private let known = Locked<PlaybackSettings?>(nil)
  private let observers = Observers<PlaybackSettings>()
  /// Whether the app, which is another process, writes the settings. Each access then reads the file.
  private let isReading: Bool
  /// Held during a whole change, otherwise the later of two changes at the same time takes back the earlier one. Recursive, because the app's
  /// closure can change the settings through the store as well.
  private let changing = NSRecursiveLock()

  init(environment: ClientEnvironment) {
    blobs = BlobStore(files: environment.files, folder: "shelf")
    isReading = environment.isReading
  }

  /// The current settings. If the file of the settings cannot be read, for example before the device is first unlocked, the value is the
  /// default settings. The next access reads the file again.
  public var current: PlaybackSettings { (try? load()) ?? PlaybackSettings() }

  private func load() throws(ClientError) -> PlaybackSettings {
    if let settings = known.withLock({ $0 }) { return settings }
    let stored = try blobs.read(PlaybackSettings.self, "playback") ?? PlaybackSettings()
    if isReading { return stored }
    return known.withLock { known in
      let settings = known ?? stored
      known = settings
      return settings
    }
  }

  /// Changes the settings. When the method returns, the new settings are on disk. A change from another thread waits meanwhile.
  /// - Parameter change: makes the change. If it changes the settings through the store, it is called a second time.
  /// - Throws: `storage`. If the old settings could not be read, nothing has changed. If the new settings could not be written, they are in
  ///   effect only until the process ends. In a process that only reads the app's files, nothing has changed and the detail is `inUse`.
  public func update(_ change: (inout PlaybackSettings) -> Void) throws(ClientError) {
    let (isChanged, problem) = try store(change)
    // Notify without the lock: an observer may wait for another thread that changes the settings.
    if isChanged { observers.notify(current) }
    if let problem { throw problem }
  }

  /// - Returns: whether the settings have changed, and the error if they could not be written.
  private func store(
    _ change: (inout PlaybackSettings) -> Void
  ) throws(ClientError) -> (isChanged: Bool, problem: ClientError?) {
    changing.lock()
    defer { changing.unlock() }
    var before = try load()
    var settings = before
    change(&settings)
    // If the closure itself has changed the settings through the store, call it again on top of that change, which would be lost otherwise.
    let now = try load()
    if now != before {
      (before, settings) = (now, now)
      change(&settings)
    }
    guard settings != before else { return (false, nil) }
    // In a process that only reads, the write below fails: don't show settings here that the app does not get.
    if !isReading { known.withLock { [settings] in $0 = settings } }
    do throws(ClientError) { try blobs.write(settings, "playback") } catch { return (!isReading, error) }
    return (!isReading, nil)
  }

  /// The part of an exported file that holds the settings. They are those of the device, whoever is signed in.
  var moved: MovedPart {
    .settings("playbackSettings", first: PlaybackSettings()) {
      $0.isPlausible
    } read: { [self] () async throws(ClientError) in
      try load()
    } write: { [self] (settings, _) async throws(ClientError) in
      try update { $0 = settings }
    }
  }

  /// Calls `changed` with the new settings after each change, until the returned token is released.
  public func observe(_ changed: @escaping @Sendable (PlaybackSettings) -> Void) -> ObservationToken {
    observers.add(changed)
  }
}
