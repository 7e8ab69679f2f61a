import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@Suite("What is answered with 200 in a poster's place")
struct PosterContentTests {
  static let impostors: [(name: String, answer: HTTPResponse, kind: ClientError.Kind)] = [
    ("a page", .text("<html><body>Sign in</body></html>", type: "text/html"), .wrongServer),
    ("a page as PNG", .text("<!DOCTYPE html><html></html>", type: "image/png"), .wrongServer),
    ("JSON", .json(["detail": "A message that is longer than a small picture"]), .wrongServer),
    ("text", .text("upstream connect error or disconnect/reset before headers"), .wrongServer),
    ("text as PNG", .text("upstream connect error or disconnect/reset", type: "image/png"), .wrongServer),
    ("a body without a picture", bytes(Data(repeating: 7, count: 400)), .wrongServer),
    ("the first bytes of a picture", bytes(Data([0x89, 0x50, 0x4E, 0x47])), .wrongServer),
    (
      "a picture that broke off",
      bytes(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 40), length: 70), .unreachable
    ),
    ("nothing", bytes(Data()), .undecodable), ("a 204", HTTPResponse(status: 204), .undecodable),
  ]

  private static func bytes(_ body: Data, length: Int? = nil) -> HTTPResponse {
    var response = HTTPResponse(
      status: 200, fields: ["Content-Type": "image/png", "ETag": "\"other\""], body: body)
    response.fields["Content-Length"] = length.map(String.init)
    return response
  }

  private static let address = "/static/no-image.png"

  /// A signed-in service whose posters are answered by `impostor` where there is one, else by the server.
  private func bench(_ impostor: Locked<HTTPResponse?>) async throws -> (server: FakeVaultServer, vault: VaultService) {
    let server = FakeVaultServer()
    let transport = ClosureTransport { request in
      if request.operation == .vaultMediaPoster, let answer = impostor.withLock({ $0 }) { return answer }
      return server.respond(to: request)
    }
    let vault = VaultService(
      server: .fake, transport: transport, environment: .manual(clock: ManualClock(passing: .everything)))
    try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    return (server, vault)
  }

  @Test("a kept poster stays, and is shown as stale, whatever else is answered", arguments: impostors.indices)
  func kept(_ index: Int) async throws {
    let impostor = Locked<HTTPResponse?>(nil)
    let (server, vault) = try await bench(impostor)
    let poster = try await vault.media.data(of: Self.address)
    impostor.withLock { $0 = Self.impostors[index].answer }
    for _ in 0..<2 {
      let answer = try await vault.media.data(of: Self.address)
      #expect((answer.value, answer.isStale) == (poster.value, true), "\(Self.impostors[index].name)")
      #expect(answer.asOf == poster.asOf)
    }
    impostor.withLock { $0 = nil }
    let again = try await vault.media.data(of: Self.address)
    #expect((again.value, again.isStale) == (poster.value, false))
    // The tag of the kept poster was sent, and not that of the other answer.
    #expect(server.requests.last?.status == 304)
  }

  @Test("without a kept poster the call fails, and nothing is kept in the poster's place", arguments: impostors.indices)
  func unknown(_ index: Int) async throws {
    let impostor = Locked<HTTPResponse?>(Self.impostors[index].answer)
    let (server, vault) = try await bench(impostor)
    let kind = await Fixture.kind { _ = try await vault.media.data(of: Self.address) }
    #expect(kind == Self.impostors[index].kind, "\(Self.impostors[index].name)")
    impostor.withLock { $0 = nil }
    #expect(try await vault.media.data(of: Self.address).value.count == 70)
    #expect(server.requests.last?.status == 200)
  }
}
