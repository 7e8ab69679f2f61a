import Foundation
import MediaCore

@testable import TallyKit

/// Holds the answers of a role back until the test releases them. The answers arrive even if the caller was cancelled.
final class LateAnswers: Sendable {
  private struct State {
    var isHolding = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// The number of held answers.
  var count: Int { state.withLock { $0.waiting.count } }

  func hold() { state.withLock { $0.isHolding = true } }

  /// Releases the answer that was held longest; later answers are still held.
  func releaseFirst() { state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.resume() }

  /// Releases all held answers; later answers are not held.
  func release() {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  func pass<Answer: Sendable>(
    _ call: @escaping @Sendable () async throws(ClientError) -> Answer
  ) async throws(ClientError) -> Answer {
    let outcome = await Task { () -> Result<Answer, ClientError> in
      do throws(ClientError) { return .success(try await call()) } catch { return .failure(error) }
    }.value
    if state.withLock({ $0.isHolding }) {
      await withCheckedContinuation { continuation in state.withLock { $0.waiting.append(continuation) } }
    }
    return try outcome.get()
  }
}

struct LateShows: ShowAPI {
  let base: any ShowAPI
  let searches = LateAnswers()
  let analyses = LateAnswers()

  func search(_ query: String, country: String) async throws(ClientError) -> SearchAnswer {
    try await searches.pass { () async throws(ClientError) in try await base.search(query, country: country) }
  }
  func analyze(_ show: TMDBID, country: String, season: Int?) async throws(ClientError) -> ShowAnalysis {
    try await analyses.pass { () async throws(ClientError) in
      try await base.analyze(show, country: country, season: season)
    }
  }
  func season(_ season: Int, of show: TMDBID, country: String) async throws(ClientError) -> Season {
    try await base.season(season, of: show, country: country)
  }
  func providers(of show: TMDBID, country: String) async throws(ClientError) -> [RawProvider] {
    try await base.providers(of: show, country: country)
  }
  func analyze(batch shows: [TMDBID], country: String) async throws(ClientError) -> [BatchResult] {
    try await base.analyze(batch: shows, country: country)
  }
  func pattern(title: String) async throws(ClientError) -> PatternReport { try await base.pattern(title: title) }
  func pattern(of show: TMDBID) async throws(ClientError) -> PatternReport { try await base.pattern(of: show) }
  func patternDiagnostics(of show: TMDBID, season: Int) async throws(ClientError) -> PatternDiagnostics {
    try await base.patternDiagnostics(of: show, season: season)
  }
  func discover(_ kind: DiscoveryKind, sampleSize: Int) async throws(ClientError) -> DiscoveryReport {
    try await base.discover(kind, sampleSize: sampleSize)
  }
  func validatePatterns() async throws(ClientError) -> JSONValue { try await base.validatePatterns() }
  func episode(_ episode: Int, season: Int, of show: ShowID) async throws(ClientError) -> ResolvedEpisode {
    try await base.episode(episode, season: season, of: show)
  }
}

struct LateGuide: GuideAPI {
  let base: any GuideAPI
  let guides = LateAnswers()

  func guide(from start: CalendarDay, to end: CalendarDay, country: String) async throws(ClientError) -> Guide {
    try await guides.pass { () async throws(ClientError) in
      try await base.guide(from: start, to: end, country: country)
    }
  }
  func guide(ofDemoUser user: String, from start: CalendarDay, to end: CalendarDay, country: String)
    async throws(ClientError) -> Guide
  { try await base.guide(ofDemoUser: user, from: start, to: end, country: country) }
  func addToDemoList(_ show: TMDBID, title: String, status: WatchStatus) async throws(ClientError) -> DemoItem {
    try await base.addToDemoList(show, title: title, status: status)
  }
  func demoList(status: WatchStatus?) async throws(ClientError) -> [DemoItem] {
    try await base.demoList(status: status)
  }
}

struct LateUsers: UserAPI {
  let base: any UserAPI
  let profiles = LateAnswers()

  func profile() async throws(ClientError) -> UserProfile {
    try await profiles.pass { () async throws(ClientError) in try await base.profile() }
  }
  func update(_ change: ProfileUpdate) async throws(ClientError) -> User {
    try await base.update(change)
  }
  func all() async throws(ClientError) -> [User] { try await base.all() }
  func createTestUser(_ body: JSONValue) async throws(ClientError) -> JSONValue { try await base.createTestUser(body) }
  func createTestUsers(_ body: JSONValue) async throws(ClientError) -> JSONValue {
    try await base.createTestUsers(body)
  }
  func deleteTestUser(_ user: UserID) async throws(ClientError) { try await base.deleteTestUser(user) }
  func signUp(
    email: String, password: String, displayName: String, avatarUrl: String?
  ) async throws(ClientError) -> ServerUser {
    try await base.signUp(email: email, password: password, displayName: displayName, avatarUrl: avatarUrl)
  }
  func logIn(email: String, password: String) async throws(ClientError) -> ServerUser {
    try await base.logIn(email: email, password: password)
  }
}

struct LateAccount: AccountAPI {
  let base: any AccountAPI
  let signIns = LateAnswers()

  func register(email: String, password: String) async throws(ClientError) -> SignedInUser {
    try await base.register(email: email, password: password)
  }
  func signIn(email: String, password: String) async throws(ClientError) -> SignedInUser {
    try await signIns.pass { () async throws(ClientError) in try await base.signIn(email: email, password: password) }
  }
  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status {
    try await base.signIn(token: token)
  }
  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status {
    try await base.signIn(from: source)
  }
  func signOut(pending: PendingWork) async throws(ClientError) { try await base.signOut(pending: pending) }
  func status() async throws(ClientError) -> AccountSession.Status { try await base.status() }
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    base.observeStatus(changed)
  }
  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken { try await base.followStatus(changed) }
  func expiresAt() async -> Date? { await base.expiresAt() }
}

struct LateAdvice: RecommendationAPI {
  let base: any RecommendationAPI
  let cancellations = LateAnswers()

  func cancel() async throws(ClientError) -> CancelAdvice {
    try await cancellations.pass { () async throws(ClientError) in try await base.cancel() }
  }
  func subscribe() async throws(ClientError) -> SubscribeAdvice { try await base.subscribe() }
  func optimization() async throws(ClientError) -> Optimization { try await base.optimization() }
  func calendar(months: Int) async throws(ClientError) -> SavingsCalendar { try await base.calendar(months: months) }
  func feedback(
    _ action: FeedbackAction, to recommendation: String, text: String?
  ) async throws(ClientError) { try await base.feedback(action, to: recommendation, text: text) }
  func savings() async throws(ClientError) -> SavingsSimulation { try await base.savings() }
}
