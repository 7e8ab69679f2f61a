public import Foundation
public import MediaCore

/// The channels that the user wants. They are stored only on this device, because the server can neither list nor remove channels.
///
/// An added channel is durable when the call returns, and is registered at the server as soon as the server can be reached. A removed
/// channel stays on the server, but its videos are no longer shown. A registered channel is not registered again unless the server has lost
/// the user's data.
///
/// The functions that read these data throw `storageFailed` if the file cannot be read, as on a locked device.
///
/// ```swift
/// try await hub.library.channels.add("UCaaaaaaaaaaaaaaaaaaaaaa")
/// print(try await hub.library.channels.wanted() ?? [], try await hub.library.channels.pending().count)
/// ```
public struct ChannelStore: Sendable {
  let storage: LibraryStorage
  private let registrar: ChannelRegistrar
  private let queue: MutationQueue

  init(storage: LibraryStorage, registrar: ChannelRegistrar, queue: MutationQueue) {
    self.storage = storage
    self.registrar = registrar
    self.queue = queue
  }

  // MARK: Reading

  /// Returns the wanted channels in the order that the app has set; nil until the app has set them. While the result is nil, the videos of
  /// all of the user's channels are shown, except the videos of removed channels.
  public func wanted() async throws(HubError) -> [String]? { try await read(\.wanted) }

  /// Returns the channels that this device has registered at the server.
  public func registered() async throws(HubError) -> Set<String> { try await read(\.registered) }

  /// Returns the wanted channels that are not registered yet, in the order in which they were added.
  public func missing() async throws(HubError) -> [String] { try await read(\.missing) }

  /// Returns the names of channels by channel id. Each name was set by the app or sent by the server.
  public func titles() async throws(HubError) -> [String: String] { try await read(\.titles) }

  /// Returns the addresses of channel pictures by channel id. Each address was set by the app or sent by the server.
  public func pictures() async throws(HubError) -> [String: URL] { try await read { $0.pictures ?? [:] } }

  /// Returns the registrations of channels that are not finished yet or that the server refused.
  public func pending() async throws(HubError) -> [MutationRecord] { try await during(.storage, await registrations()) }

  private func registrations() async throws(ClientError) -> [MutationRecord] {
    try await queue.all().filter { $0.kind == RegistrationMutation.kind && ($0.isOpen || $0.isRefused) }
  }

  /// Why the server refused a registration; nil when none is refused.
  func refusal() async throws(ClientError) -> String? {
    try await registrations().lazy.compactMap(\.refusalReason).first
  }

  func saved() async throws(ClientError) -> SavedChannels { try await storage.channels.value() }

  private func read<Part>(_ part: (SavedChannels) -> Part) async throws(HubError) -> Part {
    try await during(.storage, await part(saved()))
  }

