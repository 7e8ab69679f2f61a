import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Downloads that the system finishes")
struct TransferTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("transfers-\(UUID().uuidString)")
  private var inbox: TransferInbox { TransferInbox(folder: folder.appendingPathComponent("inbox")) }

  private func request(_ range: String = "bytes=0-9", token: String = "a") throws -> HTTPRequest {
    HTTPRequest(
      url: try #require(URL(string: "https://nas.test/file/1")),
      fields: ["Range": range, "Authorization": "Bearer \(token)"])
  }

  private func put(_ text: String, _ key: String, status: Int = 206) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("download.tmp")
    try Data(text.utf8).write(to: file)
    let response = HTTPResponse(
      status: status, fields: ["Content-Range": "bytes 0-9/100", "ETag": "\"1\"", "Set-Cookie": "session=secret"])
    try inbox.put(file, TransferInbox.Head(response), key: key)
  }

  private func body(_ key: String) async throws -> [String] {
    let pieces = Notebook<String>()
    try await inbox.read(key, piece: 4) { pieces.add(String(decoding: $0, as: UTF8.self)) }
    return pieces.entries
  }

  @Test("an answer is found by the same request after a relaunch, whatever its token, with the fields that matter")
  func relaunch() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = TransferInbox.key(try request())
    try put("0123456789", key)
    let same = TransferInbox.key(try request(token: "renewed"))
    let response = try #require(inbox.read(same)?.response)
    #expect(response.status == 206)
    #expect(response.fields["Content-Range"] == "bytes 0-9/100")
    #expect(response.fields["Set-Cookie"] == nil)
    #expect(try await body(same) == ["0123", "4567", "89"])
    #expect(inbox.size(same) == 10)
    inbox.remove(same)
    #expect(inbox.read(same) == nil)
    #expect(TransferInbox.key(try request("bytes=10-19")) != key)
  }

  @Test("a later answer to the same request replaces the earlier one")
  func replacing() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try put("old", "k")
    try put("new", "k", status: 200)
    #expect(inbox.read("k")?.status == 200)
    #expect(try await body("k") == ["new"])
  }

  @Test("who waits goes on when the answer lies in the inbox, and starts nothing when it is there already")
  func waiting() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let desk = TransferDesk(inbox: inbox)
    let started = Counter()
    let waiter = Task { try await desk.wait(for: "k") { started.add() } }
    await started.reached(1)
    try put("x", "k")
    desk.finished("k")
    try await waiter.value
    try await desk.wait(for: "k") { started.add() }
    #expect(started.value == 1)
  }

  @Test("a failure ends the wait with that failure, for its own request only, however early it comes")
  func failing() async throws {
    let desk = TransferDesk(inbox: inbox)
    await #expect(throws: TransportFailure.timedOut) {
      try await desk.wait(for: "k") {
        desk.finished("other", .tooLarge)
        desk.finished("k", .timedOut)
      }
    }
  }

  @Test("a download whose token ran out while it waited is begun anew, with its refusal before or after the wake-up")
  func refused() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let desk = TransferDesk(inbox: inbox)
    let starts = Notebook<Bool>()
    // Before: the refusal lies in the inbox at the launch.
    try put("refused", "k", status: 401)
    try await desk.answer(for: "k") { isAnew in
      starts.add(isAnew)
      try put("file", "k")
      desk.finished("k")
      return true
    }
    #expect(starts.entries == [false])
    #expect(inbox.read("k")?.status == 206)
    inbox.remove("k")
    // After: the system still has the old download under way, which ends with the refusal.
    try await desk.answer(for: "k") { isAnew in
      starts.add(isAnew)
      try put(isAnew ? "file" : "refused", "k", status: isAnew ? 206 : 401)
      desk.finished("k")
      return isAnew
    }
    #expect(starts.entries == [false, false, true])
    #expect(inbox.read("k")?.status == 206)
  }

  @Test("a refusal of a download that the caller began is the caller's answer, as is any other refusal")
  func ownRefusal() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let desk = TransferDesk(inbox: inbox)
    let starts = Counter()
    for (key, status, isOwn) in [("own", 401, true), ("gone", 404, false)] {
      try await desk.answer(for: key) { _ in
        starts.add()
        try put("refused", key, status: status)
        desk.finished(key)
        return isOwn
      }
      #expect(inbox.read(key)?.status == status)
    }
    #expect(starts.value == 2)
  }

  @Test("a cancelled caller goes at once")
  func cancelling() async throws {
    let desk = TransferDesk(inbox: inbox)
    let started = Counter()
    let waiter = Task { try await desk.wait(for: "k") { started.add() } }
    await started.reached(1)
    waiter.cancel()
    await #expect(throws: TransportFailure.cancelled) { try await waiter.value }
  }
}

@Suite("The end of the events of a background session")
struct TransferEventsTests {
  @Test("an end that comes before anybody waits is there for the next to wait", .timeLimit(.minutes(30)))
  func early() async {
    let events = TransferEvents()
    events.deliver()
    events.finish()
    await events.wait()
  }

  @Test("everybody who waits goes on at the end, and the next wait is for the next one", .timeLimit(.minutes(30)))
  func waiting() async {
    let events = TransferEvents()
    let (begun, over) = (Counter(), Counter())
    let waiters = (0..<3).map { _ in
      Task {
        begun.add()
        await events.wait()
        over.add()
      }
    }
    await begun.reached(3)
    // `finish()` may come before a waiter waits: repeat it until all three have continued.
    while over.value < 3 { events.finish(); await Task.detached {}.value }
    for waiter in waiters { await waiter.value }
    events.deliver()
    let next = Task {
      await events.wait()
      over.add()
    }
    for _ in 0..<20 { await Task.detached {}.value }
    #expect(over.value == 3)
    events.finish()
    await next.value
    #expect(over.value == 4)
  }

  @Test("an end that nobody waited for is dropped when a later delivery begins", .timeLimit(.minutes(30)))
  func stale() async {
    let events = TransferEvents()
    events.finish()
    events.deliver()
    let over = Counter()
    let waiter = Task {
      await events.wait()
      over.add()
    }
    for _ in 0..<20 { await Task.detached {}.value }
    #expect(over.value == 0)
    events.finish()
    await waiter.value
  }

  @Test("a cancelled caller goes on, whether it has begun to wait or not", .timeLimit(.minutes(30)))
  func cancelled() async {
    let events = TransferEvents()
    let waiter = Task { await events.wait() }
    waiter.cancel()
    await waiter.value
  }
}
