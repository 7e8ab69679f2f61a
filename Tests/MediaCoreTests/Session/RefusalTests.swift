import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The end of a sign-in that cannot be renewed needs the server's own word")
struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: @Sendable () -> HTTPResponse
    var testDescription: String { name }
  }

  static let pages: [Case] = [
    Case(name: "HTML") { .text("<html><h1>401 Authorization Required</h1></html>", status: 401, type: "text/html") },
    Case(name: "HTML that calls itself JSON") { .text("<!doctype html>", status: 401, type: "application/json") },
    Case(name: "nothing") { HTTPResponse(status: 401) },
    Case(name: "the text of a proxy") { .text("401 Unauthorized\n", status: 401) },
    Case(name: "a text") { .text("error code: 1020", status: 401) },
    Case(name: "a JSON list") { .json([], status: 401) },
    Case(name: "half a JSON") { .text(#"{"error":"#, status: 401, type: "application/json") },
    Case(name: "a demand for the proxy's password") {
      HTTPResponse(
        status: 401, fields: ["WWW-Authenticate": #"Basic realm="nas""#], body: Data("Unauthorized".utf8))
    },
  ]

  private func service(
    _ transport: any Transport, confirms: Notebook<String> = Notebook()
  ) -> TestService {
    TestService(transport) { sender in
      AuthenticationScheme(confirm: { (credentials) async throws(ClientError) in
        try await Self.confirm(credentials, sender, confirms)
      })
    }
  }

  private static func confirm(
    _ credentials: Credentials, _ sender: RequestSender, _ confirms: Notebook<String>
  ) async throws(ClientError) -> Bool {
    let access = credentials.access.reveal()
    confirms.add(access)
    let second = Endpoint<Void>.done(
      "test.confirm", .get, path: ["confirm"], fields: ["Authorization": "Bearer \(access)"], traits: .authentication)
    do throws(ClientError) { try await sender.send(second) } catch {
      guard error.status == 401, error.serverMessage != nil else { throw error }
      return false
    }
    return true
  }

  private func signIn(_ service: TestService) async throws {
    let key = Credentials(account: "ada", name: "Ada", access: Secret("access-0"))
    try await service.client.session.adopt(key, generation: service.client.session.currentGeneration())
  }

  @Test("kept after a 401 of something in front of the server", arguments: pages)
  func page(_ page: Case) async throws {
    let isProxyThere = Locked(true)
    let service = service(
      ClosureTransport { request in
        if request.operation == "test.status" { return .json(["app": "test"]) }
        return isProxyThere.withLock { $0 } ? page.answer() : .text("text 1")
      })
    try await signIn(service)
    for _ in 0..<8 {
      let error = await failure { try await service.read() }
      #expect(error.kind == .wrongServer)
      #expect(error.status == 401)
    }
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
    #expect(service.stored?.access.reveal() == "access-0")
    isProxyThere.withLock { $0 = false }
    #expect(try await service.read() == "text 1")
  }

  @Test("kept while a second route takes the credentials, and the refusal is no sign-out")
  func secondRouteAccepts() async throws {
    let confirms = Notebook<String>()
    let service = service(
      ClosureTransport { request in
        switch request.operation {
        case "test.status": return .json(["app": "test"])
        case "test.confirm": return .json([])
        default: return .text("Unauthorized", status: 401)
        }
      }, confirms: confirms)
    try await signIn(service)
    let error = await failure { try await service.read() }
    #expect(error == ClientError(.server, operation: "test.read", status: 401, serverMessage: "Unauthorized"))
    #expect(confirms.entries == ["access-0"])
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
  }

  @Test("kept while the second route cannot be asked", arguments: [502, 401, 302])
  func secondRouteFails(status: Int) async throws {
    let service = service(
      ClosureTransport { request in
        switch request.operation {
        case "test.status": return .json(["app": "test"])
        case "test.confirm": return .text("<html></html>", status: status, type: "text/html")
        default: return .json(["error": "Unauthorized"], status: 401)
        }
      })
    try await signIn(service)
    #expect(await failure { try await service.read() }.status == status)
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
    #expect(service.stored?.access.reveal() == "access-0")
  }

  @Test("ended when the server refuses twice in its own words", arguments: [true, false])
  func ended(isJSON: Bool) async throws {
    let service = service(
      ClosureTransport { request in
        if request.operation == "test.status" { return .json(["app": "test"]) }
        return isJSON ? .json(["error": "Key revoked"], status: 401) : .text("Unauthorized", status: 401)
      })
    try await signIn(service)
    #expect(await failure { try await service.read() }.kind == .signedOut)
    #expect(try await service.client.session.status() == .expired(account: "ada", name: "Ada"))
    #expect(service.stored == nil)
  }

  @Test("a sign-out while the second route is asked wins: no request with the ended key starts")
  func signedOutMeanwhile() async throws {
    let (isAsking, mayAnswer) = (Latch(), Latch())
    let reads = Counter()
    let service = service(
      ClosureTransport { request in
        switch request.operation {
        case "test.status": return .json(["app": "test"])
        case "test.confirm":
          isAsking.open()
          await mayAnswer.wait()
          return .json([])
        default:
          reads.add()
          return .text("Unauthorized", status: 401)
        }
      })
    try await signIn(service)
    async let error = failure { try await service.read() }
    await isAsking.wait()
    try await service.client.session.end()
    mayAnswer.open()
    #expect(await error.kind == .signedOut)
    #expect(reads.value == 1)
  }

  @Test("a proxy's page after a renewal is named as that")
  func pageAfterRenewal() async throws {
    let service = TestService(
      ClosureTransport { request in
        switch request.operation {
        case "test.status": return .json(["app": "test"])
        case "test.renew": return .pair(1)
        default: return .text("<html></html>", status: 401, type: "text/html")
        }
      })
    try await service.signIn()
    let error = await failure { try await service.read() }
    #expect(error == ClientError(.wrongServer, operation: "test.read", status: 401, detail: ClientError.Detail.html))
    #expect(service.stored == .numbered(1))
  }
}
