import Foundation
import MediaCore
import MediaTesting
import Panels
import SocketServer

/// A fake server behind a port of its own.
///
/// The fake must run on real time. A response that the real server holds back, as that of a socket's poll, is also held back here.
final class ServedFake: Sendable {
  private let http: SocketServer
  private let held: Locked<any FakeServer>
  private let network: Locked<NetworkFaults>

  var address: String { http.address }
  var fake: any FakeServer { held.withLock { $0 } }

  /// The network in front of the fake. A request that it loses ends with a closed connection.
  var conditions: NetworkFaults {
    get { network.withLock { $0 } }
    set { network.withLock { $0 = newValue } }
  }

  /// - Parameters:
  ///   - name: the service in `log`.
  ///   - port: 0 for any that is free.
  ///   - clock: dates every answer; the fake's own.
  ///   - log: gets each request with its path. Queries are left out, since some of them hold tokens.
  static func start(
    _ fake: any FakeServer, name: String, port: Int, clock: any TimeSource, log: ExchangeLog
  ) throws -> ServedFake {
    let held = Locked(fake)
    let network = Locked(NetworkFaults())
    let http = try SocketServer.start(port: port) { request in
      let conditions = network.withLock { $0 }
      let path = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.path ?? ""
      let note = { (result: String) in
        log.add(at: clock.now(), party: name, operation: "\(request.method) \(path)", result: result)
      }
      do {
        var response = try await conditions.answer(
          to: request, from: held.withLock { $0 }.transport, clock: clock)
        if response.fields["Date"] == nil { response.fields["Date"] = httpDate(clock.now()) }
        note(conditions.text(of: response))
        return response
      } catch {
        note(conditions.textWithoutAnswer ?? "ended")
        throw error
      }
    }
    return ServedFake(http: http, held: held, network: network)
  }

  private init(http: SocketServer, held: Locked<any FakeServer>, network: Locked<NetworkFaults>) {
    self.http = http
    self.held = held
    self.network = network
  }

  /// Restarts the server process on the same data: connections break, and the state in memory is gone.
  func restart() async {
    fake.restart()
    await http.dropConnections()
  }

  /// Puts another server, with other data, at the same port.
  func replace(with other: any FakeServer) async {
    held.withLock { $0 = other }
    await http.dropConnections()
  }

  func stop() async { await http.stop() }
}
