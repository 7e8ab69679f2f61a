import Foundation
public import MediaCore

/// The playback settings of this device, for all accounts.
public struct PlaybackSettings: Codable, Hashable, Sendable {
  /// The rule for when an item has been played to its end.
  public enum WhenEnded: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nothing follows.
    case stop
    /// The next of ``UpNextStore``; nothing when there is none.
    case playQueue
    /// The next of ``UpNextStore``, else the newest unfinished episode of the Latest tab.
    case playQueueThenLatest
  }

  /// The speed of each kind of item; a missing one is ``PlaybackSpeed/normal``.
  private var speeds: [String: PlaybackSpeed] = [:]
  /// Seconds, 1…600.
  public private(set) var skipForward = 15.0
  /// Seconds, 1…600.
  public private(set) var skipBackward = 15.0
  /// The rewind after a pause; ``SmartRewind/off`` at first.
  public var smartRewind = SmartRewind.off
  /// The rule for the end of an item; the queue follows at first.
  public var whenEnded = WhenEnded.playQueue
  /// Seconds in which the sleep timer fades the sound out.
  public var sleepFadeOut = 10.0
  /// Seconds to go back after the sleep timer has ended playing.
  public var sleepRewind = 10.0

  /// The settings of a new installation.
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

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    speeds = members[.speeds] ?? [:]
    setSkip(forward: members[.skipForward], backward: members[.skipBackward])
    smartRewind = members[.smartRewind] ?? .off
    whenEnded = members[.whenEnded] ?? .playQueue
    sleepFadeOut = members[.sleepFadeOut] ?? 10
    sleepRewind = members[.sleepRewind] ?? 10
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

  /// The current settings. While the file cannot be read, as before a device is first unlocked, the standard ones; the file is read
  /// again later.
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

  /// Changes the settings; on disk when it returns.
  /// - Throws: `storage` when the change could not be written, and then it lasts until the process ends; also `storage` when the
  ///   settings could not be read, and then nothing has changed.
  public func update(_ change: (inout PlaybackSettings) -> Void) throws(ClientError) {
    let before = try load()
    var settings = before
    change(&settings)
    guard settings != before else { return }
    known.withLock { $0 = settings }
    observers.notify(settings)
    try blobs.write(settings, "playback")
  }

  /// The settings, in an exported file. They are those of the device, whoever is signed in.
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
