import MediaCore

/// The roles that mutations are sent through, and the state that deliveries share within a process.
@dynamicMemberLookup
struct VaultAPI: Sendable {
  let roles: VaultRoles
  let cache: AccountCache<VaultSnapshot>
  let numbers: LocalIDs<Int>
  let progress: MarkProgressTracker
  let clock: any TimeSource
  /// Shared by the services of one server and folder: an attempt may be repeated through another one.
  let deliveries: DeliveryLog

  subscript<Role>(dynamicMember role: KeyPath<VaultRoles, Role>) -> Role { roles[keyPath: role] }

  /// The id and the owner of a film or a series; nil when the server has none of that number.
  func title(_ kind: TitleKind, _ id: Int) async throws(ClientError) -> (imdbID: String?, userID: Int?)? {
    try await ifPresent {
      switch kind {
      case .movie: try await { ($0.imdbID, $0.userID) }(roles.movies.movie(id))
      case .series: try await { ($0.imdbID, $0.userID) }(roles.series.series(id))
      default: throw ClientError(.invalidRequest, operation: .vaultTitle)
      }
    }
  }

  /// Reads the library and caches it, so that screens show the state in which a change was confirmed.
  func library(_ context: MutationContext) async throws(ClientError) -> Watchlist {
    let mark = try await readMark(context)
    let library = try await roles.watchlist.all()
    guard let mark else { return library }
    try await cache.merge(library, askedAt: mark) { [now = clock.now()] snapshot, library in
      snapshot.countNew(in: library)
      snapshot.library = Dated(library, asOf: now)
    }
    return library
  }

  /// The cached vault without open changes; nil when the cache shows another account.
  func snapshot(_ context: MutationContext) async throws(ClientError) -> VaultSnapshot? {
    let view = try await cache.view()
    return view.account == context.account ? view.server : nil
  }

  /// Nil when the cache shows another account.
  private func readMark(_ context: MutationContext) async throws(ClientError) -> AccountCache<VaultSnapshot>.ReadMark? {
    let mark = try await cache.readMark()
    return mark.account == context.account ? mark : nil
  }

  /// The members of a title that its row in a list does not have; nil when its number belongs to another title, or to none.
  func ownMembers(
    of item: ListItem, _ imdbID: String?, _ context: MutationContext
  ) async throws(ClientError) -> OwnMembers? {
    let account = Int(context.account)
    return try await ifPresent { () async throws -> OwnMembers? in
      switch item.kind {
      case .movie:
        let movie = try await roles.movies.movie(item.id)
        guard imdbID == nil || movie.imdbID == imdbID else { return nil }
        return OwnMembers(isOwn: movie.userID == account, watched: movie.watched, addedAt: movie.addedAt)
      case .series:
        let series = try await roles.series.series(item.id)
        guard imdbID == nil || series.imdbID == imdbID else { return nil }
        return OwnMembers(isOwn: series.userID == account, addedAt: series.addedAt)
      default: return nil
      }
    } ?? nil
  }

  /// Reads the counts of lists after a change of their titles, if this device cannot compute them.
  func readNumbers(
    of lists: [Int], after items: [ListItem], _ context: MutationContext
  ) async throws(ClientError) {
    guard let snapshot = try await snapshot(context), let mark = try await readMark(context),
      lists.contains(where: { snapshot.needsNumber(of: $0, after: items) })
    else { return }
    try await cache.merge(try await roles.lists.all(), askedAt: mark) { [now = clock.now()] snapshot, lists in
      snapshot.lists = Dated(lists, asOf: now)
      // Mark this change as counted: the server's counts already include it, and the cache would add its effect a second time.
      _ = snapshot.counts(context.id)
    }
  }

  /// Throws `waiting` while the queue holds an earlier change that `isRelated` selects. The queue itself keeps the order only among changes
  /// with the same target. Nothing waits for a change that was refused or discarded, and a read-back never waits.
  func waitForEarlier(
    _ context: MutationContext, _ isRelated: (MutationRecord) -> Bool
  ) async throws(ClientError) {
    guard !context.isReadBack else { return }
    let view = try await cache.view()
    guard view.account == context.account, view.open.contains(where: { $0.order < context.order && isRelated($0) })
    else { return }
    throw ClientError(.waiting, operation: .vaultListTransfer)
  }

  // MARK: Lists made on this device

  /// The server's number of a list, for a mutation that is being sent and whose ``Mutation/fetch(_:_:)`` has read it.
  func number(of list: Int, _ context: MutationContext) async throws(ClientError) -> Int {
    guard let number = try await serverNumber(of: list, context) else { throw .noSuchList }
    return number
  }

  /// The server's number of a list; nil for a list that was refused or discarded.
  /// - Throws: `waiting` while the list is not on the server.
  func serverNumber(of list: Int, _ context: MutationContext) async throws(ClientError) -> Int? {
    guard list < 0 else { return list }
    if let number = try await numbers.serverID(of: list, context) { return number }
    if await context.changes(of: ListCreationMutation.target(list)).makeList {
      throw ClientError(.waiting, operation: .vaultListNumber)
    }
    return nil
  }

