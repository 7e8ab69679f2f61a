import Doctor
import Foundation
import HubTesting
import MediaCore
import MediaTesting
import ShelfTesting
import TallyTesting
import TestSupport
import VaultTesting

/// A fake server of each service, and an account there.
struct Sample: Sendable, CustomStringConvertible {
  let kind: ServiceKind
  let username: String
  let password: String
  let make: @Sendable (ManualClock) -> any FakeServer

  var description: String { kind.rawValue }

  static let shelf = Sample(kind: .shelf, username: "ada", password: "correct horse") { FakeShelfServer(clock: $0) }
  /// An Audiobookshelf of `version`, which behaves as that version does.
  static func shelf(of version: String) -> Sample {
    Sample(kind: .shelf, username: "ada", password: "correct horse") {
      FakeShelfServer(world: .sample.served(by: version), clock: $0)
    }
  }
  static let tally = Sample(kind: .tally, username: TallyWorld.sampleEmail, password: TallyWorld.password) {
    FakeTallyServer(clock: $0)
  }
  static let vault = Sample(kind: .vault, username: "alice", password: VaultWorld.standardPassword) {
    FakeVaultServer(clock: $0)
  }
  static let hub = Sample(kind: .hub, username: HubWorld.sampleUser, password: "") { FakeHubServer(clock: $0) }
  static let worker = Sample(kind: .worker, username: "nobody", password: "") { _ in FakeWorkerServer() }

  static let all = [shelf, tally, vault, hub, worker]
}

/// An examination of a fake server, and everything that the server was sent.
struct Examined {
  let report: Report
  let requests: [HTTPRequest]

  func states(_ check: String) -> [Finding.State] { report.findings(check).map(\.state) }
  func text(_ check: String) -> String { report.findings(check).map(\.text).joined(separator: "\n") }
}

/// Examines a fake server.
/// - Parameters:
///   - skew: seconds by which the server's clock is ahead; nil for answers without a date.
///   - change: the answers on their way back.
func examine(
  _ sample: Sample, at address: String = "https://media.example.org", skew: TimeInterval? = 0,
  _ choose: (inout Examination.Request) -> Void = { _ in },
  change: @escaping @Sendable (HTTPRequest, inout HTTPResponse) throws -> Void = { _, _ in }
) async throws -> Examined {
  let clock = ManualClock()
  let transport = sample.make(clock).transport
  return try await examine(at: address, clock: clock, choose) { request in
    var response = try await transport.send(request)
    response.fields["Date"] = skew.map { httpDate(clock.now().addingTimeInterval($0)) }
    try change(request, &response)
    return response
  }
}

/// Examines whatever answers with `respond`.
func examine(
  at address: String, clock: ManualClock = ManualClock(), _ choose: (inout Examination.Request) -> Void = { _ in },
  respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
) async throws -> Examined {
  var request = Examination.Request()
  choose(&request)
  let transport = ClosureTransport(respond)
  let examination = Examination(
    server: try Examination.address(address), request: request, transport: transport,
    environment: .manual(clock: clock))
  let report = await examination.report()
  return Examined(report: report, requests: transport.requests)
}

/// `Sat, 21 Nov 2026 09:06:53 GMT`
func httpDate(_ date: Date) -> String {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(secondsFromGMT: 0)
  formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
  return formatter.string(from: date)
}

extension HTTPResponse {
  /// A page of somebody in front of the service.
  static func page(_ status: Int, fields: HTTPFields = [:]) -> HTTPResponse {
    var response = HTTPResponse(status: status, fields: fields, body: Data("<html><body>Hello</body></html>".utf8))
    response.fields["Content-Type"] = "text/html"
    return response
  }
}
