import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("How often a sign-in is renewed")
struct RenewalBudgetTests {
  /// The most in any ten minutes, by the moments in seconds.
  private func worstWindow(_ moments: [Double]) -> Int {
    moments.map { start in moments.count { $0 >= start && $0 < start + 600 } }.max() ?? 0
  }

  @Test("at most five renewals in ten minutes, whatever they end with", arguments: [0, 1, 2, 3])
  func budget(kind: Int) async throws {
    let clock = ManualClock(passing: .everything)
    let server = TokenServer(current: 1)
    let service = TestService(server, clock: clock)
    try await service.signIn()
    let moments = Notebook<Double>()
    server.whenRenewing {
      moments.add(clock.uptime().seconds)
      switch kind {
      case 0: return .text("", status: 503)
      case 1: throw TransportFailure.timedOut
      case 2: return .loginPage
      default: return .pair(100 + moments.entries.count)  // the server refuses these tokens
      }
    }
    var limited: ClientError?
    for _ in 0..<400 {
      let error = await failure { try await service.read() }
      if error.kind == .rateLimited, limited == nil {
        limited = error
        #expect(try #require(error.retryAt) > clock.now())
        #expect(error.detail == ClientError.Detail.authenticationBudget)
        #expect(error.operation == "test.read")
      }
      try await clock.sleep(for: .seconds(5))  // the manual clock returns at once
    }
    #expect(limited != nil)
    #expect(worstWindow(moments.entries) == 4)
    #expect(moments.entries.count >= 12)
    #expect(service.stored != nil)
  }

  @Test("each attempt of a renewal that is tried again counts, whatever the attempts end with", arguments: [0, 1, 2])
  func attempts(kind: Int) async throws {
    let clock = ManualClock(passing: .everything)
    let server = TokenServer(current: 1)
    let service = TestService(server, clock: clock) { sender in
      AuthenticationScheme(renew: { (_) async throws(ClientError) in
        var traits = EndpointTraits.authentication
        traits.isRepeatable = true
        _ = try await sender.send(.text(operation: "test.renew", traits: traits))
        return .refused
      })
    }
    try await service.signIn()
    let moments = Notebook<Double>()
    server.whenRenewing {
      moments.add(clock.uptime().seconds)
      switch kind {
      case 0: return .text("", status: 503)
      case 1: throw TransportFailure.timedOut
      default: return .text("", status: 429)
      }
    }
    for _ in 0..<100 {
      _ = await failure { try await service.read() }
      try await clock.sleep(for: .seconds(20))  // the manual clock returns at once
    }
    #expect(worstWindow(moments.entries) == 4)
    #expect(moments.entries.count >= 8)
  }

  @Test(
    "at most five where calls take turns with answers that never come, whatever the renewals end with",
    arguments: [0, 1, 2, 3, 4])
  func alternating(kind: Int) async throws {
    let clock = ManualClock(passing: .everything)
    let server = TokenServer(current: 1)
    let service = TestService(server, clock: clock)
    try await service.signIn()
    let moments = Notebook<Double>()
    // Of kind 4, an answer kept from an earlier read stands in for the one that never comes.
    let away = with(EndpointTraits.read) { $0.caching = kind == 4 ? .staleOnError : $0.caching }
    if kind == 4 {
      server.update { $0.current = 0 }
      _ = try await service.read("away", traits: away)
      server.update { $0.current = 1 }
    }
    server.whenReading { request in
      if request.url.lastPathComponent == "away" { throw TransportFailure.unreachable(.connectionLost) }
    }
    server.whenRenewing {
      moments.add(clock.uptime().seconds)
      switch kind {
      case 0: return .text("", status: 503)
      case 1: throw TransportFailure.unreachable(.connectionLost)
      case 2: return .text("<html></html>", status: 403, type: "text/html")
      default: return .pair(100 + moments.entries.count)  // the server refuses these tokens
      }
    }
    for call in 0..<400 {
      if call.isMultiple(of: 2) {
        _ = try? await service.read("away", traits: away)
      } else {
        _ = await failure { try await service.read("there") }
      }
      try await clock.sleep(for: .seconds(5))  // the manual clock returns at once
    }
    #expect(worstWindow(moments.entries) == 5)
  }

  @Test("signing out and in again does not renew the budget")
  func budgetAcrossSignIns() async throws {
    let server = TokenServer(current: 1)
    let service = TestService(server)
    server.whenRenewing { .text("", status: 503) }
    for _ in 0..<30 {
      try await service.signIn()
      _ = await failure { try await service.read() }
      try await service.client.session.end()
    }
    #expect(server.renewals == 4)
  }

