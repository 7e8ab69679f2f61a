import Foundation
import Runner
import TallyKit
import TallyTesting

@MainActor
enum ListFlows {
  nonisolated static let all: [Flow<TallyStage>] = [
    Flow("my-shows", needsFake: true) { _ in try await myShows() },
    Flow("my-shows-notes-country-buffer", needsFake: true) { _ in try await members() },
    Flow("my-shows-remove", needsFake: true) { _ in try await remove() },
    Flow("my-shows-refused", needsFake: true) { _ in try await refused() },
    Flow("subscriptions", needsFake: true) { _ in try await subscriptions() },
    Flow("subscriptions-pause-and-resume", needsFake: true) { _ in try await pause() },
  ]

  private static func loaded(_ fresh: Fresh) async -> TallyWatchlistViewModel {
    let list = TallyWatchlistViewModel(tally: fresh.tally)
    list.load()
    await list.settled()
    return list
  }

  private static func myShows() async throws -> String {
    let fresh = try await Fresh()
    let list = await loaded(fresh)
    let before = list.state.shown.map(\.title)
    list.setStatus(.completed, of: 520_200)
    await list.settled()
    list.select(.completed)
    await list.settled()
    try expect(list.state.shown.contains { $0.id == 520_200 }, "the show among the completed ones")
    try expectEqual(fresh.entry(520_200)?.status, "completed", "the status on the server")
    return "watching \(before.joined(separator: ", ")); then \(list.state.shown.count) completed"
  }

  private static func members() async throws -> String {
    let fresh = try await Fresh()
    let list = await loaded(fresh)
    list.setNotes("with subtitles", of: 520_100)
    list.setCountry("gb", of: 520_100)
    list.setBufferDays(6, of: 520_100)
    list.setRating(10, of: 520_100)
    await list.settled()
    let entry = try require(fresh.entry(520_100), "the entry")
    try expect(
      (entry.notes, entry.country, entry.bufferDays, entry.rating) == ("with subtitles", "GB", 6, 10),
      "all four members")
    return "\(entry.notes ?? ""), \(entry.country ?? ""), \(entry.bufferDays) days, \(entry.rating ?? 0) of 10"
  }

  private static func remove() async throws -> String {
    let fresh = try await Fresh()
    let list = await loaded(fresh)
    list.remove(520_700)
    await list.settled()
    try expectEqual(fresh.entry(520_700), nil, "the entry on the server")
    try expect(list.state.items.value?.contains { $0.id == 520_700 } == false, "gone from the list")
    return "removed by the id of the show, and confirmed by the list"
  }

  private static func refused() async throws -> String {
    let fresh = try await Fresh(settings: .init(watchlistHasUpdatedAt: false))
    let list = await loaded(fresh)
    list.setStatus(.dropped, of: 520_100)
    await list.settled()
    try expectEqual(list.state.items.value?.first { $0.id == 520_100 }?.status, .watching, "the status shown")
    try expectEqual(list.state.refused.count, 1, "refused changes")
    list.retry(list.state.refused[0])
    await list.settled()
    try expectEqual(list.state.refused.count, 1, "refused changes after another try")
    list.discard(list.state.refused[0])
    await list.settled()
    try expectEqual(list.state.refused.count, 0, "refused changes after discarding")
    return "“\(list.state.notice ?? "")”, shown as it was, listed, given up"
  }

  private static func subscriptions() async throws -> String {
    let fresh = try await Fresh()
    fresh.tally.country.set("AU")
    let model = SubscriptionsViewModel(tally: fresh.tally)
    model.load()
    model.loadAdvice()
    await model.settled()
    let before = model.state.monthlyTotal
    let service = try require(model.state.services.first { $0.name == "Kanopía" }, "a service")
    var draft = model.draft(for: service)
    try expectEqual(model.priceNote(for: service), nil, "a note about the currency")
    draft.monthlyCost = 5
    model.add(draft)
    await model.settled()
    try expectEqual(model.state.monthlyTotal, before + 5, "the monthly total")
    try expectEqual(fresh.server.subscriptions(of: fresh.user).count, 4, "subscriptions on the server")
    let added = try require(
      model.state.items.value?.first { $0.subscription.service?.name == "Kanopía" }, "the new one")
    let renewal = model.renewalText(added.subscription)
    model.update(added.subscription, SubscriptionUpdate(monthlyCost: 6))
    await model.settled()
    try expectEqual(model.state.monthlyTotal, before + 6, "the monthly total with another price")
    model.remove(added.subscription)
    await model.settled()
    try expectEqual(fresh.server.subscriptions(of: fresh.user).count, 3, "subscriptions after removing")
    return
      "\(before) a month, \(before + 5) with one more (\(renewal)), and removed; \(model.state.advice?.recommendations.count ?? 0) hints"
  }

  private static func pause() async throws -> String {
    let fresh = try await Fresh()
    let model = SubscriptionsViewModel(tally: fresh.tally)
    model.load()
    await model.settled()
    let item = try require(model.state.items.value?.first { $0.subscription.service?.name == "Netflix" }, "Netflix")
    let text = model.renewalText(item.subscription)
    model.pause(item.subscription)
    await model.settled()
    try expectEqual(fresh.server.subscriptions(of: fresh.user).first { $0.providerID == 8 }?.isActive, false, "paused")
    let paused = try require(model.state.items.value?.first { $0.id == item.id }, "Netflix")
    model.resume(paused.subscription)
    await model.settled()
    try expectEqual(fresh.server.subscriptions(of: fresh.user).first { $0.providerID == 8 }?.isActive, true, "resumed")
    return "\(text), then \(model.renewalText(paused.subscription)), then taken up again"
  }
}
