import Foundation
import Runner
import TallyKit
import TallyTesting

/// The fixture of the flows: a signed-in service as in an app, and a fresh server for each flow that changes data.
struct TallyStage: Sendable {
  let tally: TallyService
  /// The text to search for.
  let query: String
  /// The account before the first flow; nil when each flow has its own server.
  private let before: AccountContent?

  static func make(_ arguments: Arguments) async throws -> TallyStage {
    if arguments.hasFake { return TallyStage(tally: try await Fresh().tally, query: "lighthouse", before: nil) }
    let tally = try await account(arguments)
    return TallyStage(
      tally: tally, query: try await knownTitle(tally), before: try await AccountContent(of: tally))
  }

  /// The account that the flows share: on a real server, or on the built-in one with a world other than the sample.
  private static func account(_ arguments: Arguments) async throws -> TallyService {
    guard let text = arguments.server else {
      let clock = ManualClock(passing: .everything)
      let server = FakeTallyServer(world: .sparse, clock: clock)
      let tally = TallyService(server: .fake, transport: server.transport, environment: .manual(clock: clock))
      try await tally.account.signIn(email: TallyWorld.sparseEmail, password: TallyWorld.password)
      return tally
    }
    let username = try require(arguments.username, "--username E-MAIL")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tally-example-\(UUID().uuidString)")
    let tally = TallyService(server: try ServerAddress(text), environment: .live(folder: folder))
    try await tally.account.signIn(email: username, password: try arguments.password())
    return tally
  }

  /// A title that the server certainly finds.
  private static func knownTitle(_ tally: TallyService) async throws -> String {
    if let title = try await tally.watchlist.all(status: nil).compactMap(\.show?.title).first { return title }
    let popular = try await tally.shows.discover(.popular, sampleSize: 3)
    return popular.examples.first?.title ?? "severance"
  }

  /// The service for flows that only read from the server: with the shared account, or else with the flow's own server.
  func reader() async throws -> TallyService { before == nil ? try await Fresh().tally : tally }

  /// Throws unless the account is in the state from before the first flow.
  func verify() async throws -> String {
    guard let before else { return "each flow had a server of its own" }
    let now = try await AccountContent(of: tally)
    try expectEqual(now, before, "the account")
    return "\(before.entries.count) shows and \(before.subscriptions.count) subscriptions, as before the first flow"
  }
}

/// The content of an account on its server, as far as flows can change it.
private struct AccountContent: Equatable, Sendable {
  var entries: [String]
  var subscriptions: [String]

  init(of tally: TallyService) async throws {
    entries = try await tally.watchlist.all(status: nil).map { entry in
      let provider = entry.streamingProvider?.name ?? "-"
      return
        "\(entry.id) \(entry.status) \(entry.showRating ?? -1) \(entry.notes ?? "") \(entry.bufferDays) \(provider)"
        + " \(entry.progress?.watchedEpisodes ?? 0)"
    }.sorted()
    subscriptions = try await tally.subscriptions.all(country: nil).subscriptions.map {
      "\($0.id) \($0.monthlyCost) \($0.isActive.map { "\($0)" } ?? "-")"
    }.sorted()
  }
}

/// Throws unless both are the same.
func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
  try expect(value == expected, "\(what) to be \(expected), got \(value)")
}
