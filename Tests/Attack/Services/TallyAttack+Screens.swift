import Foundation
import MediaCore
import MediaTesting
import TallyTesting

@testable import TallyKit

extension AttackedLaunch {
  /// The screens, by their public functions.
  static func screens(_ tally: TallyService) -> [AttackCall] {
    [
      AttackCall("screen.calendar") { try await calendar(tally, $0) },
      AttackCall("screen.search") { try await search(tally, $0) },
      AttackCall("screen.watchlist") { try await watchlistScreen(tally, $0) },
      AttackCall("screen.subscriptions") { try await subscriptionScreen(tally, $0) },
      AttackCall("screen.account") { try await accountScreen(tally, $0) },
    ]
  }

  @MainActor
  private static func calendar(_ tally: TallyService, _ arguments: Arguments) async throws {
    for source in [CalendarSource.automatic, .guide, .watchlist] {
      let screen = CalendarViewModel(tally: tally, source: source)
      screen.changeMonth(by: arguments.integer(1))
      await screen.settled()
      if let month = CalendarMonth(year: arguments.integer(2026), month: arguments.integer(11)) {
        screen.showMonth(month)
      }
      await screen.settled()
      screen.showToday()
      screen.setMode(.week)
      let day = CalendarDay(arguments.date(ManualClock.defaultStart), in: .gmt)
      screen.select(day)
      readDay(day, of: screen)
      for cell in screen.state.days { readDay(cell.date, of: screen) }
      _ = (screen.title, screen.weekdays, screen.legend, screen.monthlySpend, screen.week, screen.list)
    }
    let screen = CalendarViewModel(tally: tally)
    screen.setCountry(arguments.text("AU"))
    screen.refresh()
    await screen.settled()
    tally.country.set("US")
  }

  @MainActor
  private static func readDay(_ day: CalendarDay, of screen: CalendarViewModel) {
    _ = (screen.episodes(on: day).map(\.id), screen.providers(on: day), screen.primaryProvider(for: day))
    _ = (screen.secondaryProviders(for: day), screen.indicator(for: day), screen.showsAiring(on: day))
    _ = (screen.providerPrices(for: day), screen.totalCost(for: day))
    _ = (screen.sheetTitle(for: day), screen.accessibilityLabel(for: day))
  }

  @MainActor
  private static func search(_ tally: TallyService, _ arguments: Arguments) async throws {
    let screen = SearchViewModel(tally: tally)
    screen.setCountry(arguments.text("AU"))
    screen.query = arguments.text("lighthouse")
    await screen.settled()
    let show = TMDBID(arguments.integer(TallyTarget.show.rawValue))
    screen.open(ShowLink(show: show, title: "L", season: arguments.integer(2), episode: arguments.integer(4)))
    await screen.settled()
    screen.selectSeason(arguments.integer(2), of: show)
    await screen.settled()
    _ = (
      screen.rows(of: show), screen.chips(of: show).map(\.initials), screen.state.details[show]?.menu.map(\.menuText)
    )
    _ = (screen.state.details[show]?.badge, screen.state.lastWatched(show, season: arguments.integer(2)))
    screen.setProgressUpToEpisode(arguments.integer(5), season: arguments.integer(2), of: show)
    await screen.settled()
    screen.markSeason(arguments.integer(1), watched: true, of: show)
    await screen.settled()
    screen.setPosition(watching: arguments.integer(4), season: arguments.integer(2), of: show)
    await screen.settled()
    _ = screen.rows(of: show)
    screen.selectProvider(WatchProvider(providerId: arguments.integer(8)), for: show)
    screen.addToWatching(show)
    screen.addToWatchlist(show)
    screen.showToast(arguments.text("toast"))
    screen.appear()
    await screen.settled()
    screen.toggleExpansion(show)
    // Restore the sample's progress, which the steps above may have changed.
    try await tally.progressStore.setPosition(watching: 4, season: 2, of: TallyTarget.show)
    try await tally.watchlistStore.setProvider(
      ProviderSelection(id: 8, name: "Netflix", logoPath: "/netflix.jpg"), of: TallyTarget.show)
    tally.country.set("US")
    await screen.settled()
    await tally.queue.settled()
  }

