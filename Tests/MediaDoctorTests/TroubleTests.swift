import Doctor
import Foundation
import MediaCore
import Testing

@Suite("A server in trouble")
struct TroubleTests {
  @Test(
    "a server that cannot be reached is a problem with a reason",
    arguments: [
      (TransportFailure.unreachable(.refused), "nothing listens"),
      (.unreachable(.nameNotFound), "no host of this name"),
      (.timedOut, "in time"), (.tls(.untrusted), "not trusted"), (.tls(.expired), "expired"),
      (.tls(.wrongHost), "another host name"),
    ])
  func down(_ failure: TransportFailure, _ reason: String) async throws {
    let examined = try await examine(at: "https://media.example.org") { _ in throw failure }
    #expect(!examined.report.isHealthy)
    #expect(examined.report.service == nil)
    #expect(examined.report.findings.map(\.check) == ["connection"])
    #expect(examined.text("connection").contains(reason), "\(examined.text("connection"))")
  }

  @Test("another of the services than expected is named, and gets no password", arguments: Sample.all)
  func otherService(_ sample: Sample) async throws {
    let expected: ServiceKind = sample.kind == .shelf ? .tally : .shelf
    let examined = try await examine(sample) {
      $0.service = expected
      $0.username = "somebody"
      $0.password = "hunter2 hunter2"
    }
    #expect(!examined.report.isHealthy)
    #expect(examined.text("identity") == "another service: this is \(sample.kind.name), not \(expected.name)")
    #expect(examined.requests.allSatisfy { $0.method == .get && $0.body == nil })
  }

  @Test(
    "somebody else's answer is described",
    arguments: [
      (HTTPResponse.page(200), "web page"), (.page(404), "another service"), (.page(503), "behind it does not"),
      (.page(401, fields: ["WWW-Authenticate": "Basic"]), "credentials of its own"),
      (.page(302, fields: ["Location": "https://sso.example.org/"]), "another address"),
      (HTTPResponse(status: 200, fields: ["Content-Type": "application/json"], body: Data("{}".utf8)), "HTTP 200"),
    ])
  func stranger(_ response: HTTPResponse, _ description: String) async throws {
    let examined = try await examine(at: "https://media.example.org") { _ in response }
    #expect(!examined.report.isHealthy)
    #expect(examined.states("identity") == [.problem])
    #expect(examined.text("identity").contains(description), "\(examined.text("identity"))")
  }

  @Test(
    "a clock that is wrong is seen by the dates of answers",
    arguments: [
      (0.0, Finding.State.ok, "agrees"), (20, .ok, "agrees"), (-20, .ok, "agrees"), (90, .warning, "ahead"),
      (-200, .warning, "behind"), (7260, .problem, "2 h 1 min ahead"), (-864_000, .problem, "10 days behind"),
    ])
  func clock(_ skew: TimeInterval, _ state: Finding.State, _ text: String) async throws {
    let examined = try await examine(.tally, skew: skew)
    #expect(examined.states("clock") == [state])
    #expect(examined.text("clock").contains(text), "\(examined.text("clock"))")
    #expect(examined.report.isHealthy == (state != .problem))
  }

  @Test("a server without a date has no clock to judge")
  func noDate() async throws {
    #expect(try await examine(.tally, skew: nil).states("clock") == [.note])
  }

  @Test("a wrong password is a problem", arguments: [Sample.shelf, .tally, .vault])
  func wrongPassword(_ sample: Sample) async throws {
    let examined = try await examine(sample) {
      $0.username = sample.username
      $0.password = "something else"
    }
    #expect(examined.states("account") == [.problem])
    #expect(examined.text("account").contains("wrong"))
  }

  @Test("a name without a password is a warning")
  func noPassword() async throws {
    #expect(try await examine(.shelf) { $0.username = "ada" }.states("account") == [.warning])
  }

  @Test("a route that fails is named")
  func failingRoute() async throws {
    let examined = try await examine(
      .shelf,
      change: { request, response in
        if request.url.path == "/healthcheck" { response = .page(500) }
      })
    #expect(!examined.report.isHealthy)
    #expect(examined.text("route").contains("GET /healthcheck fails: server, HTTP 500"))
  }

  @Test("a proxy that guards the routes by itself, or opens them to anybody, is a problem")
  func proxy() async throws {
    let guarded = try await examine(
      .vault,
      change: { request, response in
        if request.url.path == "/api/lists" { response = .page(401, fields: ["WWW-Authenticate": "Basic realm=x"]) }
      })
    #expect(guarded.text("route").contains("GET /api/lists: a proxy in front asks for credentials of its own"))
    #expect(!guarded.report.isHealthy)
    let opened = try await examine(
      .vault,
      change: { request, response in
        if request.url.path == "/api/lists" { response = HTTPResponse(status: 200, body: Data("[]".utf8)) }
      })
    #expect(opened.text("route").contains("GET /api/lists answers without a sign-in"))
    #expect(!opened.report.isHealthy)
  }

  @Test("a Shelf that is not set up is not healthy")
  func notSetUp() async throws {
    let examined = try await examine(
      .shelf,
      change: { _, response in
        let body = String(decoding: response.body, as: UTF8.self)
        response.body = Data(body.replacingOccurrences(of: "\"isInit\":true", with: "\"isInit\":false").utf8)
      })
    #expect(examined.states("sign-in") == [.problem])
  }
}
