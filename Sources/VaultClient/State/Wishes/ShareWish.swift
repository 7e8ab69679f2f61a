import MediaCore

/// A list shall be shared with somebody. The server tells nobody with whom a list is shared: its answer has to do.
struct ShareWish: VaultWish {
  static let kind: Intent.Kind = "vault.list.share"

  struct Known: Codable, Hashable, Sendable {
    /// An earlier attempt may have done it.
    var mayBeDone: Bool
  }

  var list: Int
  var username: String
  var permission: SharePermission

  var target: String { "share/\(list)/\(username)" }

  /// The lists are asked for so that nothing counts as sent while the server cannot be reached.
  func read(_ calls: WishCalls) async throws(ClientError) -> Known? {
    guard try await calls.list(list) != nil, let intent = calls.intent else { return nil }
    // What became of an attempt before the launch is not known.
    return Known(mayBeDone: intent.sent != nil && calls.relay.canHaveArrived(intent.id) ?? true)
  }

  func decide(_ known: Known?) -> WishDecision { known == nil ? .refuse(.gone) : .write }

  func write(_ calls: WishCalls, _ known: Known?, _ intent: Intent) async throws(ClientError) {
    let number = try await calls.number(of: list)
    let mayBeDone = known?.mayBeDone ?? false
    do throws(ClientError) {
      try await calls.lists.share(number, with: username, permission)
    } catch {
      // It is shared with that user: by that attempt, or long since and as it was then.
      if error.kind == .conflict, mayBeDone { return }
      calls.relay.note(intent.id, canHaveArrived: mayBeDone || error.canHaveArrived)
      throw error
    }
  }

  func isShown(by known: Known?) -> Bool { true }
}

extension ClientError {
  /// Whether the server can have done what was asked, for all that the error tells.
  var canHaveArrived: Bool {
    switch kind {
    case .unreachable:
      ![TransportFailure.Reach.refused, .nameNotFound, .noNetwork].map(\.rawValue).contains(detail)
        && detail != Detail.notTLS
    case .tls, .signedOut, .rateLimited, .forbidden, .notFound, .invalidRequest, .conflict: false
    default: true
    }
  }
}