  /// Stores the server's number of a list that was made on this device, and adds the list to the cache.
  /// - Throws: `waiting` while the queue holds an earlier change of another list that has the server number of `list`. Sent later, that
  ///   change would rename or delete the new list.
  func found(_ list: VaultList, madeAs provisional: Int, _ context: MutationContext) async throws(ClientError) {
    guard let number = list.id.number, try await numbers.serverID(of: provisional, context) != number else { return }
    for id in Set([number, try await numbers.stable(number)]) {
      let changes = await context.changes(of: ListEditMutation.target(id))
      guard !changes.contains(where: { $0.isOpen && $0.order < context.order }) else {
        throw ClientError(.waiting, operation: .vaultListNumber)
      }
    }
    try await numbers.store(number, madeAs: provisional, context)
    guard let mark = try await readMark(context) else { return }
    try await cache.merge(list, askedAt: mark) { $0.insert($1, madeAs: provisional) }
  }

  /// Reads a list or its titles by the list's number on the server.
  private func read<Value: Sendable>(
    _ list: Int, _ context: MutationContext, _ read: (_ id: ListID) async throws -> Value?
  ) async throws(ClientError) -> ListReading<Value> {
    guard let number = try await serverNumber(of: list, context) else { return .neverMade }
    do { return try await read(.list(number)).map { .found($0) } ?? .gone } catch { throw ClientError(thrown: error) }
  }

  /// The titles of a list, which may be one that was made on this device.
  func contents(of list: Int, _ context: MutationContext) async throws(ClientError) -> ListReading<ListContents> {
    try await read(list, context) { id in try await ifPresent { try await roles.lists.contents(of: id) } }
  }

  /// A list of the user's, which may be one that was made on this device.
  func list(_ list: Int, _ context: MutationContext) async throws(ClientError) -> ListReading<VaultList> {
    try await read(list, context) { id in try await roles.lists.all().first { $0.id == id } }
  }
}

extension ClientError {
  /// The error for a provisional number without a list.
  static let noSuchList = ClientError(
    .notFound, operation: .vaultListNumber, detail: ClientError.VaultDetail.noSuchList)
}

extension [MutationRecord] {
  /// Whether a change that waits makes a list.
  var makeList: Bool {
    contains { $0.isOpen && $0.mutation(ListCreationMutation.self).map { $0.ending == nil } == true }
  }
}

/// A list as it was read, or the reason why there is none.
enum ListReading<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  case found(Value)
  /// The server does not have the list any more.
  case gone
  /// The list was made here, and was refused or discarded: no change of it can be reflected, not even a removal.
  case neverMade

  var value: Value? { if case .found(let value) = self { value } else { nil } }

  func map<Other>(_ transform: (Value) -> Other) -> ListReading<Other> {
    value.map { .found(transform($0)) } ?? (self == .gone ? .gone : .neverMade)
  }
}

/// Answers to attempts to send a mutation, for later steps of the same process, by the mutation's id.
final class DeliveryLog: Sendable {
  private let answered = Locked<Set<String>>([])
  private let inverted = Locked<Set<String>>([])
  private let arrivals = Locked<[String: Bool]>([:])
  private let marks = Locked<[String: SeriesMarkMutation.Remote]>([:])
  private let missing = Locked<[String: (first: Duration, count: Int)]>([:])
  private let targets = Locked<[String: [ListItem]]>([:])

  /// The server has answered an import, whose titles may not be visible later.
  func recordAnswer(_ id: String) { answered.withLock { _ = $0.insert(id) } }
  func isAnswered(_ id: String) -> Bool { answered.withLock { $0.contains(id) } }

  /// The server has answered that it lacks a title.
  /// - Returns: whether it has done so several times, over an hour at least.
  func recordMissing(_ id: String, at now: Duration) -> Bool {
    missing.withLock { missing in
      let known = missing[id] ?? (now, 0)
      missing[id] = (known.first, known.count + 1)
      return known.count >= 3 && now - known.first >= .seconds(3600)
    }
  }

  /// A request has failed; `mayHaveArrived` says whether the server may have received it.
  func recordFailure(_ id: String, mayHaveArrived: Bool) { arrivals.withLock { $0[id] = mayHaveArrived } }
  /// Nil when no request of the mutation has failed since the launch.
  func mayHaveArrived(_ id: String) -> Bool? { arrivals.withLock { $0[id] } }

  /// A toggle has answered with the opposite of the wanted mark: the request was delivered twice.
  func recordToggle(_ id: String, isInverted: Bool) { if isInverted { inverted.withLock { _ = $0.insert(id) } } }
  func isInverted(_ id: String) -> Bool { inverted.withLock { $0.contains(id) } }

  /// The server has answered the one toggle of a mark with the state after it.
  func recordMarks(_ id: String, _ remote: SeriesMarkMutation.Remote) { marks.withLock { $0[id] = remote } }
  func takeMarks(_ id: String) -> SeriesMarkMutation.Remote? { marks.withLock { $0.removeValue(forKey: id) } }

  /// Records which titles of a transfer its target list had before the transfer was sent.
  func recordTarget(_ id: String, has titles: [ListItem]) { targets.withLock { $0[id] = titles } }
  /// The titles of a transfer that its target list had before the transfer was sent; empty if this process has not read that list.
  func titles(before id: String) -> [ListItem] { targets.withLock { $0[id] ?? [] } }
}
