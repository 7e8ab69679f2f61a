import Foundation
import MediaCore

/// Where the stores of one server and user keep what they know: every pair has a folder of its own, so that a key such as
/// `lastReconcileTimestamp` is that pair's.
struct LibraryStorage: Sendable {
  enum Key: String, CaseIterable {
    case lastReconcileTimestamp, reconcileFrequency, lastFeedSync, lastStatusSync, feed, channels, watchStatuses
  }

  private let files: any FileSystem
  private let folder: String
  private let count = Locked(0)
  let report: @Sendable (ClientError) -> Void

  init(name: String, files: any FileSystem, report: @escaping @Sendable (ClientError) -> Void) {
    self.files = files
    folder = "hub/\(name.fileName)"
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
    let problem = Locked<ClientError?>(nil)
    let blobs = BlobStore(files: files, folder: folder) { [report] error in
      if error.detail != "damaged" { problem.withLock { $0 = error } }
      report(error)
    }
    let value = blobs.read(type, key.rawValue)
    if let error = problem.withLock({ $0 }) { throw error }
    return value
  }

  func write(_ value: some Encodable, _ key: Key) throws(ClientError) { try blobs.write(value, key.rawValue) }

  private var blobs: BlobStore { BlobStore(files: files, folder: folder, report: report) }

  /// For what counts in memory all the same: a full disk must not stop a feed.
  func save(_ value: some Encodable, _ key: Key) {
    do throws(ClientError) { try write(value, key) } catch { report(error) }
  }

  func remove(_ key: Key) {
    do throws(ClientError) { try blobs.remove(key.rawValue) } catch { report(error) }
  }
}
