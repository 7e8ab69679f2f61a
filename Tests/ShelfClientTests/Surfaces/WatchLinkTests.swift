import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("A watch beside the phone")
struct WatchLinkTests {
  private func account(_ rig: ShelfRig) async throws -> String { try await rig.shelf.queueStore.current().account }

  /// Half a minute of listening on the watch, which ended a minute ago.
  private func stretch(_ rig: ShelfRig, _ item: PlayableID, id: String = "w-1", to position: Double = 130)
    -> LocalListening
  {
    let end = rig.clock.now() - 60
    return LocalListening(
      id: id, item: item, startedAt: end - 30, endedAt: end, seconds: 30, startPosition: 100, position: position)
  }

  private func detail(_ call: () async throws -> Void) async throws -> String? { try await failure(call).detail }

  @Test("the state has what plays, the queue with its progress, and the wanted downloads, without an address")
  func context() async throws {
    let rig = try await ShelfRig()
    let (book, episode) = (try rig.book(), try rig.episode())
    try await rig.shelf.queueStore.refresh()
    try await rig.shelf.progressStore.setPosition(book, to: 61)
    try await rig.shelf.upNext.set([
      with(QueueEntry(id: book, title: "Book")) { $0.coverURL = URL(string: "https://abs.example.com/cover") },
      QueueEntry(id: episode, title: "Episode"),
    ])
    let playing = NowPlayingSnapshot(
      id: episode, kind: .podcast, title: "Episode", author: "", coverURL: URL(string: "https://abs.example.com/cover"),
      position: 5, duration: 600, speed: .normal, isPlaying: false, chapter: nil, skipForward: 15, skipBackward: 15,
      sleepsAt: nil, asOf: rig.clock.now())
    let link = WatchLink(shelf: rig.shelf)
    let context = try await link.context(playing: playing, downloads: 2)
    let account = try await account(rig)
    #expect(context.account == account && context.madeAt == rig.clock.now())
    #expect(context.nowPlaying?.id == episode && context.downloads == [episode, book])
    #expect(context.queue.prefix(2).map(\.id) == [book, episode] && context.queue[0].progress?.position == 61)
    #expect(context.queue.count > 2 && Set(context.queue.map(\.id)).count == context.queue.count)
    let data = try context.data()
    #expect(try WatchContext(data: data) == context)
    #expect(!String(decoding: data, as: UTF8.self).contains("http"))
    #expect(try await link.context(downloads: -1).downloads == [])
  }

  @Test("a state that is too large loses entries at the end of its queue, and a larger one is refused")
  func size() async throws {
    let rig = try await ShelfRig()
    let long = (0..<25).map { number in
      QueueEntry(id: PlayableID(libraryItemId: "li_\(number)"), title: String(repeating: "x", count: 9_000))
    }
    try await rig.shelf.upNext.set(long)
    var context = try await WatchLink(shelf: rig.shelf).context()
    let data = try context.data()
    #expect(data.count <= WatchContext.byteLimit)
    let sent = try WatchContext(data: data)
    #expect(!sent.queue.isEmpty && sent.queue == Array(context.queue.prefix(sent.queue.count)))
    context.downloads = (0..<9_000).map { PlayableID(libraryItemId: "li_\($0)") }
    let huge = context
    #expect(try await detail { _ = try huge.data() } == "tooLarge")
  }

  @Test("listening and bookmarks of the watch reach the server, and the same report again counts nothing twice")
  func twice() async throws {
    let rig = try await ShelfRig()
    let (link, book) = (WatchLink(shelf: rig.shelf), try rig.book())
    let mark = WatchReport.Mark(id: "m-1", item: book.libraryItemId, time: 12, title: "Storm")
    let report = try WatchReport(
      account: try await account(rig), listening: [stretch(rig, book)], bookmarks: [mark]
    ).data()
    #expect(try await link.merge(report).accepted == ["w-1", "m-1"])
    await rig.shelf.queue.flush()
    #expect(rig.server.listeningSeconds(user: "ada") == 30)
    #expect(rig.stored(book)?["currentTime"]?.double == 130)
    let bookmark = try #require(try await rig.shelf.bookmarks.all().first { $0.title == "Storm" })

    // The user goes on and removes the bookmark; then the report arrives once more, in a later launch.
    _ = try await rig.shelf.progressStore.setPosition(book, to: 900).settled()
    _ = try await rig.shelf.bookmarkStore.remove(bookmark).settled()
    await rig.shelf.client.accounts.save()
    let later = rig.relaunched()
    #expect(try await WatchLink(shelf: later).merge(report).accepted == ["w-1", "m-1"])
    #expect(try await later.queue.open().isEmpty)
    await later.queue.flush()
    #expect(rig.server.listeningSeconds(user: "ada") == 30)
    #expect(rig.stored(book)?["currentTime"]?.double == 900)
    #expect(try await later.bookmarks.all().filter { $0.title == "Storm" } == [])
    #expect(try await later.progressStore.conflicts() == [])
  }

