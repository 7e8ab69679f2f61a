public import Foundation

extension ClientEnvironment {
  /// Returns the environment of a real device.
  /// - Parameters:
  ///   - folder: the folder for the SDK's files. If nil, the SDK uses a folder of its own in the system's directory for application data.
  ///   - secrets: the store of credentials. If nil, the SDK uses the keychain (`KeychainSecretStore`) on systems that have one. On other
  ///     systems, it uses files that only their owner can read.
  public static func live(folder: URL? = nil, secrets: (any SecretStore)? = nil, texts: Texts = .english)
    -> ClientEnvironment
  {
    let folder = folder ?? FolderFileSystem.defaultFolder
    let files = FolderFileSystem(folder: folder)
    return ClientEnvironment(
      clock: SystemClock(), random: SystemRandom(), files: files, secrets: secrets ?? systemSecrets(files),
      texts: texts, shared: .ofFolder(folder.resolvingSymlinksInPath().standardizedFileURL.path))
  }

  private static func systemSecrets(_ files: FolderFileSystem) -> any SecretStore {
    #if canImport(Security)
      KeychainSecretStore(files: files)
    #else
      FileSecretStore(files: files)
    #endif
  }
}

/// A time source that uses the system's own clocks.
public struct SystemClock: TimeSource {
  public init() {}

  public func now() -> Date { Date() }

  public func uptime() -> Duration { Self.start.duration(to: .now) }

  public func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    // Limit the duration: if the end of the sleep is beyond the clock's range, the process crashes.
    let duration = min(max(duration, .zero), Self.longestSleep)
    do { try await Task.sleep(for: duration, clock: .continuous) } catch { throw CancellationError() }
  }

  /// A hundred years.
  private static let longestSleep = Duration.seconds(100 * 365 * 86_400)
  private static let start = ContinuousClock.now
}

/// A random source that uses the system's random numbers.
public struct SystemRandom: RandomSource {
  public init() {}

  public func next() -> UInt64 { UInt64.random(in: .min ... .max) }
}
