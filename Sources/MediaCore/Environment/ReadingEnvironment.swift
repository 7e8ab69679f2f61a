import Foundation

extension ClientEnvironment {
  /// Returns an environment for a second process that only reads the app's files and sign-in, such as a widget or an extension of the app.
  ///
  /// The second process takes no lock, so the app can start before or after it. The second process changes nothing: a function that writes
  /// throws `storage` with the detail `inUse`. A service with this environment shows the data that was on disk when the service first read
  /// it, and on top of this data the app's changes that are not sent yet. After a call of ``AccountStorage/folderChanged()``, the service
  /// reads the files again. A service with this environment shares no objects with other services of the process, and sends no change.
  ///
  /// Use the environment with ``OfflineTransport``: a request of the second process could renew the sign-in that the app is using.
  public func reading() -> ClientEnvironment {
    with(self) {
      $0.files = ReadingFileSystem(base: files)
      $0.secrets = ReadingSecretStore(base: secrets)
      $0.shared = SharedObjects()
      $0.isReading = true
      $0.inboxFiles = nil
    }
  }

  /// Returns an environment for a second process that reads the app's files and sign-in and also accepts changes, such as a widget with a
  /// button.
  ///
  /// A change that a ``MutationQueue`` accepts is written to a file of its own, and is durable when the call returns. The app takes the
  /// change over and sends it: when the app starts, when it comes to the front, and after the signal ``FolderNews/handedOver``. All other
  /// functions that write throw an error, as in an environment of ``reading()``. These functions retry, edit and discard changes, or change
  /// data that only this device has, such as settings.
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
