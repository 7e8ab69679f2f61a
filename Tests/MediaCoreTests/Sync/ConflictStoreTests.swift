import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Conflicts: the side that lost is kept")
struct ConflictStoreTests {
  struct Conflict: Codable, Hashable, Sendable, Identifiable {
    let id: String
    let kept: String
    let lost: String
  }

  private let world = CacheWorld()

  private func store(_ world: CacheWorld) -> ConflictStore<Conflict> {
    ConflictStore(
      "conflicts", in: world.client.accounts, queue: world.queue,
      rules: [
        ConflictRule(SetValue.self, now: { world.clock.now() }) { record, _ in
          guard record.state == .synced, let lost = record.overwritten(SetValue.self) else { return nil }
          return Conflict(id: record.id, kept: record.value ?? "", lost: lost)
        }
      ])
  }

  private func submit(_ value: String, over base: String?) async throws -> Submission {
    try await world.queue.submit(SetValue(target: "a", value: value), base: base)
  }

  @Test("a write over another device's later change is listed with that change, also after a relaunch")
  func overwritten() async throws {
    let conflicts = store(world)
    try await world.signIn()
    world.server.set("a", "old")
    world.server.setDown(true)
    let submission = try await submit("mine", over: "old")
    world.server.set("a", "theirs")
    world.server.setDown(false)
    #expect(await submission.settled() == .synced)
    #expect(world.server.values == ["a": "mine"])
    #expect(try await conflicts.all() == [Conflict(id: submission.id, kept: "mine", lost: "theirs")])
    await world.client.accounts.save()
    let relaunched = world.relaunched()
    let known = store(relaunched)
    #expect(try await known.all().map(\.lost) == ["theirs"])
    try await known.remove(submission.id)
    #expect(try await known.all().isEmpty)
  }

  @Test("a second process may not begin to undo a conflict, which it could not remove")
  func secondProcess() async throws {
    let folder = ProcessFolder()
    let app = folder.app()
    try await app.signIn()
    try store(app).checkOwner()
    let conflicts = store(folder.widget())
    let error = await refusal { try conflicts.checkOwner() }
    #expect(error.kind == .storage && error.detail == "inUse")
  }

  @Test("a change that was made from what the server holds overwrites nobody")
  func alone() async throws {
    let conflicts = store(world)
    try await world.signIn()
    world.server.set("a", "old")
    #expect(try await submit("mine", over: "old").settled() == .synced)
    #expect(try await submit("mine too", over: "mine").settled() == .synced)
    #expect(try await conflicts.all().isEmpty)
  }

  @Test("the lost side is still known when the answer to the write is lost and the app is started anew")
  func answerLost() async throws {
    try await world.signIn()
    world.server.set("a", "theirs")
    world.server.state.withLock { $0.refusesAfterWriting = ValueServer.unreachable }
    let submission = try await submit("mine", over: "old")
    _ = await submission.settled()
    #expect(world.server.values == ["a": "mine"])
    world.server.state.withLock { $0.refusesAfterWriting = nil }
    let relaunched = world.relaunched()
    let conflicts = store(relaunched)
    await relaunched.queue.flush()
    #expect(try await conflicts.all().map(\.lost) == ["theirs"])
  }

  @Test(
    "a conflict that nobody has looked at stays over a sign-out that keeps, and over any number of later changes",
    arguments: [0, 450])
  func unseen(later: Int) async throws {
    let conflicts = store(world)
    try await world.signIn()
    world.server.set("a", "theirs")
    #expect(try await submit("mine", over: "old").settled() == .synced)
    for index in 0..<later { _ = try await world.queue.submit(SetOther(target: "t\(index)")) }
    await world.queue.flush()
    let listed = try await world.queue.all()
    #expect(listed.count <= 401 && listed.first?.target == "a")
    if later == 0 {
      _ = try await world.client.signOut(.keep)
      try await world.signIn()
      #expect(try await world.queue.all().isEmpty)
    }
    #expect(try await conflicts.all().map(\.lost) == ["theirs"])
    // The list has the conflict now, so the next sign-out removes the record of the change.
    _ = try await world.client.signOut(.keep)
    try await world.signIn()
    #expect(try await world.queue.all().isEmpty)
    #expect(try await conflicts.all().map(\.lost) == ["theirs"])
  }

  @Test("a conflict that nobody has looked at stays when the next launch finishes a sign-out that keeps")
  func unfinishedSignOut() async throws {
    try await world.signIn()
    world.server.set("a", "theirs")
    #expect(try await submit("mine", over: "old").settled() == .synced)
    world.server.set("b", "newer")
    #expect(await (try world.submit("b", "1")).settled() == .superseded(reason: "later"))
    #expect(await (try world.submit("c", "1")).settled() == .synced)
    let signIn = try world.environment.secrets.read(TestService.key)
    _ = world.client.accounts.folders.begin("ada", .keep, ending: signIn, report: { _ in })
    let next = world.relaunched()
    #expect(try await next.client.session.status() == .signedOut)
    let known = store(next)
    try await next.signIn()
    #expect(try await next.queue.all().map(\.target) == ["a", "b"])
    #expect(try await known.all().map(\.lost) == ["theirs"])
  }

  @Test("the newest two hundred are kept")
  func limit() async throws {
    let conflicts = store(world)
    try await world.signIn()
    for index in 0..<205 {
      let mutation = SetValue(target: "t\(index)", value: "mine")
      world.server.set("t\(index)", "theirs \(index)")
      _ = try await world.queue.submit(mutation, base: "old")
    }
    await world.queue.flush()
    let all = try await conflicts.all()
    #expect(all.count == 200)
    #expect(all.first?.lost == "theirs 5" && all.last?.lost == "theirs 204")
  }

  @Test("conflicts that no screen lists do not fill the queue's journal, and the newest two hundred are kept")
  func neverListed() async throws {
    let conflicts = store(world)
    try await world.signIn()
    for index in 0..<1000 {
      world.server.set("t\(index)", "theirs \(index)")
      _ = try await world.queue.submit(SetValue(target: "t\(index)", value: "mine"), base: "old")
      if index % 200 == 199 { await world.queue.flush() }
    }
    #expect(try await world.queue.all().count < 600)
    await world.client.accounts.save()
    let relaunched = world.relaunched()
    let next = store(relaunched)
    for known in [conflicts, next] {
      let all = try await known.all()
      #expect(all.count == 200)
      #expect(all.first?.lost == "theirs 800" && all.last?.lost == "theirs 999")
    }
  }
}
