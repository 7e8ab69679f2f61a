import Foundation
public import MediaCore

/// A store of small settings. An app can make its own settings store conform to this protocol.
public protocol KeyValueStore: Sendable {
  /// Returns the stored value of a key; nil if there is none.
  func string(forKey key: String) -> String?
  /// Stores a value. The value is stored when the call returns.
  func set(_ value: String, forKey key: String)
}

/// A store of settings in a file beside the SDK's other files.
public final class FileKeyValueStore: KeyValueStore {
  private struct State {
    var values: [String: String] = [:]
    /// False while the file cannot be read; it is not overwritten then.
    var isRead = false
  }

  private let blobs: BlobStore
  private let state = Locked(State())
  /// Whether the app, which is another process, writes the file. Each access then reads it.
  private let isReading: Bool

  /// Creates a store in the files of an environment.
  /// - Parameter environment: the environment with which the service is created.
  public init(environment: ClientEnvironment) {
    blobs = BlobStore(files: environment.files, folder: "tally")
    isReading = environment.isReading
  }

  /// Returns the value of a key; nil if no value was stored, or if the file cannot be read now.
  public func string(forKey key: String) -> String? { read().values[key] }

  /// Sets a value and writes the file. If the file cannot be written, the value is available until the app ends and is lost afterwards. In a
  /// process that only reads the app's files, nothing changes.
  public func set(_ value: String, forKey key: String) {
    guard !isReading else { return }
    _ = read()
    state.withLock { state in
      state.values[key] = value
      // Write inside the lock, otherwise an older value could be written last. If the write fails, the value stays in memory until the app
      // ends.
      if state.isRead { try? blobs.write(state.values, "preferences") }
    }
  }

  private func read() -> State {
    state.withLock { state in
      guard isReading || !state.isRead, let stored = try? blobs.read([String: String].self, "preferences") ?? [:] else {
        return state
      }
      if isReading { state.values = stored } else { state.values.merge(stored) { set, _ in set } }
      state.isRead = true
      return state
    }
  }
}

/// A store of settings in the user defaults of the app, or in the user defaults that the app shares with its extensions.
public struct UserDefaultsStore: KeyValueStore {
  private let suiteName: String?

  /// Creates a store in the user defaults of the app or of a suite.
  /// - Parameter suiteName: the suite's name. If nil, the app's own defaults are used.
  public init(suiteName: String? = nil) { self.suiteName = suiteName }

  private var defaults: UserDefaults? { suiteName.map { UserDefaults(suiteName: $0) } ?? UserDefaults.standard }

  /// Returns the value of a key in the user defaults; nil if there is none.
  public func string(forKey key: String) -> String? { defaults?.string(forKey: key) }
  /// Stores a value in the user defaults.
  public func set(_ value: String, forKey key: String) { defaults?.set(value, forKey: key) }
}
