import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The place of a change that another process or device made between two of the app's")
struct ExtendingPlaceTests {
  @Test("is between them, on the screens of both processes, on the server and after a relaunch")
  func between() async throws {
    let folder = ProcessFolder()
    let (app, widget) = (folder.app(), folder.widget())
    try await app.signIn()
    func submit(_ value: String, in world: CacheWorld) async throws {
      await folder.clock.advance(by: .seconds(1))
      try await world.queue.submit(SetValue(target: "a", value: value, coalesces: false))
      await app.queue.settled()
    }
    func waiting(in world: CacheWorld) async throws -> [String?] { try await world.queue.open().map(\.value) }
    try await submit("1", in: app)
    #expect(try await app.cache.value() == ["a": "1"])
    try await submit("2", in: widget)
    try await submit("3", in: app)
    await widget.client.accounts.folderChanged()
    #expect(try await widget.cache.value() == ["a": "3"])
    #expect(try await waiting(in: widget) == ["1", "2", "3"])
    await app.client.accounts.folderChanged()
    await app.queue.settled()
    #expect(try await app.cache.value() == ["a": "3"])
    #expect(try await waiting(in: app) == ["1", "2", "3"])
    #expect(try await waiting(in: folder.app(seed: 5)) == ["1", "2", "3"])
    #expect(folder.inbox == [])
    folder.server.setDown(false)
    await app.queue.flush()
    #expect(folder.server.written == ["a=1", "a=2", "a=3"])
    let view = try await app.cache.view()
    #expect(view.value == ["a": "3"] && view.open.isEmpty)
  }

  @Test(
    "does not let a later change of another item go out before the app's later one, whether the earlier one was sent",
    arguments: [false, true])
  func otherItems(isSent: Bool) async throws {
    let folder = ProcessFolder()
    let (app, widget) = (folder.app(), folder.widget())
    try await app.signIn()
    func submit(_ target: String, _ value: String, in world: CacheWorld) async throws {
      await folder.clock.advance(by: .seconds(1))
      try await world.queue.submit(SetValue(target: target, value: value, coalesces: false))
      await app.queue.settled()
    }
    folder.server.setDown(!isSent)
    try await submit("a", "1", in: app)
    #expect(folder.server.written == (isSent ? ["a=1"] : []))
    folder.server.setDown(true)
    try await submit("a", "2", in: widget)
    try await submit("a", "3", in: app)
    try await submit("b", "1", in: app)
    await app.client.accounts.folderChanged()
    await app.queue.settled()
    let waiting: [String?] = isSent ? ["2", "3", "1"] : ["1", "2", "3", "1"]
    #expect(try await app.queue.open().map(\.value) == waiting)
    #expect(try await app.cache.value() == ["a": "3", "b": "1"])
    folder.server.setDown(false)
    await app.queue.flush()
    #expect(folder.server.written == ["a=1", "a=2", "a=3", "b=1"])
    #expect(try await app.queue.open() == [])
  }

  /// A pending change of the target, made `order` seconds after the others' beginning.
  private func change(_ target: String, _ order: Int, _ state: MutationRecord.State = .pending) -> MutationRecord {
    var record = MutationRecord(
      id: "\(target)\(order)", kind: SetValue.kind, account: "ada", target: target, cause: "user", order: order,
      createdAt: Date(timeIntervalSince1970: Double(order)),
      payload: AnyMutationPayload(MutationPayload(mutation: SetValue(target: target, value: "\(order)"))))
    record.state = state
    return record
  }

  private func plan(_ records: [MutationRecord]) -> JoiningPlan {
    var list = MutationList()
    for record in records { list.put(record) }
    return JoiningPlan(of: [change("a", 2)], in: list, after: 10, [:]) { _ in false }
  }

  @Test("comes before both if a change of another item behind them is being sent, or a newer one has overtaken it")
  func heldPlaces() {
    let mine = [change("a", 1), change("a", 3)]
    let free = plan(mine + [change("b", 4, .refused(reason: "odd")), change("b", 5), change("c", 0)])
    #expect(free.new.map(\.order) == [10] && free.nextOrder == 13)
    #expect(free.moved.map(\.id) == ["a3", "b5"] && free.moved.map(\.order) == [11, 12])
    for others in [[change("b", 4, .sending)], [change("b", 4), change("b", 5, .synced)]] {
      let held = plan(mine + others)
      #expect(held.new.map(\.order) == [-1] && held.moved == [] && held.nextOrder == 10)
    }
  }

