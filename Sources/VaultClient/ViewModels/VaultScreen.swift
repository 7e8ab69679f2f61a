import MediaCore

/// What a view model of the vault keeps besides its state: its looks in turn, whose data it shows, and what it waits to hear of.
@MainActor
final class VaultScreen {
  let turns = Turns()
  let account: ShownAccount
  /// Changes that were still waiting when they were last heard of: should the server refuse one later, it is said then.
  var waiting: Set<String> = []
  private var token: ObservationToken?

  init(_ client: ServiceClient) { account = ShownAccount(client) }

  func listen(to store: VaultStore, _ changed: @escaping @MainActor @Sendable () -> Void) {
    token = store.observe { Task { @MainActor in changed() } }
  }
}
