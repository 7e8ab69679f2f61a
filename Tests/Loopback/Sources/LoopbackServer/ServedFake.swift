public import MediaCore
public import MediaTesting

/// A fake server behind a port of its own.
///
/// The fake must run on real time: `FakeShelfServer(clock: SystemClock())`. Waits of the real server (a socket's poll, a full queue) take
/// the client real time as well.
public final class ServedFake: Sendable {
  public let http: LoopbackServer
  private let fake: Locked<any FakeServer>

  public var address: String { http.address }

  /// - Parameter clock: dates every answer; the fake's own.
  public static func start(
    _ fake: any FakeServer, port: Int = 0, clock: any TimeSource = SystemClock()
  ) async throws -> ServedFake {
    let held = Locked(fake)
    let http = try await LoopbackServer.start(port: port) { request in
      let fake = held.withLock { $0 }
      var response = try await fake.transport.send(request)
      if response.fields["Date"] == nil { response.fields["Date"] = httpDate(clock.now()) }
      return .whole(response)
    }
    return ServedFake(http: http, fake: held)
  }

  private init(http: LoopbackServer, fake: Locked<any FakeServer>) {
    self.http = http
    self.fake = fake
  }

  /// Restarts the server process on the same data: connections break, and the state in memory is gone.
  public func restart() async {
    fake.withLock { $0 }.restart()
    await http.dropConnections()
  }

  /// Puts another server, with other data, at the same port.
  public func replace(with other: any FakeServer) async {
    fake.withLock { $0 = other }
    await http.dropConnections()
  }

  public func stop() async { await http.stop() }
}
