public import Foundation
public import MediaCore

extension ClientEnvironment {
  /// An environment for tests and previews: retries' waits pass by themselves, each at its moment; debounces, deadlines and
  /// everything else that takes time wait for `clock.advance(by:)`. Numbers from a seed, files in memory, UTC.
  public static func test(
    clock: ManualClock = ManualClock(passing: .waits), seed: UInt64 = 1, files: any FileSystem = MemoryFileSystem(),
    secrets: any SecretStore = MemorySecretStore(), timeZone: TimeZone? = nil
  ) -> ClientEnvironment {
    manual(clock: clock, seed: seed, files: files, secrets: secrets, timeZone: timeZone)
  }

  /// An environment in which nothing happens by itself, not even a retry: a clock moved by hand, numbers from a seed, files in memory, UTC.
  public static func manual(
    clock: ManualClock = ManualClock(), seed: UInt64 = 1, files: any FileSystem = MemoryFileSystem(),
    secrets: any SecretStore = MemorySecretStore(), timeZone: TimeZone? = nil
  ) -> ClientEnvironment {
    let zone = timeZone ?? TimeZone(secondsFromGMT: 0) ?? .current
    return ClientEnvironment(
      clock: clock, random: SeededRandom(seed: seed), files: files, secrets: secrets, timeZone: { zone },
      calendar: { .english })
  }

  /// The same clock, files and credentials as a new process of the app has them: what was shared in memory is gone.
  public func relaunched() -> ClientEnvironment {
    var environment = self
    environment.shared = SharedObjects()
    return environment
  }
}

extension Calendar {
  /// As in the United States, whatever the machine is set to: weeks begin on Sunday.
  fileprivate static let english = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_US")
    calendar.firstWeekday = 1
    return calendar
  }()
}
