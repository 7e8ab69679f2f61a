import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Importing a library of Jellyfin's")
struct JellyfinImportTests {
  /// The routes of a server with a Jellyfin behind it.
  private struct Jellyfin: ImportAPI {
    let base: any ImportAPI
    var scanned: [String: Int] = [:]
    var result = LibraryImportResult()
    var problem: ClientError?
    let imported = Recorder<[ListID]>()

    func libraries() async throws(ClientError) -> JellyfinLibraries {
      with(JellyfinLibraries()) { answer in
        answer.libraries = scanned.keys.sorted().map { name in with(JellyfinLibrary(id: name)) { $0.name = name } }
      }
    }
    func scan(_ library: String) async throws(ClientError) -> LibraryScan {
      guard let count = scanned[library], count >= 0 else {
        throw ClientError(.notFound, operation: .vaultImportsScan, status: 404, serverMessage: "no such library")
      }
      return with(LibraryScan()) { $0.totalMovies = count }
    }
    func library(_ library: String, into lists: [ListID]) async throws(ClientError) -> LibraryImportResult {
      imported.add(lists)
      if let problem { throw problem }
      return result
    }

    func movie(_ id: String, into lists: [ListID]) async throws(ClientError) -> MovieImport {
      try await base.movie(id, into: lists)
    }
    func sequels(of id: String) async throws(ClientError) -> SequelsImport { try await base.sequels(of: id) }
    func series(_ id: String, into lists: [ListID]) async throws(ClientError) -> SeriesImport {
      try await base.series(id, into: lists)
    }
    func fullSeries(_ id: String) async throws(ClientError) -> FullSeriesImport { try await base.fullSeries(id) }
    func url(_ url: String) async throws(ClientError) { try await base.url(url) }
    func byURL(_ url: String) async throws(ClientError) { try await base.byURL(url) }
    func shared(_ url: String) async throws(ClientError) { try await base.shared(url) }
    func progress() async throws(ClientError) -> ImportProgress { try await base.progress() }
    func history() async throws(ClientError) -> [LibraryImport] { try await base.history() }
    func toggleAutomation(_ id: Int) async throws(ClientError) -> AutomationResult {
      try await base.toggleAutomation(id)
    }
  }

  private func model(
    _ change: (inout Jellyfin) -> Void = { _ in }
  ) async throws -> (model: JellyfinImportViewModel, jellyfin: Jellyfin, fixture: Fixture) {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    var jellyfin = Jellyfin(base: fixture.vault.imports, scanned: ["Films": 12, "Movies": 3])
    change(&jellyfin)
    let used = jellyfin
    let model = JellyfinImportViewModel(vault: fixture.service { $0.imports = used })
    model.load()
    await model.settled()
    return (model, jellyfin, fixture)
  }

  @Test("libraries and lists are offered: the personal one and the user's own")
  func offered() async throws {
    let (model, _, _) = try await model()
    #expect(model.state.libraries.value?.map(\.name) == ["Films", "Movies"])
    #expect(model.state.lists.map(\.name) == ["My Watchlist", "Weekend", "Some day"])
    #expect(model.state.step == .chooseLibrary && model.state.selectedLists == [.personal])
  }

  @Test("libraries keep the date of their answer when the lists change later, and get a new one with a new answer")
  func dated() async throws {
    let (model, _, fixture) = try await model()
    func shownDate() -> Date? { if case .loaded(_, let asOf) = model.state.libraries { asOf } else { nil } }
    let asked = try #require(shownDate())
    try await fixture.clock.sleep(for: .seconds(600))
    try await fixture.vault.store.refreshLists()
    await model.settled()
    #expect(shownDate() == asked)
    model.refresh()
    await model.settled()
    #expect(try #require(shownDate()) >= asked.addingTimeInterval(600))
  }

  @Test("a chosen library is scanned, imported into the chosen lists, and the result shows the skipped titles")
  func imported() async throws {
    let skipped = with(SkippedTitle()) { ($0.title, $0.reason) = ("Home Video", "no IMDb id") }
    let (model, jellyfin, fixture) = try await model { jellyfin in
      jellyfin.result.imported = 2
      jellyfin.result.updated = 1
      jellyfin.result.skipped = 1
      jellyfin.result.skippedItems = [skipped]
    }
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let library = try #require(model.state.libraries.value?.last)
    model.choose(library)
    #expect(model.state.isScanning && model.state.step == .ready)
    await model.settled()
    #expect(model.state.scan?.totalMovies == 3 && !model.state.isScanning)
    model.select([.personal, .list(weekend)])
    model.startImport()
    #expect(model.state.step == .importing)
    // Nothing else can be started during an import.
    model.startImport()
    model.choose(library)
    model.back()
    #expect(model.state.step == .importing)
    await model.settled()
    #expect(jellyfin.imported.values == [[.personal, .list(weekend)]])
    #expect(model.state.step == .finished && model.state.result?.skippedItems == [skipped])
    #expect(model.state.summary() == "2 imported, 1 updated, 1 skipped")
    // The sample's history has an import of this library.
    #expect(model.state.lastImport?.importCount == 2)
    #expect(fixture.count(.vaultWatchlistAll) == 1)
    model.back()
    #expect(model.state.step == .chooseLibrary && model.state.result == nil && model.state.library == nil)
    model.select([])
    #expect(model.state.selectedLists == [.personal])
  }

  @Test("a library that cannot be scanned shows why, and can be imported all the same")
  func scanFails() async throws {
    let (model, _, _) = try await model { $0.scanned["Movies"] = -1 }
    model.choose(with(JellyfinLibrary(id: "1")) { $0.name = "Movies" })
    await model.settled()
    #expect(model.state.notice == "There is no such title to import.")
    #expect(!model.state.isScanning && model.state.scan == nil)
    model.startImport()
    await model.settled()
    #expect(model.state.step == .finished && model.state.notice == nil)
  }

  @Test("a lost answer says that the server may still be at it; a refusal does not", arguments: [true, false])
  func fails(_ isLost: Bool) async throws {
    let problem =
      isLost
      ? ClientError(.timedOut, operation: .vaultImportsLibrary)
      : ClientError(.server, operation: .vaultImportsLibrary, status: 502, serverMessage: "Jellyfin unreachable")
    let (model, _, _) = try await model { $0.problem = problem }
    model.choose(with(JellyfinLibrary(id: "1")) { $0.name = "Movies" })
    model.startImport()
    await model.settled()
    #expect(model.state.step == .ready && model.state.result == nil && model.state.isUncertain == isLost)
    #expect(model.state.notice?.hasPrefix("The answer was lost") == isLost)
    #expect(model.state.lastImport?.libraryName == "Movies")
  }

  @Test("a sign-out empties the screen")
  func signOut() async throws {
    let (model, _, fixture) = try await model()
    model.choose(with(JellyfinLibrary(id: "1")) { $0.name = "Movies" })
    await model.settled()
    try await fixture.vault.account.signOut(pending: .discard)
    await model.settled()
    #expect(model.state.libraries.value == nil && model.state.library == nil && model.state.lists == [])
  }
}
