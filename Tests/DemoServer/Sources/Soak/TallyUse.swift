import Foundation
import MediaCore
import MediaTesting
import TallyKit

/// Searching, the calendar, My Shows, and marks of episodes in Tally.
@MainActor
struct TallyUse: Use {
  let phone: Phone
  let random: SeededRandom
  let ledger: Ledger

  private var tally: TallyService { phone.tally }
  private var owner: Ledger.Owner { phone.identity.owner("tally") }

  var actions: [Action] {
    [
      Action("search shows", "tally", 3) { await search() },
      Action("calendar", "tally", 3) { await calendar() },
      Action("my shows", "tally", 2) { await myShows() },
      Action("show", "tally", 2) { await show() },
      Action("mark episodes", "tally", 3) { try await mark() },
      Action("status and notes", "tally", 3) { try await change() },
      Action("subscriptions", "tally", 1) { await show(SubscriptionsViewModel(tally: tally)) },
      Action("account of tally", "tally", 1) { await show(TallyAccountViewModel(tally: tally)) },
    ]
  }

  private func search() async {
    let model = SearchViewModel(tally: tally)
    model.onChange = { _ in }
    model.load()
    model.appear()
    let word = random.pick(["lighthouse", "tidal", "paper fleet", "zzz"])
    for end in 1...word.count {
      model.query = String(word.prefix(end))
      try? await Task.sleep(for: .milliseconds(30))
    }
    if random.oneIn(6) { return }
    await model.settled()
    guard let show = random.any(model.state.results)?.id else { return }
    model.toggleExpansion(show)
    await model.settled()
    _ = model.rows(of: show)
  }

  private func calendar() async {
    let model = CalendarViewModel(tally: tally)
    await show(model)
    model.changeMonth(by: random.pick([-1, 1]))
    if random.oneIn(2) { await model.settled() }
    model.showToday()
    if let day = model.list.first?.day { model.select(day) }
    await model.settled()
  }

  private func myShows() async {
    let model = TallyWatchlistViewModel(tally: tally)
    await show(model)
    model.select(random.pick(TallyWatchlistViewModel.segments))
    if let item = random.any(model.state.items.value ?? []) {
      model.openShow(item.id)
      await model.settled()
      model.closeShow(item.id)
    }
  }

  private func show() async {
    guard let item = random.any(await items()) else { return }
    await show(ShowViewModel(tally: tally, show: item.id))
  }

  /// The shows of the account; adds one to an empty watchlist.
  private func items() async -> [TrackedItem] {
    let model = TallyWatchlistViewModel(tally: tally)
    let items = await shown(model).items.value ?? []
    if items.count < 3, model.state.error == nil {
      model.add(TMDBID([520_100, 520_200, 520_300][items.count]), as: .watching)
      await model.settled()
    }
    return items
  }

  /// Marks episodes of shows with an even id, whose status is not changed by hand.
  private func mark() async throws {
    guard let item = random.any(await items().filter { $0.id.rawValue / 100 % 2 == 0 }) else { return }
    let model = TallyWatchlistViewModel(tally: tally)
    _ = await shown(model)
    model.openShow(item.id)
    await model.settled()
    guard let season = random.any(model.state.seasons[item.id] ?? []), season.episodeCount > 0 else { return }
    model.setProgressUpToEpisode(
      1 + Int(random.next() % UInt64(season.episodeCount)), season: season.number, of: item.id)
    await model.settled()
    guard let states = try await tally.progressStore.progress(of: item.id)?.states else { return }
    // A mark can reach into other seasons of the show.
    for number in Set(model.state.seasons[item.id]?.map(\.number) ?? []) {
      ledger.note("season \(item.id) \(number)", .text("\(states.lastWatched(season: number) ?? 0)"), of: owner)
    }
  }

  private func change() async throws {
    guard let item = random.any(await items().filter { $0.id.rawValue / 100 % 2 == 1 }) else { return }
    let model = ShowViewModel(tally: tally, show: item.id)
    await show(model)
    if random.oneIn(2) {
      model.setStatus(random.pick([.watching, .watchlist, .completed, .dropped]))
    } else {
      model.setNotes("Note \(random.next() % 100_000)")
    }
    await model.settled()
    guard let now = try await tally.watchlistStore.item(item.id) else { return }
    ledger.note("status \(item.id)", .text("\(now.status)"), of: owner)
    ledger.note("notes \(item.id)", now.notes.map { .text($0) } ?? .gone, of: owner)
  }
}
