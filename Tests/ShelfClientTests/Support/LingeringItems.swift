import MediaCore
import ShelfClient

/// An item role that ignores cancellation: a test holds back its requests for an item by the name `request`, and the answers by `item`.
struct LingeringItems: ItemAPI {
  let base: any ItemAPI
  let gate = LateGate()

  func item(_ id: String, episode: String?) async throws(ClientError) -> ShelfItem {
    await gate.pass("request")
    let base = base
    // A separate task continues when the caller is cancelled.
    let answer = await Task { () -> Result<ShelfItem, ClientError> in
      do throws(ClientError) { return .success(try await base.item(id, episode: episode)) } catch {
        return .failure(error)
      }
    }.value
    await gate.pass("item")
    return try answer.get()
  }
  func plainItem(_ id: String) async throws(ClientError) -> ShelfItem { try await base.plainItem(id) }
  func items(_ ids: [String]) async throws(ClientError) -> [ShelfItem] { try await base.items(ids) }
  func inProgress(limit: Int) async throws(ClientError) -> [ShelfItem] { try await base.inProgress(limit: limit) }
  func episode(_ id: PlayableID) async throws(ClientError) -> Episode { try await base.episode(id) }
}
