import Foundation
import MediaCore
import ShelfClient
import ShelfTesting
import Testing

/// A transport as an app writes one: an in-house gateway, a proxy, a test.
struct CannedTransport: Transport {
  let answers: [OperationID: String]

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let text = answers[request.operation] else { return HTTPResponse(status: 404) }
    return HTTPResponse(status: 200, fields: ["Content-Type": "application/json"], body: Data(text.utf8))
  }
}

extension OperationID {
  /// `GET /api/me`, for an app's own purpose.
  static let appTasks = OperationID("app.tasks")
}

@Suite("What an app can do with the public API alone")
struct CustomTransportTests {
  private static let answers: [OperationID: String] = [
    .shelfAccountSignIn: #"{"user":{"id":"u1","username":"ada","accessToken":"a","refreshToken":"r"}}"#,
    .shelfLibrariesAll: #"{"libraries":[{"id":"l1","name":"Podcasts","mediaType":"podcast"}]}"#,
    .shelfLibrariesRecentEpisodes:
      #"{"episodes":[{"id":"e1","libraryItemId":"i1","title":"Radio","duration":100}],"limit":25,"page":0}"#,
    .shelfProgressAll:
      #"{"mediaProgress":[{"id":"p1","libraryItemId":"i1","episodeId":"e1","currentTime":25,"duration":100}]}"#,
  ]

  @Test("a transport of a dozen lines drives a view model through its closure")
  @MainActor
  func customTransport() async throws {
    let shelf = ShelfService(
      server: .fake, transport: CannedTransport(answers: Self.answers), environment: .manual())
    try await shelf.account.signIn(username: "ada", password: "secret")
    var shown: [LatestViewModel.State] = []
    let latest = LatestViewModel(shelf: shelf)
    latest.onChange = { shown.append($0) }
    latest.load()
    await latest.settled()
    let entry = try #require(shown.last?.entries.value?.first)
    #expect(entry.title == "Radio")
    #expect(entry.progress?.fraction == 0.25)
    #expect(shown.last?.isRefreshing == false)
  }

  @Test("an observer gets the state at once and no more after its token is gone")
  @MainActor
  func observing() async throws {
    let shelf = ShelfService(
      server: .fake, transport: CannedTransport(answers: Self.answers), environment: .manual())
    try await shelf.account.signIn(username: "ada", password: "secret")
    var calls = 0
    let latest = LatestViewModel(shelf: shelf)
    var token: ObservationToken? = latest.observe { _ in calls += 1 }
    #expect(calls == 1)
    _ = token
    token = nil
    latest.load()
    await latest.settled()
    #expect(calls == 1)
    #expect(latest.state.entries.value?.count == 1)
  }

  @Test("an app's own role stands in for the SDK's")
  func ownRole() async throws {
    struct QuietServer: ServerAPI {
      func status() async throws(ClientError) -> ServerStatus {
        var status = ServerStatus()
        status.app = "audiobookshelf"
        status.serverVersion = "9.9.9"
        return status
      }
      func ping() async throws(ClientError) {}
      func healthCheck() async throws(ClientError) { throw ClientError(.server, operation: OperationID("test")) }
    }
    let transport = FakeTransport()
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual()) { $0.server = QuietServer() }
    #expect(try await shelf.server.status().serverVersion == "9.9.9")
    #expect(transport.requests.isEmpty)
  }

  @Test("an endpoint of an app's own goes through the same pipeline")
  func ownEndpoint() async throws {
    let server = FakeShelfServer()
    let shelf = ShelfService(server: .fake, transport: server.transport, environment: .manual())
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    let endpoint = Endpoint<JSONValue>.json(.appTasks, path: ["api", "me"], traits: .read)
    #expect(try await shelf.client.send(endpoint)["username"]?.string == "ada")
  }
}