  /// Calls `changed` after each change of the stored channels until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    storage.channels.observe(changed)
  }

  // MARK: Changing

  /// Sets the wanted channels. Blanks around the ids and repeated ids are removed. The change is durable when the call returns, and the
  /// channels are registered as soon as the server can be reached. If the wanted channels are unchanged, nothing is sent.
  /// - Returns: the changes that are being sent; empty if no change is needed.
  /// - Throws: `storageFailed` if the change cannot be saved; `cancelled` if the user signs out during the call. The wanted channels are then
  ///   unchanged.
  @discardableResult
  public func setWanted(_ channels: [String]) async throws(HubError) -> [Submission] {
    try await during(.storage, await select(.set(channels)))
  }

  /// Adds a channel to the wanted channels. If the app has not set any wanted channels yet, the channel is only registered at the server.
  /// All other channels of the user then stay visible, because the server may have channels that other devices have added. To show only
  /// chosen channels, call ``setWanted(_:)`` first.
  @discardableResult
  public func add(_ channel: String) async throws(HubError) -> [Submission] {
    try await during(.storage, await select(.add(channel)))
  }

  /// Removes a channel on this device only. The videos of the channel are no longer shown, but the server continues to collect them.
  @discardableResult
  public func remove(_ channel: String) async throws(HubError) -> [Submission] {
    try await during(.storage, await select(.remove(channel)))
  }

  private func select(_ change: SelectionChange) async throws(ClientError) -> [Submission] {
    let begun = storage.generation
    var expected = try await saved().selection
    let before = expected
    change.apply(to: &expected)
    guard expected != before else { return [] }
    // While a handed-over change waits, make this one after it: otherwise the waiting change would take it back.
    let waits = try await queue.open().contains { $0.kind == SelectionMutation.kind }
    if queue.handsOver || waits {
      let mutation = SelectionMutation(change: change)
      guard mutation.isPlausible else { throw ClientError(.invalidRequest, operation: .hubChannelsRegister) }
      try storage.check(begun, .hubChannelsRegister)
      let submission = try await queue.submit(mutation)
      // If the registration fails, ignore the error: the next refresh registers the channel.
      return [submission] + (queue.handsOver ? [] : (try? await submit(begun: begun)) ?? [])
    }
    try await storage.channels.update { [storage] saved in
      // If the user has signed out since the call, drop the change.
      if begun == storage.generation { change.apply(to: &saved.selection) }
    }
    try storage.check(begun, .hubChannelsRegister)
    do throws(ClientError) { return try await submit(begun: begun) } catch {
      // The registration could not be queued: undo the selection, unless the user has changed it again or signed out.
      let after = expected
      if begun == storage.generation {
        // Ignore a failure to undo: the caller gets the original error, and the next refresh registers the channel.
        try? await storage.channels.update { if $0.selection == after { $0.selection = before } }
      }
      throw error
    }
  }

  /// Sets the names to show for the given channels, by channel id. The app has to provide names because the feed of a Hub has none. The
  /// names of all other channels stay.
  public func setTitles(_ titles: [String: String]) async throws(HubError) {
    try await during(.storage, await storage.set(storage.channels) { $0.titles.merge(titles) { $1 } })
  }

  /// Sets the pictures to show for the given channels, by channel id. The app has to provide pictures because the feed of a Hub has none.
  /// The pictures of all other channels stay.
  public func setPictures(_ pictures: [String: URL]) async throws(HubError) {
    try await during(
      .storage, await storage.set(storage.channels) { $0.pictures = ($0.pictures ?? [:]).merging(pictures) { $1 } })
  }

  /// Reads the channels' names and pictures from the server, if it lists any. An answer that arrives after a sign-out is dropped.
  func fetchTitles(from feed: any VideoFeed) async throws(ClientError) {
    let mark = try await storage.channels.readMark()
    let details = try await ClientError.of(await feed.channelDetails())
    guard !details.isEmpty else { return }
    try await storage.save(storage.channels, askedAt: mark) { $0.take(details) }
  }

  // MARK: Registering

  /// Registers the wanted channels that are not registered yet, and returns once the server has accepted them.
  /// - Returns: false if all wanted channels were registered already, so that nothing was sent.
  /// - Throws: `registrationFailed`. The error contains the channels that were registered. The other channels wait in the queue.
  @discardableResult
  public func ensureRegistered() async throws(HubError) -> Bool {
    let begun = storage.generation
    let before = try await missing()
    guard !before.isEmpty else { return false }
    let submission = try await during(.storage, await submit(begun: begun).first)
    await queue.settled()
    let remaining = try await missing()
    guard !remaining.isEmpty else { return true }
    let operation = OperationID.hubChannelsRegister
    if Task.isCancelled { throw .cancelled(.cancelled(operation)) }
    let progress = RegistrationProgress(registered: before.filter { !remaining.contains($0) }, remaining: remaining)
    switch await submission?.outcome() {
    case .waiting(let error?), .refused(let error): throw .registrationFailed(error, progress: progress)
    default: throw .registrationFailed(ClientError(.storage, operation: operation), progress: progress)
    }
  }

  /// Registers all stored channels once more, because the server answered "User not found".
  /// - Returns: false when this device has no channels either.
  func registerAgain() async throws(HubError) -> Bool {
    let saved = try await read { $0 }
    let known = saved.wanted ?? ChannelID.cleaned(saved.registered.sorted() + saved.toRegister)
    guard saved.wanted != nil || !known.isEmpty else { return false }
    try await during(.storage, await storage.save(storage.channels) { $0.registered = [] })
    if saved.wanted == nil || known.isEmpty {
      try await registrar.register(known)
      return true
    }
    return try await ensureRegistered()
  }

  /// Notes that a reconcile has run since the first registration.
  /// - Parameter begun: the generation of the reconcile; after a sign-out nothing is noted.
  func noteReconciled(begun: Int) async throws(ClientError) {
    guard begun == storage.generation, try await saved().isNew else { return }
    try await storage.save(storage.channels, begun: begun) { $0.isNew = false }
  }

  /// Notes the registrations that a fetch of the feed has included.
  /// - Parameter begun: the generation of the fetch; after a sign-out nothing is noted.
  func noteFetched(_ registration: Int, begun: Int) async throws(ClientError) {
    guard begun == storage.generation else { return }
    try await storage.save(storage.channels, begun: begun) { $0.fetched = max($0.fetched, registration) }
  }

  /// - Parameter begun: the generation of the call; after a sign-out nothing is registered.
  private func submit(begun: Int) async throws(ClientError) -> [Submission] {
    guard !(try await registrar.missing()).isEmpty else { return [] }
    for refused in try await queue.refused() where refused.kind == RegistrationMutation.kind {
      try await queue.discard(refused.id)
    }
    try storage.check(begun, .hubChannelsRegister)
    return [try await queue.submit(RegistrationMutation())]
  }
}
