import MediaCore

/// Titles of a list shall be in another one too, or there instead.
struct TransferWish: VaultWish {
  static let kind: Intent.Kind = "vault.list.transfer"

  struct Known: Codable, Hashable, Sendable {
    var source: [ListItem]
    var target: [ListItem]
  }

  var transfer: ListTransfer

  var target: String { "transfer/\(transfer.source)/\(transfer.target)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> Known? {
    try await ifPresent { () async throws(ClientError) in
      Known(
        source: try await calls.lists.contents(of: .list(transfer.source)).items,
        target: try await calls.lists.contents(of: .list(transfer.target)).items)
    }
  }

  /// What still has to be done: the server changes nothing when one of several is not in the source.
  private func rest(_ known: Known) -> [ListItem] {
    switch transfer.operation {
    case .copy: transfer.items.filter { !known.target.contains($0) }
    case .move: transfer.items.filter { known.source.contains($0) || !known.target.contains($0) }
    }
  }

  func decide(_ known: Known?) -> WishDecision {
    guard let known else { return .refuse(.gone) }
    let rest = rest(known)
    if rest.isEmpty { return .alreadyTrue }
    return rest.contains { !known.source.contains($0) } ? .refuse(.gone) : .write
  }

  func write(_ calls: WishCalls, _ known: Known?, _ intent: Intent) async throws(ClientError) {
    guard let known else { return }
    var step = transfer
    step.items = rest(known)
    _ = try await calls.lists.transfer(step)
  }

  func isShown(by known: Known?) -> Bool { known.map { rest($0).isEmpty } ?? false }

  func merged(with newer: TransferWish) -> TransferWish? { nil }

  func apply(to known: inout KnownVault) {
    let source = ListID.list(transfer.source).description
    let target = ListID.list(transfer.target).description
    for item in transfer.items {
      if var contents = known.contents[target]?.value {
        contents.add(item, notes: nil, from: known)
        known.contents[target]?.value = contents
      }
      if transfer.operation == .move { known.contents[source]?.value.remove(item) }
    }
  }
}
