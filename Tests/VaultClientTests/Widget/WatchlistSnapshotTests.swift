import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@Suite("The snapshot for a widget")
struct WatchlistSnapshotTests {
  private func read(_ fixture: Fixture) throws -> WatchlistSnapshot? {
    try WatchlistSnapshot.read(of: .fake, environment: fixture.vault.client.environment)
  }

  @Test("shows the head of what is unwatched, follows each change within a second, and costs one file operation")
  func content() async throws {
    let fixture = try await Fixture.signedIn()
    let store = fixture.vault.store
    let token = fixture.vault.keepSnapshot()
    try await store.refreshLibrary()
    func follows(_ condition: @escaping @Sendable (WatchlistSnapshot) -> Bool) async -> Bool {
      await eventually {
        await fixture.clock.advance(by: .seconds(1))
        return ((try? self.read(fixture)) ?? nil).map(condition) ?? false
      }
    }
    #expect(await follows { !$0.movies.isEmpty })
    let unwatched = try #require(try await store.unwatched())
    let snapshot = try #require(try read(fixture))
    #expect(snapshot.movies.map(\.id) == unwatched.movies.prefix(WatchlistSnapshot.limit).map(\.id))
    #expect(snapshot.series.map(\.id) == unwatched.series.prefix(WatchlistSnapshot.limit).map(\.id))
    #expect(
      snapshot.series.map { $0.episodes.map(\.id) }
        == unwatched.series.prefix(WatchlistSnapshot.limit).map { $0.episodes.prefix(3).map(\.id) })
    #expect(snapshot.unwatchedCount >= snapshot.movies.count)
    #expect(snapshot.movies.allSatisfy { $0.overview == nil && $0.notes == nil })
    #expect(try JSONDecoder().decode(WatchlistSnapshot.self, from: JSONEncoder().encode(snapshot)) == snapshot)

    let movie = try #require(snapshot.movies.first)
    fixture.network.isDown = true
    try await store.setWatched(true, for: .movie(movie.id))
    #expect(
      await follows { new in
        !new.movies.contains { $0.id == movie.id } && new.unwatchedCount == snapshot.unwatchedCount - 1
      })
    let files = CountedFileSystem(fixture.files)
    let environment = with(fixture.vault.client.environment) { $0.files = files }
    #expect(try WatchlistSnapshot.read(of: .fake, environment: environment) == read(fixture))
    #expect(files.operations.count == 1, "\(files.operations)")
    withExtendedLifetime(token) {}
  }

  @Test(
    "a sign-out erases it first, and nobody writes it before the next sign-in", arguments: [PendingWork.keep, .discard])
  func signOut(_ pending: PendingWork) async throws {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLibrary()
    try await fixture.vault.writeSnapshot()
    #expect(try read(fixture)?.movies.isEmpty == false)
    _ = try await fixture.vault.client.signOut(pending)
    #expect(try read(fixture) == nil)
    #expect(await Fixture.kind { try await fixture.vault.writeSnapshot() } == .signedOut)
    #expect(try read(fixture) == nil)
  }

  @Test("a damaged one, and one of a server that the folder does not have, read as absent")
  func absent() async throws {
    let fixture = try await Fixture.signedIn()
    #expect(try read(fixture) == nil)
    try await fixture.vault.writeSnapshot()
    let path = try #require(fixture.files.contents.keys.first { $0.hasPrefix("snapshots/") })
    try fixture.files.truncate(path, to: 20)
    #expect(try read(fixture) == nil)
    let environment = fixture.vault.client.environment
    #expect(try WatchlistSnapshot.read(of: ServerAddress("https://other.test"), environment: environment) == nil)
  }
}
