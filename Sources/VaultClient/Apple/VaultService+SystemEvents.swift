extension VaultService {
  /// The reactions of this service to its app coming to the front or going to the background, and to the network: waiting
  /// changes are sent. On Apple's systems, one line connects it: `token = vault.systemEvents.follow()`.
  public var systemEvents: SystemEvents { SystemEvents(client: client, queue: queue) }
}
