import ShelfClient

/// The events of an engine, in their order.
@MainActor
final class EngineEvents {
  private var events: [PlaybackEvent] = []

  func note(_ event: PlaybackEvent) { events.append(event) }

  /// Returns the events since the last call.
  func take() -> [PlaybackEvent] {
    defer { events = [] }
    return events
  }
}
