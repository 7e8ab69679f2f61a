import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("The order and the room of downloads")
struct DownloadQueueTests {
  @Test("as many as the settings say come in at one time, in the order in which they were asked for")
  func order() async throws {
    let rig = try await DownloadRig()
    let front = Interceptor(rig.transport)
    let shelf = try await rig.relaunched(front)
    try await shelf.downloads.setSettings(DownloadSettings(concurrentDownloads: 2))
    front.hold(.shelfMediaDownloadFile)
    for number in [3, 1, 4, 2] { try await shelf.downloads.download(rig.book(number)) }
    #expect(await eventually { front.requests.count { $0.operation == .shelfMediaDownloadFile } == 2 })
    #expect(try await shelf.downloads.all().map(\.phase) == [.running, .running, .queued, .queued])
    #expect(try await shelf.downloads.all().map(\.title) == ["Book 3", "Book 1", "", ""])
    front.letGo()
    await shelf.downloads.settled()
    let asked = front.requests.filter { $0.operation == .shelfMediaDownloadFile && $0.rangeStart == 0 }
    let items = asked.map { $0.url.pathComponents[3] }
    #expect(try Set(items.prefix(2)) == [rig.book(3).libraryItemId, rig.book(1).libraryItemId])
    #expect(try await shelf.downloads.all().allSatisfy { $0.phase == .complete })
  }

  @Test("one that keeps failing does not hold up the others, and is tried again later and later")
  func failing() async throws {
    let bad = Locked<String?>(nil)
    let rig = try await DownloadRig(instant: false) { request, server in
      if request.operation == .shelfMediaDownloadFile, bad.withLock({ $0.map(request.url.path.contains) ?? false }) {
        throw TransportFailure.timedOut
      }
      return try await server.send(request)
    }
    try await rig.shelf.downloads.setSettings(DownloadSettings(concurrentDownloads: 1))
    // Report the connection now. Otherwise the first answer does, and all waiting downloads are retried at once.
    rig.shelf.client.connectivity.report(.online)
    await rig.rig.clock.advance(by: .zero)
    bad.withLock { [id = rig.book.libraryItemId] in $0 = id }
    try await rig.shelf.downloads.download(rig.book)
    try await rig.shelf.downloads.download(rig.book(1))
    await rig.shelf.downloads.settled()
    #expect(try await rig.phase(rig.book(1)) == .complete)
    bad.withLock { $0 = nil }
    await rig.rig.clock.advance(by: .seconds(4))
    #expect(try await rig.phase(rig.book) != .complete)
    await rig.rig.clock.advance(by: .seconds(2))
    #expect(await eventually { (try? await rig.phase(rig.book)) == .complete })
  }

  @Test("pausing keeps what came, resuming goes on there, removing leaves nothing")
  func pausing() async throws {
    let rig = try await DownloadRig()
    let front = Interceptor(rig.transport)
    let shelf = try await rig.relaunched(MortalTransport(front, diesAfter: 250))
    try await shelf.downloads.download(rig.book)
    await shelf.downloads.settled()
    try await shelf.downloads.pause(rig.book)
    let again = try await rig.relaunched()
    await again.downloads.start()
    await again.downloads.settled()
    #expect(try await rig.phase(rig.book, by: again) == .paused)
    #expect(try await again.downloads.usedBytes() == 250)
    try await again.downloads.resume(rig.book)
    await again.downloads.settled()
    #expect(try await rig.kept(rig.book, by: again) == rig.served(rig.book))
    try await again.downloads.remove(rig.book)
    #expect(rig.fileNames.isEmpty)
    #expect(try await again.downloads.all().isEmpty)
    #expect(await again.downloads.localTracks(of: rig.book) == nil)
  }

