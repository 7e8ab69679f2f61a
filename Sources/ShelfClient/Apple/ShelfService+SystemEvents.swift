extension ShelfService {
  /// The reactions of this service to its app coming to the front or going to the background, and to the network: waiting
  /// changes are sent, and downloads go on. On Apple's systems, one line connects it: `token = shelf.systemEvents.follow()`.
  ///
  /// A player that is open has its own: call ``PlayerViewModel/saveNow()`` when the app goes to the background.
  public var systemEvents: SystemEvents {
    SystemEvents(client: client, queue: queue) { [downloads] in await downloads.start() }
  }
}
