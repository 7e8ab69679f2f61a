public import Foundation

/// Everything that the SDK takes from outside, except the network: time, random numbers, files, credentials, and texts for users.
///
/// The SDK gets these things only from its environment, never directly from the system, so tests run without real waits and simulations are
/// repeatable. Use ``live(folder:secrets:texts:)`` in an app and `.manual()` of MediaTesting in a test. (The name is not `Environment`,
/// because an app that imports SwiftUI could then no longer write `@Environment`.)
///
/// ```swift
/// let environment = ClientEnvironment.live(texts: Texts(.coreGerman))
/// let shelf = ShelfService(server: try ServerAddress("nas.local:13378"), environment: environment)
/// ```
public struct ClientEnvironment: Sendable {
  /// The clock from which the SDK reads the time, and with which it sleeps.
  public var clock: any TimeSource
  /// The source of random numbers and ids.
  public var random: any RandomSource
  /// The file system in which all services of the app store their files, below one folder.
  public var files: any FileSystem
  /// The store in which the SDK keeps the credentials of sign-ins.
  public var secrets: any SecretStore
  /// The SDK's texts for users of the app. Texts that say how long to wait read the current time from ``clock``.
  public var texts: Texts {
    get { with(givenTexts) { [clock] in $0.now = { clock.now() } } }
    set { givenTexts = newValue }
  }
  private var givenTexts: Texts
  /// Returns the user's current time zone. The SDK uses it to decide to which day listening time is added.
  public var timeZone: @Sendable () -> TimeZone
  /// Returns the user's current calendar. The SDK uses it to decide on which day a week begins.
  public var calendar: @Sendable () -> Calendar
  /// The objects that all services with the same files share within a process. A copy of an environment has the same `SharedObjects` as the
  /// original.
  public var shared: SharedObjects
  /// The signal with which the processes that use the same folder notify each other of changes. By default, the signal reaches no process.
  public var signal: any FolderSignal = NoSignal()
  /// Whether the files belong to another process; see ``reading()``.
  package internal(set) var isReading = false
  /// The time that ``whileUnowned(_:)`` gives; nil for an environment without an end.
  var ownership: Ownership?
  /// The files that a process hands its changes over through; nil for the owner of the folder, and for a process that only reads.
  var inboxFiles: (any FileSystem)?

  /// Creates an environment from sources of the app's own. ``live(folder:secrets:texts:)`` returns the usual environment of an app, and
  /// `.manual()` of MediaTesting returns one for tests.
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

/// The source of time for the SDK: the wall clock, a clock that never jumps, and sleep.
public protocol TimeSource: Sendable {
  /// Returns the wall-clock time. It can jump, be wrong by days, and go backwards: never use it to measure a duration.
  func now() -> Date
  /// Returns the time since some fixed moment in the past. It never goes backwards, and changes of the wall clock do not affect it.
  func uptime() -> Duration
  /// Returns after `duration`, or at once with `CancellationError` if the task is cancelled.
  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError)
  /// Runs `body`, which waits for other work and returns early if its task is cancelled. The default implementation, for real clocks, only
  /// runs `body`. A test's clock may also cancel a wait that never ends, and report it by `name`.
  func waiting(
    for name: @autoclosure @escaping @Sendable () -> String, _ body: @escaping @Sendable () async -> Void
  ) async
}

extension TimeSource {
  public func waiting(
    for name: @autoclosure @escaping @Sendable () -> String, _ body: @escaping @Sendable () async -> Void
  ) async { await body() }

  /// Sleeps with the purpose ``SleepPurpose/wait``, for a pause within a call.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    try await sleep(for: duration, as: .wait)
  }

  /// Sleeps until a moment of ``uptime()``. Use it in a new task, which may start later than it was made.
  package func sleep(until moment: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    try await sleep(for: max(moment - uptime(), .zero), as: purpose)
  }
}

