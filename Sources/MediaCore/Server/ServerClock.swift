import Foundation

/// The server's clock, learnt from the `Date` of its answers and carried on by the uptime, so that a wrong or jumping clock
/// of the device decides nothing.
final class ServerClock: Sendable {
  private let sample = Locked<(server: Date, uptime: Duration)?>(nil)
  private let clock: any TimeSource

  init(clock: any TimeSource) { self.clock = clock }

  func learn(from response: HTTPResponse) {
    guard !response.isStale, let date = response.fields["Date"].flatMap(WireDate.parseHTTP) else { return }
    let uptime = clock.uptime()
    sample.withLock { $0 = (date, uptime) }
  }

  func deviceNow() -> Date { clock.now() }

  /// Nil until the server has answered once.
  func now() -> Date? {
    let uptime = clock.uptime()
    return sample.withLock { sample in sample.map { $0.server + (uptime - $0.uptime).seconds } }
  }
}
