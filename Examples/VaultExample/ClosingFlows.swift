import MediaTesting
import Runner
import VaultClient
import VaultTesting

enum ClosingFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("analytics-off-by-default") { fixture in
      let vault = fixture.device().vault
      _ = try await vault.watchlist.counts()
      try expect(!vault.insights.isEnabled, "nothing counted")
      try expect(vault.insights.crashContext.lastOperations.isEmpty, "no crash context")
      return "without a sink nothing is counted and nothing kept"
    },
    Flow("analytics-holds-no-secret") { fixture in try await analytics(fixture) },
    Flow("log-holds-no-secret") { fixture in
      let text = fixture.vault.client.log.entries.map { "\($0)" }.joined(separator: "\n")
      try expect(!text.isEmpty, "a log")
      try expect(!text.contains(fixture.password) && !text.contains("eyJ"), "no password and no token in it")
      return "\(text.count) letters of log, no password, no token"
    },
    Flow("sign-out") { fixture in
      let device = fixture.device(signedIn: false)
      try await device.vault.account.signIn(username: fixture.username, password: fixture.password)
      try await device.vault.store.refreshLibrary()
      try await device.vault.account.signOut(pending: .discard)
      try expectEqual(try await device.vault.account.status(), .signedOut, "the status")
      let error = try await failure { _ = try await device.vault.lists.all() }
      try expectEqual(error.kind, .signedOut, "a call afterwards")
      let again = try await device.relaunched()
      let kept = try await failure { _ = try await again.vault.store.library() }
      try expectEqual(kept.kind, .signedOut, "the library after a relaunch")
      return "token, kept answers and the offline copy are gone, also after a relaunch"
    },
  ]

  private static func analytics(_ fixture: VaultFixture) async throws -> String {
    let sink = Counter()
    let device = fixture.device(signedIn: false, insights: sink)
    try await device.vault.account.signIn(username: fixture.username, password: fixture.password)
    let library = try await device.vault.store.refreshLibrary().value
    _ = try? await device.vault.search.all("harbor")
    _ = try? await device.vault.movies.movie(2_000_000_000)
    device.network.isDown = true
    _ = try? await device.vault.lists.all()
    let context = device.vault.insights.crashContext
    let reported = sink.reported + "\(context)"
    let secrets =
      [fixture.username, fixture.password, "eyJ", "harbor", "http"]
      + library.allMovies.map(\.title).filter { $0.count > 5 }
    for secret in secrets { try expect(!reported.contains(secret), "“\(secret)” in no reported event") }
    try expect(context.lastFailure != nil && context.isOnline == false, "a crash context")
    device.vault.insights.setSink(nil)
    try expect(device.vault.insights.crashContext.lastFailure == nil, "nothing kept once it is switched off")
    return "\(sink.count) events and a crash context: words of the client and numbers, no name, title, address or token"
  }

  private final class Counter: InsightSink {
    private let events = Locked<[InsightEvent]>([])
    var count: Int { events.withLock { $0.count } }
    var reported: String { events.withLock { $0.map { "\($0)" }.joined(separator: "\n") } }
    func note(_ event: InsightEvent) { events.withLock { $0.append(event) } }
  }
}
