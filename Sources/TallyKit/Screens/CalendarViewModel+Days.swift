public import Foundation
public import MediaCore

extension CalendarViewModel {
  /// Updates ``State/today`` at midnight and after a change of the time zone.
  func followDay() {
    screen.followDay(tally.client.environment, shown: { [weak self] in self?.state.today }) { [weak self] in
      if let self { self.screen.state.today = self.tally.today }
    }
  }

  /// Reads TMDB's numbers of the services: an account's guide has the server's own ids, and the prices are listed by TMDB's.
  func readServices(_ country: String) async {
    let shown = [state.dailyProviders, state.edgeProviders].flatMap { $0.values.joined() }
    let needsThem = shown.contains { $0.id.tmdb == nil }
    guard needsThem, services.isEmpty, let list = try? await tally.services.all(country: country) else { return }
    for service in list.services { services[service.id] = service.tmdbProviderId }
  }

  func log(_ step: String, _ month: CalendarMonth, _ country: String, _ data: CalendarData? = nil) {
    guard logsSteps else { return }
    let counts = data.map { $0.filtered(month.contains) }.map {
      let episodes = $0.episodesByDate
      return " days=\(episodes.count) episodes=\(episodes.values.reduce(0) { $0 + $1.count })"
        + " unnumbered=\($0.unnumbered.count)"
    }
    tally.client.log.add(.debug, "[Calendar] month=\(month.key(country)) \(step)\(counts ?? "")")
  }

  /// A provider with its price, as a row of a day's sheet or of the month's costs.
  public struct PriceRow: Hashable, Sendable, Identifiable {
    /// The provider that the row shows.
    public var badge: ProviderBadge
    /// The monthly price of the provider.
    public var price: ProviderPrice
    /// The price as text, such as `$15.49`. If the price is that of another country than the chosen one, the text names the dollar's
    /// country, such as `US$15.49`.
    public var text: String
    /// Whether the price is that of another country than the chosen one; see ``CalendarViewModel/priceOrigin``.
    public var isOfOtherCountry = false
    /// The text of the row for a screen reader: `Netflix, $15.49, airing today`.
    public var accessibilityLabel: String
    public var id: ProviderID { badge.id }
  }

  /// A show that has episodes on a day.
  public struct AiringShow: Hashable, Sendable, Identifiable {
    public var id: TMDBID
    /// The title of the show.
    public var title: String
    /// The episodes of the show that are released on the day.
    public var episodes: [EpisodeRef]
  }

  /// A provider of the month, as a row of the legend.
  public struct LegendEntry: Hashable, Sendable, Identifiable {
    /// The provider that the legend explains.
    public var badge: ProviderBadge
    /// The colour of the provider's dots.
    public var color: ProviderColor
    /// The number of days of the month on which this provider has episodes.
    public var days: Int
    public var id: ProviderID { badge.id }
  }

  /// The monthly costs of the providers that have episodes in the shown month.
  public struct Spend: Hashable, Sendable {
    /// The providers of the month with their prices, sorted by name.
    public var rows: [PriceRow]
    /// The sum of the prices in ``rows``, in the currency of the prices.
    public var total: Decimal
    /// The sum of the prices as text, such as `$31.48`.
    public var totalText: String
  }

  /// The country of the prices that are shown.
  public struct PriceOrigin: Hashable, Sendable {
    /// The country of the prices, such as `US`.
    public var country: String
    /// The currency's ISO 4217 code.
    public var currency: String
    /// Whether the prices of the chosen country are unknown, so that the prices of ``country`` are shown instead. If true, show
    /// ``CalendarViewModel/priceNote`` beside the prices.
    public var isOtherCountry: Bool
  }

  // MARK: Month and mode

  /// Shows a month with the data on this device. If the month's response is not younger than an hour, requests the month from the server.
  public func showMonth(_ month: CalendarMonth) {
    guard month != state.month else { return }
    screen.state.month = month
    screen.state.selectedDay = nil
    load()
  }

  /// Shows the month that is `months` months after the shown month.
  /// - Parameter months: 1 for the next month, -1 for the previous month.
  public func changeMonth(by months: Int) { showMonth(state.month.adding(months)) }

