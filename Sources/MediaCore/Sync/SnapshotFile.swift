import Foundation

/// A small file with the content of a widget. The owner of the folder writes it, and any process can read it with one file operation.
///
/// There is one file for each server, with the content of the account that is signed in. A sign-out erases this file first.
package struct SnapshotFile<Value: Codable & Sendable>: Sendable {
  private struct Stored: Codable {
    var version: Int
    var value: Value
  }

  private let version: Int

  /// Creates access to the files of one stored form.
  /// - Parameter version: the version of the stored form. A file of another version reads as absent.
  package init(version: Int) { self.version = version }

  /// The content; nil when there is none, or a damaged one.
  /// - Throws: `storage` when the file cannot be read now.
  func read(
    _ service: String, of server: String, in environment: ClientEnvironment
  ) throws(ClientError) -> Value? {
    do {
      guard let data = try environment.files.read(AccountFolders.snapshot(of: "\(service)/\(server)")),
        let payload = BlobStore.opened(data), let stored = try? JSONDocument.own(payload).decode(Stored.self),
        stored.version == version
      else { return nil }
      return stored.value
    } catch {
      throw ClientError(.storage, operation: .storeRead, detail: (error as? FileSystemError)?.detail)
    }
  }

  /// Writes the content that `make` returns for the signed-in account.
  /// - Throws: `signedOut`, also when another account has signed in meanwhile; `storage`; the errors of `make`.
  package func write(
    in accounts: AccountStorage, _ make: () async throws(ClientError) -> Value
  ) async throws(ClientError) {
    guard let account = try await accounts.account() else {
      throw ClientError(.signedOut, operation: .storeWrite)
    }
    try accounts.prepare()
    let erasures = accounts.folders.erasures(of: account)
    let data = try BlobStore.encoded(Stored(version: version, value: try await make()))
    guard try await accounts.account() == account else {
      throw ClientError(.signedOut, operation: .storeWrite, detail: ClientError.Detail.accountChanged)
    }
    try accounts.folders.write(of: account, since: erasures) { () throws(ClientError) in
      do { try accounts.environment.files.replace(AccountFolders.snapshot(of: accounts.name), with: data) } catch {
        throw ClientError(.storage, operation: .storeWrite, detail: (error as? FileSystemError)?.detail)
      }
    }
    accounts.noteWritten()
  }
}

extension ClientEnvironment {
  /// Removes the content of the widget for a server, if there is one.
  package func eraseSnapshot(_ service: String, of server: String) throws {
    try files.remove(AccountFolders.snapshot(of: "\(service)/\(server)"))
  }

  /// Finishes a sign-out that was cut off: erases the data that the sign-out does not keep, and the widget's content. Use this only
  /// in a service that itself notes on disk that a sign-out has begun.
  package func finishSignOut(
    _ pending: PendingWork, of account: String, _ service: String, of server: String
  ) throws {
    try AccountFolders.shared("\(service)/\(server)", self).finish(account, pending)
  }
}

/// Writes something soon after each of many changes: at once after the first, and then at most once a second.
actor ThrottledWriter {
  private let clock: any TimeSource
  private let write: @Sendable () async -> Void
  private var isWanted = false
  private var work: Task<Void, Never>?
  private nonisolated let tokens = Locked<[ObservationToken]>([])

  init(clock: any TimeSource, write: @escaping @Sendable () async -> Void) {
    (self.clock, self.write) = (clock, write)
  }

  deinit { work?.cancel() }

  /// Keeps the tokens of what calls ``changed()``.
  nonisolated func hold(_ new: [ObservationToken]) { tokens.withLock { $0 = new } }

  func changed() {
    isWanted = true
    guard work == nil else { return }
    work = Task { [weak self, clock] in
      while let self, await self.writeIfWanted() {
        do { try await clock.sleep(for: .seconds(1), as: .watchdog) } catch { return }
      }
    }
  }

  private func writeIfWanted() async -> Bool {
    guard isWanted else {
      work = nil
      return false
    }
    isWanted = false
    await write()
    return true
  }
}
