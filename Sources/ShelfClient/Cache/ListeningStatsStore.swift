import Foundation
import MediaCore

/// The listening statistics of the account as the server last sent them.
struct ListeningStatsStore: Sendable {
  private let role: any ListeningAPI
  private let cache: AccountCache<ListeningStats>

  init(_ role: any ListeningAPI, in accounts: AccountStorage) {
    self.role = role
    cache = .shared("listening-stats", empty: ListeningStats(), in: accounts)
  }

  /// The kept statistics; nil if the server never sent any.
  func stats() async throws(ClientError) -> (stats: ListeningStats, asOf: Date)? {
    let view = try await cache.view()
    return view.refreshedAt.map { (view.value, $0) }
  }

  func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  func refresh() async throws(ClientError) {
    try await cache.refresh { () async throws(ClientError) in
      try await role.stats()
    } merge: { kept, answer in
      kept = answer
    }
  }
}
