import Foundation
import HubClient
import HubTesting
import MediaCore
import TestSupport
import Testing

@Suite("Every sample, and every fault in it, as the answer of a call")
struct MutatedCallTests {
  typealias Call = @Sendable (HubService, WorkerService) async -> HubError?

  struct Sample: Sendable, CustomTestStringConvertible {
    let file: String
    let operation: OperationID
    var status = 200
    /// The error of the unchanged sample; nil for success.
    var name: String?
    var message: String?
    /// Other errors that a faulty answer may cause.
    var others: Set<String> = []
    /// The members that an answer must have.
    var required: [String] = []
    let call: Call

    var testDescription: String { file }
  }

  static let feed: Call = { hub, _ in await ErrorTests.Case.feed(hub) }
  static let reconcile: Call = { hub, _ in await ErrorTests.Case.reconcile(hub) }
  static let health: Call = { hub, _ in await ErrorTests.Case.health(hub) }
  static let details: Call = { hub, _ in
    await hubError { () async throws(HubError) in try await hub.health.details() }
  }
  static let query: Call = { _, worker in
    await hubError { () async throws(HubError) in try await worker.api.videos(WorkerVideoQuery()) }
  }

  static let samples: [Sample] =
    ["feed-edge-cases", "feed-empty", "feed-first-page", "feed-legacy-no-cursor", "feed-page-after-cursor"].map {
      Sample(file: $0, operation: .hubFeedPage, required: ["videos"], call: feed)
    }
    + ["reconcile-none", "reconcile-ok"].map {
      Sample(file: $0, operation: .hubReconcileRun, required: ["newVideosCount"], call: reconcile)
    } + [
      Sample(file: "health-ok", operation: .hubHealthCheck, call: health),
      Sample(file: "health-legacy-minimal", operation: .hubHealthCheck, call: health),
      Sample(file: "health-details-quota-exceeded", operation: .hubHealthDetails, call: details),
      Sample(
        file: "health-unhealthy-503", operation: .hubHealthCheck, status: 503, name: "serverUnhealthy",
        message: "Database connection failed", call: health),
      Sample(
        file: "error-404-user-not-found", operation: .hubFeedPage, status: 404, name: "userNotFound",
        message: "User not found", others: ["invalidURL"], call: feed),
      Sample(
        file: "error-404-user-not-found", operation: .hubReconcileRun, status: 404, name: "userNotFound",
        message: "User not found", others: ["invalidURL"], call: reconcile),
      Sample(
        file: "problem-500-reconcile", operation: .hubReconcileRun, status: 500, name: "reconciliationFailed",
        message: "Failed to reconcile channels", call: reconcile),
      Sample(
        file: "register-ok", operation: .hubChannelsRegister,
        call: { hub, _ in await ErrorTests.Case.register(hub) }),
      Sample(file: "worker-videos-query", operation: .workerVideosQuery, required: ["videos"], call: query),
    ]

  @Test("all samples are here")
  func complete() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/contracts/hub")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    #expect(Set(files.map { String($0.dropLast(5)) }) == Set(Self.samples.map(\.file)))
    #expect(files.count == 15)
  }

  @Test("each ends as it should, with the server's words", arguments: samples)
  func asItIs(_ sample: Sample) async throws {
    let error = try await outcome(of: sample, Fixture.data(sample.file))
    #expect(error?.name == sample.name)
    #expect(error?.clientError.serverMessage == sample.message)
    #expect(error?.clientError.status == (sample.name == nil ? nil : sample.status))
  }

  @Test("with any member missing, null or of another kind it is taken or refused in its own terms", arguments: samples)
  func mutated(_ sample: Sample) async throws {
    let original = try JSONValue(parsing: Fixture.data(sample.file))
    for path in original.paths() {
      for replacement in MutationTests.replacements {
        let error = try await outcome(of: sample, original.replacing(path, with: replacement).serialized())
        let mayFail = sample.required.contains(JSONValue.name(path))
        let allowed = sample.others.union(mayFail ? ["decodingError"] : []).union(sample.name.map { [$0] } ?? [])
        if let error { #expect(allowed.contains(error.name), "\(path) \(String(describing: replacement)) \(error)") }
        if sample.name != nil { #expect(error != nil, "\(path) \(String(describing: replacement))") }
      }
    }
  }

  @Test("another body altogether, or half of one, is refused in its own terms", arguments: samples)
  func otherBodies(_ sample: Sample) async throws {
    let half = try Data(Fixture.data(sample.file).prefix(20))
    let bodies = ["", "null", "7", "\"x\"", "[]", "[[]]", "{}", "plain words", "<html>", "\u{0}", "{\"message\":"]
    for body in bodies.map({ Data($0.utf8) }) + [half] {
      let error = try await outcome(of: sample, body)
      let allowed = sample.others.union(
        sample.name.map { [$0] } ?? ["decodingError", "invalidResponse", "registrationFailed"])
      let text = String(decoding: body, as: UTF8.self)
      if let error { #expect(allowed.contains(error.name), "\(text) \(error)") }
      if !sample.required.isEmpty || sample.name != nil { #expect(error != nil, "\(text)") }
    }
  }

  @Test(
    "healthy is status 200, whatever the body says",
    arguments: [
      (200, "Healthy", HealthStatus.healthy), (200, "Degraded\n", .degraded), (200, "", nil), (200, "OK", nil),
      (200, "[]", nil), (200, #"{"status":"unhealthy"}"#, .unhealthy),
    ])
  func healthForms(_ status: Int, _ body: String, _ word: HealthStatus?) async throws {
    let transport = FakeTransport()
    transport.alwaysAnswer(
      .hubHealthCheck,
      with: HTTPResponse(status: status, fields: ["Content-Type": "text/plain"], body: Data(body.utf8)))
    #expect(try await Self.hub(transport).health.check().status == word)
  }

  @Test(
    "any other status is not healthy, whatever the body says",
    arguments: [(503, "Unhealthy"), (503, ""), (204, ""), (201, "Healthy"), (500, "Healthy"), (429, "")])
  func sick(_ status: Int, _ body: String) async throws {
    let transport = FakeTransport()
    transport.alwaysAnswer(
      .hubHealthCheck,
      with: HTTPResponse(status: status, fields: ["Content-Type": "text/plain"], body: Data(body.utf8)))
    let error = try await ErrorTests.Case.health(Self.hub(transport)).orThrow()
    #expect(error.name == "serverUnhealthy" && error.clientError.status == status)
  }

  private func outcome(of sample: Sample, _ body: Data) async throws -> HubError? {
    let transport = FakeTransport()
    transport.alwaysAnswer(
      sample.operation,
      with: HTTPResponse(status: sample.status, fields: ["Content-Type": "application/json"], body: body))
    let worker = WorkerService(server: .fake, transport: transport, environment: .manual(clock: Self.clock()))
    return await sample.call(try Self.hub(transport), worker)
  }

  private static func clock() -> ManualClock { ManualClock(passing: .everything) }

  private static func hub(_ transport: any Transport) throws -> HubService {
    HubService(
      server: .fake, user: try HubUserID(HubHarness.user).orThrow(), transport: transport,
      environment: .manual(clock: clock()))
  }
}
