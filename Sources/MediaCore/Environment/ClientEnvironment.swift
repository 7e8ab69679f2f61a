public import Foundation

/// Everything the SDK takes from the outside world besides the network: time, chance, files, credentials, and texts for people.
///
/// Nothing else in the package asks the system for these, which makes tests instant and simulations repeatable. Use
/// ``live(folder:secrets:texts:)`` in an app and `.manual()` of MediaTesting in a test.
/// (Not called `Environment`: an app that imports SwiftUI could then no longer write `@Environment`.)
///
/// ```swift
/// let environment = ClientEnvironment.live(texts: Texts(.coreGerman))
/// let shelf = ShelfService(server: try ServerAddress("nas.local:13378"), environment: environment)
/// ```
public struct ClientEnvironment: Sendable {
  /// The source of time and sleep.
  public var clock: any TimeSource
  /// The source of random numbers and ids.
  public var random: any RandomSource
  /// The files of this app's clients, below one folder.
  public var files: any FileSystem
  /// The store of credentials.
  public var secrets: any SecretStore
  /// The app's texts for its users, which read the time from ``clock`` to say how long to wait.
  public var texts: Texts {
    get { with(givenTexts) { [clock] in $0.now = { clock.now() } } }
    set { givenTexts = newValue }
  }
  private var givenTexts: Texts
  /// Returns the user's current time zone, which decides the day to which listening time is counted.
  public var timeZone: @Sendable () -> TimeZone
  /// Returns the user's current calendar, for the first day of a week.
  public var calendar: @Sendable () -> Calendar
  /// The objects that all services over the same files share within a process. Copies of an environment have the same `SharedObjects`.
  public var shared: SharedObjects
  /// The signal between the processes that use the same folder. By default no process receives it.
  public var signal: any FolderSignal = NoSignal()
  /// Whether the files belong to another process; see ``reading()``.
  package internal(set) var isReading = false
  /// The time that ``whileUnowned(_:)`` gives; nil for an environment without an end.
  var ownership: Ownership?
  /// The files that a process hands its changes over through; nil for the owner of the folder, and for a process that only reads.
  var inboxFiles: (any FileSystem)?

  /// Creates an environment from an app's own parts. ``live(folder:secrets:texts:)`` returns the usual one, and MediaTesting a manual one
  /// for tests.
  public init(
    clock: any TimeSource, random: any RandomSource, files: any FileSystem, secrets: any SecretStore,
    texts: Texts = .english,
    timeZone: @escaping @Sendable () -> TimeZone = { .current },
    calendar: @escaping @Sendable () -> Calendar = { .current }, shared: SharedObjects = SharedObjects()
  ) {
    self.clock = clock
    self.random = random
    self.files = files
    self.secrets = secrets
    givenTexts = texts
    self.timeZone = timeZone
    self.calendar = calendar
    self.shared = shared
  }
}

/// The source of time for the SDK: the wall time, a clock that never jumps, and sleep.
public protocol TimeSource: Sendable {
  /// Wall time. Can jump, be wrong by days, and go backwards: never use it to measure a span.
  func now() -> Date
  /// The time since some fixed moment in the past. It never goes backwards, and changes of the wall clock do not affect it.
  func uptime() -> Duration
  /// Returns after `duration`, or at once with `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError)
  /// Runs `body`, which returns when other work is done, or early when its task is cancelled. A real clock just runs it, as the
  /// default does; a test's clock reports a wait that never ends, by `name`.
  func waiting(
    for name: @autoclosure @escaping @Sendable () -> String, _ body: @escaping @Sendable () async -> Void
  ) async
}

extension TimeSource {
  public func waiting(
    for name: @autoclosure @escaping @Sendable () -> String, _ body: @escaping @Sendable () async -> Void
  ) async { await body() }

  /// Sleeps as a part of a call: with the purpose ``SleepPurpose/wait``.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    try await sleep(for: duration, as: .wait)
  }

  /// Sleeps until a moment of ``uptime()``. Use it in a new task, which may start later than it was made.
  package func sleep(until moment: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    try await sleep(for: max(moment - uptime(), .zero), as: purpose)
  }
}