/// The purpose of a sleep. A real clock ignores the purpose. A test's clock may, for example, end each ``wait`` by itself, and let each
/// ``delay`` last until the test advances the time.
public enum SleepPurpose: Sendable, Hashable {
  /// A pause within a call, such as the pause before a retry.
  case wait
  /// A delay that the user notices, such as a debounce, the display time of a notice, or a player's tick.
  case delay
  /// A time limit after which other work is ended, such as a call's deadline.
  case watchdog
}

/// The source of random numbers. The SDK makes ids, the random part of retry pauses, and secrets from these numbers.
public protocol RandomSource: Sendable {
  func next() -> UInt64
}

extension RandomSource {
  /// Returns 256 random bits as lower-case letters and digits, for the `state` by which a sign-in in a browser is recognised.
  package func signInState() -> String { (0..<4).map { _ in String(next(), radix: 36) }.joined() }

  /// Returns a random version 4 UUID in lower case, as all four services write UUIDs.
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

  /// Returns a random number from 0 up to, but not including, 1.
  public func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}

/// The files of a folder that belongs to the SDK. Paths are relative to the folder. The SDK makes the components of a path from its own ids
/// and separates them by `/`.
///
/// Every change is durable when its call returns, and no other user of the system can read the files.
public protocol FileSystem: Sendable {
  /// Returns the content of a file, or nil if there is no such file.
  func read(_ path: String) throws -> Data?
  /// Replaces the content of a file by `data` in one step. After a crash, the file has either the whole old content or the whole new
  /// content.
  func replace(_ path: String, with data: Data) throws
  /// Adds `data` at the end of a file. After a crash, the file may have only a part of `data`.
  func append(_ data: Data, to path: String) throws
  /// Writes `data` after the first `length` bytes of a file. The file may already be longer than `length`; all bytes after `length` are
  /// then zeros. After a crash, the file may have only the beginning of `data`.
  ///
  /// An implementation may leave zeros after `data`, so that the next call can write there without changing the file's length. The default
  /// implementation appends `data` and leaves no room.
  func extend(_ path: String, at length: Int, with data: Data) throws
  /// Cuts a file to its first `length` bytes.
  func truncate(_ path: String, to length: Int) throws
  /// Moves a file in one step, replacing the file at the destination if there is one.
  func move(_ path: String, to destination: String) throws
  /// Removes a file, or a folder with everything in it. Does nothing if there is no file or folder with this path.
  func remove(_ path: String) throws
  /// Returns the names of the files and folders directly in a folder, sorted; empty if there is no such folder.
  func list(_ folder: String) throws -> [String]
  /// Returns the number of bytes in a file, or nil if there is no such file. The default implementation reads the whole file, so implement
  /// this function if files can be large.
  func size(of path: String) throws -> Int?
  /// Returns the address of a file for code that opens the file directly, such as a player; nil if the files of this file system have no
  /// addresses.
  func url(of path: String) -> URL?
  /// Takes the lock with this path. No other process can take the same lock until the returned value is released.
  /// - Returns: the lock; nil if no lock is needed, because no other process can reach the folder.
  /// - Throws: ``FileSystemError/inUse`` if another process holds the lock.
  func lock(_ path: String) throws -> (any Sendable)?
}

extension FileSystem {
  public func extend(_ path: String, at length: Int, with data: Data) throws { try append(data, to: path) }
  public func size(of path: String) throws -> Int? { try read(path)?.count }
  public func url(of path: String) -> URL? { nil }
  public func lock(_ path: String) throws -> (any Sendable)? { nil }
}

/// The reason why a file could not be read or written.
public enum FileSystemError: Error, Sendable, Hashable {
  /// The disk is full. Everything that was written before this error is still there.
  case full
  /// The process has no permission to read or write the file.
  case notPermitted
  /// The path is absolute, empty, or leads out of the folder.
  case badPath
  /// The device is locked, and the file cannot be read or written until the user unlocks the device. Try again later.
  case locked
  /// Another process owns the folder, so this process cannot write into the folder.
  case inUse
  /// The system reported an error that has no case here. `code` is the system's error number.
  case other(code: Int32)
}

extension Duration {
  /// The duration in seconds, with fractions.
  public var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
