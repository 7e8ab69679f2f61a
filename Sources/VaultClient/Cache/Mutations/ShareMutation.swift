public import MediaCore

extension VaultStore {
  /// Shares one of the user's own lists. The server never shows with whom a list is shared, and refuses a second share with the same guest.
  /// If this device has shared the list with that guest before, the second share has the outcome `refused`. If not, the refusal may mean
  /// that the response to an earlier attempt was lost. A share for viewing then has the outcome `synced`. A share for editing then has the
  /// outcome `superseded` with the reason `alreadyShared`, because the guest may have an older share for viewing only.
  @discardableResult
  public func shareList(
    _ list: Int, with username: String, _ permission: SharePermission = .view
  ) async throws(ClientError) -> Submission {
    let id = try await stableNumber(of: list)
    return try await submit(ShareMutation(list: id, username: username, permission: permission), as: .shared)
  }
}

/// Shares a list. The server never shows with whom a list is shared: its answer counts as confirmation.
struct ShareMutation: VaultMutation {
  static let kind: MutationKind = "vault.list.share"

  struct Remote: Codable, Hashable, Sendable {
    /// Whether an earlier attempt may have shared the list.
    var mayBeDone: Bool
    /// Whether the server has answered that the list is shared with that guest, by whomever.
    var isShared: Bool?
  }

  var list: Int
  var username: String
  var permission: SharePermission

  var target: String { "share/\(list)/\(username)" }

  /// Reads the lists, so that the mutation does not count as sent while the server cannot be reached.
  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    guard try await api.list(list, context).value != nil else { return nil }
    // If `mayHaveArrived` is nil, the attempt was made before this launch and its outcome is unknown: assume that it may have arrived.
    return Remote(
      mayBeDone: context.wasSent && api.deliveries.mayHaveArrived(context.id) ?? true,
      isShared: api.deliveries.isAnswered(context.id) ? true : nil)
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    guard let remote = merge.remote else { return .refused(.gone) }
    return remote.isShared == true ? .superseded(reason: ClientError.VaultDetail.alreadyShared) : .write(self)
  }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    let number = try await api.number(of: list, context)
    let mayBeDone = remote?.mayBeDone ?? false
    do throws(ClientError) { try await api.lists.share(number, with: username, permission) } catch {
      // A conflict means that the list is already shared with this user: by an earlier attempt, by a request that arrived twice, or by an
      // old share whose permission is unknown.
      if error.kind == .conflict {
        if mayBeDone { return }
        let isFirst = await !context.changes(of: target).contains { $0.state == .synced && $0.order < context.order }
        // Every share grants viewing, so a change that asks for viewing is done.
        if isFirst, permission == .view { return }
        if isFirst, api.deliveries.mayHaveArrived(context.id) == nil {
          api.deliveries.recordAnswer(context.id)
          throw ClientError(.waiting, operation: .vaultListsShare, detail: ClientError.VaultDetail.alreadyShared)
        }
      }
      api.deliveries.recordFailure(context.id, mayHaveArrived: mayBeDone || error.canHaveArrived)
      throw error
    }
  }

  func isReflected(in remote: Remote?) -> Bool { true }
}
