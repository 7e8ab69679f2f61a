import MediaCore

/// Titles of a list shall be in another one too, or there instead.
struct TransferWish: VaultWish {
  static let kind: Intent.Kind = "vault.list.transfer"

  struct Known: Codable, Hashable, Sendable {
    var source: [ListItem]
    var target: [ListItem]
  }

  var transfer: ListTransfer

  /// The same for both directions: the way back must not go out before the way there.
  var target: String {
    "transfer/\(min(transfer.source, transfer.target))/\(max(transfer.source, transfer.target))"
  }

  func read(_ calls: WishCalls) async throws(ClientError) -> Known? {
    guard let source = try await calls.contents(of: transfer.source),
      let target = try await calls.contents(of: transfer.target)
    else { return nil }
    return Known(source: source.items, target: target.items)
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
    step.source = try await calls.number(of: transfer.source)
    step.target = try await calls.number(of: transfer.target)
    _ = try await calls.lists.transfer(step)
  }

  func isShown(by known: Known?) -> Bool { known.map { rest($0).isEmpty } ?? false }

  func merged(with newer: TransferWish) -> TransferWish? { nil }

  /// What has been taken back since stays where it is.
  func remainder(after newer: TransferWish) -> TransferWish {
    guard newer.transfer.operation == .move, newer.transfer.target == transfer.source else { return self }
    var rest = self
    rest.transfer.items.removeAll(where: newer.transfer.items.contains)
    return rest
  }

  func apply(to known: inout KnownVault) {
    let source = String(known.number(of: transfer.source))
    let target = String(known.number(of: transfer.target))
    for item in transfer.items {
      if var contents = known.contents[target]?.value {
        contents.add(item, notes: nil, from: known)
        known.contents[target]?.value = contents
      }
      if transfer.operation == .move { known.contents[source]?.value.remove(item) }
    }
  }
}
