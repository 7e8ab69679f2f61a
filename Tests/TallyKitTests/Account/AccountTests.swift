import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("Signing in and out")
struct AccountTests {
  @Test("wrong credentials are a refused sign-in, although the server calls them a bad request")
  func wrongPassword() async throws {
    let bench = try await Bench(signedIn: false)
    let error = await #expect(throws: ClientError.self) {
      try await bench.tally.account.signIn(email: TallyWorld.sampleEmail, password: "wrong-password")
    }
    #expect(error?.kind == .signedOut)
    #expect(error?.detail == AccountDetail.badCredentials)
    let short = await #expect(throws: ClientError.self) {
      try await bench.tally.account.signIn(email: TallyWorld.sampleEmail, password: "short")
    }
    #expect(short?.kind == .invalidRequest)
    #expect(short?.detail == "VALIDATION_ERROR: password")
    #expect(try await bench.tally.account.status() == .signedOut)
  }

  @Test(
    "a sign-in whose answer comes after another sign-in, or after a sign-out, signs nobody in",
    arguments: [true, false])
  func late(isAnother: Bool) async throws {
    let bench = try await Bench(signedIn: !isAnother)
    let hold = HoldTransport(bench.server.transport)
    let slow = TallyService(server: .fake, transport: hold, environment: bench.environment)
    hold.hold(.tallyAccountSignIn)
    let late = Task {
      await #expect(throws: ClientError.self) {
        try await slow.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
      }
    }
    #expect(await eventually { hold.count == 1 })
    if isAnother {
      try await bench.tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    } else {
      try await bench.tally.account.signOut(pending: .keep)
    }
    hold.release()
    #expect(await late.value?.detail == ClientError.Detail.accountChanged)
    let name: String? =
      switch try await bench.tally.account.status() {
      case .signedIn(_, let name): name
      default: nil
      }
    #expect(name == (isAnother ? TallyWorld.otherEmail : nil))
  }

  @Test("the end of a sign-in is read from its token, also after a relaunch")
  func expiry() async throws {
    let bench = try await Bench()
    let end = bench.clock.now() + 3600
    let read = try #require(await bench.tally.account.expiresAt())
    #expect(abs(read.timeIntervalSince(end)) < 1)
    #expect(await bench.relaunched().account.expiresAt() == read)
    try await bench.tally.account.signOut(pending: .discard)
    #expect(await bench.tally.account.expiresAt() == nil)
  }

  @Test("registering says what is wrong: taken, waiting for the e-mail, or not valid")
  func registering() async throws {
    let bench = try await Bench(signedIn: false)
    let taken = await #expect(throws: ClientError.self) {
      try await bench.tally.account.register(email: TallyWorld.sampleEmail, password: "long-enough")
    }
    #expect(taken?.kind == .conflict)
    let user = try await bench.tally.account.register(email: "new@example.org", password: "long-enough")
    #expect(try await bench.tally.account.status() == .signedIn(account: user.id.rawValue, name: "new@example.org"))
    let waiting = try await Bench(settings: .init(confirmsEmail: true), signedIn: false)
    let pending = await #expect(throws: ClientError.self) {
      try await waiting.tally.account.register(email: "new@example.org", password: "long-enough")
    }
    #expect(pending?.detail == AccountDetail.confirmationPending)
  }

  @Test("the server's own sign-in signs nobody in")
  func otherSignIn() async throws {
    let bench = try await Bench(signedIn: false)
    let account = try await bench.tally.users.signUp(
      email: "s@example.org", password: "sixsix", displayName: "S", avatarUrl: nil)
    #expect(account.email == "s@example.org")
    #expect(try await bench.tally.account.status() == .signedOut)
    let wrong = await #expect(throws: ClientError.self) {
      try await bench.tally.users.logIn(email: "s@example.org", password: "wrong")
    }
    #expect(wrong?.status == 401)
    #expect(wrong?.kind == .signedOut)
    let repeated = await #expect(throws: ClientError.self) {
      try await bench.tally.users.signUp(email: "s@example.org", password: "sixsix", displayName: "S", avatarUrl: nil)
    }
    #expect(repeated?.detail == "VALIDATION_ERROR")
  }

  @Test("a token that ran out makes the sign-in expired and keeps what waits")
  func runOut() async throws {
    let bench = try await Bench()
    bench.faults.isDown = true
    _ = try await bench.tally.progressStore.setWatched(upTo: 5, season: 2, of: 520_100).written()
    bench.faults.isDown = false
    bench.server.revokeAllTokens()
    let error = await #expect(throws: ClientError.self) { try await bench.tally.watchlist.stats() }
    #expect(error?.kind == .signedOut)
    guard case .expired = try await bench.tally.account.status() else {
      Issue.record("not expired")
      return
    }
    #expect(try await bench.tally.progressStore.progress(of: 520_100)?.states.lastWatched(season: 2) == 5)
    try await bench.signIn()
    await bench.tally.queue.flush()
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == [1, 2, 3, 4, 5])
  }

  @Test("a page with 401 from something in front of the server ends no sign-in")
  func foreignRefusal() async throws {
    let bench = try await Bench()
    bench.faults.fail(.tallyWatchlistStats, with: .status(401))
    let error = await #expect(throws: ClientError.self) { try await bench.tally.watchlist.stats() }
    #expect(error?.status == 401)
    #expect(try await bench.tally.account.status() == .signedIn(account: bench.user, name: TallyWorld.sampleEmail))
    #expect(try await bench.tally.watchlist.stats().totalShows > 0)
  }

  static let sentence = "Invalid or expired token. Please login again."
  static let foreign: [(status: Int, body: JSONValue)] = [
    (401, ["error": "Unauthorized"]), (401, ["success": false, "error": "Invalid or expired token"]),
    (401, ["error": "UNAUTHORIZED", "message": "jwt expired"]), (401, ["detail": .string(sentence)]),
    (401, ["success": false, "error": .string(sentence + " "), "details": "gateway"]),
    (401, ["success": false, "error": .string(sentence.lowercased())]),
    (401, ["success": false, "error": ["message": .string(sentence)]]),
    (403, ["success": false, "error": .string(sentence)]), (400, ["success": false, "error": .string(sentence)]),
    (200, ["success": false, "error": .string(sentence)]),
  ]

  @Test("no answer but the server's own sentences with 401 ends a sign-in", arguments: foreign.indices)
  func foreignSentence(index: Int) async throws {
    let bench = try await Bench()
    let answer = Self.foreign[index]
    let tally = bench.relaunched(
      ClosureTransport { request in
        request.operation == .tallyWatchlistStats
          ? .json(answer.body, status: answer.status) : try await bench.faults.send(request)
      })
    await #expect(throws: ClientError.self) { try await tally.watchlist.stats() }
    #expect(try await tally.account.status() == .signedIn(account: bench.user, name: TallyWorld.sampleEmail))
  }

  @Test(
    "each of the server's own sentences with 401 ends it",
    arguments: ["Authorization token required. Please provide a valid Bearer token.", sentence])
  func ownSentence(text: String) async throws {
    let bench = try await Bench()
    let tally = bench.relaunched(
      ClosureTransport { request in
        request.operation == .tallyWatchlistStats
          ? .json(["success": false, "error": .string(text)], status: 401) : try await bench.faults.send(request)
      })
    await #expect(throws: ClientError.self) { try await tally.watchlist.stats() }
    #expect(try await tally.account.status() == .expired(account: bench.user, name: TallyWorld.sampleEmail))
  }

  @Test("a second process shows the country that the app has stored since, and none of its own")
  func countryInASecondProcess() async throws {
    let bench = try await Bench(signedIn: false)
    let widget = TallyService(reading: .fake, environment: bench.environment)
    let published = Locked<[String]>([])
    let token = widget.country.observe { code in published.withLock { $0.append(code) } }
    #expect(widget.country.current == "US")
    bench.tally.country.set("BR")
    #expect(widget.country.current == "BR")
    widget.country.set("JP")
    #expect(widget.country.current == "BR")
    #expect(published.withLock { $0 } == [])
    bench.tally.country.set("DE")
    #expect(widget.country.current == "DE")
    token.cancel()
  }

  @Test("one country for all, kept over launches and published to observers")
  func country() async throws {
    let store = FileKeyValueStore(environment: .manual())
    let preference = CountryPreference(store: store)
    #expect(preference.current == "US")
    #expect(CountryPreference.all == ["US", "GB", "CA", "AU", "DE", "FR", "JP", "KR", "IN", "BR"])
    let published = Locked<[String]>([])
    let token = preference.observe { code in published.withLock { $0.append(code) } }
    preference.set("au")
    preference.set("AU")
    #expect(store.string(forKey: "user_country") == "AU")
    #expect(published.withLock { $0 } == ["AU"])
    token.cancel()
    preference.current = "JP"
    #expect(published.withLock { $0 } == ["AU"])
    let bench = try await Bench(signedIn: false)
    bench.tally.country.set("BR")
    #expect(bench.relaunched().country.current == "BR")
  }
}
