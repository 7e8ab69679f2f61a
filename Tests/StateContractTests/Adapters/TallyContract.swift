import Foundation
import MediaCore
import MediaTesting
import TallyTesting
import Testing

@testable import TallyKit

extension ServiceCase {
  static let tally = ServiceCase(
    name: "tally", makeServer: { FakeTallyServer(clock: $0).transport }, launch: { try Launch(tally: $0) })
}

extension Launch {
  fileprivate init(tally parts: Parts) throws {
    let tally = TallyService(
      server: parts.address, transport: parts.transport, environment: parts.environment, options: parts.options)
    let (first, other) = (TMDBID(520_300), TMDBID(520_700))
    @Sendable func active() async throws -> StreamingSubscription {
      let items = try await tally.subscriptionStore.items() ?? []
      return try #require(items.first { $0.subscription.isActive == true }).subscription
    }
    let watchlist = StoreHandle(
      name: "watchlist",
      read: {
        try await tally.watchlistStore.items().map { "\($0.id) \($0.title) \($0.status) \($0.notes ?? "")" }
          .joined(separator: "\n")
      }, refresh: { try await tally.watchlistStore.refresh() },
      refreshedAt: { try await tally.watchlistStore.refreshedAt() }, observe: { tally.watchlistStore.observe($0) },
      change: { try await tally.watchlistStore.setNotes("from the contract", of: first) },
      otherChange: { try await tally.watchlistStore.setNotes("another note", of: other) }, marker: "Kep’t for Fridays",
      writeOperation: .tallyWatchlistSetNotes, refreshOperation: .tallyWatchlistAll)
    let progress = StoreHandle(
      name: "progress",
      read: { String(describing: try await tally.progressStore.progress(of: first)?.states.seasons.sortedText) },
      refresh: { try await tally.progressStore.refresh(first) },
      observe: { tally.progressStore.observe($0) },
      change: { try await tally.progressStore.setWatched(upTo: 2, season: 1, of: first) },
      otherChange: { try await tally.progressStore.setWatched(upTo: 1, season: 1, of: other) }, marker: "520300",
      writeOperation: .tallyProgressSet, refreshOperation: .tallyProgressProgress)
    let subscriptions = StoreHandle(
      name: "subscriptions",
      read: {
        (try await tally.subscriptionStore.items() ?? [])
          .map { "\($0.id) \($0.subscription.monthlyCost) \($0.subscription.isActive ?? false)" }.sorted()
          .joined(separator: "\n")
      }, refresh: { try await tally.subscriptionStore.refresh() },
      refreshedAt: { try await tally.subscriptionStore.refreshedAt() },
      observe: { tally.subscriptionStore.observe($0) },
      change: {
        try await tally.subscriptionStore.setActive(false, try await active())
      },
      otherChange: {
        try await tally.subscriptionStore.setActive(false, try await active())
      }, marker: "13.99", writeOperation: .tallySubscriptionUpdate,
      refreshOperation: .tallySubscriptionAll)
    self.init(
      accounts: tally.client.accounts, queue: tally.queue,
      signIn: { account in
        _ = try await tally.account.signIn(
          email: account == .first ? TallyWorld.sampleEmail : TallyWorld.otherEmail, password: TallyWorld.password)
      }, signOut: { try await tally.account.signOut(pending: $0) }, stores: [watchlist, progress, subscriptions],
      screens: [
        ScreenCase(name: "myShows") {
          let shows = TallyWatchlistViewModel(tally: tally)
          return ScreenHandle(
            load: { shows.load() }, refreshAndWait: { await shows.refreshAndWait() },
            settled: { await shows.settled() },
            rows: {
              (shows.state.items.value ?? []).map { "\($0.title) \($0.notes ?? "")" }.joined(separator: "\n")
            }, asOf: { shows.state.items.asOf }, error: { shows.state.error }, notice: { shows.state.notice },
            act: { shows.setNotes("from the screen", of: first) })
        },
        ScreenCase(name: "show") {
          let page = ShowViewModel(tally: tally, show: first)
          return ScreenHandle(
            load: { page.load() }, refreshAndWait: { await page.refreshAndWait() }, settled: { await page.settled() },
            rows: {
              guard let show = page.state.page.value else { return "" }
              let seasons = show.seasons.map { season in
                "\(season.number) \(season.episodeCount) \(season.watched ?? -1) \(season.episodes.count)"
              }
              return ([show.details.title, show.entry?.notes ?? ""] + seasons + show.providers.map(\.name))
                .joined(separator: "\n")
            }, asOf: { page.state.page.asOf }, error: { page.state.error }, notice: { page.state.notice },
            act: { page.setNotes("from the page") })
        },
        ScreenCase(name: "nextDays", changes: false) {
          let screen = NextDaysViewModel(tally: tally)
          return ScreenHandle(
            load: { screen.load() }, refreshAndWait: { await screen.refreshAndWait() },
            settled: { await screen.settled() },
            rows: {
              (screen.state.days.value ?? []).map { "\($0.day) \($0.episodes.map(\.title))" }.joined(separator: "\n")
            }, asOf: { screen.state.days.asOf }, error: { screen.state.error }, notice: { screen.state.notice })
        },
        ScreenCase(name: "subscriptions") {
          let screen = SubscriptionsViewModel(tally: tally)
          return ScreenHandle(
            load: { screen.load() }, refreshAndWait: { await screen.refreshAndWait() },
            settled: { await screen.settled() },
            rows: {
              (screen.state.items.value ?? []).map { "\($0.id) \($0.subscription.isActive ?? false)" }
                .joined(separator: "\n")
            }, asOf: { screen.state.items.asOf }, error: { screen.state.error }, notice: { screen.state.notice },
            act: {
              let first = screen.state.items.value?.first { $0.subscription.isActive == true }
              if let first { screen.pause(first.subscription) }
            })
        },
      ], surfaces: SurfaceHandle.all(tally, parts))
  }
}

extension Dictionary where Key == Int, Value == [Int: EpisodeState] {
  fileprivate var sortedText: String {
    sorted { $0.key < $1.key }.map { season in
      "\(season.key): " + season.value.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }.joined(separator: "\n")
  }
}
