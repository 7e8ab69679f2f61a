import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

/// A screen over a ``CacheWorld`` that may be five minutes old.
@MainActor
private final class FreshModel: ViewModel {
  struct Row: Identifiable, Hashable, Sendable {
    var id: String
    var value: String
  }

  struct State: ScreenState {
    var rows: LoadState<[Row]> = .idle
    var error: ClientError?
    var notice: String?
    var isRefreshing = false
  }

  var publisher: StatePublisher<State> { screen.publisher }
  let screen: StoreScreen<State>
  /// The uptimes of the reads, in seconds.
  let reads = Notebook<Double>()
  var isDown = false
  /// Called while the screen is read.
  var whenRead: @MainActor () -> Void = {}

  init(_ world: CacheWorld) {
    screen = StoreScreen(State(), accounts: world.client.accounts)
    screen.attach(self, observing: [world.cache.observe], longestAge: .seconds(300)) { model in
      let view = try? await world.cache.view()
      let rows = view?.value.map { Row(id: $0.key, value: $0.value) }.sorted { $0.id < $1.id }
      model.screen.state.rows = model.screen.loadState(
        rows.map { model.screen.steady($0, over: model.state.rows.value) }, asOf: view?.refreshedAt)
    } fetch: { (model) async throws(ClientError) in
      model.reads.add(world.clock.uptime().seconds)
      model.whenRead()
      if model.isDown { throw ClientError(.unreachable, operation: "test.read") }
      try await world.refresh()
    }
  }
}

@MainActor
@Suite("Screens that keep themselves fresh", .timeLimit(.minutes(30)))
struct FreshReadingTests {
  private let world = CacheWorld()
  private var events: SystemEvents { SystemEvents(client: world.client, queue: world.queue) }

  private func model(isObserved: Bool = true) async throws -> FreshModel {
    try await world.signIn()
    world.server.set("b", "1")
    let model = FreshModel(world)
    if isObserved { model.publisher.onChange = { _ in } }
    model.load()
    await model.settled()
    return model
  }

  /// Moves the clock in steps, so that each timer and what follows it gets its turn.
  private func pass(_ seconds: Int, by step: Int = 20, _ model: FreshModel) async {
    for _ in 0..<(seconds / step) {
      await world.clock.advance(by: .seconds(step))
      await model.settled()
    }
  }

  private func count(_ model: FreshModel) -> Int { model.reads.entries.count }

  @Test("a screen waits for the front if the app left it while another screen was read")
  func leavesTheFront() async throws {
    let models = [try await model(), try await model()]
    await events.becameActive()
    let fresh = FreshReading.shared(world.client.accounts)
    for model in models { model.whenRead = { fresh.move(isFront: false) } }
    let before = models.map(count)
    await world.clock.advance(by: .seconds(301))
    for model in models { await model.settled() }
    #expect(models.map(count) == [before[0] + 1, before[1]])
    await events.becameActive()
    for model in models { await model.settled() }
    #expect(models.map(count) == [before[0] + 1, before[1] + 1])
  }

  @Test("at the front an observed screen is read every five minutes, and another device's change shows")
  func atTheFront() async throws {
    let model = try await model()
    await events.becameActive()
    #expect(count(model) == 1)
    world.server.set("b", "2")
    await pass(280, model)
    #expect(model.state.rows.value?.map(\.value) == ["1"])
    await pass(40, model)
    #expect(model.state.rows.value?.map(\.value) == ["2"])
    await pass(3300, by: 60, model)
    #expect(count(model) == 13)
  }

  @Test("a day with an open screen costs twelve reads an hour and no more")
  func day() async throws {
    let model = try await model()
    await events.becameActive()
    await pass(86_400, by: 150, model)
    #expect((285...289).contains(count(model)))
  }

  @Test("nothing is read in the background, before the app says that it is at the front, or for nobody")
  func nobody() async throws {
    let model = try await model()
    await pass(1200, by: 60, model)
    #expect(count(model) == 1)
    await events.becameActive()
    await model.settled()
    #expect(count(model) == 2)
    await events.enteredBackground()
    await pass(1200, by: 60, model)
    #expect(count(model) == 2)
    model.publisher.onChange = nil
    await events.becameActive()
    await pass(1200, by: 60, model)
    #expect(count(model) == 2)
  }

  @Test("a service that is made at the front keeps its screens fresh from then on", arguments: [true, false])
  func madeAtTheFront(isFront: Bool) async throws {
    let model = try await model()
    await events.began(isFront: isFront)
    world.server.set("b", "2")
    await pass(320, model)
    #expect(count(model) == (isFront ? 2 : 1))
    #expect(model.state.rows.value?.map(\.value) == [isFront ? "2" : "1"])
  }

  @Test("a service that is made at the front reads nothing by itself if its token is released at once")
  func releasedAtTheFront() async throws {
    let model = try await model()
    let begin = Task { [events] in await events.began(isFront: true) }
    begin.cancel()
    await begin.value
    world.server.set("b", "2")
    await pass(320, model)
    #expect(count(model) == 1)
  }

