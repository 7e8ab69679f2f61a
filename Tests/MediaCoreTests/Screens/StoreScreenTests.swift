import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

/// A view model over a ``CacheWorld``. That an app cannot write its state is left to the compiler: `state` has no public setter, which a
/// test in this module cannot see.
@MainActor
private final class ValuesModel: ViewModel {
  struct State: ScreenState {
    var values: LoadState<[String: String]> = .idle
    var error: ClientError?
    var notice: String?
    var isRefreshing = false
    var undoable: String?
  }

  var publisher: StatePublisher<State> { screen.publisher }
  let screen: StoreScreen<State>
  let renders = Notebook<String>()
  var resets = 0
  /// Runs before the server is asked, with the number of the load.
  var beforeFetch: (@MainActor (Int) async throws(ClientError) -> Void)?
  private(set) var loads = 0

  init(_ world: CacheWorld) {
    screen = StoreScreen(State(), accounts: world.client.accounts)
    screen.attach(self, observing: [world.cache.observe]) { model in
      let view = try? await world.cache.view()
      model.renders.add((view?.value ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " "))
      model.screen.state.values = model.screen.loadState(view?.value, asOf: view?.refreshedAt)
    } fetch: { (model) async throws(ClientError) in
      model.loads += 1
      try await model.beforeFetch?(model.loads)
      try await world.refresh()
    } reset: { model in
      model.resets += 1
      model.screen.takeUndo(\.undoable)
    }
  }

  func set(_ target: String, _ value: String, in world: CacheWorld, failure: String? = nil) {
    screen.act(failure: failure) { () async throws(ClientError) in [try await world.submit(target, value)] }
  }
}

@MainActor
@Suite("The state of a render that could not read the files")
struct UnreadFilesTests {
  @Test("the screen keeps the value and its date, whatever phase the load is in")
  func keeping() async {
    let world = CacheWorld()
    let model = ValuesModel(world)
    let (value, date) = (["a": "1"], Date(timeIntervalSince1970: 1))
    #expect(model.screen.loadState(keeping: .loaded(value, asOf: date)) == .loaded(value, asOf: date))
    #expect(model.screen.loadState(keeping: LoadState<Int>.idle) == .idle)
    model.beforeFetch = { (_) throws(ClientError) in throw ClientError(.unreachable, operation: "x") }
    model.load()
    await model.settled()
    guard case .failed(_, let kept) = model.screen.loadState(keeping: .loaded(value, asOf: date)) else {
      Issue.record("the failure is not shown")
      return
    }
    #expect(kept == value)
  }
}

@MainActor
@Suite("Store screen")
struct StoreScreenTests {
  private let world = CacheWorld()

  private func signedIn() async throws -> ValuesModel {
    try await world.signIn()
    return ValuesModel(world)
  }

  @Test("what a change has brought is not shown to an account that signed in since the change")
  func updateSince() async throws {
    let world = CacheWorld()
    try await world.signIn()
    let model = ValuesModel(world)
    model.load()
    await model.settled()
    let era = model.screen.era
    model.screen.update(since: era) { $0.notice = "of ada" }
    #expect(model.state.notice == "of ada")
    try await world.signIn("grace")
    #expect(await eventually { model.screen.era != era })
    model.screen.update(since: era) { $0.notice = "late" }
    #expect(model.state.notice == nil)
  }

  @Test("a screen that failed for nobody loads by itself once somebody has signed in")
  func loadsForTheFirstAccount() async throws {
    let world = CacheWorld()
    let model = ValuesModel(world)
    model.load()
    await model.settled()
    #expect(model.state.error?.kind == .signedOut)
    world.server.set("a", "1")
    try await world.signIn()
    #expect(await eventually { model.state.values.value == ["a": "1"] })
    #expect(model.state.error == nil)
  }

  @Test("a screen whose load found the sign-in expired loads once the same account has signed in again, and only once")
  func loadsAfterSigningInAgain() async throws {
    let model = try await signedIn()
    let session = world.client.session
    model.beforeFetch = { [session = world.client.session] load throws(ClientError) in
      guard load == 1, let grant = try await session.grant() else {
        if load == 3 { throw ClientError(.signedOut, operation: "x") }
        return
      }
      throw await session.expire(grant, isGenuine: true)
    }
    model.load()
    await model.settled()
    #expect(model.state.error?.kind == .signedOut)
    #expect(try await session.status() == .expired(account: "ada", name: "ada"))
    world.server.set("a", "1")
    try await world.signIn()
    #expect(await eventually { model.state.values.value == ["a": "1"] })
    #expect(model.state.error == nil)
    // If a load throws `signedOut` although somebody is signed in, the screen does not load again and again.
    model.load()
    await model.settled()
    #expect(model.state.error?.kind == .signedOut && model.loads == 3)
  }

