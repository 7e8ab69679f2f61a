import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import Testing

@Suite("TLS with the default transport", .oneAtATime, .timeLimit(.minutes(60)))
struct TLSTests {
  /// The stack of Linux has no authority but the system's, so that each of these is refused before its own fault is seen.
  @Test(
    "a refused certificate is a TLS fault, and not one byte of the request goes out",
    arguments: [TLSIdentity.server, .wrongHost, .expired, .selfSigned, .clientsOnly])
  func refused(_ identity: TLSIdentity) async throws {
    try await withServer(tls: identity, { _ in [.answer(200, [], "never")] }) { server, transport in
      let outcome = await Outcome.of(transport, .to(server, "/secret"))
      guard case .failure(.tls(let fault)) = outcome else {
        Issue.record("\(identity.certificate): \(outcome)")
        return
      }
      #expect([.untrusted, .expired, .wrongHost, .unknown].contains(fault))
      #expect(server.bytes.isEmpty && server.requests.isEmpty)
      #expect(server.connections >= 1)
    }
  }

  @Test("a plain port that is spoken to in TLS is said to be one")
  func notTLS() async throws {
    try await withServer({ _ in [.answer(200, [], "never")] }) { server, transport in
      let request = HTTPRequest(url: server.url(scheme: "https"), timeout: .seconds(60))
      #expect(await Outcome.of(transport, request) == .failure(.notTLS))
      #expect(server.requests.isEmpty)
    }
  }

  @Test("a TLS port that is spoken to in plain text gives no answer and no hang")
  func plainToTLS() async throws {
    try await withServer(tls: .server, { _ in [.answer(200, [], "never")] }) { server, transport in
      let outcome = await Outcome.of(transport, HTTPRequest(url: server.url(scheme: "http"), timeout: .seconds(60)))
      guard case .failure = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
  }
}
