import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("What a sign-out leaves of the queue")
struct MutationSignOutTests {
  private static func record(_ order: Int, _ target: String, _ state: MutationRecord.State) -> MutationRecord {
    var record = MutationRecord(
      id: "\(order)", kind: Flag.kind, account: "ada", target: target, cause: "user", order: order,
      createdAt: Date(timeIntervalSince1970: 0),
      payload: AnyMutationPayload(MutationPayload(mutation: Flag(target: target))))
    record.state = state
    return record
  }

  @Test("what is on the server goes, but not what an older one of its target still has to be compared with")
  func older() {
    var list = MutationList(
      [
        Self.record(1, "open", .pending), Self.record(2, "refused", .refused(reason: "no")),
        Self.record(3, "open", .synced), Self.record(4, "refused", .superseded(reason: "later")),
        Self.record(5, "other", .synced), Self.record(6, "behind", .synced), Self.record(7, "behind", .pending),
      ].map(Outbox.Change.put), account: "ada")
    #expect(Set(list.forgetDecided(keeping: 0).map(\.id)) == ["5", "6"])
    #expect(list.sorted.map(\.order) == [1, 2, 3, 4, 7])
  }

  @Test("orders rise over a sign-out and a new launch, also when nothing was left")
  func orders() async throws {
    let files = MemoryFileSystem()
    let server = FlagServer()
    func outbox() -> Outbox {
      Outbox(
        account: "ada", path: "outbox/queue", environment: .manual(files: files),
        lanes: .kept([MutationHandler(Flag.self, server)]), serverNow: { nil }, report: { _ in },
        notify: { _, _ in })
    }
    let first = outbox()
    var last = 0
    for target in ["a", "b"] { last = try await first.accept(Flag(target: target), base: nil, cause: "user").order }
    await first.flush(.call)
    try await first.forgetDecided()
    let second = outbox()
    #expect(try await second.all().isEmpty)
    #expect(try await second.accept(Flag(target: "c"), base: nil, cause: "user").order > last)
  }
}

private final class FlagServer: Sendable {
  let targets = Locked<Set<String>>([])
}

/// A flag that is on the server or not.
private struct Flag: Mutation {
  static let kind: MutationKind = "test.flag"

  var target: String

  func fetch(_ api: FlagServer, _ context: MutationContext) async throws(ClientError) -> Bool? {
    api.targets.withLock { $0.contains(target) }
  }

  func perform(_ api: FlagServer, over remote: Bool?, _ context: MutationContext) async throws(ClientError) {
    api.targets.withLock { _ = $0.insert(target) }
  }

  func isReflected(in remote: Bool?) -> Bool { remote == true }
}
