import MediaCore

/// The server's numbers of lists that were made on this device, by their provisional (negative) numbers.
///
/// Only this device stores the numbers. They outlive a sign-out that keeps pending changes, since such a change may name such a list.
final class ListNumbers: Sendable {
  private let cache: AccountCache<[Int: Int]>
  private let link: VaultLink

  init(in storage: AccountStorage, _ link: VaultLink) {
    cache = .shared("list-numbers", empty: [:], retention: .device, in: storage)
    self.link = link
  }

  func all() async throws(ClientError) -> [Int: Int] { try await cache.value() }

  /// The server's number of a list; the provisional number of a list that the server does not have yet.
  func number(of list: Int) async throws(ClientError) -> Int { list < 0 ? try await all()[list] ?? list : list }

  /// The number that mutations use for a list: a list made on this device keeps its provisional number for good, so
  /// that all changes of one list are sent in one order.
  /// - Throws: `notFound` for a provisional number without a list.
  func stableNumber(of list: Int) async throws(ClientError) -> Int {
    let numbers = try await all()
    let number = numbers[list] ?? list
    if let made = Self.provisional(for: number, numbers) { return made }
    if number < 0, try await !isComing(number) { throw Self.noSuchList }
    return number
  }

  /// The server's number, for a mutation that is being sent; nil for a list that was refused or discarded.
  /// - Throws: `waiting` while the list is not on the server.
  func serverNumber(of list: Int, for account: String) async throws(ClientError) -> Int? {
    guard list < 0 else { return list }
    let view = try await view(of: account)
    if let number = view.value[list] { return number }
    if try await isComing(list) { throw ClientError(.waiting, operation: .vaultListNumber) }
    return nil
  }

  /// Stores the server's number of a list that was made on this device, and adds the list to the cache.
  /// - Throws: `waiting` while an earlier change may still rename or delete another list with that number.
  func found(_ list: VaultList, madeAs provisional: Int, _ context: MutationContext) async throws(ClientError) {
    let view = try await view(of: context.account)
    guard let number = list.id.number, view.value[provisional] != number else { return }
    let targets = [number, Self.provisional(for: number, view.value) ?? number].map { "list/\($0)" }
    guard try await !link.open().contains(where: { targets.contains($0.target) && $0.order < context.order }) else {
      throw ClientError(.waiting, operation: .vaultListNumber)
    }
    try await cache.update { $0[provisional] = number }
    try await link.merge(list, madeAs: provisional, for: context.account)
  }

  static let noSuchList = ClientError(
    .notFound, operation: .vaultListNumber, detail: ClientError.VaultDetail.noSuchList)

  private func view(of account: String) async throws(ClientError) -> AccountCache<[Int: Int]>.View {
    let view = try await cache.view()
    guard view.account == account else {
      throw ClientError(.signedOut, operation: .vaultListNumber, detail: ClientError.Detail.accountChanged)
    }
    return view
  }

  private func isComing(_ list: Int) async throws(ClientError) -> Bool {
    try await link.open().contains { record in
      record.target == ListCreationMutation.target(list) && record.mutation(ListCreationMutation.self)?.ending == nil
    }
  }

  private static func provisional(for number: Int, _ numbers: [Int: Int]) -> Int? {
    numbers.filter { $0.value == number }.keys.max()
  }
}

/// The queue and the cache, for the calls that mutations make while the queue sends them.
final class VaultLink: Sendable {
  private struct Ends {
    weak var queue: MutationQueue?
    weak var cache: AccountCache<VaultSnapshot>?
  }

  private let ends = Locked(Ends())
  private let clock: any TimeSource

  init(clock: any TimeSource) { self.clock = clock }

  func connect(_ queue: MutationQueue, _ cache: AccountCache<VaultSnapshot>) {
    ends.withLock { $0 = Ends(queue: queue, cache: cache) }
  }

  var uptime: Duration { clock.uptime() }

  func open() async throws(ClientError) -> [MutationRecord] { try await ends.withLock { $0.queue }?.open() ?? [] }

  /// Whether an earlier change of a target has reached the server, as far as the queue still lists it.
  func hasSynced(_ target: String, before order: Int) async throws(ClientError) -> Bool {
    let all = try await ends.withLock { $0.queue }?.all() ?? []
    return all.contains { $0.target == target && $0.order < order && $0.state == .synced }
  }

  /// Nil when the cache shows another account.
  func readMark(_ account: String) async throws(ClientError) -> AccountCache<VaultSnapshot>.ReadMark? {
    let mark = try await ends.withLock { $0.cache }?.readMark()
    return mark?.account == account ? mark : nil
  }

  /// The cached vault without open changes; nil when the cache shows another account.
  func snapshot(_ context: MutationContext) async throws(ClientError) -> VaultSnapshot? {
    let view = try await ends.withLock { $0.cache }?.view()
    return view?.account == context.account ? view?.server : nil
  }

  /// - Parameter mutation: a mutation whose effect these numbers include.
  func merge(
    _ lists: [VaultList], askedAt mark: AccountCache<VaultSnapshot>.ReadMark, counting mutation: String
  ) async throws(ClientError) {
    let now = clock.now()
    try await ends.withLock { $0.cache }?.merge(lists, askedAt: mark) { snapshot, lists in
      snapshot.lists = Dated(lists, asOf: now)
      _ = snapshot.counts(mutation)
    }
  }

  func merge(
    _ library: Watchlist, askedAt mark: AccountCache<VaultSnapshot>.ReadMark
  ) async throws(ClientError) {
    let now = clock.now()
    try await ends.withLock { $0.cache }?.merge(library, askedAt: mark) { snapshot, library in
      snapshot.countNew(in: library)
      snapshot.library = Dated(library, asOf: now)
    }
  }

  func merge(_ list: VaultList, madeAs provisional: Int, for account: String) async throws(ClientError) {
    guard let cache = ends.withLock({ $0.cache }) else { return }
    let mark = try await cache.readMark()
    guard mark.account == account else { return }
    try await cache.merge(list, askedAt: mark) { $0.insert($1, madeAs: provisional) }
  }
}
