extension ShelfService {
  /// Connects this service to the app's lifecycle and to the device's network. The service sends waiting changes when the app enters the
  /// foreground or the background, and when the network returns. When the app enters the foreground, downloads continue.
  /// ``ShelfService/live`` is connected while the app is in the foreground. On Apple's systems, `token = shelf.systemEvents.follow()`
  /// starts all this.
  ///
  /// The system's events do not save the position of an open player. Call ``PlayerViewModel/saveNow()`` when the app enters the background.
  public var systemEvents: SystemEvents {
    SystemEvents(client: client, queue: queue) { [downloads] in
      await downloads.start()
    } moved: { [live] in
      live.moved(toFront: $0)
    }
  }
}
