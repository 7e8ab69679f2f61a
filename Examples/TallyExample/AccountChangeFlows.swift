import Foundation
import Runner
import TallyKit

/// Flows that change the given account, each undoing its change at the end.
@MainActor
enum AccountChangeFlows {
  nonisolated static let all: [Flow<TallyStage>] = [
    Flow("account-progress") { try await progress($0) },
    Flow("account-entry") { try await entry($0) },
    Flow("account-subscription") { try await subscription($0) },
  ]

  private static func progress(_ stage: TallyStage) async throws -> String {
    let tally = try await stage.reader()
    return try await stage.borrowing(tally, isNew: true) { show in
      let list = TallyWatchlistViewModel(tally: tally)
      list.load()
      list.openShow(show.id)
      await list.settled()
      func watched() async throws -> Int? {
        try await tally.progress.progress(of: show.id).lastWatched(season: show.season)
      }
      let before = try await tally.progress.progress(of: show.id)
      let count = show.days.count
      list.setProgressUpToEpisode(count, season: show.season, of: show.id)
      await list.settled()
      try expectEqual(try await watched(), count, "the last watched episode")
      list.setPosition(watching: 1, season: show.season, of: show.id)
      await list.settled()
      try expectEqual(try await watched(), 0, "the last watched episode after going back")
      list.markShow(show.id, watched: false)
      await list.settled()
      for (season, episodes) in before.seasons {
        guard let last = episodes.last(where: { $0.status == .watched }) else { continue }
        _ = try await tally.progress.set(.watched, upTo: last.episodeNumber, season: season, of: show.id)
      }
      try expectEqual(list.state.notice, nil, "the notice")
      return "watched to \(count), back to the first, and unwatched again"
    }
  }

  private static func entry(_ stage: TallyStage) async throws -> String {
    let tally = try await stage.reader()
    return try await stage.borrowing(tally, isNew: true) { show in
      tally.country.set("US")
      let search = SearchViewModel(tally: tally)
      search.toggleExpansion(show.id)
      search.appear()
      await search.settled()
      let chip = search.chips(of: show.id).first
      if let chip {
        search.selectProvider(chip.provider, for: show.id)
        await search.settled()
        try expect(search.chips(of: show.id).first?.isSelected == true, "the chosen chip")
      }
      _ = try await tally.watchlistStore.setRating(7.5, of: show.id).settled()
      _ = try await tally.watchlistStore.setNotes("tried out", of: show.id).settled()
      let item = try require(try await tally.watchlistStore.item(show.id), "the entry")
      try expect((item.rating, item.notes) == (7.5, "tried out"), "rating and notes")
      search.clearProvider(for: show.id)
      await search.settled()
      return
        "\(item.title) with \(chip?.provider.name ?? "no provider to choose"), 7.5 and a note; then taken off the list"
    }
  }

  private static func subscription(_ stage: TallyStage) async throws -> String {
    let tally = try await stage.reader()
    let model = SubscriptionsViewModel(tally: tally)
    model.load()
    await model.settled()
    let mine = Set((model.state.items.value ?? []).compactMap(\.subscription.service?.id))
    guard let service = model.state.services.first(where: { !mine.contains($0.id) }) else {
      return "every service of the server is subscribed to already"
    }
    let before = model.state.monthlyTotal
    model.add(SubscriptionDraft(serviceId: service.id, monthlyCost: 5))
    await model.settled()
    let added = (model.state.items.value ?? []).first { $0.subscription.service?.id == service.id }
    let total = model.state.monthlyTotal
    if let added { model.remove(added.subscription) }
    await model.settled()
    try expectEqual(total, before + 5, "the monthly total")
    try expectEqual(model.state.monthlyTotal, before, "the monthly total after removing")
    return "\(service.name) for 5, and given up again"
  }
}
