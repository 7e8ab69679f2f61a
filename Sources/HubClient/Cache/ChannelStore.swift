import Foundation
public import MediaCore

/// The channels a user wants, which only the device knows: the server can neither list nor remove them.
///
/// Adding is a wish in the outbox: durable when the call returns, sent when the server can be reached. Removing is local: the
/// feed is filtered by the wanted set. What was registered once is not registered again, until the server forgets the user.
public actor ChannelStore {
  private let feed: any VideoFeed
  private let storage: LibraryStorage
  private let environment: ClientEnvironment
  private let connectivity: Connectivity?
  private let observers = Observers<Void>()
  private var saved = SavedChannels()
  private var isLoaded = false
  private var outbox: Outbox?
  private var listening: ObservationToken?
  private var sender: Task<Void, Never>?
  private var lastWish: Task<HubError?, Never>?
  private var isAskedAgain = false
  private var lastFailure: HubError?

  private static let kind: Intent.Kind = "hub.channels"
  private static let target = "channels"

  init(feed: any VideoFeed, storage: LibraryStorage, environment: ClientEnvironment, connectivity: Connectivity?) {
    self.feed = feed
    self.storage = storage
    self.environment = environment
    self.connectivity = connectivity
  }

  deinit { sender?.cancel() }

  // MARK: Looking

  /// In the order the app gave them; nil while it has given no set, and then every channel of the user is shown but those it
  /// removed.
  public func wanted() -> [String]? {
    load()
    return saved.wanted
  }

  /// What the server has taken, as far as this device knows.
  public func registered() -> Set<String> {
    load()
    return saved.registered
  }

  /// What is wanted and not registered yet, in the order of wanting.
  public func missing() -> [String] {
    load()
    return saved.toRegister.filter { !saved.registered.contains($0) }
  }

  func filter() -> ChannelFilter {
    load()
    return saved.filter
  }

  /// Names by channel id, as the app gave them or the server told.
  public func titles() -> [String: String] {
    load()
    return saved.titles
  }

  /// Registrations on their way, and those that the server refused.
  public func pending() async throws(HubError) -> [Intent] {
    do throws(ClientError) { return try await currentOutbox().all().filter { $0.isOpen || $0.isRefused } } catch {
      throw .storageFailed(error)
    }
  }

  /// Calls `changed` after each change until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  // MARK: Changing

  /// Makes these the wanted channels, trimmed and de-duplicated. Durable when it returns; registered as soon as the server can
  /// be reached. An unchanged set sends nothing.
  /// - Throws: `storageFailed`; then nothing has changed.
  public func setWanted(_ channels: [String]) async throws(HubError) {
    try await want { $0 = SavedChannels.Wish(wanted: ChannelID.cleaned(channels)) }
  }

  /// One more. Without a set that was given it is registered and shown, and no other channel of the user is hidden by that:
  /// the server may have some that this device has never heard of. To show chosen ones alone begin with ``setWanted(_:)``.
  public func add(_ channel: String) async throws(HubError) {
    try await want { wish in
      if let wanted = wish.wanted {
        wish.wanted = ChannelID.cleaned(wanted + [channel])
      } else {
        let id = ChannelID.cleaned([channel])
        wish.added = ChannelID.cleaned((wish.added ?? []) + id)
        wish.removed = wish.removed?.filter { !id.contains($0) }
      }
    }
  }

  /// Only here: its videos are no longer shown. The server goes on watching it.
  public func remove(_ channel: String) async throws(HubError) {
    try await want { wish in
      if let wanted = wish.wanted {
        wish.wanted = wanted.filter { $0 != channel }
      } else {
        wish.added = wish.added?.filter { $0 != channel }
        wish.removed = ChannelID.cleaned((wish.removed ?? []) + [channel])
      }
    }
  }

  /// One wish after the other: each is durable, or has changed nothing, before the next begins.
  private func want(_ change: @escaping @Sendable (inout SavedChannels.Wish) -> Void) async throws(HubError) {
    let turn = Task { [lastWish] () -> HubError? in
      _ = await lastWish?.value
      do throws(HubError) { try await wantNow(change) } catch { return error }
      return nil
    }
    lastWish = turn
    if let error = await turn.value { throw error }
  }

  private func wantNow(_ change: (inout SavedChannels.Wish) -> Void) async throws(HubError) {
    let begun = storage.generation
    load()
    guard isLoaded else { throw .storageFailed(ClientError(.storage, operation: "store.read")) }
    let before = saved.wish
    var wish = before
    change(&wish)
    guard wish != before else { return }
    saved.wish = wish
    do throws(HubError) {
      try await recordMissing()
      guard begun == storage.generation else { throw LibraryStorage.forgotten("channels.want") }
      try write()
    } catch {
      if begun == storage.generation, saved.wish == wish {
        saved.wish = before
        observers.tell()
      }
      throw error
    }
    observers.tell()
    isAskedAgain = sender != nil
    sendSoon()
  }

  /// Names to show; the Hub's feed has none. Names already known for other channels stay.
  public func setTitles(_ titles: [String: String]) {
    load()
    let merged = saved.titles.merging(titles) { $1 }
    guard merged != saved.titles else { return }
    saved.titles = merged
    save()
    observers.tell()
  }

  // MARK: Registering

  /// Registers what is missing, and returns once the server has it.
  /// - Returns: false when nothing was missing.
  /// - Throws: `registrationFailed` with what went through; the rest stays in the outbox.
  @discardableResult
  public func ensureRegistered() async throws(HubError) -> Bool {
    guard !missing().isEmpty else { return false }
    lastFailure = nil
    try await recordMissing()
    await currentOutbox().flush(.call)
    let left = missing()
    guard !left.isEmpty else { return true }
    let operation = "hub.channels.register"
    if Task.isCancelled { throw .cancelled(.cancelled(operation)) }
    throw lastFailure
      ?? .registrationFailed(
        ClientError(.storage, operation: operation), progress: RegistrationProgress(remaining: left))
  }

  /// Registers everything known once more, because the server does not know the user.
  /// - Returns: false when this device knows no channels either.
  func registerAgain() async throws(HubError) -> Bool {
    load()
    let known = saved.wanted ?? ChannelID.cleaned(saved.registered.sorted() + saved.toRegister)
    guard saved.wanted != nil || !known.isEmpty else { return false }
    saved.registered = []
    save()
    if saved.wanted == nil || known.isEmpty {
      try await register(known)
      return true
    }
    return try await ensureRegistered()
  }

  /// Whether the user's first channels were registered and nobody has reconciled since.
  func isNew() -> Bool {
    load()
    return saved.isNew
  }

  func noteReconciled() {
    guard isNew() else { return }
    saved.isNew = false
    save()
  }

  /// The number of the last registration, while the feed was not fetched since.
  func unfetchedRegistration() -> Int? {
    load()
    return saved.registrations > saved.fetched ? saved.registrations : nil
  }

  /// - Parameter begun: the generation it was fetched for; of one that was forgotten since nothing is noted.
  func noteFetched(_ registration: Int, begun: Int) {
    guard begun == storage.generation else { return }
    saved.fetched = max(saved.fetched, registration)
    save()
  }

  private func recordMissing() async throws(HubError) {
    let missing = missing()
    guard !missing.isEmpty else { return }
    let outbox = currentOutbox()
    do throws(ClientError) {
      for old in try await outbox.refused() { try await outbox.discard(old.id) }
      _ = try await outbox.record(
        Self.kind, target: Self.target, wish: .array(missing.map { .string($0) }),
        acknowledged: .array(saved.registered.sorted().map { .string($0) }))
    } catch {
      throw .storageFailed(error)
    }
  }

  private func sendSoon() {
    guard !missing().isEmpty, sender == nil else { return }
    let outbox = currentOutbox()
    sender = Task { [weak self] in
      await outbox.flush(.recorded)
      await self?.sent()
    }
  }

  private func sent() {
    sender = nil
    guard isAskedAgain else { return }
    isAskedAgain = false
    sendSoon()
  }

  /// Returns once what ``setWanted(_:)`` has started is done. For tests and examples.
  public func settled() async {
    while let sender { await sender.value }
  }

  private func currentOutbox() -> Outbox {
    if let outbox { return outbox }
    let report = storage.report
    let outbox = Outbox(
      account: feed.storageName.fileName, name: "channels", environment: environment, handlers: [handler],
      observe: { if case .storage(let error) = $0 { report(error) } })
    self.outbox = outbox
    return outbox
  }

  /// The server cannot be asked what it has, so what it has confirmed stands for that. What goes out is what is wanted by then.
  private var handler: IntentHandler {
    IntentHandler(
      Self.kind,
      read: { [weak self] (_) async throws(ClientError) in await self?.standing() },
      merge: { _, standing in
        let missing = standing?["missing"]?.array ?? []
        return missing.isEmpty ? .alreadyTrue : .write(.array(missing))
      },
      write: { [weak self] (_, wish, _) async throws(ClientError) in
        try await self?.send((wish.array ?? []).compactMap(\.string))
      },
      isReflected: { written, standing in
        Set(written.array ?? []).isSubset(of: standing?["registered"]?.array ?? [])
      },
      isFinal: { error in error.status == 400 && error.serverMessage != nil || error.status == 413 })
  }

  private func standing() -> JSONValue {
    [
      "registered": .array(registered().sorted().map { .string($0) }),
      "missing": .array(missing().map { .string($0) }),
    ]
  }

  private func send(_ ids: [String]) async throws(ClientError) {
    do throws(HubError) { try await register(ids) } catch {
      lastFailure = error
      throw error.clientError
    }
  }

  /// Registers, and notes what went through. Of a user who was forgotten meanwhile nothing is noted.
  private func register(_ ids: [String]) async throws(HubError) {
    let begun = storage.generation
    do throws(HubError) {
      let registration = try await feed.register(ids)
      if begun == storage.generation { note(registration) }
    } catch {
      if case .registrationFailed(_, let progress) = error, begun == storage.generation {
        note(ChannelRegistration(registered: progress.registered))
      }
      throw error
    }
  }

  private func note(_ registration: ChannelRegistration) {
    // What a server never takes is done with, too.
    if !saved.registered.isSuperset(of: registration.registered) {
      saved.isNew = saved.isNew || saved.registered.isEmpty
      saved.registrations += 1
    }
    saved.registered.formUnion(registration.registered + registration.ignored)
    save()
    observers.tell()
  }

  // MARK: Files

  private func load() {
    guard !isLoaded else { return }
    do throws(ClientError) {
      saved = try storage.read(SavedChannels.self, .channels) ?? SavedChannels()
      isLoaded = true
    } catch {
      // Tried again at the next look. Until then nothing is written over it.
      return
    }
    listening = connectivity?.observe { [weak self] status in
      if status == .online { Task { await self?.sendSoon() } }
    }
    // What an earlier launch could not send.
    sendSoon()
  }

  private func save() {
    if isLoaded { storage.save(saved, .channels) }
  }

  private func write() throws(HubError) {
    do throws(ClientError) { try storage.write(saved, .channels) } catch { throw .storageFailed(error) }
  }

  func forget() async {
    storage.startOver()
    sender?.cancel()
    sender = nil
    isAskedAgain = false
    let old = currentOutbox()
    outbox = nil
    saved = SavedChannels()
    isLoaded = true
    storage.remove(.channels)
    // Closed first: what is about to go out now would be registered for nobody.
    await old.close()
    do throws(ClientError) { try await old.discardAll() } catch { storage.report(error) }
    observers.tell()
  }
}