  @Test("shows what is known, then what the server says, with when it said it")
  func load() async throws {
    let model = try await signedIn()
    let start = world.clock.now()
    world.server.set("a", "1")
    try await world.refresh()
    await world.clock.advance(by: .seconds(3600))
    world.server.set("a", "2")
    let seen = Locked<LoadState<[String: String]>?>(nil)
    model.beforeFetch = { [unowned model] _ throws(ClientError) in seen.withLock { $0 = model.state.values } }
    #expect(model.state.values == .idle)
    model.load()
    await model.settled()
    #expect(seen.withLock { $0 } == .loading(["a": "1"]))
    #expect(model.state.values == .loaded(["a": "2"], asOf: start + 3600))
    #expect(model.state.error == nil && !model.state.isRefreshing)
  }

  @Test("an error stays until a load succeeds, and the value stays over it")
  func error() async throws {
    let model = try await signedIn()
    world.server.set("a", "1")
    await model.refreshAndWait()
    let no = ClientError(.server, operation: "test", status: 500)
    model.beforeFetch = { _ throws(ClientError) in throw no }
    await model.refreshAndWait()
    #expect(model.state.error == no && !model.state.isRefreshing)
    #expect(model.state.values == .failed(no, ["a": "1"]))
    model.set("b", "1", in: world)
    await model.settled()
    #expect(model.state.error == no)
    #expect(model.state.values == .failed(no, ["a": "1", "b": "1"]))
    model.beforeFetch = nil
    await model.refreshAndWait()
    #expect(model.state.error == nil)
    #expect(model.state.values.value == ["a": "1", "b": "1"] && model.state.values.error == nil)
  }

  @Test("of loads that overlap the newest counts, and one that was interrupted is no error")
  func newestLoad() async throws {
    let model = try await signedIn()
    let (isFirst, mayEnd) = (Latch(), Latch())
    model.beforeFetch = { number throws(ClientError) in
      guard number == 1 else { return }
      isFirst.open()
      await mayEnd.wait()
      throw ClientError(.server, operation: "test", status: 500)
    }
    model.load()
    await isFirst.wait()
    world.server.set("a", "1")
    model.refresh()
    #expect(model.state.isRefreshing)
    await model.settled()
    mayEnd.open()
    for _ in 0..<20 { await Task.yield() }
    #expect(model.state.values.value == ["a": "1"])
    #expect(model.state.error == nil && !model.state.isRefreshing)
    model.beforeFetch = { _ throws(ClientError) in throw .cancelled("test") }
    await model.refreshAndWait()
    #expect(model.state.error == nil)
  }

  @Test("changes of the store are rendered in their order, the newest last")
  func order() async throws {
    let model = try await signedIn()
    await model.refreshAndWait()
    world.server.setDown(true)
    for index in 0..<30 { try await world.submit("a", "\(index)") }
    #expect(await eventually { model.state.values.value == ["a": "29"] })
    await model.settled()
    #expect(model.state.values.value == ["a": "29"])
    let numbers = model.renders.entries.compactMap { Int($0.dropFirst(2)) }
    #expect(numbers == numbers.sorted())
  }

  @Test("a render that takes long never shows something older over a later one")
  func slowRender() async throws {
    final class Model: Sendable {}
    let (model, screen) = (Model(), StoreScreen(ValuesModel.State(), accounts: nil))
    let (isFirst, mayEnd, renders) = (Latch(), Latch(), Counter())
    screen.attach(
      model,
      render: { _ in
        renders.add()
        let number = renders.value
        if number == 1 {
          isFirst.open()
          await mayEnd.wait()
        }
        screen.state.notice = "\(number)"
      })
    let first = Task { await screen.show() }
    await isFirst.wait()
    let second = Task { await screen.show() }
    for _ in 0..<20 { await Task.yield() }
    mayEnd.open()
    await first.value
    await second.value
    #expect(screen.state.notice == "2")
  }

  @Test("before anything was asked for, changes of the store are not rendered")
  func idle() async throws {
    let model = try await signedIn()
    world.server.setDown(true)
    try await world.submit("a", "1")
    for _ in 0..<20 { await Task.yield() }
    #expect(model.renders.entries.isEmpty && model.state.values == .idle)
  }

