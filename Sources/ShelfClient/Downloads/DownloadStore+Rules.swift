public import MediaCore

extension DownloadStore {
  /// Returns the rules of the current account on this device. All rules are off until the first ``setRules(_:)``.
  /// - Throws: `signedOut`, `storage`.
  public func rules() async throws(ClientError) -> DownloadRules { try await engine.rules() }

  /// Changes the rules, and applies them at once to the downloads and items that are stored on this device. The change is durable when the
  /// call returns. Sends no request: books and episodes that only the server can list are added by the next ``applyRules()``.
  ///
  /// The rules never remove the item that was opened last in this process, nor an item whose progress is not on the server yet. They remove
  /// a download that the user asked for only if ``DownloadRules/removesByHand`` is true.
  /// - Throws: `invalidRequest` for impossible numbers or ids; `signedOut`, `storage`.
  public func setRules(_ rules: DownloadRules) async throws(ClientError) { try await engine.setRules(rules) }

  /// Observes the network for the rules about Wi-Fi and low-data mode, until the process ends. Running downloads pause when the network
  /// changes to one that the rules exclude, and continue by themselves later.
  public func follow(_ network: any NetworkConditions) async { await engine.follow(network) }

  /// Adds and removes downloads by the rules. Before that, reads from the server which books and episodes the series, podcasts and playlists
  /// of the rules have, if the last reading is too old. Sends one request a day for each series or podcast, one an hour for each playlist
  /// (`GET /api/playlists/{id}`), and one an hour for each library with podcasts whose newest episodes are kept (`GET /api/libraries/{id}/recent-episodes`). Sends none while a rule makes downloads wait.
  /// ``start()`` does the same.
  /// - Throws: the first error of the reading, thrown after the rules were applied; `signedOut`, `storage`.
  public func applyRules() async throws(ClientError) { try await engine.applyRules(by: lane) }

  /// Returns the latest removals, newest first, each with its cause.
  /// - Throws: `signedOut`, `storage`.
  public func removed() async throws(ClientError) -> [RemovedDownload] { try await engine.removed() }

  /// The part of an exported file that holds the rules.
  var movedRules: MovedPart { engine.movedRules }
}
