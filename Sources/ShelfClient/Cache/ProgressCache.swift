import MediaCore

/// The server's progress records of an account by the text of their ``PlayableID``.
typealias ProgressCache = AccountCache<[String: MediaProgress]>

extension ProgressCache {
  static func shared(in storage: AccountStorage, _ queue: MutationQueue) -> ProgressCache {
    .shared(
      "progress", leastPatched: 16 << 10, empty: [:], in: storage, queue: queue,
      overlays: [
        MutationOverlay(ProgressMutation.self, apply: { _, _ in }) { mutation, record, known in
          let remote = record.remote(ProgressMutation.self)
          if record.state == .synced || remote != nil { known[mutation.target] = remote }
        }
      ])
  }

  /// Merges the progress in an answer about the account, if `user` is signed in.
  /// - Parameter mark: taken before the request. If another account was signed in then, the answer merges as if requested now.
  func merge(_ user: User, askedAt mark: ReadMark?) async {
    var mark = mark
    if mark?.account != user.id { mark = try? await readMark() }
    guard let mark, mark.account == user.id else { return }
    try? await merge(user.mediaProgress, askedAt: mark) { known, answer in
      for one in answer { if let id = one.playableID { known[id.description] = one } }
    }
  }
}
