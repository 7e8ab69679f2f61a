public import Foundation
public import MediaCore

extension HubService {
  /// Exports the user's data that exists only on this device, as one JSON file. The file contains the user's id, channels, hidden videos,
  /// watch statuses and their conflicts, the pause between reconciles, and the registrations of channels that wait or were refused.
  /// Exporting needs no network, and works even with a service that only reads.
  ///
  /// The id works like a password for this user's feed: store the file where only the user can read it.
  /// - Throws: `storageFailed`.
  public func exportData() async throws(HubError) -> Data { try await library.exportData(with: mover) }

  /// Imports a file that ``exportData()`` has made on another device, or on this device before its data was erased. Importing needs no
  /// network, and importing the same file again changes nothing. The service must be created for the user of the file:
  ///
  /// ```swift
  /// let user = try HubUserID(exportedIn: data)
  /// try HubUserStore(server: server, environment: environment).adopt(user)
  /// let hub = HubService(server: server, user: user)
  /// let report = try await hub.importData(data)
  /// ```
  /// - Parameters:
  ///   - data: the content of the file.
  ///   - other: the address that the other device used for this server. Pass nil if it is the same address as on this device. Pass another
  ///     address only after the user has confirmed that both addresses lead to the same server.
  /// - Returns: a report of the data that was imported, merged, or left unchanged.
  /// - Throws: `storageFailed` with an `ImportProblem` (``HubError/importProblem``) if the file cannot be imported for this user and
  ///   server, or with the detail `inUse` if this service only reads. In both cases, no data has changed. After any other error, the import
  ///   may be incomplete: import the file again.
  @discardableResult
  public func importData(_ data: Data, from other: ServerAddress? = nil) async throws(HubError) -> ImportReport {
    try await library.importData(data, from: other, with: mover)
  }

  private var mover: AccountMover {
    AccountMover("hub", client, queue, user: user.exportedText, parts: library.movedParts)
  }
}

extension WorkerService {
  /// Exports the channels, hidden videos, watch statuses and settings of this device as one JSON file, like ``HubService/exportData()``.
  /// The file names no user, because a Worker has no users.
  /// - Throws: `storageFailed`.
  public func exportData() async throws(HubError) -> Data { try await library.exportData(with: mover) }

  /// Imports a file that ``exportData()`` has made on another device. The import works like ``HubService/importData(_:from:)``.
  /// - Throws: `storageFailed`.
  @discardableResult
  public func importData(_ data: Data, from other: ServerAddress? = nil) async throws(HubError) -> ImportReport {
    try await library.importData(data, from: other, with: mover)
  }

  private var mover: AccountMover {
    AccountMover("worker", client, queue, parts: library.movedParts)
  }
}

extension HubUserID {
  /// Reads the user's id from a file that ``HubService/exportData()`` has made, for a new device that has no user yet.
  /// - Throws: `storageFailed` with an `ImportProblem` if the file was not exported for a Hub.
  public init(exportedIn data: Data) throws(HubError) {
    do throws(ClientError) {
      let account = try AccountMover.account(in: data, of: "hub")
      guard let id = HubUserID(account) else { throw AccountMover.damaged }
      self = id
    } catch { throw .storageFailed(error) }
  }
}
