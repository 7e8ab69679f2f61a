import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Refusals, in all four shapes")
struct RefusalTests {
  private func vault(_ transport: any Transport) async throws -> VaultService {
    let vault = VaultService(
      server: .fake, transport: transport, environment: .manual(clock: ManualClock(passing: .everything)))
    try await vault.client.session.adopt(
      Credentials(account: "1", name: "alice", access: Secret("a-secret-token")),
      generation: vault.client.session.currentGeneration())
    return vault
  }

  private func error(_ response: HTTPResponse) async throws -> ClientError? {
    let transport = FakeTransport()
    transport.alwaysAnswer(.vaultListsCreate, with: response)
    let vault = try await vault(transport)
    return await Fixture.error { _ = try await vault.lists.create(ListDraft(name: "Weekend")) }
  }

  @Test("the server's keys for other services are in no error")
  func upstreamKeys() async throws {
    for text in [
      "401 Client Error for url: https://tmdb.example/3/find/tt1?api_key=dummy-secret&x=1",
      "Max retries exceeded with url: /3/find/tt1?APIKEY=dummy-secret (Caused by …)",
    ] {
      for status in [400, 500] {
        let error = try #require(try await error(.json(["detail": .string(text)], status: status)))
        #expect(error.serverMessage?.isEmpty == false && !"\(error)".contains("dummy-secret"))
      }
    }
  }

  @Test("a text, a list of faults, a limit, and plain text that is no JSON")
  func shapes() async throws {
    let text = try await error(.json(["detail": "A list with this name already exists"], status: 400))
    #expect(text?.kind == .conflict && text?.serverMessage == "A list with this name already exists")
    let limit = try await error(.json(["error": "Rate limit exceeded: 10 per 1 minute"], status: 429))
    #expect(limit?.kind == .rateLimited && limit?.retryAt != nil)
    let plain = try await error(.text("Internal Server Error", status: 500))
    #expect(plain?.kind == .server && plain?.serverMessage == "Internal Server Error")
    let faults = try await error(
      .json(
        [
          "detail": [
            ["type": "string_type", "loc": ["body", "name"], "msg": "Input should be a valid string", "input": 5],
            ["type": "missing", "loc": ["body", "items", 0, "item_id"], "msg": "Field required", "input": [:]],
          ]
        ], status: 422))
    #expect(faults?.kind == .invalidRequest && faults?.status == 422)
    #expect(faults?.serverMessage == "Input should be a valid string")
    #expect(faults?.invalidFields == ["body.name", "body.items.0.item_id"])
    #expect(text?.invalidFields == [])
  }

  @Test("the fake's faults are named, all of them")
  func named() async throws {
    let fixture = try await Fixture.signedIn()
    let error = await Fixture.error { _ = try await fixture.vault.lists.targets(for: 1, page: 1, size: 1) }
    #expect(error == nil)
    let endpoint = Endpoint<Void>.done(
      "test.login", .post, path: ["api", "auth", "login"], body: .json(["username": 5]), traits: .authentication)
    let faults = await Fixture.error { try await fixture.vault.client.send(endpoint) }
    #expect(faults?.invalidFields == ["body.username", "body.password"])
  }

  @Test("the text of a hostile 422 is not passed on")
  func hostile() async throws {
    let places: [JSONValue] = [
      ["body", "a-secret-token"], ["body", "<script>"], ["body", .string(String(repeating: "a", count: 500))], [],
      "body",
      ["body", [:]], .null, ["body", "Ünï"], .array(Array(repeating: "x", count: 99)),
    ]
    let body: JSONValue = [
      "detail": .array(places.map { ["loc": $0, "msg": "a-secret-token is wrong", "input": "a-secret-token"] })
    ]
    let error = try #require(try await error(.json(body, status: 422)))
    #expect(error.kind == .invalidRequest)
    #expect(error.invalidFields == [])
    #expect(!error.description.contains("a-secret-token"))
    #expect(error.serverMessage?.contains("a-secret-token") != true)
  }

  private static let refusals: [Recording] = {
    let contract = [
      ("error_401_bad_token", "GET", "/api/auth/me", 401), ("error_403_no_header", "GET", "/api/auth/me", 403),
      ("error_422_missing_field", "POST", "/api/auth/login", 422),
      ("error_429_rate_limit", "POST", "/api/auth/login", 429),
    ]
    let shown = contract.compactMap { name, method, path, status in
      (try? VaultDocument.body(name)).map { Recording(name: name, method, path, body: $0, status: status) }
    }
    let recorded = ((try? Recording.all()) ?? []).filter { recording in
      recording.status >= 400 && recording.wire?.object != nil && RecordingTests.route(of: recording) != nil
    }
    return shown + recorded
  }()