  /// Shows the month that contains today.
  public func showToday() {
    let today = tally.today
    screen.state.month = CalendarMonth(today)
    screen.state.selectedDay = nil
    load()
  }

  /// Shows the month in another layout.
  public func setMode(_ mode: Mode) { screen.state.mode = mode }

  // MARK: A day

  /// Returns the episodes of a day of the shown month. In ``Mode/week``, `day` can also be a day of the shown week that belongs to the
  /// month before or after.
  public func episodes(on day: CalendarDay) -> [EpisodeRef] {
    state.episodesByDate[day.description] ?? (state.mode == .week ? state.edgeEpisodes[day.description] : nil) ?? []
  }

  /// Returns the providers of a day of the shown month. In ``Mode/week``, `day` can also be a day of the shown week that belongs to the
  /// month before or after.
  public func providers(on day: CalendarDay) -> [ProviderBadge] {
    state.dailyProviders[day.description] ?? (state.mode == .week ? state.edgeProviders[day.description] : nil) ?? []
  }

  /// Returns the provider whose logo represents the day; nil if there is no such provider, see ``DayProviders/primary(of:)``.
  public func primaryProvider(for day: CalendarDay) -> ProviderBadge? {
    state.primaryProviders[day.description] ?? DayProviders.primary(of: providers(on: day))
  }

  /// Returns the day's providers other than ``primaryProvider(for:)``. If ``primaryProvider(for:)`` is nil, returns all providers of the
  /// day.
  public func secondaryProviders(for day: CalendarDay) -> [ProviderBadge] {
    DayProviders.secondary(of: providers(on: day))
  }

  /// Returns the content of a day's tile; nil if the day has no providers.
  public func indicator(for day: CalendarDay) -> DayProviders.Indicator? {
    DayProviders.indicator(of: providers(on: day))
  }

  /// Returns the shows with an episode on the day, sorted by TMDB's number.
  public func showsAiring(on day: CalendarDay) -> [AiringShow] {
    let byShow = Dictionary(grouping: episodes(on: day), by: \.show)
    return byShow.sorted { $0.key < $1.key }.map { id, episodes in
      AiringShow(id: id, title: episodes.first?.showTitle ?? "", episodes: episodes)
    }
  }

  /// Returns the monthly prices of the day's providers, sorted by the provider's name. Providers without a known price are left out.
  public func providerPrices(for day: CalendarDay) -> [PriceRow] { prices(of: providers(on: day)) }

  /// Returns the sum of ``providerPrices(for:)`` as text, such as `$23.48`, or `$0.00` if there are no prices.
  public func totalCost(for day: CalendarDay) -> String { text(Money.sum(of: providerPrices(for: day).map(\.price))) }

  /// The country and currency of all amounts on this screen.
  public var priceOrigin: PriceOrigin {
    let table = ProviderPrices.table(state.country)
    return PriceOrigin(
      country: table.country, currency: table.currency, isOtherCountry: !table.isOf(state.country))
  }

  /// The sentence `Prices in DE are not known. These are those of US in USD.`, to show beside the amounts; nil if the prices are those of
  /// the chosen country.
  public var priceNote: String? {
    let origin = priceOrigin
    guard origin.isOtherCountry else { return nil }
    return texts(
      "tally.calendar.otherPrices", english: "Prices in %@ are not known. These are those of %@ in %@.", state.country,
      origin.country, origin.currency)
  }

  private func text(_ money: Money) -> String {
    priceOrigin.isOtherCountry ? money.fullText(texts) : money.text(texts)
  }

  private func prices(of badges: [ProviderBadge]) -> [PriceRow] {
    let table = ProviderPrices.table(state.country)
    return badges.compactMap { badge -> PriceRow? in
      let byNumber = tmdbID(badge).flatMap { table.price(of: $0) }
      guard let price = byNumber ?? (badge.id.tmdb == nil ? table.price(named: badge.name) : nil) else { return nil }
      let text = text(Money(amount: price.amount, currency: price.currency))
      let spoken = texts("tally.calendar.row", english: "%@, %@, airing today", badge.name, text)
      return PriceRow(
        badge: badge, price: price, text: text, isOfOtherCountry: !table.isOf(state.country), accessibilityLabel: spoken
      )
    }.sorted { ($0.badge.name, $0.badge.id) < ($1.badge.name, $1.badge.id) }
  }

