import Foundation

/// The server's clock, read from the `Date` of its answers and carried on by the uptime, so that a wrong or jumping
/// clock of the device decides nothing.
final class ServerClock: Sendable {
  private let sample = Locked<(server: Date, uptime: Duration)?>(nil)
  private let clock: any TimeSource

  init(clock: any TimeSource) { self.clock = clock }

  /// `Date` is cut to whole seconds and delayed by the response's travel time: each answer says "at least this late".
  /// The latest of these bounds is the best guess, until a server's clock is set back.
  /// - Parameter askedAt: the uptime at which the request was sent; nil for now. A body can take minutes after the head that has the `Date`.
  func update(from response: HTTPResponse, askedAt: Duration? = nil) {
    guard !response.isStale, let date = response.fields["Date"].flatMap(WireDate.parseHTTP) else { return }
    let uptime = clock.uptime()
    sample.withLock { sample in
      if let known = sample {
        let guess = known.server + (uptime - known.uptime).seconds
        let whenAsked = known.server + ((askedAt ?? uptime) - known.uptime).seconds
        if guess >= date, whenAsked.timeIntervalSince(date) < 30 { return }
      }
      sample = (date, uptime)
    }
  }

  func deviceNow() -> Date { clock.now() }

  func uptime() -> Duration { clock.uptime() }

  /// The server's time; nil until the server has answered once.
  func now() -> Date? {
    let uptime = clock.uptime()
    return sample.withLock { sample in sample.map { $0.server + (uptime - $0.uptime).seconds } }
  }
}
