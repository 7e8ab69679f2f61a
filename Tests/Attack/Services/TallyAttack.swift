import Foundation
import MediaCore
import MediaTesting
import TallyTesting
import Testing

@testable import TallyKit

extension AttackedService {
  static let tally = AttackedService(
    name: "tally", sources: "TallyKit", prefixes: ["tally."],
    makeServer: { clock in
      // Tokens must last while the clock is moved, and every route must be open.
      let settings = FakeTallyServer.Settings(
        accessTokenLifetime: .seconds(315_360_000), quotaLimit: 1_000_000, isDevelopment: true, episodesHaveStatus: true
      )
      return FakeTallyServer(settings: settings, clock: clock).transport
    }, launch: { AttackedLaunch(tally: $0) },
    leftOut: [
      .tallyAccountSignInWithToken: "names an error; the token itself says whose it is, so that nothing is asked"
    ])
}

/// Things of the sample world. Its ids are counted.
enum TallyTarget {
  static let show: TMDBID = 520_100
  /// A show that is on no watchlist.
  static let newShow: TMDBID = 520_600
  static let entry: UserShowID = "0c000001-0000-4000-8000-000000000001"
  static let showID: ShowID = "0d000001-0000-4000-8000-000000000001"
  static let season: SeasonID = "0e000001-0000-4000-8000-000000000001"
  static let episode: EpisodeID = "0e000002-0000-4000-8000-000000000001"
  static let service: ServiceID = "0b000001-0000-4000-8000-000000000001"
  /// A service without a subscription.
  static let newService: ServiceID = "0b000001-0000-4000-8000-000000000005"
}

extension AttackedLaunch {
  fileprivate init(tally parts: Parts) {
    let tally = TallyService(server: .fake, transport: parts.transport, environment: parts.environment)
    let signIn: @Sendable () async throws -> Void = {
      _ = try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    }
    self.init(
      client: tally.client, queue: tally.queue, signIn: signIn,
      signOut: { try await tally.account.signOut(pending: $0) },
      secrets: { [TallyWorld.password] }, marker: "Kep’t for Fridays",
      calls: Self.tallyRoles(tally, signIn) + Self.stores(tally) + Self.screens(tally) + [Self.values(parts.clock)],
      settle: { await Self.settle(tally) }, shown: { try await Self.shown(tally) })
  }

  // MARK: Stores