  @Test(
    "one renewal per expiry on the server, however wrong the device's clock is", arguments: [-2.0, -0.5, 0, 0.5, 2])
  func wrongClock(days: Double) async throws {
    let truth = ManualClock.defaultStart
    let clock = ManualClock(start: truth + days * 86_400, passing: .everything)
    let world = ExpiringServer(clock: clock, truth: truth)
    let service = TestService(world, clock: clock)
    try await service.signIn(0, expiresAt: world.expiry)
    for step in 0..<(24 * 6) {
      _ = try await service.read("\(step)")
      // Set the device's clock back by up to four days, or to the right time again.
      if step % 17 == 3 { clock.setWallClock(to: truth - 86_400 * Double(step % 5)) }
      try await clock.sleep(for: .seconds(600))  // the manual clock returns at once
    }
    // Tokens of one hour are renewed up to a minute and a step early: 23 to 29 times a day.
    #expect(world.renewals <= 29)
    #expect(world.renewals >= 23)
    #expect(world.refused <= 1)
  }

  @Test("tokens that look expired as soon as they come are renewed once, then only when refused")
  func tokensBornOld() async throws {
    let clock = ManualClock(passing: .everything)
    let world = ExpiringServer(clock: clock, truth: ManualClock.defaultStart, claimedLifetime: -86_400)
    let service = TestService(world, clock: clock)
    try await service.signIn(0, expiresAt: world.expiry)
    for step in 0..<50 {
      _ = try await service.read("\(step)")
      try await clock.sleep(for: .seconds(60))  // the manual clock returns at once
    }
    #expect(world.renewals <= 1)
  }

  @Test("a renewal ahead of time that fails for now does not fail the call")
  func earlyRenewalFails() async throws {
    let clock = ManualClock(passing: .everything)
    let world = ExpiringServer(clock: clock, truth: ManualClock.defaultStart)
    let faults = FaultTransport(world)
    let service = TestService(faults, clock: clock)
    try await service.signIn(0, expiresAt: world.expiry)
    _ = try await service.read("first")
    try await clock.sleep(for: .seconds(3570))  // the manual clock returns at once
    faults.fail("test.renew", with: .status(503))
    #expect(try await service.read("valid") == "ok")
    #expect(try await service.read("renewed") == "ok")
    #expect(world.renewals == 1)
  }
}

@Suite("A sign-in outlives tunnels and short tokens")
struct RenewalBudgetNetworkTests {
  /// The failures of calls and renewals where there is no network.
  static let outages: [TransportFailure] = [
    .unreachable(.noNetwork), .unreachable(.nameNotFound), .unreachable(.refused), .unreachable(.connectionLost),
    .unreachable(.localNetworkDenied), .timedOut,
  ]

  @Test("an hour without network locks nobody out, whatever its calls end with", arguments: outages)
  func tunnel(outage: TransportFailure) async throws {
    let clock = ManualClock(passing: .everything)
    let world = ExpiringServer(clock: clock, truth: ManualClock.defaultStart)
    let isDown = Locked(false)
    let transport = ClosureTransport { request in
      if isDown.withLock({ $0 }) { throw outage }
      return try await world.send(request)
    }
    var options = ClientOptions()
    options.retry = .never
    let service = TestService(transport, clock: clock, options: options)
    try await service.signIn(0, expiresAt: world.expiry)
    _ = try await service.read("first")
    try await clock.sleep(for: .seconds(1800))  // the manual clock returns at once
    for round in 0..<3 {
      isDown.withLock { $0 = true }
      for _ in 0..<180 {
        let error = await failure { try await service.read() }
        #expect(error.kind == .unreachable || error.kind == .timedOut, "the text would blame the server")
        try await clock.sleep(for: .seconds(20))  // the manual clock returns at once
      }
      isDown.withLock { $0 = false }
      #expect(try await service.read("back-\(round)") == "ok")
    }
    #expect(world.renewals == 3)
  }

  @Test("a short outage while a token runs out locks nobody out, also soon after another outage")
  func outageAfterOutage() async throws {
    let clock = ManualClock(passing: .everything)
    let world = ExpiringServer(clock: clock, truth: ManualClock.defaultStart)
    let isDown = Locked(false)
    let transport = ClosureTransport { request in
      if isDown.withLock({ $0 }) { throw TransportFailure.unreachable(.connectionLost) }
      return try await world.send(request)
    }
    var options = ClientOptions()
    options.retry = .never
    let service = TestService(transport, clock: clock, options: options)
    try await service.signIn(0, expiresAt: world.expiry)
    _ = try await service.read("first")
    isDown.withLock { $0 = true }
    _ = await failure { try await service.read("away") }
    isDown.withLock { $0 = false }
    _ = try await service.read("second")
    try await clock.sleep(for: .seconds(3560))  // the manual clock returns at once
    isDown.withLock { $0 = true }
    for call in 0..<8 { _ = await failure { try await service.read("away-\(call)") } }
    isDown.withLock { $0 = false }
    try await clock.sleep(for: .seconds(60))  // the token has run out
    #expect(try await service.read("back") == "ok")
    #expect(world.renewals == 1)
  }

