import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Screens, and what happens while they wait for an answer")
struct ScreensMeanwhileTests {
  /// Lets all tasks run that are ready.
  private func rest() async { for _ in 0..<300 { await Task.yield() } }

  // MARK: Jellyfin

  private struct SlowImports: ImportAPI {
    let base: any ImportAPI
    let libraries = Held()
    let scans = Held()
    let imports = Held()
    let histories = Held()
    var problem: ClientError?

    func libraries() async throws(ClientError) -> JellyfinLibraries {
      await libraries.wait()
      return with(JellyfinLibraries()) { $0.libraries = [with(JellyfinLibrary(id: "Films")) { $0.name = "Films" }] }
    }
    func scan(_ library: String) async throws(ClientError) -> LibraryScan {
      await scans.wait()
      if let problem { throw problem }
      return with(LibraryScan()) { $0.totalMovies = library == "Films" ? 12 : 3 }
    }
    func library(_ library: String, into lists: [ListID]) async throws(ClientError) -> LibraryImportResult {
      await imports.wait()
      if let problem { throw problem }
      return LibraryImportResult()
    }
    func history() async throws(ClientError) -> [LibraryImport] {
      let known = try await base.history()
      await histories.wait()
      return known
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
    func toggleAutomation(_ id: Int) async throws(ClientError) -> AutomationResult {
      try await base.toggleAutomation(id)
    }
  }

  private nonisolated static let refusal = ClientError(
    .notFound, operation: .vaultImportsScan, status: 404, serverMessage: "no such library")

  private func jellyfin(
    problem: ClientError? = nil
  ) async throws -> (model: JellyfinImportViewModel, slow: SlowImports, fixture: Fixture, vault: VaultService) {
    let fixture = try await Fixture.signedIn()
    let slow = SlowImports(base: fixture.vault.imports, problem: problem)
    let vault = fixture.service { $0.imports = slow }
    return (JellyfinImportViewModel(vault: vault), slow, fixture, vault)
  }

  private let films = with(JellyfinLibrary(id: "Films")) { $0.name = "Films" }
  private let movies = with(JellyfinLibrary(id: "Movies")) { $0.name = "Movies" }

  @Test("the size of a library that is not chosen any more is not shown, nor is its failure", arguments: [true, false])
  func scan(fails: Bool) async throws {
    let (model, slow, _, _) = try await jellyfin(problem: fails ? Self.refusal : nil)
    slow.scans.hold()
    model.choose(films)
    #expect(await eventually { slow.scans.count == 1 })
    model.choose(movies)
    #expect(await eventually { slow.scans.count == 2 })
    model.back()
    slow.scans.release()
    await rest()
    #expect(model.state.scan == nil && model.state.notice == nil && model.state.step == .chooseLibrary)
  }

  @Test("an import that ends after a sign-out shows nothing of it, well or not", arguments: [true, false])
  func imported(fails: Bool) async throws {
    let (model, slow, fixture, _) = try await jellyfin(problem: fails ? Self.refusal : nil)
    model.load()
    await model.settled()
    model.choose(films)
    await model.settled()
    slow.imports.hold()
    model.startImport()
    #expect(await eventually { slow.imports.count == 1 })
    try await fixture.vault.account.signOut(pending: .discard)
    #expect(await eventually { model.state.step == .chooseLibrary })
    slow.imports.release()
    await rest()
    #expect(model.state.step == .chooseLibrary && model.state.result == nil && !model.state.isUncertain)
    #expect(model.state.notice == nil && model.state.lastImport == nil)
  }

  @Test("libraries that are named after a sign-out are not shown")
  func libraries() async throws {
    let (model, slow, fixture, _) = try await jellyfin()
    slow.libraries.hold()
    model.load()
    #expect(await eventually { slow.libraries.count == 1 })
    try await fixture.vault.account.signOut(pending: .discard)
    await rest()
    slow.libraries.release()
    await rest()
    #expect(model.state.libraries.value == nil)
    // While bob's own libraries are loading, he must not see alice's.
    slow.libraries.hold()
    try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    #expect(await eventually { slow.libraries.count == 1 })
    #expect(model.state.libraries.value == nil)
    slow.libraries.release()
    await model.settled()
    #expect(model.state.libraries.value?.map(\.name) == ["Films"])
  }

  @Test("a library whose size was asked for before does not end the waiting for the chosen one's")
  func scanning() async throws {
    let (model, slow, _, _) = try await jellyfin()
    slow.scans.hold()
    model.choose(films)
    #expect(await eventually { slow.scans.count == 1 })
    model.choose(movies)
    #expect(await eventually { slow.scans.count == 2 })
    slow.scans.releaseFirst()
    await rest()
    #expect(model.state.isScanning && model.state.scan == nil)
    slow.scans.release()
    await model.settled()
    #expect(!model.state.isScanning && model.state.scan?.totalMovies == 3)
  }

