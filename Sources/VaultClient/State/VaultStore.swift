import Foundation
public import MediaCore

/// The vault as this device knows it: what the server said last, with this device's own changes on top until the server shows
/// them. Opens and changes without a network; nothing that was accepted is lost.
///
/// Each change is kept as what shall be true, is durable when the call returns, and goes out as soon as the server can be
/// reached: the server is read, changed only if it differs, and read again.
public actor VaultStore {
  /// Changes on their way, of all kinds.
  public nonisolated let outbox: OutboxKeeper

  nonisolated let client: ServiceClient
  nonisolated let calls: WishCalls
  private let insights: Insights
  private let blobs: BlobStore
  private let relay: WishRelay
  private var account: String?
  private var saved = Saved()
  private var open: [Intent] = []
  /// Wishes that came true lately, for answers that were asked for before.
  private var cameTrue: [Intent] = []
  /// Marks of whole collections: the films that are not done yet, by collection.
  private var collectionMarks: [Int: (left: Set<String>, total: Int)] = [:]
  private var sender: Task<Void, Never>?
  private var isSendingWanted = false
  private let observers = Observers<Void>()

  private struct Saved: Codable, Hashable {
    var known = KnownVault()
    var handled: Set<String> = []
  }

  init(client: ServiceClient, calls: WishCalls, relay: WishRelay, insights: Insights) {
    self.client = client
    self.calls = calls
    self.relay = relay
    self.insights = insights
    blobs = BlobStore(files: client.environment.files, folder: "vault") { client.report(.storage($0)) }
    outbox = OutboxKeeper(client: client, name: "vault", handlers: VaultWishes.handlers(calls))
    outbox.onChange { [weak self] account, intents in await self?.learn(from: intents, of: account) }
    relay.connect(to: self)
  }

  deinit { sender?.cancel() }

  // MARK: Watching

  /// Calls `changed` after each change until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  /// Calls `changed` as marks of a series, a season or a collection get on, until the token is released.
  public nonisolated func observeProgress(
    _ changed: @escaping @Sendable (_ title: TitleReference, MarkProgress) -> Void
  ) -> ObservationToken {
    relay.observeProgress(changed)
  }

  // MARK: What is known

  /// What is known with this device's changes on top.
  func shown() async throws(ClientError) -> KnownVault {
    try await load()
    return open.reduce(into: saved.known) { VaultWishes.apply($1, to: &$0) }
  }

  /// Takes what the server said. Changes that came true while it was being asked are put on top.
  func take<Value: Sendable>(
    _ ask: () async throws(ClientError) -> Value, into put: (inout KnownVault, Value, Date) -> Void
  ) async throws(ClientError) {
    try await load()
    await outbox.flush(.call)
    try await load()
    let asked = account
    let before = Set(cameTrue.map(\.id))
    let value = try await ask()
    guard account == asked else {
      throw ClientError(.signedOut, operation: "vault.store", detail: ClientError.Detail.accountChanged)
    }
    put(&saved.known, value, client.environment.clock.now())
    let counts = (saved.known.lists?.value ?? []).map { ($0.id, $0.itemCount) }
    for intent in cameTrue where !before.contains(intent.id) { putOnTop(intent) }
    // Numbers of titles are in what the server said or were counted already.
    for (id, count) in counts {
      if let index = saved.known.lists?.value.firstIndex(where: { $0.id == id }) {
        saved.known.lists?.value[index].itemCount = count
      }
    }
    save()
    observers.tell()
  }

  // MARK: Wishes

  /// Durable when it returns; sent as soon as the server can be reached.
  @discardableResult
  func record(_ wish: some VaultWish, as change: InsightEvent.Change) async throws(ClientError) -> Intent {
    try await load()
    let target = wish.target
    relay.forgetAnswer(target)
    let intent = try await outbox.outbox().record(
      Swift.type(of: wish).kind, target: target, wish: try JSONValue(encoding: wish))
    open.removeAll { $0.id == intent.id }
    open.append(intent)
    open.sort { $0.order < $1.order }
    insights.note(.changed(change))
    insights.setOpenChanges(open.count)
    observers.tell()
    sendSoon()
    return intent
  }

  /// Tells how far the marks of a collection's films get.
  func follow(_ intents: [Intent], ofCollection id: Int) {
    collectionMarks[id] = (Set(intents.map(\.id)), intents.count)
    relay.note(.collection(id), MarkProgress(done: 0, total: intents.count))
    tellProgress()
  }

  private func tellProgress() {
    let waiting = Set(open.map(\.id))
    for (id, mark) in collectionMarks.sorted(by: { $0.key < $1.key }) {
      let left = mark.left.intersection(waiting)
      guard left != mark.left else { continue }
      collectionMarks[id] = left.isEmpty ? nil : (left, mark.total)
      relay.note(.collection(id), MarkProgress(done: mark.total - left.count, total: mark.total))
    }
  }

  // MARK: Lists that were made here

  /// The number of a list; of one that was made here, what the server has given it, or the provisional one.
  func number(of list: Int) -> Int { saved.known.number(of: list) }

  /// What changes call a list: the number it was made under here, for good, so that all changes of one go out in one order.
  /// - Throws: `notFound` for a provisional number that nothing stands behind.
  func lastingNumber(of list: Int) async throws(ClientError) -> Int {
    let number = try await shown().number(of: list)
    if let made = self.number(madeFor: number) { return made }
    guard number > 0 || isComing(number) else { throw Self.noSuchList }
    return number
  }

  /// The server's number, for a change that is about to go out.
  func serverNumber(of list: Int, for account: String) async throws(ClientError) -> Int {
    try await load()
    guard account == self.account else {
      throw ClientError(.signedOut, operation: "vault.list.number", detail: ClientError.Detail.accountChanged)
    }
    if let number = saved.known.numbers[list] { return number }
    throw isComing(list) ? ClientError(.waiting, operation: "vault.list.number") : Self.noSuchList
  }

  /// The server shows a list that was made here. One that is about to go, or to be called otherwise, is another.
  func found(_ list: VaultList, madeAs provisional: Int, by intent: Intent) async throws(ClientError) {
    try await load()
    guard intent.account == account, let number = list.id.number, saved.known.numbers[provisional] != number else {
      return
    }
    let targets = [number, self.number(madeFor: number)].map { "list/\($0 ?? number)" }
    guard !open.contains(where: { targets.contains($0.target) && $0.order < intent.order }) else {
      throw ClientError(.waiting, operation: "vault.list.number")
    }
    note(list, madeAs: provisional)
    save()
    observers.tell()
  }

  /// The provisional number of a list that was made here.
  private func number(madeFor number: Int) -> Int? {
    saved.known.numbers.filter { $0.value == number }.keys.max()
  }

  /// Whether a list is to be made.
  private func isComing(_ list: Int) -> Bool {
    open.contains { intent in
      intent.target == NewListWish.target(list) && intent.wish.decoded(NewListWish.self)?.ending == nil
    }
  }

  private static let noSuchList = ClientError(
    .notFound, operation: "vault.list.number", detail: ClientError.VaultDetail.noSuchList)

  private func note(_ list: VaultList, madeAs provisional: Int) {
    guard let number = list.id.number else { return }
    saved.known.numbers[provisional] = number
    guard saved.known.lists?.value.contains(where: { $0.id == list.id }) == false else { return }
    saved.known.lists?.value.append(list)
    saved.known.contents[String(number)] = saved.known.lists.map { Dated(ListContents(), asOf: $0.asOf) }
  }

  // MARK: Answers

  /// What the last toggle of a target answered since its last change; nil when there was none.
  nonisolated func answer(of target: String) -> Bool? { relay.answer(of: target) }

  // MARK: Sending

  /// Sends what waits; returns when everything was tried once.
  public func flush() async { await outbox.flush(.call) }

  private func sendSoon() {
    guard sender == nil else {
      isSendingWanted = true
      return
    }
    isSendingWanted = false
    sender = Task { [weak self, outbox] in
      await outbox.flush(.recorded)
      await self?.sent()
    }
  }

  private func sent() {
    sender = nil
    if isSendingWanted { sendSoon() }
  }

  /// Returns once what changes have started is done.
  public func settled() async {
    while let sender { await sender.value }
  }

  /// What becomes of changes whose sending somebody waits for: nil while they wait for the server.
  func state(of intents: [Intent]) async throws(ClientError) -> [Intent.State] {
    let all = try await outbox.all()
    return intents.compactMap { intent in all.first { $0.id == intent.id }?.state }
  }

  // MARK: Learning

  private func learn(from mine: [Intent], of owner: String) {
    guard owner == account else { return }
    let isNewlyOpen = mine.filter(\.isOpen)
    var hasNews = isNewlyOpen.map(\.id) != open.map(\.id)
    // What ended otherwise than by its last step has nobody else to end its bar.
    endProgress(of: Set(open.map(\.target)).subtracting(isNewlyOpen.map(\.target)))
    open = isNewlyOpen
    tellProgress()
    for intent in mine where !intent.isOpen && !saved.handled.contains(intent.id) {
      guard case .synced = intent.state else { continue }
      putOnTop(intent)
      saved.handled.insert(intent.id)
      cameTrue = cameTrue.suffix(99) + [intent]
      hasNews = true
    }
    saved.handled.formIntersection(mine.map(\.id))
    insights.setOpenChanges(open.count)
    guard hasNews else { return }
    save()
    observers.tell()
  }

  private func putOnTop(_ intent: Intent) {
    if intent.kind == NewListWish.kind, case .synced(let receipt) = intent.state,
      let wish = intent.wish.decoded(NewListWish.self),
      let known = receipt["server"]?.decoded(NewListWish.Known.self)
    {
      note(known.list, madeAs: wish.provisional)
    }
    VaultWishes.apply(intent, to: &saved.known)
  }

  private func endProgress(of targets: Set<String>) {
    for target in targets.sorted() { relay.endProgress(of: target) }
  }

  // MARK: Account

  func keep(_ record: AccountRecord) async {
    write(record, "account/\(client.address.key)/\(record.user.id)")
    insights.note(.signedIn(record.usesAuth0 ? .auth0 : .password))
    try? await load()
  }

  func keep(_ user: User) async {
    guard var record = await accountRecord(), record.user.id == user.id, record.user != user else { return }
    record.user = user
    write(record, "account/\(client.address.key)/\(user.id)")
  }

  func accountRecord() async -> AccountRecord? {
    switch try? await client.session.status() {
    case .signedIn(let id, _), .expired(let id, _):
      try? blobs.read(AccountRecord.self, "account/\(client.address.key)/\(id)")
    default: nil
    }
  }

  func signOut(_ pending: PendingWork) async throws(ClientError) -> Credentials? {
    sender?.cancel()
    sender = nil
    try? await load()
    let leaving = account
    if let account {
      forget(account, keepsNumbers: pending == .keep)
      try? blobs.remove("account/\(client.address.key)/\(account)")
    }
    let ended: Result<Credentials?, ClientError>
    do throws(ClientError) { ended = .success(try await outbox.signOut(pending, client: client)) } catch {
      ended = .failure(error)
    }
    // Once more: an answer that was being read can have been kept meanwhile.
    if let leaving, account == leaving { forget(leaving, keepsNumbers: pending == .keep) }
    reset(for: nil)
    relay.forgetAnswers()
    insights.note(.signedOut)
    insights.setOpenChanges(0)
    observers.tell()
    return try ended.get()
  }

  // MARK: Files

  private func load() async throws(ClientError) {
    let outbox = try await outbox.outbox()
    let current = outbox.account
    if account != current {
      let known = try blobs.read(Saved.self, name(of: current))
      reset(for: current)
      saved = known ?? Saved()
    }
    let intents = try await outbox.all()
    guard account == current else { return }
    learn(from: intents, of: current)
  }

  private func reset(for account: String?) {
    endProgress(of: Set(open.map(\.target)))
    for id in collectionMarks.keys.sorted() { relay.note(.collection(id), MarkProgress(done: 0, total: 0)) }
    self.account = account
    saved = Saved()
    open = []
    cameTrue = []
    collectionMarks = [:]
  }

  /// What waits for this account may be about lists that were made here: their numbers have to stay as long.
  private func forget(_ account: String, keepsNumbers: Bool) {
    var kept = Saved()
    kept.known.numbers = keepsNumbers ? saved.known.numbers : [:]
    if kept.known.numbers.isEmpty {
      try? blobs.remove(name(of: account))
    } else {
      write(kept, name(of: account))
    }
  }

  private func save() {
    guard let account else { return }
    write(saved, name(of: account))
  }

  private func write(_ value: some Encodable, _ name: String) {
    do throws(ClientError) { try blobs.write(value, name) } catch { client.report(.storage(error)) }
  }

  private func name(of account: String) -> String { "store/\(client.address.key)/\(account)" }
}