  @Test("an outage takes back the extra renewal of an earlier outage, and its end allows one")
  func extraOfAnEarlierOutage() {
    let budget = RenewalBudget()
    budget.noteCall(isAnswered: false)
    budget.noteCall(isAnswered: true)
    budget.noteCall(isAnswered: false)
    for second in 0..<4 { #expect(budget.spend(at: .seconds(second)) == nil) }
    #expect(budget.spend(at: .seconds(4)) == .seconds(596))
    budget.noteCall(isAnswered: true)
    #expect(budget.spend(at: .seconds(5)) == nil)
    #expect(budget.spend(at: .seconds(6)) == .seconds(594))
  }

  @Test("tokens of a minute and a half, or less, are renewed for hours", arguments: [119.0, 90, 75, 61, 50, 40])
  func shortTokens(lifetime: Double) async throws {
    let clock = ManualClock(passing: .everything)
    let world = ExpiringServer(clock: clock, truth: ManualClock.defaultStart, lifetime: lifetime)
    let service = TestService(world, clock: clock)
    try await service.signIn(0, expiresAt: ManualClock.defaultStart + lifetime)
    for _ in 0..<720 {
      #expect(try await service.read() == "ok")
      try await clock.sleep(for: .seconds(10))  // the manual clock returns at once
    }
  }

  @Test("a server that answers calls and no renewal sees at most five, with drops in between too")
  func drops() async throws {
    let clock = ManualClock(passing: .everything)
    let server = TokenServer(current: 1)
    let service = TestService(server, clock: clock)
    try await service.signIn()
    server.whenRenewing { throw TransportFailure.timedOut }
    for _ in 0..<100 { _ = await failure { try await service.read() } }
    #expect(server.renewals == 4)
    // The first drop of the connection allows a fifth renewal; further drops allow none.
    let isDown = Locked(true)
    server.whenReading { _ in if isDown.withLock({ $0 }) { throw TransportFailure.unreachable(.connectionLost) } }
    for _ in 0..<5 {
      isDown.withLock { $0 = true }
      for _ in 0..<5 { _ = await failure { try await service.read() } }
      isDown.withLock { $0 = false }
      for _ in 0..<20 { _ = await failure { try await service.read() } }
    }
    #expect(server.renewals == 5)
  }

  @Test("an attempt that never left the device does not count, and gives back what it was allowed as an exception")
  func refund() {
    let budget = RenewalBudget()
    for second in 0..<50 {
      #expect(budget.spend(at: .seconds(second)) == nil)
      budget.refund()
    }
    for second in 50..<54 { #expect(budget.spend(at: .seconds(second)) == nil) }
    #expect(budget.spend(at: .seconds(60)) == .seconds(590))
    budget.allowOne()
    for second in 61..<70 {
      #expect(budget.spend(at: .seconds(second)) == nil)
      budget.refund()
    }
    #expect(budget.spend(at: .seconds(70)) == nil)
    #expect(budget.spend(at: .seconds(71)) == .seconds(579))
    budget.allowOne()
    #expect(budget.spend(at: .seconds(72)) == .seconds(578))
  }

  @Test("the text about a spent budget does not blame the server")
  func text() {
    let error = ClientError(
      .rateLimited, operation: "test", detail: ClientError.Detail.authenticationBudget)
    #expect(!error.text(.english).lowercased().contains("server"))
  }
}

/// A server whose tokens last an hour by its own clock, which it sends with each answer.
final class ExpiringServer: Transport {
  private struct State {
    var number = 0
    var end: Date
    var renewals = 0
    var refused = 0
  }

  private let state: Locked<State>
  private let clock: ManualClock
  private let truth: Date
  private let lifetime: Double
  private let claimedLifetime: Double

  init(clock: ManualClock, truth: Date, lifetime: Double = 3600, claimedLifetime: Double? = nil) {
    self.lifetime = lifetime
    let claimedLifetime = claimedLifetime ?? lifetime
    self.clock = clock
    self.truth = truth
    self.claimedLifetime = claimedLifetime
    state = Locked(State(end: truth + lifetime))
  }

  private var now: Date { truth + clock.uptime().seconds }
  var expiry: Date { state.withLock { $0.end } - lifetime + claimedLifetime }
  var renewals: Int { state.withLock { $0.renewals } }
  var refused: Int { state.withLock { $0.refused } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let now = now
    var response = state.withLock { state -> HTTPResponse in
      if request.operation == "test.status" { return .json(["app": "test"]) }
      if request.operation == "test.renew" {
        state.number += 1
        state.renewals += 1
        state.end = now + lifetime
        return .pair(state.number, expiresAt: now + claimedLifetime)
      }
      if now < state.end, request.fields["Authorization"] == "Bearer access-\(state.number)" { return .text("ok") }
      state.refused += 1
      return .text("", status: 401)
    }
    response.fields["Date"] = Self.httpDate(now)
    return response
  }

  static func httpDate(_ date: Date) -> String {
    let iso = WireDate.format(date)
    let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
      (Int(iso.dropFirst(5).prefix(2)) ?? 1) - 1]
    return "Mon, \(iso.dropFirst(8).prefix(2)) \(month) \(iso.prefix(4)) \(iso.dropFirst(11).prefix(8)) GMT"
  }
}