/// The purpose of a sleep. Real clocks treat all alike; a test's clock may let some pass and holds the others.
public enum SleepPurpose: Sendable, Hashable {
  /// A part of a call, such as the pause before a retry.
  case wait
  /// A time that the user notices: a debounce, a notice that goes away, a player's tick.
  case delay
  /// A time limit that ends something else when it takes too long, such as a call's deadline.
  case watchdog
}

/// The source of ids, jitter and secrets that the SDK makes itself.
public protocol RandomSource: Sendable {
  func next() -> UInt64
}

extension RandomSource {
  /// A random version 4 UUID in lower case, the form all four services use.
  public func uuid() -> String {
    let high = next() & ~0xF000 | 0x4000
    let low = next() & ~(0xC000 << 48) | (0x8000 << 48)
    return String(unsafeUninitializedCapacity: 36) { text in
      var count = 0
      for number in [high, low] {
        for shift in stride(from: 60, through: 0, by: -4) {
          if count == 8 || count == 13 || count == 18 || count == 23 {
            text[count] = UInt8(ascii: "-")
            count += 1
          }
          let digit = UInt8(number >> shift & 15)
          text[count] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
          count += 1
        }
      }
      return count
    }
  }

  /// A number from 0 up to, but not including, 1.
  public func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}

/// The files of a folder that belongs to the SDK. Paths are relative to the folder, with `/` between parts that the SDK makes from its own
/// ids.
///
/// Every change is on disk when its call returns, and only the owner can read the files.
public protocol FileSystem: Sendable {
  /// Returns the content of a file, or nil when there is no such file.
  func read(_ path: String) throws -> Data?
  /// Replaces the content of a file by `data` in one step: after a crash, the file has either the old or the new content, and always all of
  /// it.
  func replace(_ path: String, with data: Data) throws
  /// Adds `data` at the end of a file. After a crash, the file may have only a part of `data`.
  func append(_ data: Data, to path: String) throws
  /// Writes `data` after the first `length` bytes of a file, behind which the file has only zeros. After a crash, the file may have only a
  /// part of `data`.
  ///
  /// An implementation may leave zeros after `data`, as room in which the next call can write without changing the file's length. The
  /// default implementation appends `data` and leaves no room.
  func extend(_ path: String, at length: Int, with data: Data) throws
  /// Cuts a file to its first `length` bytes.
  func truncate(_ path: String, to length: Int) throws
  /// Moves a file in one step, replacing the file at the destination if there is one.
  func move(_ path: String, to destination: String) throws
  /// Removes a file, or a folder with everything in it; does nothing when there is none.
  func remove(_ path: String) throws
  /// The names in a folder, sorted; empty when there is no such folder.
  func list(_ folder: String) throws -> [String]
  /// The number of bytes in a file, or nil when there is none. The default reads the file: implement it where files can be large.
  func size(of path: String) throws -> Int?
  /// The address of a file for code that opens the file directly, such as a player; nil for files without an address.
  func url(of path: String) -> URL?
  /// Takes a lock, which no other process can take for as long as the returned value lives.
  /// - Returns: the lock; nil where no other process can reach the folder.
  /// - Throws: ``FileSystemError/inUse`` when another process holds the lock.
  func lock(_ path: String) throws -> (any Sendable)?
}

extension FileSystem {
  public func extend(_ path: String, at length: Int, with data: Data) throws { try append(data, to: path) }
  public func size(of path: String) throws -> Int? { try read(path)?.count }
  public func url(of path: String) -> URL? { nil }
  public func lock(_ path: String) throws -> (any Sendable)? { nil }
}

/// Why a file could not be read or written.
public enum FileSystemError: Error, Sendable, Hashable {
  /// The disk has no room left. Everything that was accepted before is still there.
  case full
  /// The process may not read or write the file.
  case notPermitted
  /// The path is absolute, empty, or leaves the folder.
  case badPath
  /// The device is locked and the file is protected until it is unlocked: try again later.
  case locked
  /// Another process holds the folder.
  case inUse
  /// Another error, with the system's number.
  case other(code: Int32)
}

extension Duration {
  /// The length in seconds, with fractions.
  public var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
