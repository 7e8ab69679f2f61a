import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// Sign-ins without a refresh token: an API key on 2.36, and the one token of servers before 2.26.
@Suite("A token that cannot be renewed ends only when the server itself refuses it on two routes")
struct RefusedTokenTests {
  enum Token: String, CaseIterable, Sendable {
    case key, version2_20, version2_25

    func rig() async throws -> ShelfRig {
      switch self {
      case .version2_20: return try await ShelfRig(world: .version2_20)
      case .version2_25: return try await ShelfRig(world: .version2_25)
      case .key:
        let rig = try await ShelfRig(as: nil)
        try await rig.shelf.account.signIn(apiKey: try #require(rig.server.makeAPIKey(for: "ada")))
        return rig
      }
    }
  }

  static let page = HTTPResponse(
    status: 401, fields: ["Content-Type": "text/html"],
    body: Data("<html><h1>401 Authorization Required</h1></html>".utf8))
  static let bare = HTTPResponse(status: 401, body: Data("Unauthorized".utf8))
  static let json = HTTPResponse(
    status: 401, fields: ["Content-Type": "application/json"], body: Data(#"{"error":"Token revoked"}"#.utf8))

  /// A service on the rig's files behind something that answers the account's calls itself, for as long as it has answers.
  private final class Front: Transport {
    let call = Locked<HTTPResponse?>(nil)
    let second = Locked<HTTPResponse?>(nil)
    let asked = Locked(0)
    private let base: any Transport

    init(_ base: any Transport) { self.base = base }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      if request.operation == .shelfAccountConfirm {
        asked.withLock { $0 += 1 }
        if let answer = second.withLock({ $0 }) { return answer }
      }
      if request.operation == .shelfLibrariesAll, let answer = call.withLock({ $0 }) { return answer }
      return try await base.send(request)
    }

    func answer(_ call: HTTPResponse?, second: HTTPResponse?) {
      self.call.withLock { $0 = call }
      self.second.withLock { $0 = second }
    }
  }

  private func service(_ token: Token) async throws -> (ShelfService, Front, ShelfRig) {
    let rig = try await token.rig()
    let front = Front(rig.network)
    return (ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched()), front, rig)
  }

  @Test(
    "a proxy's page keeps the sign-in, also when it answers only the second question, and the token works afterwards",
    arguments: Token.allCases)
  func page(_ token: Token) async throws {
    let (shelf, front, rig) = try await service(token)
    let before = try await shelf.account.status()
    for call in [Self.page, Self.page, Self.bare, Self.json] {
      front.answer(call, second: Self.page)
      let error = try await failure { try await shelf.libraries.all() }
      #expect(error.kind == .wrongServer)
      #expect(error.status == 401)
      #expect(try await shelf.account.status() == before)
    }
    // The second route is asked after each refusal that looks like the server's, and not after a page.
    #expect(front.asked.withLock { $0 } == 2)
    front.answer(nil, second: nil)
    #expect(try await shelf.libraries.all().count == 2)
    #expect(try await rig.relaunched().account.status() == before)
  }

  @Test("a refusal by one route alone keeps the sign-in", arguments: Token.allCases)
  func oneRoute(_ token: Token) async throws {
    let (shelf, front, _) = try await service(token)
    let before = try await shelf.account.status()
    for call in [Self.bare, Self.json] {
      front.answer(call, second: nil)
      let error = try await failure { try await shelf.libraries.all() }
      #expect(error.kind == .server)
      #expect(try await shelf.account.status() == before)
    }
    front.answer(nil, second: nil)
    #expect(try await shelf.libraries.all().count == 2)
  }

  @Test(
    "the server's own refusal by two routes ends the sign-in, and the account stays named",
    arguments: Token.allCases, [true, false])
  func ended(_ token: Token, isJSON: Bool) async throws {
    let (shelf, front, _) = try await service(token)
    let refusal = isJSON ? Self.json : Self.bare
    front.answer(refusal, second: refusal)
    #expect(try await failure { try await shelf.libraries.all() }.kind == .signedOut)
    guard case .expired(_, let name) = try await shelf.account.status() else {
      Issue.record("still signed in")
      return
    }
    #expect(name == "ada")
    #expect(front.asked.withLock { $0 } == 1)
    front.answer(nil, second: nil)
    #expect(try await failure { try await shelf.libraries.all() }.kind == .signedOut)
  }
}
