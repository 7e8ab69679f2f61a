public import MediaCore

extension VaultStore {
  /// Creates a list. The returned id is provisional (negative). All methods of ``VaultStore`` accept the provisional id, even after the
  /// server has stored the list under an id of its own. Later changes of the list wait until the server has stored the list. If the
  /// creation is refused or discarded, these later changes are refused with the reason `gone`.
  /// - Throws: `invalidRequest` if the draft has no name, `conflict` if this device has a cached list of that name.
  @discardableResult
  public func createList(_ draft: ListDraft) async throws(ClientError) -> (id: ListID, submission: Submission) {
    guard let name = draft.trimmedName else {
      throw ClientError(.invalidRequest, operation: .vaultListNew, detail: ClientError.VaultDetail.noName)
    }
    let own = (try await snapshot().lists?.value ?? []).filter { $0.type == .custom }
    guard !own.contains(where: { $0.name == name }) else {
      throw ClientError(.conflict, operation: .vaultListNew, detail: ClientError.VaultDetail.duplicate)
    }
    let provisional = -1 - Int(environment.random.next() >> 12)
    let trimmed = draft.merged(with: ListDraft(name: name))
    let creation = ListCreationMutation(provisional: provisional, name: name, draft: trimmed)
    return (.list(provisional), try await submit(creation, as: .listCreated))
  }
}

/// Makes a list of this name, or ends one that was made on this device. Names are unique among a user's lists, so an
/// earlier attempt is recognised by the name. Every other change of the list waits until it has a number.
struct ListCreationMutation: VaultMutation {
  static let kind: MutationKind = "vault.list.new"

  enum Ending: String, Codable, Hashable, Sendable {
    /// The list was never sent, and is not to be sent.
    case forgotten
    /// The list may be on the server, or may still arrive, and is to be deleted then.
    case deleted
  }

  /// A negative number that stands for the list until the server has given it one.
  var provisional: Int
  var name: String
  var draft: ListDraft
  /// Nil for a list that is to exist.
  var ending: Ending?

  var target: String { Self.target(provisional) }
  var isPlausible: Bool { provisional < 0 && ListDraft(name: name).trimmedName == name }
  static func target(_ provisional: Int) -> String { "newlist/\(provisional)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> ListReading<VaultList>? {
    switch ending {
    case .forgotten: return .gone
    case .deleted:
      let reading = try await api.list(provisional, context)
      if reading == .gone, context.isReadBack || context.wasSent, try await api.snapshot(context)?.library != nil {
        _ = try await api.library(context)
      }
      return reading
    case nil:
      let own = try await api.lists.all().filter { $0.type == .custom }
      guard let list = own.first(where: { $0.name == name || $0.name == draft.name }) else { return .gone }
      // Store the list's number before reporting the list as made: changes that wait for the list need the number.
      try await api.found(list, madeAs: provisional, context)
      return .found(list)
    }
  }

  /// Refuses a list without a name, which the server would accept.
  func refusal(over remote: ListReading<VaultList>?) -> VaultRefusal? {
    let lacksName = ending == nil && remote?.value == nil && draft.trimmedName == nil
    return remote == .neverMade || lacksName ? .gone : nil
  }

  func perform(
    _ api: VaultAPI, over remote: ListReading<VaultList>?, _ context: MutationContext
  ) async throws(ClientError) {
    switch (ending, remote?.value?.id.number) {
    case (nil, let number?): _ = try await api.lists.update(number, draft)
    case (nil, nil): _ = try await api.lists.create(draft)
    case (_, let number?): try await api.lists.delete(number)
    case (_, nil): break
    }
  }

  func isReflected(in remote: ListReading<VaultList>?) -> Bool {
    ending == nil ? remote?.value.map(draft.isShown) ?? false : remote == .gone
  }

  /// Forgets a list that was never sent. Only here this is certain: the queue does not send the mutation at the same time.
  func coalesced(with newer: ListCreationMutation) -> ListCreationMutation? {
    newer.ending == nil ? newer : with(self) { $0.ending = ending ?? .forgotten }
  }

  /// A list that the server has numbered meanwhile is shown from the server, and only later changes are overlaid.
  func apply(to snapshot: inout VaultSnapshot) {
    let number = snapshot.number(of: provisional)
    guard ending == nil else { return snapshot.remove(list: number, returning: true) }
    if number == provisional {
      let id = ListID.list(provisional)
      if snapshot.lists?.value.contains(where: { $0.id == id }) == false {
        let list = with(VaultList(id: id)) {
          $0.name = name
          $0.type = .custom
          $0.color = ListDraft.standardColor
          $0.icon = ListDraft.standardIcon
          $0.itemCount = 0
        }
        snapshot.lists?.value.append(list)
      }
      if snapshot.contents[String(number)] == nil, let asOf = snapshot.lists?.asOf ?? snapshot.library?.asOf {
        snapshot.contents[String(number)] = Dated(ListContents(), asOf: asOf)
      }
    }
    snapshot.change(list: number) { draft.apply(to: &$0) }
  }

  func settle(_ record: MutationRecord, in snapshot: inout VaultSnapshot) {
    guard record.state == .synced else { return }
    if let list = record.remote(ListCreationMutation.self)?.value { snapshot.insert(list, madeAs: provisional) }
    apply(to: &snapshot)
  }
}
