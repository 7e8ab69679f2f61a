import Measure
import MediaCore

/// Closures that are notified of a change.
@MainActor
struct ObserverLines {
  let report: Report

  func run() async {
    await closures()
    await screens()
    await burst()
    await report.scale("observers", [1000, 10_000, 100_000]) { count in
      let connectivity = Connectivity()
      let sum = Locked(0)
      let tokens = (0..<count).map { _ in connectivity.observe { _ in sum.withLock { $0 += 1 } } }
      let seconds = Clock.processor.time {
        for turn in 0..<10 { connectivity.report(turn % 2 == 0 ? .offline : .online) }
      }
      withExtendedLifetime(tokens) {}
      return seconds / 10
    }
  }

  private static let count = 10_000

  /// The observers of a core object, called on the thread that makes the change.
  private func closures() async {
    await report.line("observers.closures", .atMost(3), feel: "many rows may follow one value") {
      let sum = Locked(0)
      let changed: @Sendable (Connectivity.Status) -> Void = { _ in sum.withLock { $0 += 1 } }
      let connectivity = Connectivity()
      let tokens = (0..<Self.count).map { _ in connectivity.observe { changed($0) } }
      let plain: [@Sendable (Connectivity.Status) -> Void] = (0..<Self.count).map { _ in { changed($0) } }
      var turn = 0
      let ratio = try await Rounds.ratio(rounds: 25) {
        turn += 1
        connectivity.report(turn % 2 == 0 ? .offline : .online)
      } peer: {
        for closure in plain { closure(.online) }
      }
      withExtendedLifetime(tokens) {}
      return ratio
    }
  }

  private struct Number: ScreenState {
    var number = 0
    var error: ClientError?
    var notice: String?
    var isRefreshing = false
  }

  /// The observers of a screen's state, on the main actor.
  private func screens() async {
    await report.line("observers.screen", .atMost(3), feel: "many views may follow one screen's state") {
      let sum = Locked(0)
      let changed: @MainActor (Number) -> Void = { _ in sum.withLock { $0 += 1 } }
      let screen = StoreScreen(Number(), accounts: nil)
      let tokens = (0..<Self.count).map { _ in screen.publisher.observe { changed($0) } }
      let plain: [@MainActor (Number) -> Void] = (0..<Self.count).map { _ in { changed($0) } }
      let medians = try await Rounds.medians(
        rounds: 25,
        [
          {
            await Clock.processor.time {
              screen.state.number += 1
              await screen.publisher.delivered()
            }
          },
          { Clock.processor.time { for closure in plain { closure(screen.state) } } },
        ])
      withExtendedLifetime(tokens) {}
      return medians[0] / medians[1]
    }
  }

  /// A thousand changes from elsewhere while an observer takes its time.
  private func burst() async {
    await report.line("observers.burst", .atMost(2), feel: "a storm of changes is drawn once or twice") {
      let screen = StoreScreen(Number(), accounts: nil)
      var (deliveries, last) = (0, 0)
      let token = screen.publisher.observe { state in
        deliveries += 1
        last = state.number
        // Take 20 ms, like a screen that draws.
        let start = Clock.wall.now
        while Clock.wall.now - start < 0.02 {}
      }
      deliveries = 0
      let changes = Task.detached {
        for _ in 0..<1000 { Task { @MainActor in screen.state.number += 1 } }
      }
      await changes.value
      while screen.state.number < 1000 { await Task.yield() }
      await screen.publisher.delivered()
      withExtendedLifetime(token) {}
      // The last state must arrive, however few deliveries there are.
      return last == 1000 ? Double(deliveries) : .infinity
    }
  }
}
