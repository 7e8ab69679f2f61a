import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@MainActor
@Suite("State that is watched")
struct StatePublisherTests {
  @Test("a burst of changes is published once, with the newest state, after the state itself has changed")
  func bursts() async {
    let publisher = StatePublisher(0)
    let told = Notebook<Int>()
    publisher.onChange = { told.add($0) }
    for number in 1...100 { publisher.state = number }
    #expect(publisher.state == 100)
    #expect(told.entries.isEmpty)
    await publisher.delivered()
    #expect(told.entries == [100])
    publisher.state = 101
    await publisher.delivered()
    #expect(told.entries == [100, 101])
  }

  @Test("setting an equal state tells nobody")
  func equal() async {
    let publisher = StatePublisher("a")
    let told = Notebook<String>()
    publisher.onChange = { told.add($0) }
    publisher.state = "a"
    await publisher.delivered()
    #expect(told.entries.isEmpty)
  }

  @Test("an observer hears the state at once, later ones, and nothing more once its token is released or cancelled")
  func tokens() async {
    let publisher = StatePublisher(0)
    let (released, cancelled, kept) = (Notebook<Int>(), Notebook<Int>(), Notebook<Int>())
    var token: ObservationToken? = publisher.observe { released.add($0) }
    let second = publisher.observe { cancelled.add($0) }
    let third = publisher.observe { kept.add($0) }
    publisher.state = 1
    await publisher.delivered()
    #expect(token != nil)
    token = nil
    second.cancel()
    publisher.state = 2
    await publisher.delivered()
    #expect(released.entries == [0, 1])
    #expect(cancelled.entries == [0, 1])
    #expect(kept.entries == [0, 1, 2])
    third.cancel()
    third.cancel()
    _ = second
  }

  @Test("an observer that ends another one during a delivery ends it for that delivery too")
  func endingEachOther() async {
    let publisher = StatePublisher(0)
    let told = Notebook<Int>()
    var victim: ObservationToken?
    let killer = publisher.observe { _ in victim = nil }
    victim = publisher.observe { told.add($0) }
    publisher.state = 1
    await publisher.delivered()
    #expect(told.entries == [0])
    #expect(victim == nil)
    _ = killer
  }

  @Test("a change made by an observer is published in another round, and waited for")
  func reentrant() async {
    let publisher = StatePublisher(0)
    let told = Notebook<Int>()
    publisher.onChange = { state in
      told.add(state)
      if state < 3 { publisher.state = state + 1 }
    }
    publisher.state = 1
    await publisher.delivered()
    #expect(told.entries == [1, 2, 3])
  }

  @Test("an observer does not keep a publisher alive, nor is anybody told after its end")
  func lifetime() async {
    weak var weak: StatePublisher<Int>?
    let told = Notebook<Int>()
    do {
      let publisher = StatePublisher(0)
      weak = publisher
      publisher.onChange = { told.add($0) }
      publisher.state = 1
    }
    await Task.yield()
    #expect(weak == nil)
  }

  @Test("a load state keeps the last value through loading and failing")
  func loadState() {
    let error = ClientError(.unreachable, operation: "x")
    #expect(LoadState<Int>.idle.value == nil && !LoadState<Int>.idle.isLoading)
    #expect(
      LoadState.loading(5).value == 5 && LoadState.loading(5).isLoading && LoadState<Int>.loading(nil).value == nil)
    #expect(LoadState.loaded(5, asOf: .distantPast).value == 5 && LoadState.loaded(5, asOf: .distantPast).error == nil)
    #expect(LoadState.failed(error, 5).value == 5 && LoadState<Int>.failed(error, nil).error == error)
    #expect(LoadState.loaded(5, asOf: .distantPast) != .loaded(5, asOf: .distantFuture))
  }
}

@MainActor
@Suite("What a model has under way")
struct ActivitiesTests {
  @Test("newer work of a kind replaces the older, other kinds go on")
  func replacing() async {
    let activities = Activities()
    let journal = Notebook<String>()
    let gate = Latch()
    func start(_ kind: String, _ name: String, replacing: Bool = true) {
      activities.start(kind, replacing: replacing) {
        await gate.wait()
        journal.add("\(name)\(Task.isCancelled ? " cancelled" : "")")
      }
    }
    start("search", "first")
    start("other", "other")
    start("search", "second")
    start("search", "third", replacing: false)
    #expect(activities.isRunning("search") && activities.isRunning("other") && !activities.isRunning("none"))
    gate.open()
    await activities.settled()
    #expect(await eventually { journal.entries.count == 4 }, "all have ended")
    #expect(journal.entries.sorted() == ["first cancelled", "other", "second", "third"])
    #expect(!activities.isRunning("search"))
  }

