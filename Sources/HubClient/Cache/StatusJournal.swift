import Foundation
import MediaCore

/// The journal in which earlier builds kept the watch statuses.
///
/// The first read moves the statuses into the cache, and removes the journal once the cache is on disk. If the process dies in between, the
/// next launch repeats the move, which changes nothing that is in the cache already. While the cache cannot be written, as on a full disk
/// and in a process that only reads, the statuses are read from the journal.
final class StatusJournal: Sendable {
  /// A change of some videos, or the date of an exchange.
  struct Entry: Codable, Sendable {
    var records: [WatchRecord] = []
    var lastSync: Date?
    /// The date of the last change that all devices had, by the id of a video that this device has changed since.
    var shared: [String: Date]?
  }

  private let accounts: AccountStorage
  /// The statuses that are not in the cache yet. `signOuts` is the number of sign-outs when they were read: after another one they belong
  /// to an account that has left.
  private let left = Locked<(statuses: SavedStatuses?, signOuts: Int)?>(nil)

  init(_ accounts: AccountStorage) { self.accounts = accounts }

  /// Moves the journal's statuses into `cache`.
  /// - Returns: the statuses that could not be moved now; nil when all are in the cache.
  /// - Throws: `storage` while the journal cannot be read.
  func move(into cache: AccountCache<SavedStatuses>) async throws(ClientError) -> SavedStatuses? {
    guard let account = try await accounts.account() else { throw ClientError(.signedOut, operation: .watchRead) }
    let begun = accounts.signOutCount
    guard let found = try await read(account, begun) else { return nil }
    do throws(ClientError) {
      try await cache.update { [accounts] saved in
        // If the user has signed out since the journal was read, drop its statuses.
        if begun == accounts.signOutCount { saved.add(found) }
      }
    } catch { return found }
    guard begun == accounts.signOutCount else { return nil }
    left.withLock { $0 = (nil, begun) }
    // If the journal cannot be removed now, the next launch removes it.
    try? accounts.environment.files.remove(path(account) + ".journal")
    return nil
  }

  private func path(_ account: String) -> String { accounts.path(of: account, "watching") }

  private func read(_ account: String, _ begun: Int) async throws(ClientError) -> SavedStatuses? {
    if let known = left.withLock({ $0 }), known.signOuts == begun { return known.statuses }
    try accounts.prepare()
    let files = accounts.environment.files
    let isDamaged = Locked(false)
    let journal = Journal<Entry>(files: files, path: path(account)) { [accounts] error in
      isDamaged.withLock { $0 = true }
      accounts.report(error)
    }
    let entries = try await journal.load()
    var found = entries.isEmpty ? nil : entries.reduce(into: SavedStatuses()) { $0.add($1) }
    // If the journal was damaged, clear `lastSync`: a pull since that date would not bring back the lost records. If an earlier launch
    // repaired the journal, only the copy of the damaged file shows the damage.
    let hasCopy = (try? files.size(of: path(account) + ".journal.damaged")) ?? nil != nil
    if isDamaged.withLock({ $0 }) || hasCopy { found?.lastSync = nil }
    left.withLock { $0 = (found, begun) }
    return found
  }
}
