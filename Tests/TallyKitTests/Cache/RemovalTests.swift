import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("Undoing the removal of a show or a subscription")
struct RemovalTests {
  private func loaded<Model: ViewModel>(_ model: Model) async -> Model {
    model.load()
    await model.settled()
    return model
  }

  private func entry(_ bench: Bench) -> String {
    guard let entry = bench.server.entry(of: bench.user, tmdbID: 520_100) else { return "none" }
    return "\(entry.status) \(entry.rating ?? -1) \(entry.notes ?? "") \(entry.providerID ?? -1)"
  }

  @Test("a removed show is back with its values, whether the server has removed it or not")
  func show() async throws {
    let bench = try await Bench()
    let list = await loaded(TallyWatchlistViewModel(tally: bench.tally))
    list.setRating(8.5, of: 520_100)
    list.setNotes("with Ada", of: 520_100)
    list.setProvider(ProviderSelection(id: 119, name: "Amazon Prime Video"), of: 520_100)
    await list.settled()
    let before = entry(bench)
    #expect(before == "watching 8.5 with Ada 119")
    list.remove(520_100)
    await list.settled()
    #expect(entry(bench) == "none")
    #expect(list.state.undoable?.show == 520_100)
    list.undoRemoval()
    await list.settled()
    #expect(entry(bench) == before)
    #expect(list.state.undoable == nil)
    #expect(list.state.items.value?.contains { $0.id == 520_100 } == true)
    bench.faults.isDown = true
    list.remove(520_100)
    await list.settled()
    #expect(list.state.items.value?.contains { $0.id == 520_100 } == false)
    list.undoRemoval()
    await list.settled()
    #expect(list.state.items.value?.first { $0.id == 520_100 }?.rating == 8.5)
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    #expect(entry(bench) == before)
    #expect(try await bench.tally.queue.open().isEmpty)
  }

  @Test("undoing a removal offline keeps an earlier change that waits as well")
  func waitingChange() async throws {
    let bench = try await Bench()
    let list = await loaded(TallyWatchlistViewModel(tally: bench.tally))
    bench.faults.isDown = true
    list.setNotes("waits", of: 520_100)
    await list.settled()
    list.remove(520_100)
    await list.settled()
    list.undoRemoval()
    await list.settled()
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.notes == "waits")
  }

  @Test("a removed subscription is back with its price, whether the server has removed it or not")
  func subscription() async throws {
    let bench = try await Bench()
    let model = await loaded(SubscriptionsViewModel(tally: bench.tally))
    let first = try #require(model.state.items.value?.first?.subscription)
    let total = model.state.monthlyTotal
    model.remove(first)
    await model.settled()
    #expect(model.state.undoable?.subscription == first)
    #expect(model.state.items.value?.contains { $0.subscription.serviceId == first.serviceId } == false)
    model.undoRemoval()
    await model.settled()
    #expect(model.state.monthlyTotal == total)
    await model.refreshAndWait()
    #expect(model.state.monthlyTotal == total)
    bench.faults.isDown = true
    let again = try #require(model.state.items.value?.first { $0.subscription.serviceId == first.serviceId })
    model.remove(again.subscription)
    await model.settled()
    model.undoRemoval()
    await model.settled()
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    await model.refreshAndWait()
    #expect(model.state.monthlyTotal == total)
    #expect(model.state.undoable == nil)
  }

  @Test("the offer ends at a sign-out, and a show that is on no list is not added by undoing")
  func offer() async throws {
    let bench = try await Bench()
    let list = await loaded(TallyWatchlistViewModel(tally: bench.tally))
    let (removal, _) = try await bench.tally.watchlistStore.removeUndoably(520_999)
    #expect(try await bench.tally.watchlistStore.restore(removal) == nil)
    list.remove(520_100)
    await list.settled()
    #expect(list.state.undoable != nil)
    try await bench.tally.account.signOut(pending: .keep)
    await list.settled()
    #expect(list.state.undoable == nil)
  }
}
