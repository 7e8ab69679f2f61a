import Foundation
import MediaCore

/// Where the stores of one server and user keep what they know: every pair has a folder of its own, so that a key such as
/// `lastReconcileTimestamp` is that pair's.
struct LibraryStorage: Sendable {
  enum Key: String, CaseIterable {
    case lastReconcileTimestamp, reconcileFrequency, lastFeedSync, lastStatusSync, feed, channels, watchStatuses
  }

  private let blobs: BlobStore
  /// Files that could not be read so far: they are not written over.
  private let unread = Locked<Set<Key>>([])
  let report: @Sendable (ClientError) -> Void

  init(name: String, files: any FileSystem, report: @escaping @Sendable (ClientError) -> Void) {
    blobs = BlobStore(files: files, folder: "hub/\(name.fileName)", report: report)
    self.report = report
  }

  func read<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
    do throws(ClientError) {
      let value = try blobs.read(type, key.rawValue)
      unread.withLock { _ = $0.remove(key) }
      return value
    } catch {
      unread.withLock { _ = $0.insert(key) }
      report(error)
      return nil
    }
  }

  /// Whether everything that was asked for could be read; if not, it is worth asking again.
  func isRead(_ keys: Key...) -> Bool { unread.withLock { $0.isDisjoint(with: keys) } }

  func write(_ value: some Encodable, _ key: Key) throws(ClientError) {
    guard isRead(key) else { throw ClientError(.storage, operation: "store.write", detail: "unread") }
    try blobs.write(value, key.rawValue)
  }

  /// For what counts in memory all the same: a full disk must not stop a feed.
  func save(_ value: some Encodable, _ key: Key) {
    do throws(ClientError) { try write(value, key) } catch { report(error) }
  }

  func remove(_ key: Key) {
    unread.withLock { _ = $0.remove(key) }
    do throws(ClientError) { try blobs.remove(key.rawValue) } catch { report(error) }
  }
}

/// Closures that want to hear that something changed.
final class Observers: Sendable {
  private struct State {
    var nextID = 0
    var closures: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Locked(State())

  func add(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let id = state.withLock { state in
      state.nextID += 1
      state.closures[state.nextID] = changed
      return state.nextID
    }
    return ObservationToken { [weak self] in self?.state.withLock { $0.closures[id] = nil } }
  }

  func tell() {
    let closures = state.withLock { $0.closures.sorted { $0.key < $1.key }.map(\.value) }
    closures.forEach { $0() }
  }
}
