import Foundation
import MediaCore

/// Where the stores of one server and user keep what they know: every pair has a folder of its own, so that a key such as
/// `lastReconcileTimestamp` is that pair's.
struct LibraryStorage: Sendable {
  enum Key: String, CaseIterable {
    case lastReconcileTimestamp, reconcileFrequency, lastFeedSync, lastStatusSync, feed, channels, watchStatuses
  }

  private let blobs: BlobStore
  private let count = Locked(0)
  let report: @Sendable (ClientError) -> Void

  init(name: String, files: any FileSystem, report: @escaping @Sendable (ClientError) -> Void) {
    blobs = BlobStore(files: files, folder: "hub/\(name.fileName)", report: report)
    self.report = report
  }

  /// Grows when everything is forgotten: what was begun before must not write afterwards.
  var generation: Int { count.withLock { $0 } }

  func startOver() { count.withLock { $0 += 1 } }

  /// What work ends with whose user was forgotten meanwhile.
  static func forgotten(_ operation: String) -> HubError {
    .cancelled(ClientError(.cancelled, operation: operation, detail: ClientError.Detail.accountChanged))
  }

  /// Nil for what is not there, and for what is damaged: that is set aside and reported.
  /// - Throws: when there may be something that cannot be read now, as on a locked device. Who writes then loses it.
  func read<Value: Decodable>(_ type: Value.Type, _ key: Key) throws(ClientError) -> Value? {
    do throws(ClientError) { return try blobs.read(type, key.rawValue) } catch {
      report(error)
      throw error
    }
  }

  func write(_ value: some Encodable, _ key: Key) throws(ClientError) { try blobs.write(value, key.rawValue) }

  /// For what counts in memory all the same: a full disk must not stop a feed.
  func save(_ value: some Encodable, _ key: Key) {
    do throws(ClientError) { try write(value, key) } catch { report(error) }
  }

  func remove(_ key: Key) {
    do throws(ClientError) { try blobs.remove(key.rawValue) } catch { report(error) }
  }
}