  @MainActor
  private static func watchlistScreen(_ tally: TallyService, _ arguments: Arguments) async throws {
    let screen = TallyWatchlistViewModel(tally: tally)
    screen.select(WatchStatus(rawValue: arguments.text("watchlist")))
    await screen.settled()
    let show = TallyTarget.show
    screen.setRating(arguments.number(7), of: show)
    screen.setNotes(arguments.text("other notes"), of: show)
    screen.setCountry(arguments.text("GB"), of: show)
    screen.setBufferDays(arguments.integer(3), of: show)
    screen.setStatus(WatchStatus(rawValue: arguments.text("completed")), of: show)
    screen.markEpisode(arguments.integer(2), season: arguments.integer(1), as: .unwatched, of: show)
    await screen.settled()
    screen.markEpisode(2, season: 1, as: .watched, of: show)
    screen.setRating(8.5, of: show)
    screen.setNotes("Kep’t for Fridays ☂️", of: show)
    screen.setCountry(nil, of: show)
    screen.setBufferDays(0, of: show)
    screen.setStatus(.watching, of: show)
    await screen.settled()
    try await tally.progressStore.setPosition(watching: 4, season: 2, of: show)
    await tally.queue.settled()
  }

  @MainActor
  private static func subscriptionScreen(_ tally: TallyService, _ arguments: Arguments) async throws {
    let screen = SubscriptionsViewModel(tally: tally)
    screen.load()
    screen.loadAdvice()
    await screen.settled()
    guard let service = screen.state.services.first(where: { $0.id == TallyTarget.newService }) else { return }
    var draft = screen.draft(for: service)
    draft.monthlyCost = arguments.decimal(4)
    screen.add(draft)
    await screen.settled()
    guard
      let item = screen.state.items.value?.first(where: { $0.subscription.serviceId == TallyTarget.newService })
    else { return }
    _ = (screen.renewalText(item.subscription), screen.state.monthlyTotal)
    screen.update(item.subscription, SubscriptionUpdate(monthlyCost: arguments.decimal(6)))
    screen.pause(item.subscription)
    await screen.settled()
    screen.resume(item.subscription)
    screen.remove(item.subscription)
    await screen.settled()
    await tally.queue.settled()
  }

  @MainActor
  private static func accountScreen(_ tally: TallyService, _ arguments: Arguments) async throws {
    let screen = TallyAccountViewModel(tally: tally)
    screen.load()
    screen.loadProfile()
    await screen.settled()
    screen.updateProfile(ProfileUpdate(displayName: arguments.text("Mika Äijälä"), timezone: arguments.text("UTC")))
    screen.setCountry(arguments.text("US"))
    screen.signIn(email: arguments.text(TallyWorld.sampleEmail), password: arguments.text(TallyWorld.password))
    await screen.settled()
    tally.country.set("US")
  }

  /// Loads every screen, as an app does at its launch, and reads everything that it draws.
  @MainActor
  static func loadScreens(_ tally: TallyService) async {
    let calendar = CalendarViewModel(tally: tally)
    let search = SearchViewModel(tally: tally)
    let list = TallyWatchlistViewModel(tally: tally)
    let subscriptions = SubscriptionsViewModel(tally: tally)
    let account = TallyAccountViewModel(tally: tally)
    calendar.load()
    search.query = "lighthouse"
    list.load()
    subscriptions.load()
    subscriptions.loadAdvice()
    account.load()
    account.loadProfile()
    await search.settled()
    for result in search.state.results.prefix(1) { search.toggleExpansion(result.id) }
    for screen in [calendar, search, list, subscriptions, account] as [any ViewModel] { await screen.settled() }
    for cell in calendar.state.days { readDay(cell.date, of: calendar) }
    _ = (calendar.legend, calendar.monthlySpend, calendar.week, calendar.list, subscriptions.state.monthlyTotal)
    for show in search.state.expanded {
      _ = (search.rows(of: show), search.chips(of: show), search.state.details[show]?.menu.map(\.menuText))
      _ = search.state.details[show]?.badge
    }
    for item in subscriptions.state.items.value ?? [] { _ = subscriptions.renewalText(item.subscription) }
  }

  // MARK: Values