  @Test("settled waits for work that work has started, not for lasting kinds")
  func settled() async {
    let activities = Activities()
    let journal = Notebook<String>()
    let forever = Latch()
    activities.start("loop") { await forever.wait() }
    activities.start("a") { [weak activities] in
      journal.add("a")
      activities?.start("b") { journal.add("b") }
    }
    await activities.settled(ignoring: ["loop"])
    #expect(journal.entries == ["a", "b"])
    #expect(activities.isRunning("loop"))
    forever.open()
    await activities.settled()
  }

  @Test("work ends with its owner")
  func owner() async {
    let journal = Notebook<String>()
    let started = Latch()
    do {
      let activities = Activities()
      activities.start("a") {
        let cancelled = Latch()
        await withTaskCancellationHandler {
          started.open()
          await cancelled.wait()
        } onCancel: {
          cancelled.open()
        }
        journal.add("ended")
      }
      await started.wait()
    }
    #expect(await eventually { journal.entries == ["ended"] }, "the work has ended")
  }

  @Test("cancelling ends one kind or all")
  func cancelling() async {
    let activities = Activities()
    let gate = Latch()
    let journal = Notebook<Bool>()
    for kind in ["a", "b", "c"] {
      activities.start(kind) {
        await gate.wait()
        journal.add(Task.isCancelled)
      }
    }
    activities.cancel("a")
    #expect(!activities.isRunning("a") && activities.isRunning("b"))
    activities.cancelAll()
    #expect(!activities.isRunning("b"))
    gate.open()
    #expect(await eventually { journal.entries == [true, true, true] }, "all have ended")
  }
}

@MainActor
@Suite("Waiting for a pause")
struct DebouncerTests {
  @Test("only the last call of a burst runs, after the delay")
  func burst() async {
    let clock = ManualClock()
    let debouncer = Debouncer(delay: .milliseconds(400), clock: clock)
    let journal = Notebook<Int>()
    for number in 1...5 {
      debouncer.call { journal.add(number) }
      await clock.sleepers(atLeast: 1)
      await clock.advance(by: .milliseconds(100))
    }
    #expect(journal.entries.isEmpty)
    await clock.advance(by: .milliseconds(299))
    #expect(journal.entries.isEmpty)
    await clock.advance(by: .milliseconds(1))
    #expect(await eventually { journal.entries == [5] }, "the last has run")
    debouncer.call { journal.add(6) }
    await clock.sleepers(atLeast: 1)
    debouncer.cancel()
    await clock.advance(by: .seconds(1))
    #expect(journal.entries == [5])
  }

  @Test("an action that was overtaken between waking and running does not run")
  func overtaken() async {
    /// Sleeps until the test opens the latch; the second sleeper never wakes.
    final class LatchClock: TimeSource {
      let latch = Latch()
      let sleepers = Counter()
      func now() -> Date { .distantPast }
      func uptime() -> Duration { .zero }
      func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
        sleepers.add()
        if sleepers.value == 1 { await latch.wait() }
      }
    }
    let clock = LatchClock()
    let debouncer = Debouncer(delay: .seconds(1), clock: clock)
    let journal = Notebook<String>()
    debouncer.call { journal.add("old") }
    await clock.sleepers.reached(1)
    clock.latch.open()  // the old call is due, but the main actor is busy
    debouncer.call { journal.add("new") }
    #expect(await eventually { journal.entries.contains("new") }, "the newer has run")
    #expect(journal.entries == ["new"])
  }

  @Test("nothing runs after the owner is gone")
  func owner() async {
    let clock = ManualClock()
    let journal = Notebook<String>()
    do {
      let debouncer = Debouncer(delay: .seconds(1), clock: clock)
      debouncer.call { journal.add("late") }
      await clock.sleepers(atLeast: 1)
    }
    #expect(await eventually { clock.sleeperCount == 0 }, "the sleeper has left")
    await clock.advance(by: .seconds(2))
    #expect(journal.entries.isEmpty)
  }
}

@MainActor
@Suite("A view model's common part")
struct ViewModelTests {
  final class Model: ViewModel {
    let publisher = StatePublisher("start")
    private let activities = Activities()
    func settled() async {
      await activities.settled(ignoring: ["clock"])
      await publisher.delivered()
    }
    func load(_ gate: Latch) {
      activities.start("clock") { await Latch().wait() }
      activities.start("load") { [weak self] in
        await gate.wait()
        self?.publisher.state = "loaded"
      }
    }
  }

  @Test("settled means that everything is done and told")
  func settled() async {
    let model = Model()
    let (told, gate) = (Notebook<String>(), Latch())
    model.onChange = { told.add("change \($0)") }
    let token = model.observe { told.add($0) }
    model.load(gate)
    gate.open()
    await model.settled()
    #expect(model.state == "loaded")
    #expect(told.entries == ["start", "change loaded", "loaded"])
    token.cancel()
  }
}
