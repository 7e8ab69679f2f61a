public import MediaCore

extension DownloadStore {
  /// The rules of the account's user on this device; all off until ``setRules(_:)``.
  /// - Throws: `signedOut`, `storage`.
  public func rules() async throws(ClientError) -> DownloadRules { try await engine.rules() }

  /// Changes the rules, and applies them to the downloads and items that this device has. Durable when it returns; needs no network. The
  /// next ``applyRules()`` adds the episodes and books that the server has to list.
  ///
  /// Removal by a rule spares downloads that the user asked for by hand (unless ``DownloadRules/removesByHand``), the item that was opened
  /// last in this process, and items whose progress is not on the server yet.
  /// - Throws: `invalidRequest` for impossible numbers or ids; `signedOut`, `storage`.
  public func setRules(_ rules: DownloadRules) async throws(ClientError) { try await engine.setRules(rules) }

  /// Follows the network for the rules about Wi-Fi and low-data mode, for as long as the process lives. Running downloads pause when
  /// the network changes to one on which they may not run, and continue by themselves.
  public func follow(_ network: any NetworkConditions) async { await engine.follow(network) }

  /// Adds and removes downloads by the rules, after reading from the server which books and episodes the followed series and podcasts have,
  /// where that is due. Requests: one for a series or podcast once a day, and one an hour for each library with podcasts whose newest
  /// episodes are kept (`GET /api/libraries/{id}/recent-episodes`). No request while the rules hold downloads back. ``start()`` includes
  /// this call.
  /// - Throws: the error of the reading, after everything else was done; `signedOut`, `storage`.
  public func applyRules() async throws(ClientError) { try await engine.applyRules(by: lane) }

  /// The latest removals, newest first, each with its cause.
  /// - Throws: `signedOut`, `storage`.
  public func removed() async throws(ClientError) -> [RemovedDownload] { try await engine.removed() }

  /// The part of an exported file that holds the rules.
  var movedRules: MovedPart { engine.movedRules }
}
