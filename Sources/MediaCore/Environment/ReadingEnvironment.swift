import Foundation

extension ClientEnvironment {
  /// Returns an environment with the same files and sign-in, for a second process that only reads, such as a widget or an extension beside
  /// the app.
  ///
  /// A reading process takes no lock, so that the app can start before or after it. It changes nothing: a function that writes throws
  /// `storage` with the detail `inUse`. A service with this environment shows the data that was on disk at its first read, with the app's
  /// open changes on top, and reads again after ``AccountStorage/folderChanged()``. It shares no objects with other services of the
  /// process, and sends no change.
  ///
  /// Use the environment with ``OfflineTransport``: a request of a second process could renew the sign-in that the app is using.
  public func reading() -> ClientEnvironment {
    with(self) {
      $0.files = ReadingFileSystem(base: files)
      $0.secrets = ReadingSecretStore(base: secrets)
      $0.shared = SharedObjects()
      $0.isReading = true
      $0.inboxFiles = nil
    }
  }

  /// Returns an environment with the same files and sign-in, for a second process that reads and accepts changes, such as a widget with a
  /// button.
  ///
  /// A change that a ``MutationQueue`` accepts becomes a file of its own, on disk before the call returns. The app takes the change over
  /// when it starts, when it comes to the front, and after ``FolderNews/handedOver``, and sends it. Everything else that writes throws as
  /// with ``reading()``: retrying, editing and discarding changes, and changing data that only this device has, such as settings.
  public func extending() -> ClientEnvironment { with(reading()) { $0.inboxFiles = files } }
}

/// Files of another process: they can be read and not changed.
struct ReadingFileSystem: FileSystem {
  let base: any FileSystem

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
  func size(of path: String) throws -> Int? { try base.size(of: path) }
  func url(of path: String) -> URL? { base.url(of: path) }
  func lock(_ path: String) throws -> (any Sendable)? { nil }

  func replace(_ path: String, with data: Data) throws { throw FileSystemError.inUse }
  func append(_ data: Data, to path: String) throws { throw FileSystemError.inUse }
  func extend(_ path: String, at length: Int, with data: Data) throws { throw FileSystemError.inUse }
  func truncate(_ path: String, to length: Int) throws { throw FileSystemError.inUse }
  func move(_ path: String, to destination: String) throws { throw FileSystemError.inUse }
  func remove(_ path: String) throws { throw FileSystemError.inUse }
}

/// Secrets of another process: they can be read and not changed.
struct ReadingSecretStore: SecretStore {
  let base: any SecretStore

  func read(_ key: String) throws -> Secret? { try base.read(key) }
  func write(_ secret: Secret, key: String) throws { throw FileSystemError.inUse }
  func delete(_ key: String) throws { throw FileSystemError.inUse }
}

extension FileSystem {
  /// Runs the repair of a damaged or torn file. A process that only reads leaves it to the owner of the folder.
  func repairing(_ repair: () throws -> Void) throws {
    do { try repair() } catch FileSystemError.inUse {}
  }
}
