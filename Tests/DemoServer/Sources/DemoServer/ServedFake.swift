import MediaCore
import MediaTesting
import SocketServer

/// A fake server behind a port of its own.
///
/// The fake must run on real time. A response that the real server holds back, as that of a socket's poll, is also held back here.
final class ServedFake: Sendable {
  private let http: SocketServer
  private let fake: Locked<any FakeServer>

  var address: String { http.address }

  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - clock: dates every answer; the fake's own.
  static func start(_ fake: any FakeServer, port: Int, clock: any TimeSource) throws -> ServedFake {
    let held = Locked(fake)
    let http = try SocketServer.start(port: port) { request in
      let fake = held.withLock { $0 }
      var response = try await fake.transport.send(request)
      if response.fields["Date"] == nil { response.fields["Date"] = httpDate(clock.now()) }
      return response
    }
    return ServedFake(http: http, fake: held)
  }

  private init(http: SocketServer, fake: Locked<any FakeServer>) {
    self.http = http
    self.fake = fake
  }

  /// Restarts the server process on the same data: connections break, and the state in memory is gone.
  func restart() async {
    fake.withLock { $0 }.restart()
    await http.dropConnections()
  }

  /// Puts another server, with other data, at the same port.
  func replace(with other: any FakeServer) async {
    fake.withLock { $0 = other }
    await http.dropConnections()
  }

  func stop() async { await http.stop() }
}
