import Foundation
import MediaTesting
import Testing
import VaultTesting

@testable import MediaCore
@testable import VaultClient

extension AttackedService {
  static let vault = AttackedService(
    name: "vault", sources: "VaultClient", prefixes: ["vault."],
    makeServer: { FakeVaultServer(settings: .init(simulatedUpstreams: true), clock: $0).transport },
    launch: { AttackedLaunch(vault: $0) })
}

extension AttackedLaunch {
  fileprivate init(vault parts: Parts) {
    let vault = VaultService(server: .fake, transport: parts.transport, environment: parts.environment)
    self.init(
      client: vault.client, queue: vault.queue, signIn: { try await vault.signInAsAlice(parts.clock) },
      signOut: { _ = try await vault.account.signOut(pending: $0) },
      secrets: {
        let token = try await vault.client.session.grant()?.credentials.access.reveal()
        return [VaultWorld.standardPassword] + [token].compactMap { $0 }
      }, marker: "Paper Lanterns",
      calls: VaultCalls(vault: vault, clock: parts.clock).all, settle: { await vault.settleForAttack() },
      shown: { try await vault.shownForAttack() })
  }
}

extension VaultService {
  /// Signs in after a minute: the server takes ten sign-ins a minute.
  func signInAsAlice(_ clock: ManualClock) async throws {
    try await clock.sleep(for: .seconds(61))
    _ = try await self.account.signIn(username: "alice", password: VaultWorld.standardPassword)
  }

  fileprivate func settleForAttack() async {
    await store.flush()
    await store.settled()
    for list in [ListID.personal, .list(1), .list(3)] { _ = try? await store.refreshContents(of: list) }
    _ = await self.account.expiry()
    await VaultScreens(self).load()
  }

  fileprivate func shownForAttack() async throws -> String {
    let library = try await store.library()?.value ?? Watchlist()
    let movies = library.allMovies.map { "\($0.id) \($0.title) \($0.watched) \($0.runtime ?? 0)" }
    let series = library.series.map { series in
      "\(series.id) \(series.title) \(series.episodes.map { "\($0.position) \($0.watched)" })"
    }
    let lists = try await store.lists()?.value ?? []
    var rows: [String] = []
    for list in lists where list.id != .personal {
      let items = try await store.contents(of: list.id)?.value.items ?? []
      rows.append("\(list.id) \(list.name) \(list.itemCount ?? 0) \(items.map { "\($0.kind)/\($0.id)" })")
    }
    let news = try await store.news()?.value.count ?? 0
    let entries = await VaultScreens(self).entries()
    return (movies + series + rows + entries + ["\(news)"]).joined(separator: "\n")
  }
}

/// Every screen of the service.
@MainActor
struct VaultScreens: Sendable {
  private let vault: VaultService

  nonisolated init(_ vault: VaultService) { self.vault = vault }

  func load() async {
    let library = VaultLibraryViewModel(vault: vault)
    let watchlist = VaultWatchlistViewModel(vault: vault)
    let lists = ListsViewModel(vault: vault)
    let news = NotificationsViewModel(vault: vault)
    let account = VaultAccountViewModel(vault: vault)
    let models: [any ViewModel] = [library, watchlist, lists, news, account]
    for model in models { model.load() }
    for model in models { await model.settled() }
    for sort in [UnwatchedSort.added, .releaseDate, .watched] { watchlist.setSort(sort) }
    for chip in LibrarySort.Chip.allCases { library.tap(chip) }
    for entry in library.state.entries { _ = (entry.remark(), entry.isNewlyImported(at: .distantPast)) }
    for series in watchlist.state.watchlist.value?.series ?? [] { _ = series.seasons().map(\.fraction) }
    library.tap(.title)
  }

  /// The rows of the library's screen.
  func entries() async -> [String] {
    let library = VaultLibraryViewModel(vault: vault)
    await library.refreshAndWait()
    return library.state.entries.map { "\($0.id) \($0.title) \($0.watched)" }
  }

  func use(_ arguments: Arguments) async {
    let library = VaultLibraryViewModel(vault: vault)
    library.select([.list(arguments.integer(1))])
    await library.settled()
    library.select([.personal])
    library.query = arguments.text("harbor")
    library.submitSearch()
    library.setWatched(true, for: .season(series: arguments.integer(1), number: arguments.integer(1)))
    await library.settled()
    library.importText(arguments.text("somewhere"))
    await library.settled()
    library.query = ""
    let watchlist = VaultWatchlistViewModel(vault: vault)
    await watchlist.refreshAndWait()
    watchlist.toggleSeason(arguments.integer(1), of: arguments.integer(1))
    await watchlist.settled()
    let lists = ListsViewModel(vault: vault)
    lists.setOrder([.list(arguments.integer(1)), .personal])
    await lists.refreshAndWait()
    lists.open(.list(arguments.integer(1)))
    await lists.settled()
    lists.transfer(ListTransfer(.move, [.movie(arguments.integer(3))], from: 1, to: arguments.integer(2)))
    await lists.settled()
    lists.undo()
    await lists.settled()
    let news = NotificationsViewModel(vault: vault)
    news.start()
    await news.settled()
    news.markSeen(.movie(arguments.integer(6)))
    await news.settled()
    news.stop()
    let account = VaultAccountViewModel(vault: vault)
    account.startChecking(every: arguments.duration(.seconds(3600)))
    await account.settled()
  }
}