  // MARK: The month

  /// The title of the shown month, such as `September 2025`.
  public var title: String { title(of: state.month) }

  /// Returns the title of any month, for example for the rows of a picker: `October 2025`, in German `Oktober 2025`.
  public func title(of month: CalendarMonth) -> String { tally.dayText.title(month) }

  /// The title of the menu in which the user chooses the country: `Country: AU`.
  public var countryText: String { texts("tally.country.menu", english: "Country: %@", state.country) }

  /// The short names of the weekdays, beginning with ``firstWeekday``, such as `SUN` to `SAT`.
  public var weekdays: [String] {
    (0..<7).map { tally.dayText.shortWeekday((weekStart - 1 + $0) % 7 + 1) }
  }

  /// The providers that have episodes in the shown month, sorted by name.
  public var legend: [LegendEntry] {
    var badges: [ProviderID: ProviderBadge] = [:]
    var days: [ProviderID: Int] = [:]
    for (_, providers) in state.dailyProviders.sorted(by: { $0.key < $1.key }) {
      for badge in providers {
        badges[badge.id] = badges[badge.id] ?? badge
        days[badge.id, default: 0] += 1
      }
    }
    return badges.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map {
      LegendEntry(badge: $0, color: ProviderColor.of($0.name), days: days[$0.id] ?? 0)
    }
  }

  /// The monthly price of each provider that has episodes in the shown month, and the sum of these prices.
  public var monthlySpend: Spend {
    let rows = prices(of: legend.map(\.badge))
    let sum = Money.sum(of: rows.map(\.price))
    return Spend(rows: rows, total: sum.amount, totalText: text(sum))
  }

  /// The seven days of the shown week, beginning with ``firstWeekday``. If a day is selected, the shown week contains this day. Otherwise,
  /// the week contains today if today is in the shown month, or else the first day of the shown month.
  public var week: [CalendarDay] {
    let anchor = state.selectedDay ?? (state.month.contains(state.today) ? state.today : state.month.day(1))
    guard let anchor else { return [] }
    return (0..<7).compactMap { anchor.adding(days: $0 - anchor.days(since: weekStart)) }
  }

  /// The days of the month that have episodes, in order of date.
  public var list: [(day: CalendarDay, episodes: [EpisodeRef])] {
    state.days.filter(\.inMonth).compactMap { cell in state.episodesByDate[cell.id].map { (cell.date, $0) } }
  }

  // MARK: Texts

  /// Returns the title of a day's sheet, such as `Monday, September 1`. In a country that writes the day before the month, such as the
  /// United Kingdom, the title is `Monday 1 September`.
  public func sheetTitle(for day: CalendarDay) -> String { tally.dayText.long(day) }

  /// The label `TOTAL:`, to show before ``totalCost(for:)``.
  public var totalLabel: String { texts("tally.calendar.total", english: "TOTAL:") }

  /// The text `No providers available`, to show on a day's sheet that has no rows.
  public var emptyText: String { texts("tally.calendar.empty", english: "No providers available") }

  /// Returns the text of a day for a screen reader, such as `Netflix on Monday 1 September`. If the day has no primary provider, the text
  /// contains the names of up to three providers. If the day has no providers, the text is the date alone.
  public func accessibilityLabel(for day: CalendarDay) -> String {
    let spoken = tally.dayText.spoken(day)
    let names = primaryProvider(for: day).map { [$0.name] } ?? Array(providers(on: day).prefix(3).map(\.name))
    guard !names.isEmpty else { return spoken }
    return texts("tally.calendar.label", english: "%@ on %@", names.joined(separator: ", "), spoken)
  }

  /// The provider's number at TMDB; nil if unknown.
  func tmdbID(_ badge: ProviderBadge) -> Int? {
    switch badge.id {
    case .tmdb(let id): id
    case .service(let id): services[id]
    }
  }

  /// Closes the sheet of the selected day.
  public func closeDay() { screen.state.selectedDay = nil }
}
