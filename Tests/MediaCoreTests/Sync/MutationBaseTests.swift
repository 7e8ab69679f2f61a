import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Mutation outbox: the base of a change")
struct MutationBaseTests {
  /// One change from `a` to `b` that is on the server.
  private func changed() async throws -> OutboxHarness {
    let harness = OutboxHarness()
    harness.server.set("name", "a")
    try await harness.accept("name", "b", base: "a")
    await harness.flush()
    return harness
  }

  @Test("a base that was read before an earlier change went out is what that change has left")
  func stale() async throws {
    let harness = try await changed()
    let record = try await harness.accept("name", "c", base: "a")
    #expect(record.base(SetValue.self) == "b")
    await harness.flush()
    #expect(try await harness.outbox.record(record.id)?.overwritten(SetValue.self) == nil)
  }

  @Test("a current base stands, though an earlier change was made from an equal one")
  func current() async throws {
    let harness = try await changed()
    // Another device sets the first value again, and this device has read it.
    harness.server.set("name", "a")
    let record = try await harness.outbox.accept(
      SetValue(target: "name", value: "b"), base: "a", isCurrent: true, cause: "user")
    #expect(record.base(SetValue.self) == "a")
    await harness.flush()
    #expect(try await harness.outbox.record(record.id)?.state == .synced)
    #expect(try await harness.outbox.record(record.id)?.overwritten(SetValue.self) == nil)
    #expect(harness.server.values["name"] == "b")
  }

  @Test("only a change of the same kind and target makes a base that was read beside it stale")
  func like() async throws {
    let harness = OutboxHarness()
    harness.server.setDown(true)
    try await harness.accept("name", "b")
    let open = try await harness.outbox.open()
    #expect(open.hasChange(like: SetValue(target: "name", value: "c")))
    #expect(!open.hasChange(like: SetValue(target: "other", value: "c")))
    #expect(!open.hasChange(like: SetOther(target: "name")))
    #expect(![MutationRecord]().hasChange(like: SetValue(target: "name", value: "c")))
  }
}
