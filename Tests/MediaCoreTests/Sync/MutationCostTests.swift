import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("What a change costs")
struct MutationCostTests {
  private func waiting(_ count: Int, in files: any FileSystem) async throws {
    let storage = CacheWorld(files: files).client.accounts
    let journal = Journal<Outbox.Change>(
      files: files, path: storage.path(of: "ada", "queue")
    ) { _ in }
    _ = try await journal.load()
    let changes = (0..<count).map { index in
      Outbox.Change.put(
        MutationRecord(
          id: "id-\(index)", kind: SetValue.kind, account: "ada", target: "t\(index)", cause: "user", order: index + 1,
          createdAt: .distantPast,
          payload: AnyMutationPayload(MutationPayload(mutation: SetValue(target: "t\(index)", value: "1")))))
    }
    try await journal.enqueue(changes).uncancellableValue().get()
  }

  /// The bytes that one change writes before the call returns.
  private func cost(waiting: Int, known: Int) async throws -> [DiskChange] {
    let files = TroubledFiles()
    try await self.waiting(waiting, in: files)
    let world = CacheWorld(files: files)
    world.server.setDown(true)
    try await world.signIn()
    #expect(try await world.queue.open().count == waiting)
    let answer = Dictionary(uniqueKeysWithValues: (0..<known).map { ("k\($0)", "value") })
    try await world.cache.refresh { () async throws(ClientError) in
      answer
    } merge: {
      $0 = $1
    }
    await world.client.accounts.save()
    await world.queue.settled()
    let before = files.changeCount
    _ = try await world.submit("target", "1")
    await world.queue.settled()
    return Array(files.changes.dropFirst(before))
  }

  @Test(
    "one record of the same size, however much waits and however much is known",
    arguments: [(0, 0), (1000, 0), (10_000, 0), (0, 1000), (0, 10_000)])
  func submit(waiting: Int, known: Int) async throws {
    let alone = try await cost(waiting: 0, known: 0)
    let changes = try await cost(waiting: waiting, known: known)
    guard alone.count == 1, case .append(_, let least) = alone[0], changes.count == 1,
      case .append(let path, let data) = changes[0]
    else {
      Issue.record("\(changes.count) changes of the disk")
      return
    }
    #expect(path.hasSuffix("queue.journal"))
    // Allow for the file's head and for more digits in later numbers.
    #expect(abs(data.count - least.count) <= 5 + 2 * 4)
    #expect(least.count < 610)
  }
}
