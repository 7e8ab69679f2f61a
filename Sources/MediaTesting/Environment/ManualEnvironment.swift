public import Foundation
public import MediaCore

extension ClientEnvironment {
  /// Returns an environment for tests and previews, with random numbers from a seed, files in memory, and the time zone UTC. Pauses before
  /// retries move the time by themselves. Debounces, deadlines and all other delays end only when `clock.advance(by:)` reaches them.
  public static func test(
    clock: ManualClock = ManualClock(passing: .waits), seed: UInt64 = 1, files: any FileSystem = MemoryFileSystem(),
    secrets: any SecretStore = MemorySecretStore(), timeZone: TimeZone? = nil
  ) -> ClientEnvironment {
    manual(clock: clock, seed: seed, files: files, secrets: secrets, timeZone: timeZone)
  }

  /// Returns an environment in which no time passes by itself, not even before a retry. It has a clock that the test moves, random numbers
  /// from a seed, files in memory, and the time zone UTC.
  public static func manual(
    clock: ManualClock = ManualClock(), seed: UInt64 = 1, files: any FileSystem = MemoryFileSystem(),
    secrets: any SecretStore = MemorySecretStore(), timeZone: TimeZone? = nil
  ) -> ClientEnvironment {
    let zone = timeZone ?? TimeZone(secondsFromGMT: 0) ?? .current
    return ClientEnvironment(
      clock: clock, random: SeededRandom(seed: seed), files: files, secrets: secrets, timeZone: { zone },
      calendar: { .english })
  }

  /// Returns the environment that the app would have after a relaunch. It has the same clock, files and credentials, and none of the
  /// objects that services share in memory.
  public func relaunched() -> ClientEnvironment {
    var environment = self
    environment.shared = SharedObjects()
    return environment
  }
}

extension Calendar {
  /// The calendar of the United States, independent of the machine: weeks begin on Sunday.
  fileprivate static let english = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_US")
    calendar.firstWeekday = 1
    return calendar
  }()
}

/// A random source whose numbers depend only on its seed.
public final class SeededRandom: RandomSource {
  private let state: Locked<UInt64>

  /// Creates a source. Two sources with the same seed return the same numbers, also in different processes.
  public init(seed: UInt64 = 1) { state = Locked(seed) }

  public func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