  @Test("the last import that is named after a sign-out is not shown")
  func lastImport() async throws {
    let (model, slow, fixture, _) = try await jellyfin()
    #expect(try await fixture.vault.imports.history().contains { $0.libraryName == "Movies" })
    model.load()
    await model.settled()
    model.choose(movies)
    await model.settled()
    slow.histories.hold()
    model.startImport()
    #expect(await eventually { slow.histories.count == 1 })
    try await fixture.vault.account.signOut(pending: .discard)
    #expect(await eventually { model.state.step == .chooseLibrary })
    slow.histories.release()
    await rest()
    #expect(model.state.lastImport == nil && model.state.step == .chooseLibrary)
  }

  // MARK: The library's search

  private struct SlowSearch: SearchAPI {
    let held = Held()
    var failsFor: String?

    func all(_ query: String) async throws(ClientError) -> [SearchResult] {
      await held.wait()
      if query == failsFor { throw ScreensMeanwhileTests.refusal }
      return [SearchResult(imdbID: query)]
    }
    func movies(_ query: String) async throws(ClientError) -> [SearchResult] { [] }
    func series(_ query: String) async throws(ClientError) -> [SearchResult] { [] }
    func tvmaze(_ query: String) async throws(ClientError) -> [SearchResult] { [] }
  }

  @Test("results for a text that was deleted are not shown, nor is their failure", arguments: [true, false])
  func deletedQuery(fails: Bool) async throws {
    let fixture = try await Fixture.signedIn()
    let search = SlowSearch(failsFor: fails ? "harbor" : nil)
    let model = VaultLibraryViewModel(vault: fixture.service { $0.search = search })
    search.held.hold()
    model.query = "harbor"
    model.submitSearch()
    #expect(await eventually { search.held.count == 1 })
    model.query = ""
    search.held.release()
    await rest()
    #expect(model.state.search.external == [] && model.state.search.error == nil && !model.state.search.isSearching)
    // The user can search for the same text again.
    model.query = "harbor"
    model.submitSearch()
    await model.settled()
    #expect(model.state.search.external.isEmpty == fails && (model.state.search.error != nil) == fails)
  }

  @Test("a text that is typed during a search keeps the results before, and gets no failure", arguments: [true, false])
  func otherQuery(fails: Bool) async throws {
    // With a clock that stands still, only `submitSearch()` searches.
    let fixture = try await Fixture.signedIn(clock: ManualClock())
    let search = SlowSearch(failsFor: fails ? "harbor" : nil)
    let model = VaultLibraryViewModel(vault: fixture.service { $0.search = search })
    model.query = "lantern"
    model.submitSearch()
    #expect(await eventually { model.state.search.external.count == 1 && !model.state.search.isSearching })
    let before = model.state.search.external
    search.held.hold()
    model.query = "harbor"
    model.submitSearch()
    #expect(await eventually { search.held.count == 1 })
    model.query = "harbor l"
    search.held.release()
    #expect(await eventually { !model.state.search.isSearching })
    #expect(model.state.search.external == before && model.state.search.error == nil)
    // The user can search for the same text again.
    model.query = "harbor"
    model.submitSearch()
    #expect(await eventually { !model.state.search.isSearching })
    #expect(model.state.search.external.map(\.imdbID) == (fails ? [] : ["harbor"]))
    #expect((model.state.search.error != nil) == fails)
  }

  // MARK: The sign-in screen

  private struct SlowServer: ServerAPI {
    let base: any ServerAPI
    let held: Held

    func health() async throws(ClientError) -> ServerHealth {
      let health = try await base.health()
      await held.wait()
      return health
    }
    func marker() async throws(ClientError) -> ServerMarker { try await base.marker() }
    func build() async throws(ClientError) -> ServerBuild { try await base.build() }
  }

  @Test("a server that answers after another address was typed is not the one of the screen")
  func otherAddress() async throws {
    let fixture = Fixture()
    let held = Held()
    let model = VaultSignInViewModel { address, _ in
      VaultService(server: address, transport: fixture.network, environment: fixture.vault.client.environment) {
        $0.server = SlowServer(base: $0.server, held: held)
      }
    }
    held.hold()
    model.address = "https://vault.test"
    model.findServer()
    #expect(await eventually { held.count == 1 })
    model.address = "https://other.test"
    held.release()
    await rest()
    #expect(model.state.step == .address && model.vault == nil && model.state.server == nil)
    #expect(model.state.address == "https://other.test" && model.state.problem == nil)
  }
}
