import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@Suite("The transport of FakeShelfServer")
struct ShelfTransportTests {
  private let clock = ManualClock()
  private let server: FakeShelfServer
  private let transport: any Transport

  init() {
    server = FakeShelfServer(clock: clock)
    transport = server.transport
  }

  private func request(_ method: String, _ path: String, body: String? = nil, token: String? = nil) throws
    -> HTTPRequest
  {
    let url = try #require(URL(string: "http://shelf.test\(path)"))
    var request = HTTPRequest(method: HTTPMethod(rawValue: method), url: url, body: body.map { Data($0.utf8) })
    if let token { request.fields["Authorization"] = "Bearer \(token)" }
    request.fields["x-return-tokens"] = "true"
    request.fields["Content-Type"] = "application/json"
    return request
  }

  private func signIn() async throws -> String {
    let body = #"{"username":"grace","password":"battery staple"}"#
    let answer = try await transport.send(try request("POST", "/login", body: body))
    return try #require(try JSONValue(parsing: answer.body)["user"]?["accessToken"]?.string)
  }

  /// Opens a socket and signs it in; both first answers are taken.
  private func openSocket(_ token: String) async throws -> String {
    let opened = try await transport.send(try request("GET", "/socket.io/?EIO=4&transport=polling"))
    let id = try #require(try JSONValue(parsing: Data(opened.body.dropFirst()))["sid"]?.string)
    let path = "/socket.io/?EIO=4&transport=polling&sid=\(id)"
    _ = try await transport.send(try request("POST", path, body: "40\u{1e}42[\"auth\",\"\(token)\"]"))
    let frames = try await transport.send(try request("GET", path)).body
    #expect(String(decoding: frames, as: UTF8.self).split(separator: "\u{1e}").count == 2)
    return path
  }

  @Test("a poll waits for the next event")
  func pollWaits() async throws {
    let token = try await signIn()
    let path = try await openSocket(token)
    let poll = Task { try await transport.send(try request("GET", path)) }
    #expect(await eventually { server.waitingPolls == 1 })
    let item = try #require(ShelfWorld.sample.itemID(titled: "Field Notes"))
    let body = #"{"currentTime":7}"#
    _ = try await transport.send(try request("PATCH", "/api/me/progress/\(item)", body: body, token: token))
    let frame = String(decoding: try await poll.value.body, as: UTF8.self)
    #expect(frame.hasPrefix("42[\"user_updated\","))
    #expect(frame.contains("\"currentTime\":7"))
  }

  @Test("a poll without an event ends with a ping after 25 seconds")
  func pollPings() async throws {
    let path = try await openSocket(try await signIn())
    let poll = Task { try await transport.send(try request("GET", path)) }
    #expect(await eventually { server.waitingPolls == 1 })
    await clock.advance(by: .seconds(25))
    #expect(try await poll.value.body == Data("2".utf8))
  }

  @Test("the offer of a websocket is refused at once, for a client goes on polling after that")
  func websocket() async throws {
    let path = try await openSocket(try await signIn())
    let offer = path.replacingOccurrences(of: "transport=polling", with: "transport=websocket")
    let answer = try await transport.send(try request("GET", offer))
    #expect(answer.status == 400)
    #expect(try JSONValue(parsing: answer.body)["code"] == 3)
  }

  @Test("a cancelled poll ends, and so does one of a socket that a restart took away")
  func pollEnds() async throws {
    let token = try await signIn()
    let path = try await openSocket(token)
    let cancelled = Task { try await transport.send(try request("GET", path)) }
    #expect(await eventually { server.waitingPolls == 1 })
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let lost = Task { try await transport.send(try request("GET", path)) }
    #expect(await eventually { server.waitingPolls == 1 })
    server.restart()
    #expect(try await lost.value.status == 400)
  }

  @Test("a sign-in over an identity provider ends with both tokens, once, and only with its cookies")
  func openID() async throws {
    var world = ShelfWorld.sample
    world.enableOpenID()
    let server = FakeShelfServer(world: world, clock: clock)
    let query = "response_type=code&redirect_uri=audiobookshelf://oauth&code_challenge=abc&state=s1"
    let started = server.respond(to: try request("GET", "/auth/openid?\(query)"))
    #expect(started.status == 302)
    #expect(started.fields["Location"]?.contains("code_challenge=abc&code_challenge_method=S256") == true)
    let cookies = started.fields.values("Set-Cookie").compactMap { $0.split(separator: ";").first }
    let code = try #require(server.openIDCode(for: "grace"))
    let hop = server.respond(to: try request("GET", "/auth/openid/mobile-redirect?code=\(code)&state=s1"))
    #expect(hop.fields["Location"]?.hasPrefix("audiobookshelf://oauth?code=") == true)
    #expect(server.respond(to: try request("GET", "/auth/openid/mobile-redirect?code=x&state=s1")).status == 400)
    var finish = try request("GET", "/auth/openid/callback?state=s1&code=\(code)&code_verifier=v")
    #expect(String(decoding: server.respond(to: finish).body, as: UTF8.self) == "No session")
    finish.fields["Cookie"] = cookies.joined(separator: "; ")
    let user = try JSONValue(parsing: server.respond(to: finish).body)["user"]
    #expect(user?["username"] == "grace")
    #expect(user?["refreshToken"]?.string?.split(separator: ".").count == 3)
    #expect(server.respond(to: finish).status == 400)
    let refused = server.respond(to: try request("GET", "/auth/openid?response_type=code&redirect_uri=evil://x"))
    #expect(String(decoding: refused.body, as: UTF8.self) == "Invalid redirect_uri")
  }
}
