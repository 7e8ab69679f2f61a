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

  @Test("undoing a removal that was not sent keeps the clearing of notes and provider that waits")
  func waitingClearing() async throws {
    let bench = try await Bench()
    let store = bench.tally.watchlistStore
    try await store.refresh()
    _ = await (try await store.setNotes("x", of: 520_100)).settled()
    let provider = ProviderSelection(id: 119, name: "Amazon Prime Video")
    _ = await (try await store.setProvider(provider, of: 520_100)).settled()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.providerID == 119)
    bench.faults.isDown = true
    _ = await (try await store.setNotes("", of: 520_100)).settled()
    _ = await (try await store.setProvider(nil, of: 520_100)).settled()
    let (removal, submission) = try await store.removeUndoably(520_100)
    _ = await submission.settled()
    try await store.restore(removal)
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    let entry = try #require(bench.server.entry(of: bench.user, tmdbID: 520_100))
    #expect((entry.status, entry.notes ?? "", entry.providerID) == ("watching", "", nil))
    #expect(try await bench.tally.queue.open().isEmpty)
  }

  /// The list on this device, which then loses its network, and on another one.
  private func twoLists() async throws -> (Bench, here: TallyWatchlistStore, there: TallyWatchlistStore) {
    let bench = try await Bench()
    let (here, there) = (bench.tally.watchlistStore, try await bench.otherDevice().watchlistStore)
    try await here.refresh()
    try await there.refresh()
    bench.faults.isDown = true
    return (bench, here, there)
  }

  @Test(
    "undoing a removal that was not sent sends nothing, so that a status or a removal by another device stays",
    arguments: [true, false])
  func changedElsewhere(isRemoved: Bool) async throws {
    let (bench, here, there) = try await twoLists()
    let (removal, submission) = try await here.removeUndoably(520_100)
    _ = await submission.settled()
    let change = try await isRemoved ? there.remove(520_100) : there.setStatus(.completed, of: 520_100)
    #expect(await change.settled() == .synced)
    await bench.clock.advance(by: .seconds(60))
    #expect(try await here.restore(removal) == nil)
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.status == (isRemoved ? nil : "completed"))
    #expect(try await here.conflicts() == [])
    try await here.refresh()
    #expect(try await here.item(520_100)?.status == (isRemoved ? nil : WatchStatus.completed))
  }

  @Test("a change that waits keeps its time when a removal after it is undone, so that a later one elsewhere counts")
  func waitingTime() async throws {
    let (bench, here, there) = try await twoLists()
    _ = await (try await here.setNotes("here", of: 520_100)).settled()
    await bench.clock.advance(by: .seconds(60))
    let later = try await there.setNotes("there", of: 520_100)
    #expect(await later.settled() == .synced)
    await bench.clock.advance(by: .seconds(60))
    let (removal, submission) = try await here.removeUndoably(520_100)
    _ = await submission.settled()
    try await here.restore(removal)
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.notes == "there")
    #expect(try await here.conflicts().map(\.lost.notes) == ["here"])
  }

  @Test("undoing the removal of a subscription keeps a price that waits, and a pause by another device")
  func subscriptionElsewhere() async throws {
    let bench = try await Bench()
    let here = bench.tally.subscriptionStore
    let there = try await bench.otherDevice().subscriptionStore
    try await here.refresh()
    try await there.refresh()
    let first = try #require(try await here.items()?.first { $0.subscription.isActive == true }?.subscription)
    bench.faults.isDown = true
    _ = await (try await here.update(first, SubscriptionUpdate(monthlyCost: 21))).settled()
    let (removal, submission) = try await here.removeUndoably(first)
    _ = await submission.settled()
    let pause = try await there.setActive(false, first)
    #expect(await pause.settled() == .synced)
    try await here.restore(removal)
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    let stored = try #require(bench.server.subscriptions(of: bench.user).first { $0.id == first.id.rawValue })
    #expect((stored.monthlyCost, stored.isActive) == (21, false))
    #expect(try await here.conflicts() == [])
    bench.faults.isDown = true
    let (again, unsent) = try await here.removeUndoably(first)
    _ = await unsent.settled()
    #expect(try await here.restore(again) == nil)
    #expect(try await bench.tally.queue.open().isEmpty)
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
