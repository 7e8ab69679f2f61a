import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("Two devices change the same: the losing side is kept")
struct ConflictTests {
  private let show: TMDBID = 520_100

  /// The watchlists of two devices of one account, both read.
  private func twoLists() async throws -> (Bench, here: TallyWatchlistStore, there: TallyWatchlistStore) {
    let bench = try await Bench()
    let (here, there) = (bench.tally.watchlistStore, try await bench.otherDevice().watchlistStore)
    try await here.refresh()
    try await there.refresh()
    return (bench, here, there)
  }

  private func watched(_ bench: Bench, _ season: Int) -> [Int] {
    bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: season)
  }

  /// An undo in a second process of the device is refused, and hands no change over.
  private func expectRefusal(
    _ bench: Bench, _ undo: @Sendable (TallyService) async throws -> Submission
  ) async throws {
    let widget = TallyService(extending: .fake, environment: bench.environment)
    let error = await #expect(throws: ClientError.self) { try await undo(widget) }
    #expect(error?.detail == "inUse")
    #expect(try await widget.queue.open().isEmpty)
  }

  // MARK: Progress

  @Test("going back here while another device moved on: the server counts, the place here can be brought back")
  func wentBack() async throws {
    let bench = try await Bench()
    let store = bench.tally.progressStore
    try await store.refresh(show)
    let other = try await bench.otherDevice()
    bench.faults.isDown = true
    let change = try await store.setPosition(watching: 1, season: 2, of: show)
    _ = await change.written()
    await bench.clock.advance(by: .seconds(60))
    _ = try await other.progress.set(.watched, upTo: 8, season: 2, of: show)
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    let conflict = try #require(try await store.conflicts().first)
    #expect((conflict.show, conflict.kept.isThisDevice, conflict.lost.isThisDevice) == (show, false, true))
    #expect(conflict.kept.lastWatched == EpisodePlace(season: 2, episode: 8))
    #expect(conflict.lost.lastWatched == EpisodePlace(season: 1, episode: 8))
    #expect(
      conflict.text()
        == "Kept: watched up to S2 E8, from another device. Replaced: watched up to S1 E8, from this device.")
    #expect(
      conflict.text(Texts(.coreGerman, .tallyGerman))
        == "Behalten: gesehen bis S2 F8, von einem anderen Gerät. Ersetzt: gesehen bis S1 F8, von diesem Gerät.")
    try await expectRefusal(bench) { try await $0.progressStore.undo(conflict) }
    let undone = try await store.undo(conflict)
    #expect(await undone.settled() == .synced)
    #expect(watched(bench, 2) == [])
    #expect(try await store.conflicts() == [])
  }

  @Test("marks made here count over another device that went back, whose place can be brought back")
  func raised() async throws {
    let bench = try await Bench()
    let store = bench.tally.progressStore
    try await store.refresh(show)
    let other = try await bench.otherDevice()
    bench.faults.isDown = true
    _ = await (try await store.setWatched(upTo: 6, season: 2, of: show)).written()
    await bench.clock.advance(by: .seconds(60))
    let back = try await other.progressStore.setPosition(watching: 2, season: 2, of: show)
    #expect(await back.settled() == .synced)
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    #expect(watched(bench, 2) == Array(1...6))
    let conflict = try #require(try await store.conflicts().first)
    #expect(
      (conflict.kept.isThisDevice, conflict.kept.lastWatched?.episode, conflict.lost.lastWatched?.episode) == (
        true, 6, 1
      ))
    let again = bench.relaunched()
    #expect(try await again.progressStore.conflicts() == [conflict])
    let undone = try await store.undo(conflict)
    #expect(await undone.settled() == .synced)
    #expect(bench.server.progress(of: bench.user, tmdbID: 520_100)[2]?[2] == "watching")
    #expect(watched(bench, 2) == [1, 4, 5, 6])
  }

  @Test("no conflict where only one side moved, and none of a lost answer")
  func none() async throws {
    let bench = try await Bench()
    let store = bench.tally.progressStore
    try await store.refresh(show)
    bench.faults.fail(.tallyProgressSet, with: .replyLost)
    _ = await (try await store.setWatched(upTo: 6, season: 2, of: show)).settled()
    await bench.tally.queue.flush()
    _ = await (try await store.setPosition(watching: 2, season: 2, of: show)).settled()
    #expect(try await store.conflicts() == [])
    try await bench.tally.watchlistStore.refresh()
    _ = await (try await bench.tally.watchlistStore.setStatus(.completed, of: show)).settled()
    _ = await (try await bench.tally.watchlistStore.setNotes("a", of: show)).settled()
    #expect(try await bench.tally.watchlistStore.conflicts() == [])
  }

  // MARK: The watchlist

  @Test("a later change of the same by another device counts, and the one made here can be brought back")
  func laterElsewhere() async throws {
    let bench = try await Bench()
    let store = bench.tally.watchlistStore
    try await store.refresh()
    let other = try await bench.otherDevice()
    try await other.watchlistStore.refresh()
    bench.faults.isDown = true
    let change = try await store.setStatus(.completed, of: show)
    _ = await change.written()
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await other.watchlistStore.setStatus(.dropped, of: show)).settled()
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    #expect(await change.outcome() == .superseded(reason: "later"))
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.status == "dropped")
    #expect(try await store.item(show)?.status == .dropped)
    let conflict = try #require(try await store.conflicts().first)
    #expect((conflict.show, conflict.kept.status, conflict.lost.status) == (show, .dropped, .completed))
    #expect((conflict.kept.isThisDevice, conflict.lost.isThisDevice) == (false, true))
    #expect(conflict.text() == "Kept: dropped, from another device. Replaced: completed, from this device.")
    try await expectRefusal(bench) { try await $0.watchlistStore.undo(conflict) }
    _ = await (try await store.undo(conflict)).settled()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.status == "completed")
    #expect(try await store.conflicts() == [])
  }

  @Test(
    "which change is the later one does not depend on this device's clock", arguments: [-3600.0, 0, 3600], [-60.0, 60])
  func otherClock(_ offset: Double, _ later: Double) {
    var base = WatchlistEntry(id: "entry", showId: "show")
    base.updatedAt = Date(timeIntervalSince1970: 1_000_000)
    var there = base
    let serverNow = Date(timeIntervalSince1970: 2_000_000)
    (there.status, there.updatedAt) = (.dropped, serverNow - 600 + later)
    var change = EntryMutation(target: EntryMutation.target(show))
    change.status = .completed
    // Made ten minutes ago, on a device whose clock is wrong by `offset`.
    let deviceNow = serverNow + offset
    let merge = MergeInput<EntryMutation>(
      base: base, remote: there, createdAt: deviceNow - 600, serverNow: serverNow, deviceNow: deviceNow)
    #expect(change.resolve(merge) == (later > 0 ? .superseded(reason: EntryMutation.later) : .write(change)))
  }

  @Test(
    "an earlier change of another device is replaced, and can be brought back",
    arguments: ["status", "rating", "notes", "country", "buffer", "provider", "removed"])
  func earlierElsewhere(_ member: String) async throws {
    let (bench, store, there) = try await twoLists()
    let theirs: Submission
    switch member {
    case "rating": theirs = try await there.setRating(3, of: show)
    case "notes": theirs = try await there.setNotes("there", of: show)
    case "country": theirs = try await there.setCountry("GB", of: show)
    case "buffer": theirs = try await there.setBufferDays(9, of: show)
    case "provider": theirs = try await there.setProvider(ProviderSelection(id: 337, name: "Disney Plus"), of: show)
    default: theirs = try await there.setStatus(.dropped, of: show)
    }
    #expect(await theirs.settled() == .synced)
    let before = bench.server.entry(of: bench.user, tmdbID: 520_100)
    await bench.clock.advance(by: .seconds(60))
    let ours: Submission
    switch member {
    case "rating": ours = try await store.setRating(9, of: show)
    case "notes": ours = try await store.setNotes("here", of: show)
    case "country": ours = try await store.setCountry("DE", of: show)
    case "buffer": ours = try await store.setBufferDays(2, of: show)
    case "provider": ours = try await store.setProvider(ProviderSelection(id: 2, name: "Apple TV Plus"), of: show)
    case "removed": ours = try await store.remove(show)
    default: ours = try await store.setStatus(.completed, of: show)
    }
    #expect(await ours.settled() == .synced)
    let conflict = try #require(try await store.conflicts().first)
    #expect((conflict.kept.isThisDevice, conflict.lost.isThisDevice) == (true, false))
    #expect(!conflict.text().contains("from this device. Replaced: ,"))
    let undone = try await store.undo(conflict)
    #expect(await undone.settled() == .synced)
    let after = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect(after?.status == before?.status)
    #expect(after?.rating == before?.rating)
    #expect(after?.notes == before?.notes)
    #expect(after?.country == before?.country)
    #expect(after?.bufferDays == before?.bufferDays)
    #expect(after?.providerID == before?.providerID)
    #expect(try await store.conflicts() == [])
  }

  @Test("different members of one entry are no conflict")
  func differentMembers() async throws {
    let (bench, store, there) = try await twoLists()
    _ = await (try await there.setNotes("there", of: show)).settled()
    _ = await (try await store.setStatus(.completed, of: show)).settled()
    #expect(try await store.conflicts() == [])
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect((entry?.notes, entry?.status) == ("there", "completed"))
  }

  @Test("a later change of another member by another device does not hold back the one made here")
  func laterOtherMember() async throws {
    let (bench, store, there) = try await twoLists()
    bench.faults.isDown = true
    _ = await (try await store.setStatus(.completed, of: show)).written()
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await there.setNotes("there", of: show)).settled()
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect((entry?.notes, entry?.status) == ("there", "completed"))
    #expect(try await store.conflicts() == [])
  }

  @Test("the latest change of a member is kept, also where an earlier one of this device waits with it")
  func latestOfThree() async throws {
    let (bench, store, there) = try await twoLists()
    bench.faults.isDown = true
    _ = await (try await store.setNotes("a", of: show)).written()
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await there.setNotes("b", of: show)).settled()
    await bench.clock.advance(by: .seconds(60))
    let made = bench.clock.now()
    _ = await (try await store.setNotes("c", of: show)).written()
    _ = await (try await store.setRating(9, of: show)).written()
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect((entry?.notes, entry?.rating) == ("c", 9))
    let conflict = try #require(try await store.conflicts().first)
    #expect((conflict.kept.notes, conflict.lost.notes) == ("c", "b"))
    #expect(conflict.kept.at == made)
  }

  @Test("a member that nobody else has changed reaches the server although another device's later change wins")
  func lostInPart() async throws {
    let (bench, store, there) = try await twoLists()
    bench.faults.isDown = true
    let made = bench.clock.now()
    _ = await (try await store.setNotes("a", of: show)).written()
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await there.setNotes("b", of: show)).settled()
    _ = await (try await there.setBufferDays(9, of: show)).settled()
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await store.setRating(9, of: show)).written()
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect((entry?.notes, entry?.rating, entry?.bufferDays) == ("b", 9, 9))
    let item = try await store.item(show)
    #expect((item?.notes, item?.rating, item?.bufferDays, item?.isPending) == ("b", 9, 9, false))
    let conflict = try #require(try await store.conflicts().first)
    #expect((conflict.kept.notes, conflict.lost.notes, conflict.lost.rating) == ("b", "a", nil))
    #expect(conflict.lost.at == made)
    _ = await (try await store.undo(conflict)).settled()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.notes == "a")
  }

  @Test("a change that may have arrived and then lost to a later one is not shown any more")
  func sentAndLost() async throws {
    let bench = try await Bench()
    let there = try await bench.otherDevice().watchlistStore
    try await there.refresh()
    let isFirst = Locked(true)
    let tally = bench.relaunched(
      ClosureTransport { request in
        if isFirst.withLock({ $0 }), request.operation == .tallyWatchlistSetNotes { bench.faults.isDown = true }
        return try await bench.faults.send(request)
      })
    try await tally.watchlistStore.refresh()
    guard case .waiting = await (try await tally.watchlistStore.setNotes("a", of: show)).settled() else {
      Issue.record("not waiting")
      return
    }
    #expect(try await tally.queue.open().first?.sent(EntryMutation.self)?.notes == "a")
    isFirst.withLock { $0 = false }
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await there.setNotes("b", of: show)).settled()
    bench.faults.isDown = false
    await tally.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.notes == "b")
    #expect(try await tally.watchlistStore.item(show)?.notes == "b")
    #expect(try await tally.watchlistStore.conflicts().first?.lost.notes == "a")
  }

  @Test("while the database fails, the rest of a change that lost in part waits instead of being refused")
  func restDuringOutage() async throws {
    let (bench, store, there) = try await twoLists()
    bench.faults.isDown = true
    _ = await (try await store.setNotes("a", of: show)).written()
    _ = await (try await store.setRating(9, of: show)).written()
    await bench.tally.client.accounts.save()
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await there.setNotes("b", of: show)).settled()
    bench.faults.isDown = false
    let isBroken = Locked(true)
    let again = bench.relaunched(
      ClosureTransport { request in
        if isBroken.withLock({ $0 }), request.method == .put { bench.server.failures.databaseDown = true }
        return try await bench.faults.send(request)
      })
    await again.queue.flush()
    #expect(try await again.queue.refused() == [])
    isBroken.withLock { $0 = false }
    bench.server.failures.databaseDown = false
    await again.queue.flush()
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect((entry?.notes, entry?.rating) == ("b", 9))
  }

  // MARK: Subscriptions

  @Test(
    "a subscription that another device has changed is replaced, and can be brought back", arguments: [true, false])
  func subscription(_ removes: Bool) async throws {
    let bench = try await Bench()
    let store = bench.tally.subscriptionStore
    try await store.refresh()
    let there = try await bench.otherDevice().subscriptionStore
    try await there.refresh()
    let mine = try #require(try await store.items()?.first { $0.subscription.isActive == true }).subscription
    let cost = try #require(Decimal(string: "7.77"))
    _ = await (try await there.update(mine, SubscriptionUpdate(monthlyCost: cost))).settled()
    let ours =
      removes
      ? try await store.remove(mine) : try await store.update(mine, SubscriptionUpdate(monthlyCost: 5))
    #expect(await ours.settled() == .synced)
    let conflict = try #require(try await store.conflicts().first)
    #expect((conflict.lost.monthlyCost, conflict.kept.isRemoved) == (cost, removes))
    #expect(conflict.text().hasSuffix("from another device."))
    try await expectRefusal(bench) { try await $0.subscriptionStore.undo(conflict) }
    _ = await (try await store.undo(conflict)).settled()
    try await store.refresh()
    #expect(
      try await store.items()?.first { $0.subscription.serviceId == mine.serviceId }?.subscription.monthlyCost == cost)
    #expect(try await store.conflicts() == [])
  }

  @Test("a conflict that was seen can be dismissed")
  func dismissed() async throws {
    let (bench, store, there) = try await twoLists()
    _ = await (try await there.setNotes("there", of: show)).settled()
    #expect(try await store.conflicts() == [])
    let notified = Locked(0)
    let token = store.observeConflicts { notified.withLock { $0 += 1 } }
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await store.setNotes("here", of: show)).settled()
    let conflict = try #require(try await store.conflicts().first)
    #expect(notified.withLock { $0 } >= 1)
    try await store.dismiss(conflict)
    #expect(try await store.conflicts() == [])
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.notes == "here")
    token.cancel()
  }
}
