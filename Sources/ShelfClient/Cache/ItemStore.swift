import Foundation
import MediaCore

/// The items that were opened lately, as the server last sent them.
struct ItemStore: Sendable {
  private let client: ServiceClient
  private let role: any ItemAPI
  private let cache: AccountCache<SeenItems>
  /// The page that was kept with a download of the item; nil without one.
  private let downloaded: @Sendable (String) async -> SeenItems.Seen?
  /// Called with each item that the server has sent, and the account that has read it.
  private let read: @Sendable (ShelfItem, _ account: String) async -> Void

  init(
    client: ServiceClient, role: any ItemAPI,
    downloaded: @escaping @Sendable (_ item: String) async -> SeenItems.Seen? = { _ in nil },
    read: @escaping @Sendable (ShelfItem, _ account: String) async -> Void = { _, _ in }
  ) {
    self.read = read
    self.client = client
    self.role = role
    self.downloaded = downloaded
    cache = .shared("items", empty: SeenItems(), in: client.accounts)
  }

  /// An item with the date of the server's answer, from this device alone; nil if it was neither opened lately nor downloaded.
  func item(_ id: String) async throws(ClientError) -> SeenItems.Seen? {
    if let seen = try await cache.read({ seen, _ in seen.items[id] }) { return seen }
    return await downloaded(id)
  }

  func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  /// - Throws: `notFound`, `forbidden`.
  func refresh(_ id: String) async throws(ClientError) {
    let now = client.serverNow()
    let view = try await cache.refresh { () async throws(ClientError) in
      try await role.item(id)
    } merge: { seen, item in
      seen.put(item, asOf: now)
    }
    // If the server could not be reached, `view` has an older answer: store that answer's date instead of the current time.
    guard let date = view.refreshedAt, let item = view.value.items[id]?.item else { return }
    let mark = try await cache.readMark()
    try await cache.merge(item, askedAt: mark) { seen, item in seen.put(item, asOf: date) }
    await read(item, view.account)
  }
}