  @Test("coming to the front reads what is too old, and nothing that is not")
  func comingToTheFront() async throws {
    let model = try await model()
    await world.clock.advance(by: .seconds(200))
    await events.becameActive()
    #expect(count(model) == 1)
    await events.enteredBackground()
    await world.clock.advance(by: .seconds(200))
    world.server.set("b", "2")
    await events.becameActive()
    await model.settled()
    #expect(count(model) == 2)
    #expect(model.state.rows.value?.map(\.value) == ["2"])
  }

  @Test("a screen that could not be read is read when the network returns, and no more often than others until then")
  func network() async throws {
    let model = try await model()
    await events.becameActive()
    model.isDown = true
    await pass(1500, by: 60, model)
    #expect(count(model) == 6)
    #expect(model.state.error == nil)
    #expect(model.state.rows.value?.map(\.value) == ["1"])
    await pass(20, model)
    model.isDown = false
    world.server.set("b", "2")
    events.networkChanged(.usable)
    #expect(await eventually { model.state.rows.value?.map(\.value) == ["2"] })
    #expect(count(model) == 7)
  }

  @Test("rows keep their places until the next pull")
  func rows() async throws {
    let model = try await model()
    await events.becameActive()
    world.server.set("a", "new")
    world.server.set("b", "2")
    await pass(320, model)
    #expect(model.state.rows.value == [.init(id: "b", value: "2")])
    model.refresh()
    await model.settled()
    #expect(model.state.rows.value == [.init(id: "a", value: "new"), .init(id: "b", value: "2")])
  }

  @Test("a change by the user shows all rows again")
  func change() async throws {
    let model = try await model()
    await events.becameActive()
    world.server.set("a", "new")
    await pass(320, model)
    #expect(model.state.rows.value?.map(\.id) == ["b"])
    model.screen.act { () async throws(ClientError) in [try await world.submit("b", "3")] }
    await model.settled()
    #expect(model.state.rows.value?.map(\.id) == ["a", "b"])
  }

  @Test("a change that the user makes on another screen shows all rows again")
  func changeElsewhere() async throws {
    let model = try await model()
    let other = FreshModel(world)
    await events.becameActive()
    world.server.set("a", "new")
    await pass(320, model)
    #expect(model.state.rows.value?.map(\.id) == ["b"])
    other.screen.act { () async throws(ClientError) in [try await world.submit("c", "3")] }
    await other.settled()
    await model.settled()
    #expect(model.state.rows.value?.map(\.id) == ["a", "b", "c"])
  }

  @Test("what is new when the app comes to the front is shown at once", arguments: [true, false])
  func newAtTheFront(isReachable: Bool) async throws {
    let model = try await model()
    await events.becameActive()
    await events.enteredBackground()
    await world.clock.advance(by: .seconds(400))
    world.server.set("a", "new")
    model.isDown = !isReachable
    await events.becameActive()
    await model.settled()
    if !isReachable {
      #expect(model.state.rows.value?.map(\.id) == ["b"])
      await world.clock.advance(by: .seconds(20))
      model.isDown = false
      events.networkChanged(.usable)
    }
    #expect(await eventually { model.state.rows.value?.map(\.id) == ["a", "b"] })
    // From then on rows keep their places again.
    world.server.set("0", "newer")
    await pass(320, model)
    #expect(model.state.rows.value?.map(\.id) == ["a", "b"])
  }

  @Test("a row that waited for a pull is shown when the app comes to the front, without a request")
  func waitingAtTheFront() async throws {
    let model = try await model()
    await events.becameActive()
    world.server.set("a", "new")
    await pass(320, model)
    #expect(model.state.rows.value?.map(\.id) == ["b"])
    let before = count(model)
    await events.enteredBackground()
    await events.becameActive()
    await model.settled()
    #expect(model.state.rows.value?.map(\.id) == ["a", "b"])
    #expect(count(model) == before)
  }

  @Test("an app that leaves the front while changes are sent stays in the background")
  func leftWhileSending() async throws {
    let model = try await model()
    let events = SystemEvents(client: world.client, queue: world.queue) { [events] in await events.enteredBackground() }
    await events.becameActive()
    await pass(1200, by: 60, model)
    #expect(count(model) == 1)
  }

  @Test("a pull puts off the next read by itself")
  func pull() async throws {
    let model = try await model()
    await events.becameActive()
    await pass(280, model)
    model.refresh()
    await model.settled()
    await pass(280, model)
    #expect(count(model) == 2)
  }

  @Test("a screen that is gone is not read")
  func gone() async throws {
    var model: FreshModel? = try await model()
    await events.becameActive()
    let reads = try #require(model?.reads)
    model = nil
    for _ in 0..<40 { await world.clock.advance(by: .seconds(20)) }
    #expect(reads.entries.count == 1)
  }
}
