import MediaCore
import Panels
import TallyKit
import TallyTesting

/// The Tally app of a device: search with season rows, My Shows, calendar with indicators and the day's sheet.
@MainActor
final class TallyApp: DeviceApp {
  let title = "Tally"
  let service: TallyService
  let search: SearchViewModel
  private let shows: TallyWatchlistViewModel
  private let calendar: CalendarViewModel
  private let account: TallyAccountViewModel

  var queue: MutationQueue { service.queue }
  var systemEvents: SystemEvents { service.systemEvents }

  init(_ service: TallyService, changed: @escaping @MainActor @Sendable () -> Void) {
    self.service = service
    search = SearchViewModel(tally: service)
    shows = TallyWatchlistViewModel(tally: service)
    calendar = CalendarViewModel(tally: service)
    account = TallyAccountViewModel(tally: service)
    search.onChange = { _ in changed() }
    shows.onChange = { _ in changed() }
    calendar.onChange = { _ in changed() }
    account.onChange = { _ in changed() }
  }

  func load() {
    account.load()
    search.load()
    search.appear()
    shows.load()
    calendar.load()
  }

  func signInWithSample() async throws {
    _ = try await service.account.signIn(email: TallyWorld.account.username, password: TallyWorld.account.password)
    load()
  }

  // MARK: Screens

  func draw(on sheet: Sheet) {
    sheet.notice(account.state.notice ?? account.state.error.map(account.text))
    guard account.state.isSignedIn else {
      let sample = TallyWorld.account
      sheet.heading("Sign in")
      sheet.text("\(sample.username), with the password “\(sample.password)”, can sign in.")
      sheet.field("Password", value: "", isSecret: true) { [weak self] password in
        self?.account.signIn(email: sample.username, password: password)
        self?.load()
      }
      return
    }
    drawSearch(on: sheet)
    drawShows(on: sheet)
    drawCalendar(on: sheet)
    sheet.heading("Account")
    sheet.text(account.state.name)
    sheet.button("Sign out") { [account] in account.signOut(pending: .keep) }
  }

  private func drawSearch(on sheet: Sheet) {
    let state = search.state
    sheet.heading("Search")
    sheet.notice(state.notice ?? state.error.map(search.text))
    sheet.text(state.announcement?.text)
    sheet.field("Find a show", value: search.query) { [search] in search.query = $0 }
    for result in state.results {
      sheet.row(
        "show-\(result.id)", result.title, result.displayYear.map { "\($0)" } ?? "",
        marks: [state.details[result.id]?.badge, state.pendingProgress.contains(result.id) ? "not sent yet" : nil],
        [
          (state.expanded.contains(result.id) ? "Close" : "Open", { [search] in search.toggleExpansion(result.id) }),
          ("Watch it", { [search] in search.addToWatching(result.id) }),
        ])
      if state.expanded.contains(result.id) { drawSeason(of: result.id, on: sheet) }
    }
  }

  private func drawSeason(of show: TMDBID, on sheet: Sheet) {
    let season = search.state.selectedSeasonByTmdb[show] ?? 1
    sheet.choice(
      "Season of \(show)", (search.state.details[show]?.menu ?? []).map { ($0.number, $0.menuText) }, selected: season
    ) { [search] in search.selectSeason($0, of: show) }
    for row in search.rows(of: show) {
      sheet.row(
        "episode-\(show)-\(season)-\(row.number)", "\(row.number). \(row.title)", row.dateText ?? "",
        marks: [row.isWatched ? "watched" : nil, row.label?.rawValue, row.isSaving ? "saving" : nil],
        [("Watched up to here", { [search] in search.setProgressUpToEpisode(row.number, season: season, of: show) })])
    }
  }

  private func drawShows(on sheet: Sheet) {
    let state = shows.state
    sheet.heading("My Shows")
    sheet.notice(state.notice ?? state.error.map(shows.text))
    sheet.text(age(state.items))
    sheet.choice(
      "List", TallyWatchlistViewModel.segments.map { ($0, "\($0)") }, selected: state.segment
    ) { [shows] in shows.select($0) }
    for item in state.shown {
      let show = item.id
      sheet.row(
        "mine-\(show)", item.title, marks: [item.isPending ? "not sent yet" : nil],
        [
          ("Watching", { [shows] in shows.setStatus(.watching, of: show) }),
          ("Completed", { [shows] in shows.setStatus(.completed, of: show) }),
          ("Remove", { [shows] in shows.remove(show) }),
        ])
    }
  }

  private func drawCalendar(on sheet: Sheet) {
    let state = calendar.state
    sheet.heading("Calendar: \(calendar.title)")
    sheet.notice(state.notice ?? state.error.map(calendar.text))
    sheet.text(age(state.data))
    sheet.button("Earlier") { [calendar] in calendar.changeMonth(by: -1) }
    sheet.button("Later") { [calendar] in calendar.changeMonth(by: 1) }
    for (day, episodes) in calendar.list {
      sheet.row(
        "day-\(day)", calendar.sheetTitle(for: day), episodes.map(\.showTitle).joined(separator: ", "),
        marks: [calendar.indicator(for: day)?.text, calendar.totalCost(for: day)],
        [("Show the day", { [calendar] in calendar.select(day) })])
      if state.selectedDay == day {
        for episode in episodes {
          sheet.row("aired-\(episode.id)", "\(episode.showTitle): \(episode.title)", providers(of: episode))
        }
      }
    }
  }

  private func providers(of episode: EpisodeRef) -> String { episode.providers.map(\.name).joined(separator: ", ") }

  // MARK: What is kept

  func conflicts(on sheet: Sheet) {
    for conflict in account.state.conflicts {
      sheet.row(
        "tally-conflict-\(conflict.id)", conflict.text(), title,
        [
          ("Undo", { [account] in account.undo(conflict) }),
          ("Dismiss", { [account] in account.dismiss(conflict) }),
        ])
    }
  }
}
