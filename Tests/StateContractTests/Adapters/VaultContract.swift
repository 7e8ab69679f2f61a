import Foundation
import MediaCore
import MediaTesting
import VaultTesting

@testable import VaultClient

extension ServiceCase {
  static let vault = ServiceCase(
    name: "vault", makeServer: { FakeVaultServer(clock: $0).transport }, launch: { try Launch(vault: $0) })
  /// The same server with a catalogue to import from.
  static let vaultWithCatalogue = ServiceCase(
    name: "vault",
    makeServer: {
      FakeVaultServer(settings: FakeVaultServer.Settings(simulatedUpstreams: true), clock: $0).transport
    }, launch: { try Launch(vault: $0) })
}

extension Launch {
  fileprivate init(vault parts: Parts) throws {
    let vault = VaultService(
      server: parts.address, transport: parts.transport, environment: parts.environment, options: parts.options)
    @Sendable func mark(_ number: Int) async throws -> Submission {
      let movies = try await vault.store.library()?.value.allMovies.filter { !$0.watched } ?? []
      return try await vault.store.setWatched(true, for: .movie(movies[number].id))[0]
    }
    let library = StoreHandle(
      name: "library",
      read: {
        let library = try await vault.store.library()?.value
        return (library?.allMovies ?? []).map { "\($0.title) \($0.watched)" }.sorted().joined(separator: "\n")
      }, refresh: { try await vault.store.refreshLibrary() },
      refreshedAt: { try await vault.store.library()?.asOf }, observe: { vault.store.observe($0) },
      change: { try await mark(0) }, otherChange: { try await mark(1) }, concerned: ["lists"], marker: "imdb",
      refreshOperation: .vaultWatchlistAll)
    let lists = StoreHandle(
      name: "lists",
      read: { try await (vault.store.lists()?.value ?? []).map(\.name).sorted().joined(separator: "\n") },
      refresh: { try await vault.store.refreshLists() }, refreshedAt: { try await vault.store.lists()?.asOf },
      observe: { vault.store.observe($0) },
      change: { try await vault.store.createList(ListDraft(name: "From the contract")).submission },
      otherChange: { try await vault.store.createList(ListDraft(name: "Another list")).submission },
      // A new list notifies twice: once when it is created, once when the server's number arrives.
      concerned: ["library"], notificationsOfDelivery: 2, marker: "imdb", writeOperation: .vaultListsCreate,
      refreshOperation: .vaultListsAll)
    self.init(
      accounts: vault.client.accounts, queue: vault.queue,
      signIn: { account in
        _ = try await vault.account.signIn(
          username: account == .first ? "alice" : "bob", password: VaultWorld.standardPassword)
      }, signOut: { try await vault.account.signOut(pending: $0) }, stores: [library, lists],
      screens: [
        ScreenCase(name: "library", changes: false) {
          let screen = VaultLibraryViewModel(vault: vault)
          return ScreenHandle(
            load: { screen.load() }, refreshAndWait: { await screen.refreshAndWait() },
            settled: { await screen.settled() },
            rows: { screen.state.entries.map { $0.title }.joined(separator: "\n") },
            asOf: { screen.state.library.asOf },
            error: { screen.state.error }, notice: { screen.state.notice })
        },
        ScreenCase(name: "title") {
          // Alice's first film; another account's page of it is empty.
          let screen = VaultTitleViewModel(vault: vault, title: .movie(1))
          return ScreenHandle(
            load: { screen.load() }, refreshAndWait: { await screen.refreshAndWait() },
            settled: { await screen.settled() },
            rows: {
              guard let page = screen.state.page.value else { return "" }
              return ([page.entry.title, page.entry.watched.rawValue] + page.listNames).joined(separator: "\n")
            }, asOf: { screen.state.page.asOf }, error: { screen.state.error }, notice: { screen.state.notice },
            act: { screen.setWatched(screen.state.page.value?.entry.watched != .all, for: .movie(1)) })
        },
        ScreenCase(name: "watchlist") {
          let screen = VaultWatchlistViewModel(vault: vault)
          return ScreenHandle(
            load: { screen.load() }, refreshAndWait: { await screen.refreshAndWait() },
            settled: { await screen.settled() },
            rows: {
              (screen.state.watchlist.value?.allMovies ?? []).map { "\($0.title) \($0.watched)" }
                .joined(separator: "\n")
            }, asOf: { screen.state.watchlist.asOf }, error: { screen.state.error }, notice: { screen.state.notice },
            act: {
              let movies = screen.state.watchlist.value?.allMovies.filter { !$0.watched } ?? []
              if let first = movies.first { screen.setWatched(true, for: .movie(first.id)) }
            })
        },
      ], surfaces: SurfaceHandle.all(vault, parts))
  }
}
