import Foundation
import MediaCore
import TallyTesting
import Testing

@testable import TallyKit

@Suite("The four forms of a refusal")
struct RefusalTests {
  @Test("text without a code")
  func envelope() throws {
    let refusal = try #require(Refusal(try Fixtures.contract("error.envelope")))
    #expect(refusal.success == false)
    #expect(refusal.text?.isEmpty == false)
    #expect(refusal.code == nil)
  }

  @Test("a schema failure names the fields")
  func schema() throws {
    let refusal = try #require(Refusal(try Fixtures.contract("error.zod")))
    #expect(refusal.code == "VALIDATION_ERROR")
    #expect(refusal.text == "Invalid request data")
    #expect(refusal.fields.contains("email"))
    #expect(refusal.detail?.hasPrefix("VALIDATION_ERROR: email") == true)
  }

  @Test(
    "what is said, by form",
    arguments: [
      (#"{"error":"NOT_FOUND","message":"Route GET /x not found"}"#, "Route GET /x not found", "NOT_FOUND"),
      (
        #"{"error":"VALIDATIONERROR","message":"Invalid email or password"}"#, "Invalid email or password",
        "VALIDATIONERROR"
      ),
      (
        #"{"success":false,"error":"Failed to generate TV guide","message":"startDate.split is not a function"}"#,
        "Failed to generate TV guide", nil
      ),
      (
        #"{"success":false,"error":"Validation failed","details":"email: A user with this email already exists","code":"VALIDATION_ERROR"}"#,
        "email: A user with this email already exists", "VALIDATION_ERROR"
      ),
      (#"{"error":"TMDB_UNAVAILABLE"}"#, "TMDB_UNAVAILABLE", "TMDB_UNAVAILABLE"),
    ] as [(String, String, String?)])
  func texts(_ body: String, _ text: String, _ code: String?) throws {
    let refusal = try #require(Refusal(Data(body.utf8)))
    #expect(refusal.text == text)
    #expect(refusal.code == code)
  }

  @Test("what is none of the server's stays with the core", arguments: ["<html></html>", "", "[]", #"{"ok":true}"#])
  func others(_ body: String) { #expect(Refusal(Data(body.utf8)) == nil) }

  @Test("an answer that says it is none is an error, whatever its status")
  func falseSuccess() async throws {
    let transport = FakeTransport()
    transport.answer(.tallyServerJoinWaitlist, with: .json(["success": false, "error": "Closed"]))
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    let error = await #expect(throws: ClientError.self) {
      try await tally.server.joinWaitlist(email: "a@b.c", country: nil)
    }
    #expect(error?.serverMessage == "Closed")
    #expect(transport.problems == [])
  }

  @Test("a crash of the server for a body it cannot read is reported once and not repeated")
  func crash() async throws {
    let transport = FakeTransport()
    let crash: JSONValue = ["error": "INTERNAL_SERVER_ERROR", "message": "Unexpected token"]
    transport.answer(.tallyServerJoinWaitlist, with: .json(crash, status: 500))
    let tally = TallyService(
      server: .fake, transport: transport, environment: .manual(clock: ManualClock(passing: .everything)))
    let error = await #expect(throws: ClientError.self) {
      try await tally.server.joinWaitlist(email: "a@b.c", country: nil)
    }
    #expect(error?.kind == .server)
    #expect(error?.status == 500)
    #expect(error?.detail == "INTERNAL_SERVER_ERROR")
    #expect(transport.requests.count == 1)
  }

  @Test("one that asks to wait keeps the time to come back, whatever it says besides")
  func wait() async throws {
    let transport = FakeTransport()
    let clock = ManualClock()
    transport.alwaysAnswer(
      .tallyServerJoinWaitlist,
      with: with(.json(["success": false, "error": "Slow down"], status: 429)) { $0.fields["Retry-After"] = "90" })
    let tally = TallyService(server: .fake, transport: transport, environment: .manual(clock: clock))
    let error = await #expect(throws: ClientError.self) {
      try await tally.server.joinWaitlist(email: "a@b.c", country: nil)
    }
    #expect(error?.kind == .rateLimited && error?.retryAt == clock.now() + 90)
    #expect(error?.serverMessage == "Slow down")
  }

  @Test("a refusal that repeats the token says it nowhere")
  func echoedToken() async throws {
    let transport = FakeTransport()
    transport.alwaysAnswer(
      .tallyUserProfile,
      with: .json(["error": "VALIDATION_ERROR", "message": "no: Bearer a-secret-token"], status: 400))
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    try await tally.client.session.adopt(
      Credentials(account: "1", name: "ada", access: Secret("a-secret-token")),
      generation: tally.client.session.currentGeneration())
    let error = await #expect(throws: ClientError.self) { try await tally.users.profile() }
    #expect(error?.serverMessage == "no: •••")
    #expect(error.map { "\($0)".contains("a-secret-token") } == false)
  }

  @Test("a refusal whose code or field is the token in another form names neither")
  func echoedCode() async throws {
    let hex = "a-secret-token".utf8.map { String(format: "%02X", $0) }.joined()
    let transport = FakeTransport()
    transport.alwaysAnswer(
      .tallyUserProfile,
      with: .json(
        ["success": false, "error": "no", "code": .string(hex), "details": [["path": [.string(hex)]]]],
        status: 400))
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    try await tally.client.session.adopt(
      Credentials(account: "1", name: "ada", access: Secret("a-secret-token")),
      generation: tally.client.session.currentGeneration())
    let error = await #expect(throws: ClientError.self) { try await tally.users.profile() }
    #expect(error?.kind == .invalidRequest && error?.detail == nil)
  }

  @Test("a text of 64 KB is cut before secrets are looked for, and a divided word goes")
  func longText() async throws {
    let words = String(repeating: "no entry ", count: 7000)
    #expect(try await message(words) == String(words.prefix(300)))
    let single = String(repeating: "a", count: 60_000)
    #expect(try await message(single) == "•••")
    #expect(try await message("wrong " + single) == "wrong")
    // The text is cut before redaction, which shortens it: half a secret at the cut must not be shown.
    let hidden = String(repeating: "Bearer a-secret-token, ", count: 26)
    let echoed = try await message(hidden + single)
    #expect(!echoed.contains("a-sec"))
    let family = try await message("👨‍👩‍👧" + String(repeating: "\u{200D}👧", count: 7000))
    #expect(family.utf8.count < 2500)
  }

  private func message(_ text: String) async throws -> String {
    let transport = FakeTransport()
    transport.alwaysAnswer(
      .tallyUserProfile, with: .json(["error": "NOT_FOUND", "message": .string(text)], status: 400))
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    try await tally.client.session.adopt(
      Credentials(account: "1", name: "ada", access: Secret("a-secret-token")),
      generation: tally.client.session.currentGeneration())
    let error = await #expect(throws: ClientError.self) { try await tally.users.profile() }
    return try #require(error?.serverMessage)
  }

  @Test("a refusal with status 200 that repeats the password says it nowhere")
  func echoedPassword() async throws {
    for text in [#""success":false"#, #""success" : false"#] {
      let transport = FakeTransport()
      let body = #"{\#(text), "error": "harbour-lights-9 is not the password"}"#
      transport.answer(.tallyAccountSignIn, with: HTTPResponse(status: 200, body: Data(body.utf8)))
      let tally = TallyService(server: .fake, transport: transport, environment: .manual())
      let error = await #expect(throws: ClientError.self) {
        try await tally.account.signIn(email: "a@example.org", password: "harbour-lights-9")
      }
      #expect(error.map { "\($0) \($0.serverMessage ?? "")".contains("harbour") } == false)
    }
  }

  @Test("an answer of more than 64 KB is no refusal that is read, whatever its status")
  func longAnswer() async throws {
    func body(_ count: Int) -> Data {
      Data(#"{"success":false,"error":"\#(String(repeating: "no ", count: count / 3))"}"#.utf8)
    }
    #expect(Refusal(body(60_000)) != nil)
    #expect(Refusal(body(66_000)) == nil)
    let transport = FakeTransport()
    transport.answer(.tallyServerJoinWaitlist, with: HTTPResponse(status: 200, body: body(60_000)))
    transport.answer(.tallyServerJoinWaitlist, with: HTTPResponse(status: 200, body: body(66_000)))
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    for detail in ["no no", nil] {
      let error = await #expect(throws: ClientError.self) {
        try await tally.server.joinWaitlist(email: "a@b.c", country: nil)
      }
      #expect(error?.serverMessage?.prefix(5).description == detail)
    }
  }

  @Test("a code and names of fields are no longer than names are")
  func longDetail() throws {
    let code = String(repeating: "A", count: 60_000)
    let long = try #require(Refusal(["error": .string(code), "message": "no"]))
    #expect(long.code == nil)
    let issue: JSONValue = ["path": [.string(code)]]
    let many = try #require(
      Refusal(["error": "VALIDATION_ERROR", "details": .array(Array(repeating: issue, count: 500))]))
    #expect((many.detail ?? "").utf8.count < 2000)
    let short: JSONValue = ["path": ["email"]]
    let fields = try #require(
      Refusal(["error": "VALIDATION_ERROR", "details": .array(Array(repeating: short, count: 500))]))
    #expect(fields.fields.count == 20)
  }

  @Test(
    "links to pictures in all their forms",
    arguments: [
      ("/x.jpg", "https://image.tmdb.org/t/p/w92/x.jpg"), ("", nil), (nil, nil), ("/", nil),
      ("/t/p/w45/x.jpg", "https://image.tmdb.org/t/p/w45/x.jpg"),
      ("https://image.tmdb.org/t/p/w45/t/p/w92/x.jpg", "https://image.tmdb.org/t/p/w92/x.jpg"),
      ("https://cdn.example.org/a.png", "https://cdn.example.org/a.png"),
    ] as [(String?, String?)])
  func images(_ link: String?, _ url: String?) { #expect(ImageLink.logo(link)?.absoluteString == url) }

  @Test("a provider without a logo is sent with a placeholder, never with an empty one")
  func placeholder() {
    #expect(ProviderSelection(id: 2188, name: "Kanopía", logoPath: "").logoPath == "/")
    #expect(ProviderSelection(WatchProvider.samples[1]).logoPath == "/")
    #expect(ProviderSelection(id: 8, name: "Netflix", logoPath: "/n.jpg").logoPath == "/n.jpg")
  }
}