  @Test(
    "listening that the watch reports late counts, and moves no place that the phone has set since", arguments: 0..<3)
  func lateReport(kind: Int) async throws {
    let rig = try await ShelfRig()
    let (link, book, account) = (WatchLink(shelf: rig.shelf), try rig.book(), try await account(rig))
    rig.network.isDown = true
    switch kind {
    case 0: try await rig.shelf.progressStore.setPosition(book, to: 900)
    case 1: try await rig.shelf.progressStore.markFinished(book)
    default: break
    }
    var second = stretch(rig, book, id: "w-2", to: 170)
    (second.startedAt, second.endedAt, second.startPosition) = (second.startedAt + 40, second.endedAt + 40, 140)
    let report = WatchReport(account: account, listening: [second, stretch(rig, book)])
    #expect(Set(try await link.merge(try report.data()).accepted) == ["w-1", "w-2"])
    let known = try await rig.shelf.progressStore.progress(of: book)
    #expect(known?.isFinished == (kind == 1))
    if kind != 1 { #expect(known?.position == (kind == 0 ? 900 : 170)) }
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    #expect(rig.server.listeningSeconds(user: "ada") == 60)
    #expect(rig.stored(book)?["isFinished"]?.bool == (kind == 1))
    if kind != 1 { #expect(rig.stored(book)?["currentTime"]?.double == (kind == 0 ? 900 : 170)) }
  }

  @Test("a stretch that is corrected after its report is recorded again, whatever its end")
  func corrected() async throws {
    let rig = try await ShelfRig()
    let (link, book, account) = (WatchLink(shelf: rig.shelf), try rig.book(), try await account(rig))
    let first = stretch(rig, book)
    _ = try await link.merge(try WatchReport(account: account, listening: [first]).data())
    await rig.shelf.queue.flush()
    var earlier = first
    (earlier.startedAt, earlier.endedAt, earlier.seconds) = (first.endedAt - 50, first.endedAt - 5, 45)
    _ = try await link.merge(try WatchReport(account: account, listening: [earlier]).data())
    await rig.shelf.queue.flush()
    #expect(rig.server.listeningSeconds(user: "ada") == 45)
    var finished = stretch(rig, book, id: "w-2")
    _ = try await link.merge(try WatchReport(account: account, listening: [finished]).data())
    finished.isFinished = true
    _ = try await link.merge(try WatchReport(account: account, listening: [finished]).data())
    await rig.shelf.queue.flush()
    #expect(rig.stored(book)?["isFinished"]?.bool == true)
  }

  @Test("a date in another unit is refused by its id, and ends no process", arguments: [1.8e12, 1.8e15, 1.8e18, -1])
  func impossibleDate(seconds: Double) async throws {
    let rig = try await ShelfRig()
    let (link, book, account) = (WatchLink(shelf: rig.shelf), try rig.book(), try await account(rig))
    var wrong = stretch(rig, book)
    (wrong.startedAt, wrong.endedAt) = (Date(timeIntervalSince1970: seconds), Date(timeIntervalSince1970: seconds))
    wrong.seconds = 0
    let receipt = try await link.merge(try WatchReport(account: account, listening: [wrong]).data())
    #expect(receipt.refused == ["w-1"] && receipt.accepted.isEmpty)
    let whole = ListeningStretch(
      id: "s", day: CalendarDay(rig.clock.now(), in: .gmt), startedAt: wrong.startedAt, startPosition: 0, position: 30,
      seconds: 30, updatedAt: wrong.startedAt + 30, zone: "GMT", isServerTime: true)
    var mutation = ProgressMutation(
      item: book, action: .listened, position: 30, at: rig.clock.now(), isServerTime: true)
    mutation.stretches = [whole]
    #expect(!mutation.isPlausible)
    #expect(whole.split(in: .gmt).count <= 2)
  }

  @Test("a stretch that has grown counts its new seconds only, and an older form of it nothing")
  func grown() async throws {
    let rig = try await ShelfRig()
    let (link, book, account) = (WatchLink(shelf: rig.shelf), try rig.book(), try await account(rig))
    let first = stretch(rig, book)
    var grown = first
    (grown.endedAt, grown.seconds, grown.position) = (first.endedAt + 20, 50, 150)
    for listening in [first, grown, first] {
      let receipt = try await link.merge(try WatchReport(account: account, listening: [listening]).data())
      #expect(receipt.accepted == ["w-1"])
      await rig.shelf.queue.flush()
    }
    #expect(rig.server.listeningSeconds(user: "ada") == 50)
    #expect(rig.stored(book)?["currentTime"]?.double == 150)
  }

  @Test(
    "a later place of another device wins against an earlier one of the watch, also if it was read here before",
    arguments: [false, true])
  func older(wasRead: Bool) async throws {
    let rig = try await ShelfRig()
    let (link, book) = (WatchLink(shelf: rig.shelf), try rig.book())
    try await rig.shelf.progress.update(book, .position(700, duration: 5401))
    if wasRead { try await rig.shelf.progressStore.refresh() }
    _ = try await link.merge(
      try WatchReport(account: try await account(rig), listening: [stretch(rig, book)]).data())
    await rig.shelf.queue.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == 700)
    #expect(rig.server.listeningSeconds(user: "ada") == 30)
  }

  @Test("an impossible change is refused by its id, and the others are accepted")
  func impossible() async throws {
    let rig = try await ShelfRig()
    let (link, book) = (WatchLink(shelf: rig.shelf), try rig.book())
    var backwards = stretch(rig, book, id: "w-2")
    backwards.position = -1
    let report = WatchReport(
      account: try await account(rig), listening: [backwards, stretch(rig, book)],
      bookmarks: [.init(id: "m-1", item: book.libraryItemId, time: 5, title: "")])
    let receipt = try await link.merge(try report.data())
    #expect(receipt.accepted == ["w-1"] && receipt.refused == ["w-2", "m-1"])
    #expect(try await rig.shelf.queue.all().count == 1)
  }

  @Test("a damaged, foreign or newer report is one error and changes nothing")
  func bad() async throws {
    let rig = try await ShelfRig()
    let (link, book) = (WatchLink(shelf: rig.shelf), try rig.book())
    let good = try WatchReport(account: try await account(rig), listening: [stretch(rig, book)]).data()
    let text = String(decoding: good, as: UTF8.self)
    for (data, expected) in [
      (Data(), "damaged"), (good.dropLast(), "damaged"), (Data("[]".utf8), "damaged"),
      (Data(text.replacingOccurrences(of: "\"version\":1", with: "\"version\":2").utf8), "newerVersion"),
      (Data(repeating: 0x20, count: WatchReport.byteLimit + 1), "tooLarge"),
      (try WatchReport(account: "somebody else", listening: [stretch(rig, book)]).data(), "accountChanged"),
    ] { #expect(try await detail { _ = try await link.merge(Data(data)) } == expected) }
    #expect(try await rig.shelf.queue.all().isEmpty)
    let many = WatchReport(
      account: "a", bookmarks: [.init(id: "m", item: "i", time: 1, title: String(repeating: "x", count: 60_000))])
    #expect(try await detail { _ = try many.data() } == "tooLarge")
  }

  @Test("on a full disk nothing is accepted, and the same report is accepted later")
  func fullDisk() async throws {
    let rig = try await ShelfRig()
    let (link, book) = (WatchLink(shelf: rig.shelf), try rig.book())
    let report = try WatchReport(account: try await account(rig), listening: [stretch(rig, book)]).data()
    rig.files.isFull = true
    #expect(try await failure { _ = try await link.merge(report) }.kind == .storage)
    rig.files.isFull = false
    #expect(try await link.merge(report).accepted == ["w-1"])
    await rig.shelf.queue.flush()
    #expect(rig.server.listeningSeconds(user: "ada") == 30)
  }
}
