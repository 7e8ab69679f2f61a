import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

@Suite("Recording and playing again")
struct CassetteTests {
  private let server = FakeTransport()

  private func request(_ operation: OperationID, _ path: String = "x", fields: HTTPFields = [:], body: JSONValue? = nil)
    throws
    -> HTTPRequest
  {
    let url = try #require(URL(string: "https://nas.local/\(path)?token=query-secret"))
    return HTTPRequest(
      method: body == nil ? .get : .post, url: url, fields: fields, body: body?.serialized(), operation: operation)
  }

  @Test("what was recorded plays again, exchange by exchange, and nothing else does")
  func roundTrip() async throws {
    var tagged = HTTPResponse.json(["items": [1, 2.5, "Teil.Eins.Langer-Titel.mp3", .null], "n": 5])
    tagged.fields["ETag"] = "\"1\""
    server.answer("list", with: tagged)
    server.answer("list", with: HTTPResponse(status: 304))
    server.answer("ping", with: .text("pong"))
    server.answer("gone", with: .text("Not found", status: 404))
    let recorder = RecordingTransport(server)
    let requests = try [
      request("list", "a/b"), request("list", "a/b"), request("ping"), request("gone", "Teil.Eins.Langer-Titel.mp3"),
    ]
    for request in requests { _ = try await recorder.send(request) }

    let data = try recorder.cassette.encoded()
    #expect(try recorder.cassette.encoded() == data)
    let cassette = try Cassette(decoding: data)
    #expect(cassette == recorder.cassette)
    let player = ReplayTransport(cassette)
    await #expect(throws: TransportFailure.malformed) { try await player.send(try request("list", "a/c")) }
    await #expect(throws: TransportFailure.malformed) { try await player.send(try request("list", "a/b", body: [:])) }
    await #expect(throws: TransportFailure.malformed) { try await player.send(try request("other", "a/b")) }
    let answers = try await [
      player.send(requests[2]), player.send(requests[0]), player.send(requests[1]), player.send(requests[3]),
    ]
    #expect(answers.map(\.status) == [200, 200, 304, 404])
    #expect(try JSONValue(parsing: answers[1].body) == JSONValue(parsing: tagged.body))
    #expect(answers[1].fields["ETag"] == "\"1\"" && answers[1].mediaType == "application/json")
    #expect(answers[0].body == Data("pong".utf8) && answers[3].body == Data("Not found".utf8))
    #expect(player.unused.isEmpty)
    await #expect(throws: TransportFailure.malformed) { try await player.send(requests[0]) }
  }

  @Test("secrets are gone: by name, by form, and wherever they come back")
  func scrubbing() async throws {
    let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
    server.answer(
      "login",
      with: .json([
        "user": [
          "id": "u1", "accessToken": "access-secret", "email": "ada@example.org", "seen": [.string(jwt), "plain"],
        ],
        "tokens": ["list-secret", ["deep-secret"]], "tokenCount": 2, "hasPassword": true,
      ]))
    server.answer("me", with: .text("hello access-secret, from proxy-secret-value and \(jwt)"))
    server.answer("again", with: .json(["note": "you sent pass-secret and access-secret", "echo": ["list-secret"]]))
    let recorder = RecordingTransport(server)
    _ = try await recorder.send(try request("login", body: ["username": "ada", "password": "pass-secret"]))
    _ = try await recorder.send(try request("me", fields: ["CF-Access-Client-Secret": "proxy-secret-value"]))
    _ = try await recorder.send(try request("again", "files/access-secret"))
    let text = String(decoding: try recorder.cassette.encoded(), as: UTF8.self)
    for secret in [
      "access-secret", "list-secret", "deep-secret", "pass-secret", "proxy-secret-value", "query-secret", "ada@example",
      "eyJ", "nas.local",
    ] {
      #expect(!text.contains(secret), "\(secret)")
    }
    let login = try #require(recorder.cassette.exchanges.first?.body)
    #expect(login["user"]?["id"] == "u1" && login["user"]?["accessToken"] == "scrubbed")
    #expect(login["user"]?["seen"] == ["scrubbed", "plain"])
    #expect(login["tokenCount"] == 2 && login["hasPassword"] == true)
    var dumped = ""
    dump(recorder, to: &dumped)
    #expect(!dumped.contains("pass-secret") && !dumped.contains("access-secret"))
  }

  @Test("a secret that only a later exchange gives away is taken out of earlier ones")
  func hindsight() async throws {
    server.answer("me", with: .text("session opaque-token-77"))
    server.answer("login", with: .json(["refreshToken": "opaque-token-77"]))
    let recorder = RecordingTransport(server)
    _ = try await recorder.send(try request("me"))
    _ = try await recorder.send(try request("login"))
    #expect(recorder.cassette.exchanges.first?.text == "session •••")
  }

  @Test("a failure is passed on and not recorded")
  func failures() async throws {
    server.answer("a") { _ in throw TransportFailure.timedOut }
    let recorder = RecordingTransport(server)
    await #expect(throws: TransportFailure.timedOut) { try await recorder.send(try request("a")) }
    #expect(recorder.cassette.exchanges.isEmpty)
  }

  @Test("ready-made answers say what they are")
  func making() {
    #expect(HTTPResponse.json(["a": 1]).mediaType == "application/json" && HTTPResponse.json([]).status == 200)
    #expect(HTTPResponse.text("x", status: 404).status == 404 && HTTPResponse.text("x", type: nil).mediaType == nil)
    #expect(HTTPResponse.loginPage.mediaType == "text/html" && HTTPResponse.loginPage.isSuccess)
  }
}
