import MediaCore

/// A title shall be in a list, or not.
struct ListItemWish: VaultWish {
  static let kind: Intent.Kind = "vault.list.item"

  var list: Int
  var item: ListItem
  var isThere: Bool
  var notes: String?

  var target: String { "list/\(list)/\(item.kind)/\(item.id)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> KnownRow? {
    try await KnownRow.read(item, in: list, calls)
  }

  func decide(_ known: KnownRow?) -> WishDecision {
    guard let known else { return isThere ? .refuse(.gone) : .alreadyTrue }
    if known.isThere == isThere { return .alreadyTrue }
    return isThere || known.isMeant ? .write : .refuse(.ambiguous)
  }

  func write(_ calls: WishCalls, _ known: KnownRow?, _ intent: Intent) async throws(ClientError) {
    guard isThere else { return try await calls.lists.remove(item, from: list) }
    do throws(ClientError) {
      try await calls.lists.add(item, to: list, notes: notes)
    } catch {
      // Somebody else was faster.
      if error.kind != .conflict { throw error }
    }
  }

  func isShown(by known: KnownRow?) -> Bool { (known?.isThere ?? false) == isThere }

  func apply(to known: inout KnownVault) {
    let key = ListID.list(list).description
    if isThere {
      if var contents = known.contents[key]?.value {
        contents.add(item, notes: notes, from: known)
        known.contents[key]?.value = contents
      }
      // What sits in a list is left out of the watchlist.
      known.library?.value.remove(item)
    } else {
      known.contents[key]?.value.remove(item)
    }
    known.change(list: list) { $0.itemCount = $0.itemCount.map { max(0, $0 + (isThere ? 1 : -1)) } }
  }
}