  @Test("each member of each refusal, spoilt in six ways: an error all the same, and no sign-in ends by it")
  func spoilt() async throws {
    #expect(Self.refusals.count > 60)
    var cases = 0
    for refusal in Self.refusals {
      guard let wire = refusal.wire, let (route, call, _) = RecordingTests.route(of: refusal) else { continue }
      for path in wire.memberPaths() {
        guard let value = wire[path] else { continue }
        for spoiling in Spoiling.allCases {
          cases += 1
          let body = wire.replacing(path, with: spoiling.value(insteadOf: value))
          let spoilt = refusal.answering(body, status: refusal.status)
          let vault = try await vault(RecordingPlayer(spoilt.response))
          let error = await Fixture.error { _ = try await route.play(vault, call) }
          #expect(error != nil, "\(refusal.name) \(JSONValue.name(path)) \(spoiling)")
          #expect(error?.kind != .undecodable, "\(refusal.name): a refusal is no answer that cannot be read")
          if body["detail"]?.string == nil {
            let status = try await vault.account.status()
            #expect(status == .signedIn(account: "1", name: "alice"), "\(refusal.name) \(spoiling)")
          }
        }
      }
    }
    #expect(cases > 500, "\(cases)")
  }

  @Test("a wrong password for another account leaves the one that is signed in alone")
  func otherAccount() async throws {
    let fixture = try await Fixture.signedIn()
    let statuses = Recorder<AccountSession.Status>()
    let token = fixture.vault.account.observeStatus { statuses.add($0) }
    #expect(
      await Fixture.kind { try await fixture.vault.account.signIn(username: "bob", password: "wrong") } == .signedOut)
    fixture.server.setActive(false, for: "bob")
    #expect(
      await Fixture.kind {
        try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
      } == .signedOut)
    #expect(try await fixture.vault.account.status() == .signedIn(account: "1", name: "alice"))
    #expect(statuses.values == [])
    #expect(try await fixture.vault.account.me().username == "alice")
    token.cancel()
  }
}

@Suite("Routes that are broken today")
struct BrokenRouteTests {
  private static let mended:
    [(BrokenRoute, OperationID, JSONValue, Int, @Sendable (VaultService) async throws -> Bool)] = [
      (
        .createMovie, .vaultMoviesCreate, ["id": 9, "title": "New", "imdb_id": "tt9999999"], 201,
        { try await $0.movies.create(MovieFields(title: "New", imdbID: "tt9999999")).id == 9 }
      ),
      (
        .createSeries, .vaultSeriesCreate, ["id": 8, "title": "New", "imdb_id": "tt9999999"], 201,
        { try await $0.series.create(title: "New", imdbID: "tt9999999").id == 8 }
      ),
      (
        .linkOAuth, .vaultAccountLinkOAuth, ["message": "linked"], 200,
        {
          try await $0.account.linkOAuth()
          return true
        }
      ),
      (
        .importURL, .vaultImportsUrl, ["success": true], 200,
        {
          try await $0.imports.url("tt0501001")
          return true
        }
      ),
      (
        .importShared, .vaultImportsShared, ["success": true], 200,
        {
          try await $0.imports.shared("tt0501001")
          return true
        }
      ),
      (
        .markNotificationsSeen, .vaultNotificationsMarkAllSeen, ["message": "ok"], 200,
        {
          try await $0.notifications.markAllSeen()
          return true
        }
      ),
      (
        .unwatched, .vaultWatchlistUnwatched, ["movies": [["id": 3]], "series": []], 200,
        { try await $0.watchlist.unwatchedByServer(sortedBy: .added).movies.map(\.id) == [3] }
      ),
    ]

  @Test("work once a newer server repairs them, and name an alternative until then", arguments: mended.indices)
  func mends(_ index: Int) async throws {
    let (broken, operation, body, status, call) = Self.mended[index]
    for isMended in [true, false] {
      let transport = FakeTransport()
      let vault = VaultService(
        server: .fake, transport: transport, environment: .manual(clock: ManualClock(passing: .everything)))
      try await vault.client.session.adopt(
        Credentials(account: "1", name: "alice", access: Secret("token")),
        generation: vault.client.session.currentGeneration())
      transport.alwaysAnswer(
        operation, with: isMended ? .json(body, status: status) : .text("Internal Server Error", status: 500))
      if isMended {
        #expect(try await call(vault))
      } else {
        let error = await Fixture.error { _ = try await call(vault) }
        #expect(error?.kind == .unsupported && error?.brokenRoute == broken)
        #expect(error?.vaultText() == broken.explanation())
      }
    }
  }

  @Test("each has an explanation of its own") func explanations() {
    #expect(Set(BrokenRoute.allCases.map { $0.explanation() }).count == BrokenRoute.allCases.count)
  }
}
