import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Two searches for the same text at the same time")
struct SearchOrderTests {
  /// Holds searches back and fails some of them, by their numbers. Stands in for the API: the pipeline joins requests for the same text.
  private struct Script: Sendable {
    let gate = LateGate()
    let count = Locked(0)
    let failures = Locked<[Int: ClientError.Kind]>([:])

    func pass(_ operation: OperationID) async throws(ClientError) {
      let number = count.withLock { count -> Int in
        count += 1
        return count
      }
      await gate.pass("\(number)")
      if let kind = failures.withLock({ $0[number] }) { throw ClientError(kind, operation: operation) }
    }
  }

  private struct ScriptedSearch: SearchAPI {
    let base: any SearchAPI
    let script: Script

    func results(for text: String, in library: String, limit: Int) async throws(ClientError) -> SearchResults {
      try await script.pass(.shelfSearchResults)
      return try await base.results(for: text, in: library, limit: limit)
    }
  }

  private struct ScriptedDirectory: PodcastDirectoryAPI {
    let base: any PodcastDirectoryAPI
    let script: Script

    func podcasts(named name: String, country: String?) async throws(ClientError) -> [FoundPodcast] {
      try await script.pass(.shelfPodcastsSearch)
      return try await base.podcasts(named: name, country: country)
    }
    func feeds(inOPML text: String) async throws(ClientError) -> [OPMLFeed] { try await base.feeds(inOPML: text) }
    func addFeeds(
      _ feeds: [String], library: String, folder: String, autoDownload: Bool
    ) async throws(ClientError) {
      try await base.addFeeds(feeds, library: library, folder: folder, autoDownload: autoDownload)
    }
    func clearQueue(of item: String) async throws(ClientError) { try await base.clearQueue(of: item) }
  }

  private let rig: ShelfRig
  private let script = Script()
  private let shelf: ShelfService

  init() async throws {
    rig = try await ShelfRig()
    shelf = ShelfService(server: .fake, transport: rig.network, environment: rig.environment.relaunched()) { [script] in
      $0.search = ScriptedSearch(base: $0.search, script: script)
      $0.directory = ScriptedDirectory(base: $0.directory, script: script)
    }
  }

  private func fail(_ number: Int, _ kind: ClientError.Kind) { script.failures.withLock { $0[number] = kind } }

  @Test("the one that began later shows its results, although the other one fails after it", arguments: [false, true])
  func overtaken(pullsFirst: Bool) async throws {
    let search = ShelfSearchViewModel(shelf: shelf, library: rig.books)
    search.query = "salt"
    await search.settled()
    #expect(search.state.results.value?.books.count == 1)
    script.gate.hold("2")
    fail(2, .timedOut)
    if pullsFirst { search.refresh() } else { search.submit() }
    #expect(await eventually { script.gate.isHolding("2") })
    if pullsFirst { search.submit() } else { search.refresh() }
    #expect(await eventually { !search.state.results.isLoading })
    script.gate.letGo("2")
    await search.settled()
    #expect(search.state.results.value?.books.map(\.title) == ["The Salt Clock"])
    #expect(search.state.results.error == nil && search.state.error == nil && !search.state.isRefreshing)
  }

  @Test("for new podcasts: the one that began later shows its results")
  func overtakenPodcasts() async throws {
    let library = try await shelf.libraries.library(rig.podcasts)
    let search = PodcastSearchViewModel(shelf: shelf, library: library)
    script.gate.hold("1")
    fail(1, .timedOut)
    search.search("night")
    #expect(await eventually { script.gate.isHolding("1") })
    search.refresh()
    #expect(await eventually { search.state.results.value != nil && !search.state.results.isLoading })
    script.gate.letGo("1")
    await search.settled()
    #expect(search.state.results.error == nil && search.state.error == nil)
  }

  @Test("shows the earlier results again if the system ends the request")
  func ended() async throws {
    let search = ShelfSearchViewModel(shelf: shelf, library: rig.books)
    search.query = "salt"
    await search.settled()
    let before = search.state.results
    #expect(before.value?.books.count == 1)
    fail(2, .cancelled)
    search.submit()
    await search.settled()
    #expect(search.state.results == before && search.state.error == nil)
    let library = try await shelf.libraries.library(rig.podcasts)
    let podcasts = PodcastSearchViewModel(shelf: shelf, library: library)
    fail(3, .cancelled)
    podcasts.search("night")
    await podcasts.settled()
    #expect(podcasts.state.results == .idle)
  }
}
