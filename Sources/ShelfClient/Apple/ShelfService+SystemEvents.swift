extension ShelfService {
  /// Connects this service to the app's lifecycle and to the device's network. Waiting changes are sent when the app comes to the front or
  /// goes to the background, and when the network returns. Downloads continue when the app comes to the front, and ``ShelfService/live`` is
  /// connected while the app is at the front. On Apple's systems, one line starts this: `token = shelf.systemEvents.follow()`.
  ///
  /// The position of an open player is not saved by these events: call ``PlayerViewModel/saveNow()`` when the app goes to the background.
  public var systemEvents: SystemEvents {
    SystemEvents(client: client, queue: queue) { [downloads] in
      await downloads.start()
    } moved: { [live] in
      live.moved(toFront: $0)
    }
  }
}
