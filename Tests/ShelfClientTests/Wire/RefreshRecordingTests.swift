import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Recorded renewals, as a session goes through them")
struct RefreshRecordingTests {
  static let renewals = RecordingTests.recordings.filter { $0.path == "/auth/refresh" }

  @Test("a new token is used and kept, a refusal ends the sign-in, a limit does not", arguments: renewals)
  func renewal(_ recording: Recording) async throws {
    let front = RenewingServer(recording)
    let secrets = MemorySecretStore()
    let environment = ClientEnvironment.manual(clock: ManualClock(passing: .everything), secrets: secrets)
    let shelf = ShelfService(server: .fake, transport: front, environment: environment)
    let account = recording.answer?["user"]?["id"]?.string ?? "account"
    try await shelf.client.session.adopt(
      Credentials(account: account, name: "ada", access: Secret("run-out"), refresh: Secret("recorded-refresh")),
      generation: await shelf.client.session.currentGeneration())
    let result = await Task { try await shelf.account.me().username }.result
    switch recording.status {
    case 200:
      let access = try #require(recording.answer?["user"]?["accessToken"]?.string)
      #expect(try result.get() == "ada")
      #expect(front.authorizations.last == "Bearer \(access)")
      let kept = try #require(try secrets.read("shelf/\(ServerAddress.fake.key)")).reveal()
      #expect(kept.contains(access))
      // An answer without a refresh token keeps the old one.
      let refresh = recording.answer?["user"]?["refreshToken"]?.string ?? "recorded-refresh"
      #expect(kept.contains(refresh))
    case 401:
      let error = try await failure { try result.get() }
      #expect(error.kind == .signedOut)
      #expect(try await shelf.account.status() == .expired(account: account, name: "ada"))
    default:
      let error = try await failure { try result.get() }
      #expect(error.kind == recording.expectedKind)
      #expect(error.serverMessage == recording.expectedMessage)
      #expect(error.retryAt != nil)
      #expect(try await shelf.account.status() == .signedIn(account: account, name: "ada"))
    }
  }

  @Test("there are some of each kind")
  func kinds() {
    #expect(Set(Self.renewals.map(\.status)).isSuperset(of: [200, 401, 429]))
  }

  @Test("the comparison notices a single other value")
  func teeth() throws {
    let recording = try #require(RecordingTests.recordings.first { $0.name == "116-progress-get-after-stale-local" })
    let answer = try #require(recording.answer)
    var other = answer
    other["currentTime"] = .number((answer["currentTime"]?.double ?? 0) + 1)
    let written = try JSONValue(
      parsing: try shelfCoder.encode(try shelfCoder.decode(MediaProgress.self, from: answer.serialized())))
    #expect(written.differences(from: answer) == [])
    #expect(written.differences(from: other) == [".currentTime: another value"])
  }
}

/// Refuses the old token, answers a renewal as recorded, and accepts every other token.
private final class RenewingServer: Transport {
  private let recording: Recording
  private let seen = Locked<[String]>([])

  init(_ recording: Recording) { self.recording = recording }

  var authorizations: [String] { seen.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if request.url.path == "/auth/refresh" { return recording.response }
    if request.url.path == "/status" { return .json(RecordedServer.status) }
    let token = request.fields["Authorization"] ?? ""
    seen.withLock { $0.append(token) }
    if token == "Bearer run-out" { return .text("Unauthorized", status: 401, type: nil) }
    return .json(["id": "account", "username": "ada"])
  }
}
