public import MediaCore

extension VaultStore {
  /// Shares one of the user's own lists. The server never shows with whom a list is shared, and accepts no second share
  /// with the same guest. Such a share for editing ends as refused, unless an earlier attempt of the same change can have
  /// reached the server; one for viewing counts as done, unless this device has shared the list with that guest before.
  @discardableResult
  public func shareList(
    _ list: Int, with username: String, _ permission: SharePermission = .view
  ) async throws(ClientError) -> Submission {
    let id = try await numbers.stableNumber(of: list)
    return try await submit(ShareMutation(list: id, username: username, permission: permission), as: .shared)
  }
}

/// Shares a list. The server never shows with whom a list is shared: its answer counts as confirmation.
struct ShareMutation: VaultMutation {
  static let kind: MutationKind = "vault.list.share"

  struct Remote: Codable, Hashable, Sendable {
    /// Whether an earlier attempt may have shared the list.
    var mayBeDone: Bool
  }

  var list: Int
  var username: String
  var permission: SharePermission

  var target: String { "share/\(list)/\(username)" }

  /// Reads the lists, so that the mutation does not count as sent while the server cannot be reached.
  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    guard try await api.list(list, context).value != nil else { return nil }
    // The outcome of an attempt before the launch is unknown.
    return Remote(mayBeDone: context.wasSent && api.deliveries.mayHaveArrived(context.id) ?? true)
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> { merge.remote == nil ? .refused(.gone) : .write(self) }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    let number = try await api.number(of: list, context)
    let mayBeDone = remote?.mayBeDone ?? false
    do throws(ClientError) { try await api.lists.share(number, with: username, permission) } catch {
      // The list is shared with that user already: by an earlier attempt, by this one, which was delivered twice, or long
      // before with the level of that time, which includes viewing.
      if error.kind == .conflict {
        if mayBeDone { return }
        if try await isGrantedByAnyShare(api, context) { return }
      }
      api.deliveries.recordFailure(context.id, mayHaveArrived: mayBeDone || error.canHaveArrived)
      throw error
    }
  }

  /// Whether every share with that user grants what is asked for. One that this device has made may grant more.
  private func isGrantedByAnyShare(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Bool {
    guard permission == .view else { return false }
    return try await !api.link.hasSynced(target, before: context.order)
  }

  func isReflected(in remote: Remote?) -> Bool { true }
}
