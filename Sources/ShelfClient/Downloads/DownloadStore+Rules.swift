public import MediaCore

extension DownloadStore {
  /// Returns the current account's rules for downloads on this device. All rules are off until the first call of ``setRules(_:)``.
  /// - Throws: `signedOut`, `storage`.
  public func rules() async throws(ClientError) -> DownloadRules { try await engine.rules() }

  /// Replaces the rules for downloads, and applies the new rules at once to the downloads and items that are stored on this device. The
  /// change is durable when the call returns. The call sends no request. If only the server can list the books and episodes of a rule, the
  /// next ``applyRules()`` adds them.
  ///
  /// The rules never remove the item that was opened last in this process, nor an item whose progress is not on the server yet. They remove
  /// a download that the user has requested only if ``DownloadRules/removesByHand`` is true.
  /// - Throws: `invalidRequest` for impossible numbers or ids; `signedOut`, `storage`.
  public func setRules(_ rules: DownloadRules) async throws(ClientError) { try await engine.setRules(rules) }

  /// Observes the network for ``DownloadRules/onlyOnWifi`` and ``DownloadRules/waitsInLowDataMode``, until the process ends. Running
  /// downloads pause when the network changes to a network on which a rule makes downloads wait. The downloads continue by themselves on a
  /// network that the rules allow.
  public func follow(_ network: any NetworkConditions) async { await engine.follow(network) }

  /// Adds and removes downloads by the rules. If the lists of books and episodes that the rules need are too old, first requests these
  /// lists from the server. It sends at most one request a day for each series or podcast, one an hour for each playlist
  /// (`GET /api/playlists/{id}`), and one an hour for each library with podcasts whose newest episodes are kept
  /// (`GET /api/libraries/{id}/recent-episodes`). While a rule makes downloads wait, it sends no request. ``start()`` also applies the
  /// rules in this way.
  /// - Throws: the first error of these requests, after the rules were applied; `signedOut`, `storage`.
  public func applyRules() async throws(ClientError) { try await engine.applyRules(by: lane) }

  /// Returns the downloads that were removed recently, newest removal first, each with its cause.
  /// - Throws: `signedOut`, `storage`.
  public func removed() async throws(ClientError) -> [RemovedDownload] { try await engine.removed() }

  /// The part of an exported file that holds the rules.
  var movedRules: MovedPart { engine.movedRules }
}
