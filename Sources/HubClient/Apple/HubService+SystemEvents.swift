extension HubService {
  /// The reactions of this service to its app coming to the front or going to the background, and to the network: waiting
  /// registrations are sent. On Apple's systems, one line connects it: `token = hub.systemEvents.follow()`.
  ///
  /// A shown feed needs its own call: ``FeedViewModel/didBecomeActive()`` when the app comes to the front.
  public var systemEvents: SystemEvents { SystemEvents(client: client, queue: queue) }
}
