public import Foundation
public import MediaCore

extension HubService {
  /// Exports the data of the user that only this device has, as one JSON file: the user's id, channels, hidden videos, watch statuses,
  /// conflicts, the pause between reconciles, and registrations that wait or were refused. Needs no network; a service that only reads can
  /// also export.
  ///
  /// The id works like a password for this user's feed: keep the file where only the user can read it.
  /// - Throws: `storageFailed`.
  public func exportData() async throws(HubError) -> Data { try await library.exportData(with: mover) }

  /// Takes in a file of ``exportData()`` from another device, or from this one before it was erased. Needs no network; importing a file
  /// again changes nothing. The service has to be made for the user of the file:
  ///
  /// ```swift
  /// let user = try HubUserID(exportedIn: data)
  /// try HubUserStore(server: server, environment: environment).adopt(user)
  /// let hub = HubService(server: server, user: user)
  /// let report = try await hub.importData(data)
  /// ```
  /// - Parameters:
  ///   - data: the file.
  ///   - other: the address that the other device used for this server; nil if it is the same as here. Pass one only after the
  ///     user has confirmed that both addresses lead to the same server.
  /// - Returns: what was taken, merged and left alone.
  /// - Throws: `storageFailed` with an `ImportProblem` (``HubError/importProblem``) if the file does not fit, or with the detail `inUse` if
  ///   this service only reads; neither changes anything. Any other error may leave the import incomplete: import the file again.
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
  /// The file names no user, since a Worker has none. Throws `storageFailed`.
  public func exportData() async throws(HubError) -> Data { try await library.exportData(with: mover) }

  /// Takes in a file of ``exportData()`` from another device; see ``HubService/importData(_:from:)``. Throws `storageFailed`.
  @discardableResult
  public func importData(_ data: Data, from other: ServerAddress? = nil) async throws(HubError) -> ImportReport {
    try await library.importData(data, from: other, with: mover)
  }

  private var mover: AccountMover {
    AccountMover("worker", client, queue, parts: library.movedParts)
  }
}

extension HubUserID {
  /// Reads the user's id from a file of ``HubService/exportData()``, for a new device that has no user yet.
  /// - Throws: `storageFailed` with an `ImportProblem` for a file that is no export of a Hub.
  public init(exportedIn data: Data) throws(HubError) {
    do throws(ClientError) {
      let account = try AccountMover.account(in: data, of: "hub")
      guard let id = HubUserID(account) else { throw AccountMover.damaged }
      self = id
    } catch { throw .storageFailed(error) }
  }
}