  @Test("yields to the app's later change and not to the earlier one, however many of them were sent", arguments: 0...2)
  func yields(sent: Int) async throws {
    let world = FieldWorld()
    _ = try await world.phone.accept(SetFields(fields: ["x": "1"]), base: nil, cause: "user")
    if sent > 0 { await world.phone.flush(.call) }
    await world.clock.advance(by: .seconds(1))
    _ = try await world.old.accept(SetFields(fields: ["x": "2", "y": "2"]), base: nil, cause: "user")
    await world.clock.advance(by: .seconds(1))
    _ = try await world.phone.accept(SetFields(fields: ["y": "3"]), base: nil, cause: "user")
    if sent > 1 { await world.phone.flush(.call) }
    let moved = try await world.old.all()
    #expect(try await world.phone.take(moved, decided: []) == [moved[0].id: .taken])
    await world.phone.flush(.call)
    #expect(world.stored == ["x": "2", "y": "3"])
    #expect(try await world.phone.open() == [])
  }

  @Test("is behind both after the user has edited it")
  func edited() async throws {
    let world = FieldWorld()
    _ = try await world.phone.accept(SetFields(fields: ["x": "1"]), base: nil, cause: "user")
    await world.clock.advance(by: .seconds(1))
    let change = try await world.old.accept(SetFields(fields: ["x": "2"]), base: nil, cause: "user")
    await world.clock.advance(by: .seconds(1))
    await world.phone.flush(.call)
    let later = try await world.phone.accept(SetFields(fields: ["y": "3"]), base: nil, cause: "user")
    await world.phone.flush(.call)
    _ = try await world.phone.take([change], decided: [])
    await world.clock.advance(by: .seconds(1))
    let payload = AnyMutationPayload(MutationPayload(mutation: SetFields(fields: ["y": "4"])))
    let edited = try await world.phone.change(change.id, countsAnew: true) { $0.payload = payload }
    #expect(edited.order > later.order && edited.createdAt == world.clock.now())
    await world.phone.flush(.call)
    #expect(world.stored == ["x": "1", "y": "4"])
  }

  @Test("an edited change that newer ones have overtaken is shown once, and no more after it was sent")
  func editedOnScreens() async throws {
    let world = CacheWorld()
    try await world.signIn()
    let change = try await world.submit("a", "odd")
    await world.queue.flush()
    #expect(try await world.queue.refused().map(\.id) == [change.id])
    try await world.submit("a", "2")
    await world.queue.flush()
    world.server.setDown(true)
    #expect(try await world.cache.value() == ["a": "2"])
    try await world.queue.retry(change.id)
    await world.queue.settled()
    try await world.queue.edit(change.id, to: SetValue(target: "a", value: "3"))
    await world.queue.settled()
    #expect(try await world.cache.view().open.map(\.id) == [change.id])
    #expect(try await world.cache.value() == ["a": "3"])
    world.server.setDown(false)
    await world.queue.flush()
    #expect(world.server.values == ["a": "3"])
    let view = try await world.cache.view()
    #expect(view.value == ["a": "3"] && view.open.isEmpty)
  }
}

/// Two devices with an outbox each, and one server.
private struct FieldWorld {
  let clock = ManualClock()
  let server = Locked<[String: String]>([:])
  let phone: Outbox
  let old: Outbox
  var stored: [String: String] { server.withLock { $0 } }

  init() {
    let (clock, server) = (clock, server)
    func outbox(seed: UInt64) -> Outbox {
      Outbox(
        account: "ada", path: "outbox/queue", environment: .manual(clock: clock, seed: seed),
        lanes: .kept([MutationHandler(SetFields.self, server)]), serverNow: { nil }, report: { _ in },
        notify: { _, _ in })
    }
    (phone, old) = (outbox(seed: 1), outbox(seed: 7))
  }
}

/// Sets some fields of one thing. A newer change leaves the other fields of an older one.
private struct SetFields: Mutation {
  static let kind: MutationKind = "test.fields"

  var target = "a"
  var fields: [String: String]

  func fetch(
    _ api: Locked<[String: String]>, _ context: MutationContext
  ) async throws(ClientError) -> [String: String]? {
    api.withLock { $0 }
  }

  func perform(
    _ api: Locked<[String: String]>, over remote: [String: String]?, _ context: MutationContext
  ) async throws(ClientError) {
    api.withLock { $0.merge(fields) { $1 } }
  }

  func isReflected(in remote: [String: String]?) -> Bool { fields.allSatisfy { remote?[$0.key] == $0.value } }
  func coalesced(with newer: SetFields) -> SetFields? { nil }
  func remainder(after newer: SetFields) -> SetFields {
    SetFields(target: target, fields: fields.filter { newer.fields[$0.key] == nil })
  }
}
