import MediaCore

/// There shall be a list of this name, or one that was made here shall not be. Names are unique among a user's lists: the name
/// tells whether it was made already. Whatever else is wished of it waits until it has a number.
struct NewListWish: VaultWish {
  static let kind: Intent.Kind = "vault.list.new"

  struct Known: Codable, Hashable, Sendable {
    var list: VaultList
  }

  enum Ending: String, Codable, Hashable, Sendable {
    /// It never went out, and shall not.
    case forgotten
    /// It may be there, or will be, and shall be gone then.
    case deleted
  }

  /// A negative number that stands for the list until the server has given it one.
  var provisional: Int
  var name: String
  var draft: ListDraft
  /// Nil: it shall be there.
  var ending: Ending?

  var target: String { Self.target(provisional) }
  static func target(_ provisional: Int) -> String { "newlist/\(provisional)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> Known? {
    switch ending {
    case .forgotten: return nil
    case .deleted: return try await calls.list(provisional).map(Known.init)
    case nil:
      let own = try await calls.lists.all().filter { $0.type == .custom }
      guard let list = own.first(where: { $0.name == name || $0.name == draft.name }) else { return nil }
      // Before anybody hears that it is there: what waits for it has to find it, however long that waits.
      try await calls.found(list, madeAs: provisional)
      return Known(list: list)
    }
  }

  func decide(_ known: Known?) -> WishDecision {
    if isShown(by: known) { return .alreadyTrue }
    // The server would take no name too.
    if ending == nil, known == nil, draft.trimmedName == nil { return .refuse(.gone) }
    return .write
  }

  func write(_ calls: WishCalls, _ known: Known?, _ intent: Intent) async throws(ClientError) {
    switch (ending, known?.list.id.number) {
    case (nil, let number?): _ = try await calls.lists.update(number, draft)
    case (nil, nil): _ = try await calls.lists.create(draft)
    case (_, let number?): try await calls.lists.delete(number)
    case (_, nil): break
    }
  }

  func isShown(by known: Known?) -> Bool {
    guard ending == nil else { return known == nil }
    return known.map { draft.isShown(by: $0.list) } ?? false
  }

  /// One that never went out is forgotten. That is known only here, where it cannot go out meanwhile.
  func merged(with newer: NewListWish) -> NewListWish? {
    guard newer.ending != nil else { return newer }
    var merged = self
    merged.ending = ending ?? .forgotten
    return merged
  }

  /// A list that the server has by now has a number of its own, and only what came later is put on top.
  func apply(to known: inout KnownVault) {
    let number = known.number(of: provisional)
    guard ending == nil else { return known.remove(list: number) }
    if number == provisional {
      let id = ListID.list(provisional)
      if known.lists?.value.contains(where: { $0.id == id }) == false {
        var list = VaultList(id: id, name: name)
        list.type = .custom
        list.color = ListDraft.standardColor
        list.icon = ListDraft.standardIcon
        list.itemCount = 0
        known.lists?.value.append(list)
      }
      if known.contents[String(number)] == nil, let asOf = (known.lists?.asOf ?? known.library?.asOf) {
        known.contents[String(number)] = Dated(ListContents(), asOf: asOf)
      }
    }
    known.change(list: number) { draft.apply(to: &$0) }
  }
}