  private static func stores(_ tally: TallyService) -> [AttackCall] {
    let show = TallyTarget.show
    return [
      AttackCall("watchlist.setters") {
        let list = tally.watchlistStore
        let show = TMDBID($0.integer(show.rawValue))
        try await list.setStatus(WatchStatus(rawValue: $0.text("completed")), of: show)
        await tally.queue.settled()
        try await list.setStatus(.watching, of: show)
        try await list.setRating($0.number(7), of: show)
        try await list.setNotes($0.text("other notes"), of: show)
        try await list.setCountry($0.text("GB"), of: show)
        try await list.setBufferDays($0.integer(4), of: show)
        let other = ProviderSelection(id: $0.integer(337), name: $0.text("Disney Plus"), logoPath: $0.text("/d.jpg"))
        try await list.setProvider(other, of: show, title: $0.text("Lighthouse Winter"))
        await tally.queue.settled()
        // Restore the sample's values, so that the next round has something to write.
        try await list.setRating(8.5, of: show)
        try await list.setNotes("Kep’t for Fridays ☂️", of: show)
        try await list.setCountry(nil, of: show)
        try await list.setBufferDays(0, of: show)
        try await list.setProvider(ProviderSelection(id: 8, name: "Netflix", logoPath: "/netflix.jpg"), of: show)
        await tally.queue.settled()
      },
      AttackCall("watchlist.add, remove") {
        let show = TMDBID($0.integer(TallyTarget.newShow.rawValue))
        try await tally.watchlistStore.add(
          show, as: WatchStatus(rawValue: $0.text("watching")), title: $0.text("Evening Ledger"),
          poster: $0.text("/e.jpg"))
        await tally.queue.settled()
        _ = try await tally.watchlistStore.item(show)
        try await tally.watchlistStore.remove(show)
        try await tally.watchlistStore.remove(lost: ShowID(rawValue: $0.text("none")))
        await tally.queue.settled()
      },
      AttackCall("progress.upTo") {
        let (season, counts) = ($0.integer(2), [$0.integer(2): $0.integer(10)])
        let (show, episode) = (TMDBID($0.integer(show.rawValue)), $0.integer(6))
        _ = try await tally.progressStore.preview(watchedUpTo: episode, season: season, of: show)
        try await tally.progressStore.setWatched(upTo: episode, season: season, of: show, counts: counts)
        try await resetProgress(tally)
      },
      AttackCall("progress.position") {
        let (season, episode) = ($0.integer(1), $0.integer(5))
        _ = try await tally.progressStore.preview(watching: episode, season: season, of: show)
        try await tally.progressStore.setPosition(
          watching: episode, season: season, of: show, counts: [$0.integer(1): $0.integer(8)])
        try await resetProgress(tally)
      },
      AttackCall("progress.season") {
        try await tally.progressStore.markSeason(
          $0.integer(1), watched: false, of: show, counts: [1: $0.integer(8), $0.integer(2): $0.integer(10)])
        await tally.queue.settled()
        try await tally.progressStore.markSeason($0.integer(1), watched: true, of: show, counts: [1: $0.integer(8)])
        try await resetProgress(tally)
      },
      AttackCall("progress.episode") {
        let state = EpisodeState(rawValue: $0.text("unwatched"))
        try await tally.progressStore.markEpisode($0.integer(2), season: $0.integer(2), as: state, of: show)
        await tally.queue.settled()
        try await tally.progressStore.markEpisode(
          2, season: 2, as: .watched, of: show, counts: [2: $0.integer(10), $0.integer(1): 8])
        try await resetProgress(tally)
      },
      AttackCall("progress.episode by id") {
        let (episode, show) = ($0.text(TallyTarget.episode.rawValue), $0.text(TallyTarget.showID.rawValue))
        try await tally.progressStore.markEpisode(
          EpisodeID(rawValue: episode), as: .watched, of: ShowID(rawValue: show))
        await tally.queue.settled()
      },
      AttackCall("subscriptions") {
        var draft = SubscriptionDraft(
          serviceId: ServiceID(rawValue: $0.text(TallyTarget.newService.rawValue)),
          monthlyCost: $0.decimal(4.5), tier: $0.text("Basic"))
        draft.isActive = true
        try await tally.subscriptionStore.add(draft)
        await tally.queue.settled()
        let new = (try await tally.subscriptionStore.items() ?? []).first {
          $0.subscription.serviceId == draft.serviceId
        }
        guard let subscription = new?.subscription else { return }
        try await tally.subscriptionStore.update(
          subscription, SubscriptionUpdate(monthlyCost: $0.decimal(9), tier: $0.text("Premium")))
        try await tally.subscriptionStore.setActive(false, subscription)
        await tally.queue.settled()
        try await tally.subscriptionStore.remove(subscription)
        try await tally.subscriptionStore.refresh(country: $0.text("AU"))
        await tally.queue.settled()
      },
      AttackCall("ratings.store") {
        try await tally.ratingStore.rate(season: SeasonID(rawValue: $0.text("\(TallyTarget.season)")), $0.number(7.5))
        try await tally.ratingStore.rate(
          episode: EpisodeID(rawValue: $0.text("\(TallyTarget.episode)")), $0.number(8))
        await tally.queue.settled()
      },
    ]
  }

  /// Sends what waits, and goes back to the progress of the sample world.
  private static func resetProgress(_ tally: TallyService) async throws {
    await tally.queue.settled()
    _ = try await tally.progressStore.refresh(TallyTarget.show)
    try await tally.progressStore.setPosition(watching: 4, season: 2, of: TallyTarget.show)
    await tally.queue.settled()
  }

  // MARK: What an app shows

  private static func settle(_ tally: TallyService) async {
    await tally.queue.flush()
    await tally.queue.settled()
    try? await tally.watchlistStore.refresh()
    _ = try? await tally.watchlistStore.lostEntries()
    _ = try? await tally.progressStore.refresh(TallyTarget.show)
    _ = try? await tally.progressStore.preview(watchedUpTo: 9, season: 2, of: TallyTarget.show)
    try? await tally.subscriptionStore.refresh()
    _ = try? await tally.ratingStore.pending()
    await loadScreens(tally)
  }

  private static func shown(_ tally: TallyService) async throws -> String {
    let items = try await tally.watchlistStore.items().map {
      "\($0.id) \($0.title) \($0.status) \($0.rating ?? -1) \($0.notes ?? "") \($0.provider?.id ?? 0) \($0.bufferDays)"
    }
    let subscriptions = (try await tally.subscriptionStore.items() ?? []).map {
      "\($0.id) \($0.subscription.monthlyCost) \($0.subscription.isActive ?? false)"
    }
    let states = try await tally.progressStore.progress(of: TallyTarget.show)?.states ?? EpisodeStates()
    // An unwatched episode shows the same whether the server has stored it or not.
    let begun = states.places.filter { states.state($0) != .unwatched }.map { "\($0) \(states.state($0))" }
    return (items.sorted() + subscriptions.sorted() + begun).joined(separator: "\n")
  }
}