  @Test("paused or removed while a request is under way, its answer changes nothing", arguments: [true, false])
  func overtaken(removes: Bool) async throws {
    let rig = try await DownloadRig()
    let front = Interceptor(rig.transport)
    let shelf = try await rig.relaunched(front)
    front.hold(.shelfMediaDownloadFile)
    try await shelf.downloads.download(rig.book)
    await front.isHolding()
    async let change: Void = removes ? shelf.downloads.remove(rig.book) : shelf.downloads.pause(rig.book)
    front.letGo()
    try await change
    await shelf.downloads.settled()
    #expect(try await rig.phase(rig.book, by: shelf) == (removes ? nil : .paused))
    if removes { #expect(rig.fileNames.isEmpty) }
    try await shelf.downloads.download(rig.book)
    await shelf.downloads.settled()
    #expect(try await rig.kept(rig.book, by: shelf) == rig.served(rig.book))
  }

  @Test("a full budget removes what was listened to its end, and else makes wait")
  func budget() async throws {
    let rig = try await DownloadRig()
    let store = rig.shelf.downloads
    // The budget has room for two books of 733 bytes.
    try await store.setSettings(DownloadSettings(budget: 1500, concurrentDownloads: 1))
    for number in [1, 2, 3] { try await store.download(rig.book(number)) }
    await store.settled()
    #expect(try await store.all().map(\.phase).prefix(2) == [.complete, .complete])
    guard case .waiting(let error) = try await rig.phase(rig.book(3)) else { throw DownloadStoreTests.Missing() }
    #expect(error.detail == DownloadSettings.overBudget)
    _ = try await rig.shelf.progressStore.markFinished(rig.book(2))
    #expect(await eventually { (try? await rig.phase(rig.book(3))) == .complete })
    #expect(try await store.all().map(\.title) == ["Book 1", "Book 3"])
    #expect(try await store.usedBytes() == 1466)
    #expect(rig.fileNames.count == 2)
    // Even a smaller budget removes only the downloads of finished books.
    _ = try await rig.shelf.progressStore.markFinished(rig.book(1))
    await rig.shelf.progressStore.settled()
    try await store.setSettings(DownloadSettings(budget: 10))
    #expect(try await store.all().map(\.title) == ["Book 3"])
    try await store.download(rig.book(4))
    await store.settled()
    try await store.setSettings(DownloadSettings(budget: nil))
    await store.settled()
    #expect(try await store.all().map(\.phase) == [.complete, .complete])
  }

  @Test("a full budget keeps an item whose finish is not on the server, and the one that is open, until neither is so")
  func budgetKeeps() async throws {
    let isBusy = Locked(false)
    let rig = try await DownloadRig(instant: false) { request, server in
      let isProgress = [.shelfProgressUpdate, .shelfProgressUpdateAll].contains(request.operation)
      if isProgress, isBusy.withLock({ $0 }) { return .text("Service Unavailable", status: 503) }
      return try await server.send(request)
    }
    let (shelf, store) = (rig.shelf, rig.shelf.downloads)
    try await store.setSettings(DownloadSettings(budget: 1500, concurrentDownloads: 1))
    for number in [1, 2] { try await store.download(rig.book(number)) }
    await store.settled()
    try await shelf.playedItems.note(LocalItem(id: rig.book(1), tracks: []))
    try await shelf.progressStore.markFinished(rig.book(1))
    await shelf.progressStore.settled()
    isBusy.withLock { $0 = true }
    try await shelf.progressStore.markFinished(rig.book(2))
    try await store.download(rig.book(3))
    await store.settled()
    guard case .waiting(let error) = try await rig.phase(rig.book(3)) else { throw DownloadStoreTests.Missing() }
    #expect(error.detail == DownloadSettings.overBudget)
    #expect(try await store.all().map(\.title).prefix(2) == ["Book 1", "Book 2"])
    try await shelf.playedItems.note(LocalItem(id: rig.book(4), tracks: []))
    #expect(await eventually { (try? await rig.phase(rig.book(3))) == .complete })
    #expect(try await store.all().map(\.title) == ["Book 2", "Book 3"])
  }

  @Test("evictions make enough room or touch nothing")
  func evictions() {
    func item(_ key: String, _ bytes: Int, _ isEvictable: Bool, _ usedAt: Double) -> DownloadRoom.Item {
      .init(key: key, bytes: bytes, isEvictable: isEvictable, usedAt: Date(timeIntervalSince1970: usedAt))
    }
    let items = [item("a", 40, true, 3), item("b", 30, true, 1), item("c", 30, false, 0), item("new", 5, false, 9)]
    #expect(DownloadRoom.evictions(items, for: "new", bytes: 10, budget: 120) == [])
    #expect(DownloadRoom.evictions(items, for: "new", bytes: 30, budget: 100) == ["b"])
    #expect(DownloadRoom.evictions(items, for: "new", bytes: 70, budget: 100) == ["b", "a"])
    #expect(DownloadRoom.evictions(items, for: "new", bytes: 71, budget: 100) == nil)
    #expect(DownloadRoom.evictions(items, for: nil, bytes: 0, budget: 10) == ["b", "a"])
  }

  @Test("the screen lists, pauses, resumes and removes, and shows the sum")
  @MainActor
  func screen() async throws {
    let rig = try await DownloadRig()
    let model = DownloadsViewModel(shelf: rig.shelf)
    model.load()
    await model.settled()
    #expect(model.state.downloads == [])
    #expect(model.state.emptyMessage != nil)
    model.download(rig.book, title: "Tiny")
    await model.settled()
    await rig.shelf.downloads.settled()
    #expect(await eventually { model.state.downloads?.first?.phase == .complete })
    #expect(model.state.usedBytes == 1799)
    #expect(model.state.openCount == 0)
    model.setBudget(5000)
    await model.settled()
    #expect(model.state.settings.budget == 5000)
    model.setConcurrentDownloads(0)
    await model.settled()
    #expect(model.state.settings.concurrentDownloads == 1)
    rig.rig.network.isDown = true
    model.download(try rig.book(1))
    await model.settled()
    model.pause(try rig.book(1))
    await model.settled()
    #expect(model.state.downloads?.last?.phase == .paused)
    rig.rig.network.isDown = false
    model.resume(try rig.book(1))
    await model.settled()
    await rig.shelf.downloads.settled()
    #expect(await eventually { model.state.downloads?.last?.phase == .complete })
    model.remove(rig.book)
    await model.settled()
    #expect(model.state.downloads?.map(\.title) == ["Book 1"])
    model.removeAll()
    await model.settled()
    #expect(model.state.downloads == [])
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(await eventually { model.state.downloads == nil })
  }
}
