import Doctor
import Foundation
import MediaCore
import Testing

@Suite("A server in order")
struct HealthyServerTests {
  @Test("each service is recognized by its answers, and healthy", arguments: Sample.all)
  func recognized(_ sample: Sample) async throws {
    let examined = try await examine(sample)
    #expect(examined.report.isHealthy, "\(examined.report.text())")
    #expect(examined.report.service == sample.kind.name)
    #expect(examined.states("identity") == [.ok])
    #expect(examined.states("connection") == [.ok])
    #expect(examined.states("clock") == [.ok])
    #expect(examined.states("sign-in") == [.ok])
    #expect(examined.states("version").count == 1)
    #expect(examined.states("route").count >= 2)
    #expect(examined.states("account").isEmpty)
  }

  @Test("with an account its reading routes are tried, and the sign-in is ended", arguments: Sample.all)
  func account(_ sample: Sample) async throws {
    let without = try await examine(sample)
    let examined = try await examine(sample) {
      $0.service = sample.kind
      $0.username = sample.username
      $0.password = sample.password
    }
    #expect(examined.report.isHealthy, "\(examined.report.text())")
    #expect(Set(examined.report.findings.map(\.state)).isDisjoint(with: [.warning]))
    if sample.kind != .worker { #expect(examined.states("route").count > without.states("route").count) }
    if sample.kind == .shelf { #expect(examined.requests.last?.url.path == "/logout") }
  }

  @Test("nothing is sent that changes anything", arguments: Sample.all)
  func readsOnly(_ sample: Sample) async throws {
    let examined = try await examine(sample) {
      $0.username = sample.username
      $0.password = sample.password
    }
    let reads = ["/api/channels", "/api/videos/query"]
    let accounts = ["/login", "/logout", "/api/auth/login"]
    let others = examined.requests.filter { $0.method != .get && !(reads + accounts).contains($0.url.path) }
    #expect(others.map(\.url.path) == [])
    #expect(examined.requests.count > 3)
  }

  @Test("the expected service is asked for first, and no other")
  func expectedFirst() async throws {
    let examined = try await examine(.hub) { $0.service = .hub }
    #expect(examined.requests.first?.url.path == "/health")
    #expect(examined.report.service == "MeTube Hub")
  }

  @Test(
    "a version before 2.26 is a warning, and one that cannot be read too; one before 2.20 is a problem",
    arguments: [("2.25.1", Doctor.Finding.State.warning), ("next", .warning), ("2.19.0", .problem), ("1.0", .problem)])
  func version(_ version: String, _ expected: Doctor.Finding.State) async throws {
    let examined = try await examine(
      .shelf,
      change: { _, response in
        let body = String(decoding: response.body, as: UTF8.self)
        response.body = Data(body.replacingOccurrences(of: "2.36.0", with: version).utf8)
      })
    #expect(examined.states("version") == [expected])
    #expect(examined.report.isHealthy == (expected == .warning))
  }

  @Test(
    "an old Audiobookshelf is healthy with a warning that says what it lacks, and from 2.26.3 on without",
    arguments: [
      ("2.20.0", Doctor.Finding.State.warning, "before 2.26 a sign-in cannot be renewed"),
      ("2.25.1", .warning, "before 2.26 a sign-in cannot be renewed"),
      ("2.26.0", .warning, "before 2.26.3 podcasts play by addresses that hold the token"),
      ("2.26.1", .warning, "before 2.26.3 podcasts play by addresses that hold the token"),
      ("2.26.2", .warning, "before 2.26.3 podcasts play by addresses that hold the token"),
      ("2.26.3", .ok, "is supported"),
    ])
  func oldShelf(_ version: String, _ expected: Doctor.Finding.State, _ words: String) async throws {
    let sample = Sample.shelf(of: version)
    let examined = try await examine(sample) {
      $0.username = sample.username
      $0.password = sample.password
    }
    #expect(examined.states("version") == [expected])
    #expect(examined.text("version").contains(words), "\(examined.text("version"))")
    #expect(examined.text("version").contains(version))
    #expect(Set(examined.states("route")) == [.ok], "\(examined.report.text())")
    #expect(examined.report.isHealthy)
  }

  @Test("plain http at home is in order")
  func plainHTTP() async throws {
    let respond: @Sendable (HTTPRequest, inout HTTPResponse) throws -> Void = { request, _ in
      if request.url.scheme == "https" { throw TransportFailure.notTLS }
    }
    let examined = try await examine(.shelf, at: "nas.local:13378", change: respond)
    #expect(examined.report.server == "http://nas.local:13378")
    #expect(examined.states("connection") == [.ok])
    #expect(examined.text("connection").contains("nothing speaks TLS there"))
    #expect(examined.report.isHealthy)
  }

  @Test("a Shelf below its usual path is found there")
  func subPath() async throws {
    let examined = try await examine(
      .shelf,
      change: { request, response in
        if !request.url.path.hasPrefix("/audiobookshelf") { response = .page(404) }
      })
    #expect(examined.report.service == "Audiobookshelf")
    #expect(examined.report.isHealthy, "\(examined.report.text())")
  }
}