  @Test("trouble that ends by itself is silent; a refusal is noticed, also one that comes later")
  func notices() async throws {
    let model = try await signedIn()
    await model.refreshAndWait()
    world.server.setDown(true)
    model.set("a", "1", in: world)
    model.set("b", "odd", in: world)
    await model.settled()
    #expect(model.state.notice == nil && model.state.error == nil)
    #expect(model.state.values.value == ["a": "1", "b": "odd"])
    world.server.setDown(false)
    await world.queue.flush()
    #expect(await eventually { model.state.notice != nil && model.state.values.value == ["a": "1"] })
    model.dismissNotice()
    #expect(model.state.notice == nil)
    await model.refreshAndWait()
    #expect(model.state.notice == nil)
    model.set("c", "odd", in: world, failure: "That did not work.")
    await model.settled()
    #expect(model.state.notice == "That did not work.")
    world.server.state.withLock {
      $0.whileReading = { _ throws(ClientError) in throw ClientError(.forbidden, operation: "test", status: 403) }
    }
    model.dismissNotice()
    model.set("d", "1", in: world)
    await model.settled()
    #expect(model.state.notice == "This account may not do that.")
  }

  @Test("a refusal is noticed too where nothing is shown and no store is observed")
  func refusedLater() async throws {
    try await world.signIn()
    let screen = StoreScreen(ValuesModel.State(), accounts: world.client.accounts)
    world.server.setDown(true)
    let world = world
    for value in ["odd", "1"] {
      #expect(
        await screen.perform { () async throws(ClientError) in [try await world.submit("t\(value)", value)] })
    }
    world.server.setDown(false)
    await world.queue.flush()
    #expect(await eventually { screen.state.notice != nil })
  }

  @Test("of two changes in quick succession the later one counts, although the first takes longer to be accepted")
  func changesInOrder() async throws {
    let model = try await signedIn()
    let (mayGoOn, otherIsMade) = (Latch(), Latch())
    model.screen.act { [world] () async throws(ClientError) in
      await mayGoOn.wait()
      return [try await world.submit("a", "earlier")]
    }
    model.set("a", "later", in: world)
    model.screen.act(of: "another target") { () async throws(ClientError) in
      otherIsMade.open()
      return []
    }
    await otherIsMade.wait()
    for _ in 0..<20 { await Task.yield() }
    mayGoOn.open()
    await model.settled()
    #expect(world.server.values["a"] == "later")
    #expect(try await world.cache.view().value["a"] == "later")
  }

  @Test("a change whose turn comes after another account signed in is not made, and nothing is noticed")
  func changeOfAccountBefore() async throws {
    let model = try await signedIn()
    await model.refreshAndWait()
    let (isMade, mayGoOn) = (Latch(), Latch())
    model.screen.act { () async throws(ClientError) in
      isMade.open()
      await mayGoOn.wait()
      return []
    }
    model.set("a", "of ada", in: world)
    await isMade.wait()
    for _ in 0..<20 { await Task.yield() }
    try await world.signIn("grace")
    #expect(await eventually { model.resets == 1 })
    mayGoOn.open()
    await model.settled()
    #expect(world.server.values["a"] == nil)
    #expect(model.state.notice == nil)
  }

  @Test("a change that cannot be made holds no later change back")
  func failedChangeInOrder() async throws {
    let model = try await signedIn()
    model.screen.act { () async throws(ClientError) in throw ClientError(.invalidRequest, operation: "x") }
    model.set("a", "1", in: world)
    await model.settled()
    #expect(world.server.values["a"] == "1")
  }

  @Test("a change that cannot be accepted is noticed, and a cancelled one is not")
  func notAccepted() async throws {
    let model = try await signedIn()
    let isDone = await model.screen.perform { () async throws(ClientError) in throw .cancelled("test") }
    #expect(!isDone && model.state.notice == nil)
    await model.screen.perform { () async throws(ClientError) in
      throw ClientError(.storage, operation: "test", detail: "full")
    }
    #expect(model.state.notice == "The device has no room left. Free some space and try again.")
  }

  @Test("rows, errors and notices of an account are gone at its sign-out, and the next sees only its own")
  func accounts() async throws {
    let model = try await signedIn()
    world.server.set("a", "of ada")
    await model.refreshAndWait()
    model.set("b", "odd", in: world)
    await model.settled()
    #expect(model.state.notice != nil)
    world.server.setDown(true)
    model.set("c", "of ada too", in: world)
    await model.settled()
    _ = try await world.client.signOut(.keep)
    #expect(await eventually { model.state.values == .idle })
    #expect(model.state.error == nil && model.state.notice == nil && model.resets == 1)
    world.server.setDown(false)
    world.server.set("a", "of grace")
    try await world.signIn("grace")
    // The screen had loaded ada's data, so it loads grace's by itself.
    #expect(await eventually { model.state.values.value == ["a": "of grace"] })
    await model.settled()
    #expect(!model.renders.entries.contains("a=of ada,a=of grace"))
    #expect(model.renders.entries.last == "a=of grace")
  }

  @Test("somebody else signing in without a sign-out is followed, and the data is asked for again")
  func otherAccount() async throws {
    let model = try await signedIn()
    world.server.set("a", "of ada")
    await model.refreshAndWait()
    let (isAsking, mayEnd) = (Latch(), Latch())
    model.beforeFetch = { number throws(ClientError) in
      guard number == 2 else { return }
      isAsking.open()
      await mayEnd.wait()
      throw ClientError(.server, operation: "test", status: 500)
    }
    model.refresh()
    await isAsking.wait()
    world.server.set("a", "of grace")
    try await world.signIn("grace")
    #expect(await eventually { model.state.values.value == ["a": "of grace"] })
    mayEnd.open()
    await model.settled()
    #expect(model.state.values.value == ["a": "of grace"])
    #expect(model.state.error == nil && !model.state.isRefreshing && model.resets == 1)
  }

  @Test("a change of the account before, which fails or is refused after somebody else signed in, is not noticed")
  func noticeOfAccountBefore() async throws {
    let model = try await signedIn()
    await model.refreshAndWait()
    let world = world
    let isDone = await model.screen.perform { () async throws(ClientError) in
      try? await world.signIn("grace")
      _ = await eventually { model.resets == 1 }
      throw ClientError(.storage, operation: "test", detail: "full")
    }
    #expect(!isDone && model.resets == 1)
    #expect(model.state.notice == nil)
    world.server.state.withLock {
      $0.whileReading = { (context) async throws(ClientError) in
        guard context.account == "grace" else { return }
        try? await world.signIn("alan")
        _ = await eventually { model.resets == 2 }
        throw ClientError(.forbidden, operation: "test", status: 403, serverMessage: "No")
      }
    }
    await model.screen.perform { () async throws(ClientError) in [try await world.submit("a", "1")] }
    #expect(model.resets == 2)
    #expect(model.state.notice == nil)
  }

  @Test("a released view model is gone, and what was asked for happens all the same")
  func released() async throws {
    var model: ValuesModel? = try await signedIn()
    weak let released = model
    await model?.refreshAndWait()
    model?.set("a", "1", in: world)
    model = nil
    #expect(await eventually { world.server.values["a"] == "1" })
    #expect(await eventually { released == nil })
  }

  @Test("two screens over one store agree")
  func two() async throws {
    let model = try await signedIn()
    let other = ValuesModel(world)
    await model.refreshAndWait()
    await other.refreshAndWait()
    model.set("a", "1", in: world)
    await model.settled()
    #expect(await eventually { other.state.values.value == ["a": "1"] })
  }

  // MARK: Undo

  @Test("an offer to undo lasts ten seconds, a later one replaces it, and no settled() waits for its end")
  func offer() async throws {
    let model = try await signedIn()
    func offer(_ change: String) {
      model.screen.offerUndo(change, in: \.undoable, since: model.screen.era, world.clock)
    }
    offer("a")
    await model.settled()
    await world.clock.advance(by: .seconds(9))
    offer("b")
    await world.clock.advance(by: .seconds(9))
    #expect(model.state.undoable == "b")
    await world.clock.advance(by: .seconds(1))
    #expect(await eventually { model.state.undoable == nil })
    offer("c")
    #expect(model.screen.takeUndo(\.undoable) == "c")
    #expect(model.state.undoable == nil)
    #expect(model.screen.takeUndo(\.undoable) == nil)
    #expect(world.clock.problems == [])
  }

  @Test("nobody is offered to undo another account's change, made before or while the account changed")
  func offerOfAnotherAccount() async throws {
    let model = try await signedIn()
    model.load()
    await model.settled()
    let era = model.screen.era
    model.screen.offerUndo("of ada", in: \.undoable, since: era, world.clock)
    _ = try await world.client.signOut(.keep)
    #expect(await eventually { model.resets == 1 })
    #expect(model.state.undoable == nil)
    try await world.signIn("grace")
    model.screen.offerUndo("of ada", in: \.undoable, since: era, world.clock)
    #expect(model.state.undoable == nil)
  }
}
