import MediaCore
import ShelfClient

/// An item role whose answers come, even to a cancelled caller, when a test releases them by the name `item`.
struct LingeringItems: ItemAPI {
  let base: any ItemAPI
  let gate = LateGate()

  func item(_ id: String, episode: String?) async throws(ClientError) -> ShelfItem {
    let item = try await base.item(id, episode: episode)
    await gate.pass("item")
    return item
  }
  func plainItem(_ id: String) async throws(ClientError) -> ShelfItem { try await base.plainItem(id) }
  func items(_ ids: [String]) async throws(ClientError) -> [ShelfItem] { try await base.items(ids) }
  func inProgress(limit: Int) async throws(ClientError) -> [ShelfItem] { try await base.inProgress(limit: limit) }
  func episode(_ id: PlayableID) async throws(ClientError) -> Episode { try await base.episode(id) }
}
