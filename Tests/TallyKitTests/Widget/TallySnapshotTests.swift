import Foundation
import MediaCore
import MediaTesting
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("The snapshot for a widget")
struct TallySnapshotTests {
  private func bench() async throws -> Bench {
    let bench = try await Bench()
    bench.tally.country.set("AU")
    return bench
  }

  /// Shows the next days as an app's screen does, which keeps their months.
  @MainActor
  private func shown(_ bench: Bench) async throws -> [NextDaysViewModel.AiringDay] {
    let screen = NextDaysViewModel(tally: bench.tally)
    screen.load()
    await screen.settled()
    return try #require(screen.state.days.value)
  }

  private func read(_ bench: Bench) throws -> TallySnapshot? {
    try TallySnapshot.read(of: .fake, environment: bench.environment)
  }

  @Test("shows the next days as the screen does, follows each change within a second, and costs one file operation")
  func content() async throws {
    let bench = try await bench()
    let token = bench.tally.keepSnapshot()
    #expect(await eventually { (try? self.read(bench)) != .some(nil) })
    #expect(try read(bench)?.days == [])
    let days = try await shown(bench)
    func follows(_ condition: @escaping @Sendable (TallySnapshot) -> Bool) async -> Bool {
      await eventually {
        await bench.clock.advance(by: .seconds(1))
        return ((try? self.read(bench)) ?? nil).map(condition) ?? false
      }
    }
    #expect(await follows { $0.days.map(\.day) == days.map(\.day) })
    let snapshot = try #require(try read(bench))
    #expect(snapshot.country == "AU")
    #expect(snapshot.days.map { $0.episodes.map(\.id) } == days.map { $0.episodes.map(\.id) })
    #expect(snapshot.days.flatMap(\.episodes).allSatisfy { $0.synopsis == nil })
    #expect(try JSONDecoder().decode(TallySnapshot.self, from: JSONEncoder().encode(snapshot)) == snapshot)

    // Episodes of a show that is dropped leave the days, also while the server is away.
    let show = try #require(days.first?.episodes.first?.show)
    bench.faults.isDown = true
    try await bench.tally.watchlistStore.remove(show)
    #expect(await follows { !$0.days.flatMap(\.episodes).contains { $0.show == show } })

    let files = CountedFileSystem(bench.environment.files)
    #expect(try TallySnapshot.read(of: .fake, environment: with(bench.environment) { $0.files = files }) == read(bench))
    #expect(files.operations.count == 1, "\(files.operations)")
    withExtendedLifetime(token) {}
  }

  @Test(
    "a sign-out erases it first, and nobody writes it before the next sign-in", arguments: [PendingWork.keep, .discard])
  func signOut(_ pending: PendingWork) async throws {
    let bench = try await bench()
    _ = try await shown(bench)
    try await bench.tally.writeSnapshot()
    #expect(try read(bench)?.days.isEmpty == false)
    _ = try await bench.tally.client.signOut(pending)
    #expect(try read(bench) == nil)
    await #expect(throws: ClientError.self) { try await bench.tally.writeSnapshot() }
    #expect(try read(bench) == nil)
  }

  @Test("a damaged one, and one of a server that the folder does not have, read as absent")
  func absent() async throws {
    let bench = try await bench()
    #expect(try read(bench) == nil)
    try await bench.tally.writeSnapshot()
    let files = try #require(bench.environment.files as? MemoryFileSystem)
    let path = try #require(files.contents.keys.first { $0.hasPrefix("snapshots/") })
    try files.truncate(path, to: 20)
    #expect(try read(bench) == nil)
    #expect(try TallySnapshot.read(of: ServerAddress("https://other.test"), environment: bench.environment) == nil)
  }
}
