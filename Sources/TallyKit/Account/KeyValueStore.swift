import Foundation
public import MediaCore

/// A store of small settings. Three lines around whatever an app uses for its own make one.
public protocol KeyValueStore: Sendable {
  /// Nil where nothing was stored.
  func string(forKey key: String) -> String?
  /// Stored when it returns.
  func set(_ value: String, forKey key: String)
}

/// Settings beside the SDK's own files.
public final class FileKeyValueStore: KeyValueStore {
  private struct State {
    var values: [String: String] = [:]
    /// False while the file cannot be read: then it is not written over either.
    var isRead = false
  }

  private let blobs: BlobStore
  private let state = Locked(State())

  /// - Parameter environment: the one that the service is made with.
  public init(environment: ClientEnvironment) { blobs = BlobStore(files: environment.files, folder: "tally") }

  /// Nil where nothing was stored, and for a file that cannot be read.
  public func string(forKey key: String) -> String? { read().values[key] }

  /// Counts at once; a setting that could not be written counts until the next launch.
  public func set(_ value: String, forKey key: String) {
    _ = read()
    state.withLock { state in
      state.values[key] = value
      // A setting that could not be written counts until the next launch. Written in turn, or an older one could be last.
      if state.isRead { try? blobs.write(state.values, "preferences") }
    }
  }

  private func read() -> State {
    state.withLock { state in
      guard !state.isRead, let stored = try? blobs.read([String: String].self, "preferences") ?? [:] else {
        return state
      }
      state.values.merge(stored) { set, _ in set }
      state.isRead = true
      return state
    }
  }
}

/// The app's own defaults, or those of a group it shares with its extensions.
public struct UserDefaultsStore: KeyValueStore {
  private let suiteName: String?

  /// - Parameter suiteName: nil for the app's own.
  public init(suiteName: String? = nil) { self.suiteName = suiteName }

  private var defaults: UserDefaults? { suiteName.map { UserDefaults(suiteName: $0) } ?? UserDefaults.standard }

  /// From the app's defaults.
  public func string(forKey key: String) -> String? { defaults?.string(forKey: key) }
  /// Into the app's defaults.
  public func set(_ value: String, forKey key: String) { defaults?.set(value, forKey: key) }
}
