import Foundation
public import MediaCore

/// The playback settings of this device, for all accounts.
public struct PlaybackSettings: Codable, Hashable, Sendable {
  /// The rule for the end of an item that was played: stop, or continue with another item.
  public enum WhenEnded: String, Codable, Hashable, Sendable, CaseIterable {
    /// Playing stops.
    case stop
    /// Plays the next item of ``UpNextStore``; stops when there is none.
    case playQueue
    /// Plays the next item of ``UpNextStore``. If there is none, plays the newest unfinished episode of the Latest tab.
    case playQueueThenLatest
    /// Plays the next item of ``UpNextStore``. If there is none, plays the item that follows in the playlist from which this one was
    /// opened, in the book's series, or in the podcast, as ``continuesPlaylists``, ``continuesSeries`` and ``continuesPodcasts`` allow.
    /// The episodes of a serial podcast follow each other from the first one on.
    case playQueueThenOrder
  }

  /// The speed of each kind of item; a missing one is ``PlaybackSpeed/normal``.
  private var speeds: [String: PlaybackSpeed] = [:]
  /// The seconds of the skip forward, 1…600.
  public private(set) var skipForward = 15.0
  /// The seconds of the skip backward, 1…600.
  public private(set) var skipBackward = 15.0
  /// The rewind after a pause; ``SmartRewind/off`` at first.
  public var smartRewind = SmartRewind.off
  /// The rule for the end of an item; at first ``WhenEnded/playQueue``.
  public var whenEnded = WhenEnded.playQueue
  /// Whether ``WhenEnded/playQueueThenOrder`` continues in the playlist that the item was opened from.
  public var continuesPlaylists = true
  /// Whether ``WhenEnded/playQueueThenOrder`` continues with the next book of the series.
  public var continuesSeries = true
  /// Whether ``WhenEnded/playQueueThenOrder`` continues with the next episode of the podcast.
  public var continuesPodcasts = true
  /// The number of seconds in which the sleep timer fades the sound out.
  public var sleepFadeOut = 10.0
  /// The number of seconds to go back after the sleep timer has ended playing.
  public var sleepRewind = 10.0
  /// Whether a sleep timer that was set for a length of time also runs while playing is paused.
  public var sleepRunsWhilePaused = false
  /// The daily window in which the player sets a sleep timer by itself; nil for none.
  public var sleepSchedule: SleepSchedule?
  /// The number of seconds to go back when playing continues after a call or another app's sound, 0…600.
  public private(set) var rewindAfterInterruption = 0.0
  /// The number of seconds to go back when an item that was begun is opened and played again, 0…600.
  public private(set) var rewindAtStart = 0.0
  /// Whether the server converts every item that it streams, also one that this device can play as it is. A converted stream is smaller than
  /// most files. The setting applies to the next item that is opened; a download plays as it is.
  public var alwaysTranscodes = false
  /// The user's choices for the lock screen.
  public var lockScreen = LockScreenOptions()
  /// Decibels added to each kind of item; a missing one is 0.
  private var gains: [String: Double] = [:]

  /// Creates the settings of a new installation.
  public init() {}

  /// The speed for a kind of item; 1 until it was set.
  public func speed(of kind: PlayableKind) -> PlaybackSpeed { speeds[kind.rawValue] ?? .normal }

  /// Sets the speed for a kind of item.
  public mutating func setSpeed(_ speed: PlaybackSpeed, of kind: PlayableKind) { speeds[kind.rawValue] = speed }

  /// Sets the seconds of both skips, kept within 1…600. An invalid number, or nil, changes nothing.
  public mutating func setSkip(forward: Double? = nil, backward: Double? = nil) {
    if let forward, forward.isFinite { skipForward = min(max(1, forward), 600) }
    if let backward, backward.isFinite { skipBackward = min(max(1, backward), 600) }
  }

  /// Sets the seconds to go back after an interruption, and at the start of an item that was begun before; kept within 0…600. An invalid
  /// number, or nil, changes nothing.
  public mutating func setRewind(afterInterruption: Double? = nil, atStart: Double? = nil) {
    if let seconds = afterInterruption, seconds.isFinite { rewindAfterInterruption = min(max(0, seconds), 600) }
    if let seconds = atStart, seconds.isFinite { rewindAtStart = min(max(0, seconds), 600) }
  }

  /// The number of decibels by which a kind of item is played louder or quieter; 0 until it was set.
  public func gain(of kind: PlayableKind) -> Double { gains[kind.rawValue] ?? 0 }

  /// Sets the decibels for a kind of item, kept within -12…12. An invalid number changes nothing.
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

  init(environment: ClientEnvironment) { blobs = BlobStore(files: environment.files, folder: "shelf") }

  /// The current settings. While the file cannot be read, as before a device is first unlocked, the settings of a new installation; the
  /// file is read again later.
  public var current: PlaybackSettings { (try? load()) ?? PlaybackSettings() }

  private func load() throws(ClientError) -> PlaybackSettings {
    if let settings = known.withLock({ $0 }) { return settings }
    let stored = try blobs.read(PlaybackSettings.self, "playback") ?? PlaybackSettings()
    return known.withLock { known in
      let settings = known ?? stored
      known = settings
      return settings
    }
  }

  /// Changes the settings; they are on disk when it returns.
  /// - Throws: `storage` when the change could not be written, and then it lasts until the process ends; also `storage` when the settings
  ///   could not be read, and then nothing has changed.
  public func update(_ change: (inout PlaybackSettings) -> Void) throws(ClientError) {
    let before = try load()
    var settings = before
    change(&settings)
    guard settings != before else { return }
    known.withLock { $0 = settings }
    observers.notify(settings)
    try blobs.write(settings, "playback")
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

  /// Calls `changed` with each new value until the token is released.
  public func observe(_ changed: @escaping @Sendable (PlaybackSettings) -> Void) -> ObservationToken {
    observers.add(changed)
  }
}
