extension ShelfService {
  /// The reactions of this service to its app coming to the front or going to the background, and to the network: waiting
  /// changes are sent, downloads continue, and ``ShelfService/live`` is connected at the front. On Apple's systems, one line connects
  /// it: `token = shelf.systemEvents.follow()`.
  ///
  /// An open player is not included: call ``PlayerViewModel/saveNow()`` when the app goes to the background.
  public var systemEvents: SystemEvents {
    SystemEvents(client: client, queue: queue) { [downloads] in
      await downloads.start()
    } moved: { [live] in
      live.moved(toFront: $0)
    }
  }
}
