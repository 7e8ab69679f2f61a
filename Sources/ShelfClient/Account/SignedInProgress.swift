import MediaCore

/// Merges the progress in answers about the account into the progress cache, which is created after the roles.
final class SignedInProgress: Sendable {
  typealias Cache = AccountCache<[String: MediaProgress]>

  private let cache = Locked<Cache?>(nil)

  func connect(to cache: Cache) { self.cache.withLock { $0 = cache } }

  /// To be taken before the request; nil while no account is signed in.
  func readMark() async -> Cache.ReadMark? { try? await cache.withLock { $0 }?.readMark() }

  /// Merges the progress of `user`, when it is `user` who is signed in.
  /// - Parameter mark: taken before the request. An answer to another account's request merges as if requested now.
  func merge(_ user: User, askedAt mark: Cache.ReadMark?) async {
    guard let cache = cache.withLock({ $0 }) else { return }
    var mark = mark
    if mark?.account != user.id { mark = try? await cache.readMark() }
    guard let mark, mark.account == user.id else { return }
    try? await cache.merge(user.mediaProgress, askedAt: mark) { known, answer in
      for one in answer { if let id = one.playableID { known[id.description] = one } }
    }
  }
}