  /// The functions that need no server.
  static func values(_ clock: ManualClock) -> AttackCall {
    AttackCall("values") { arguments in
      let day = CalendarDay(arguments.date(clock.now()), in: .gmt)
      let other = CalendarDay(arguments.date(clock.now()), in: .gmt)
      var subscription = StreamingSubscription(id: "s")
      (subscription.isActive, subscription.startedDate) = (true, other)
      _ = (Renewal.next(after: day, start: other), Renewal.text(of: subscription, today: day))
      _ = (day.adding(days: arguments.integer(3)), CalendarDay(daysSince1970: arguments.integer(3)), day.weekday)
      _ = CalendarDay(
        year: arguments.integer(2026), month: arguments.integer(11), day: arguments.integer(22))
      let month = CalendarMonth(day)
      _ = (month.grid, month.weeks, month.day(arguments.integer(3)), month.days, month.description)
      _ = (month.adding(arguments.integer(3)).grid, CalendarMonth(year: arguments.integer(2026), month: 1)?.grid)
      _ = CalendarLayout.iconSize(cellWidth: arguments.number(40))
      _ = CalendarLayout.cellWidth(screenWidth: arguments.number(390))
      _ = (ProviderColor.of(arguments.text("Netflix")), DayText(texts: .english).month(arguments.integer(3)))
      _ = (DayText(texts: .english).weekday(arguments.integer(3)), DayText(texts: .english).long(day))
      let amount = arguments.decimal(4.5)
      _ = (Money(amount: amount, currency: arguments.text("USD")).text, amount.inCents)
      let prices = ProviderPrices.table(arguments.text("AU"))
      _ = (prices.price(of: arguments.integer(384)), prices.price(named: arguments.text("Hulu")))
      let link = ShowLink(
        show: TMDBID(arguments.integer(1)), season: arguments.integer(1), episode: arguments.integer(1))
      _ = (link.url.flatMap { ShowLink($0) }, URL(string: arguments.text("tally://show/1")).flatMap { ShowLink($0) })
      _ = ReleasePattern(kind: .weekly, confidence: arguments.number(0.9)).badge
      _ = RatingMutation.score(arguments.number(7))
      states(arguments)
      rows(arguments, today: day)
    }
  }

  private static func states(_ arguments: Arguments) {
    var states = EpisodeStates([arguments.integer(1): [arguments.integer(2): .watched]])
    states[arguments.integer(1), arguments.integer(3)] = .watching
    _ = (states.lastWatched(season: arguments.integer(1)), states.places)
    let status = EpisodeStatus(episodeNumber: arguments.integer(1), status: .watched)
    _ = ShowProgress(seasons: [arguments.integer(1): [status]]).lastWatched(season: 1)
    for kind in [ProgressMutation.Step.Kind.upTo, .position, .season, .episode] {
      let step = ProgressMutation.Step(
        kind: kind, season: arguments.integer(1), episode: arguments.integer(2), state: .watched)
      let mutation = ProgressMutation(
        show: 1, steps: [step], counts: [arguments.integer(1): arguments.integer(8)], before: states)
      _ = (ProgressPlan(from: states, to: mutation), ProgressPlan.undone(mutation, in: states))
      _ = (mutation.changes(of: states), mutation.isReflected(in: states))
    }
  }

  private static func rows(_ arguments: Arguments, today: CalendarDay) {
    var episode = Episode(episodeNumber: arguments.integer(1))
    episode.airDate = CalendarDay(daysSince1970: arguments.integer(20_000))
    let last = arguments.integer(0)
    _ = EpisodeRow(episode, lastWatched: last, isSaving: false, today: today, texts: .english)
    let badge = ProviderBadge(
      id: .tmdb(arguments.integer(8)), name: arguments.text("Netflix"), logo: arguments.text("/n.jpg"))
    let reference = EpisodeRef(
      show: TMDBID(arguments.integer(1)), showTitle: "", title: arguments.text("One"), day: today,
      season: arguments.integer(1), episode: arguments.integer(1), providers: [badge])
    _ = (reference.id, reference.link.url, badge.logoURL, DayProviders.indicator(of: [badge, badge]))
    _ =
      ProviderChip(
        WatchProvider(providerId: arguments.integer(8)), isSelected: true, isSaving: false, texts: .english
      ).initials
  }
}
