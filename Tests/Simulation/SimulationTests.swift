import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite(
  "Simulation", .enabled(if: DeterministicScheduler.isAvailable, "this runtime has no scheduling hooks"), .serialized)
struct SimulationTests {
  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// The number of runs: `SIMULATION_SEEDS`, or a sample. Long runs (`.ci/long-runs`) play 480, of which 300 are ShelfClient's.
  private static var count: Int {
    environment["SIMULATION_SEEDS"].flatMap(Int.init) ?? (isLong ? 480 : 30)
  }

  private static var isLong: Bool { environment["LONG_RUNS"] == "1" }

  /// The sabotages to test. A missing checksum takes the most runs, since few tear a write so that it stays readable; `JournalTests` and
  /// `BlobStoreTests` detect it at once.
  private static var sabotages: [Sabotage] {
    [.intentID, .generationGuard, .readBack] + (isLong ? [.checksum, .emptyAnswers, .pulledAsNew, .lostConflicts] : [])
  }

  /// The first number: `SIMULATION_FROM`, or 1.
  private static var first: UInt64 { environment["SIMULATION_FROM"].flatMap(UInt64.init) ?? 1 }

  /// The only service to run: `SIMULATION_SERVICE` (`shelf`, `tally`, `vault`, `hub`); nil for the one that each number selects.
  private static var service: Simulation.Service? {
    environment["SIMULATION_SERVICE"].flatMap(Simulation.Service.init(rawValue:))
  }

  private final class Totals: Sendable {
    struct Sums {
      var next: UInt64
      var requests = 0
      var faults: [Fault: Int] = [:]
      var failed: [Simulation.Report] = []
      var limited: [Simulation.Report] = []
    }

    let sums: Locked<Sums>
    init(from first: UInt64) { sums = Locked(Sums(next: first)) }
  }

  /// Runs `count` simulations, or fewer if `enough` returns true.
  private func run(
    _ count: Int, from first: UInt64 = 1, on service: Simulation.Service? = nil, sabotage: Sabotage? = nil,
    load: FaultLoad = .first, until enough: @escaping @Sendable (Simulation.Report) -> Bool = { _ in false }
  ) async -> Totals.Sums {
    let totals = Totals(from: first)
    let end = first + UInt64(count)
    await DeterministicScheduler.onThreads(2) {
      while true {
        let number = totals.sums.withLock { sums in
          defer { sums.next += 1 }
          return sums.next
        }
        guard number < end else { return }
        let report = Simulation.run(number, on: service, sabotage: sabotage, load: load)
        totals.sums.withLock { sums in
          sums.requests += report.requests
          sums.faults.merge(report.faults) { $0 + $1 }
          if !report.violations.isEmpty { sums.failed.append(report) }
          if !report.limits.isEmpty { sums.limited.append(report) }
          if enough(report) { sums.next = end }
        }
      }
    }
    return totals.sums.withLock { $0 }
  }

  @Test("nothing is lost, doubled or crossed, whatever happens")
  func promises() async {
    if let text = Self.environment["SIMULATION_SEED"], let number = UInt64(text) { return replay(number) }
    let sums = await run(Self.count, from: Self.first, on: Self.service)
    for report in sums.failed.sorted(by: { $0.number < $1.number }).prefix(10) {
      Issue.record(
        "\(report.service): \(report.violations.joined(separator: "; ")) — replay: SIMULATION_SERVICE=\(report.service.rawValue) SIMULATION_SEED=\(report.number) swift test --filter SimulationTests"
      )
    }
    let faults = sums.faults.values.reduce(0, +)
    for report in sums.limited.sorted(by: { $0.number < $1.number }) {
      print("limit: SIMULATION_SEED=\(report.number) \(report.service): \(report.limits.joined(separator: "; "))")
    }
    print(
      "simulation: seeds=\(Self.count) requests=\(sums.requests) faults=\(faults) kinds=\(sums.faults.count) limits=\(sums.limited.reduce(0) { $0 + $1.limits.count }) violations=\(sums.failed.reduce(0) { $0 + $1.violations.count })"
    )
    #expect(sums.requests >= Self.count * 100)
    #expect(Self.count < 300 || sums.faults.count >= 20)
  }

  @Test("the Hub's feed is called no fresher than it is, and marks of watched videos are kept, agreed on, or listed")
  func hub() async {
    let sums = await run(Self.isLong ? 120 : 8, on: .hub)
    for report in sums.failed.sorted(by: { $0.number < $1.number }).prefix(10) {
      Issue.record(
        "\(report.violations.joined(separator: "; ")) — replay: SIMULATION_SERVICE=hub SIMULATION_SEED=\(report.number) swift test --filter SimulationTests"
      )
    }
    #expect(sums.requests >= 800)
  }

  @Test("redirects, empty answers, jumping clocks, restored backups and outages behind the server lose nothing either")
  func allFaults() async {
    for service in Simulation.Service.allCases {
      let sums = await run(Self.isLong ? 60 : 3, from: 500, on: service, load: .all)
      for report in sums.failed.sorted(by: { $0.number < $1.number }).prefix(10) {
        Issue.record(
          "\(report.violations.joined(separator: "; ")) — replay: simulate --replay \(report.number) --service \(service.rawValue) --faults all"
        )
      }
    }
  }

  private func replay(_ number: UInt64) {
    let service = Self.service
    let report = DeterministicScheduler.onThread { Simulation.run(number, on: service, keepsTrace: true) }
    report.trace.forEach { print($0) }
    for violation in report.violations { Issue.record("\(violation)") }
  }

  @Test("the same number gives the same run, to the last byte of its trace")
  func repeatable() {
    for number: UInt64 in Self.isLong ? [1, 2, 3, 10, 12, 13, 15, 17, 42] : [1, 2, 3] {
      let one = DeterministicScheduler.onThread { Simulation.run(number, keepsTrace: true) }
      let two = DeterministicScheduler.onThread { Simulation.run(number, keepsTrace: true) }
      #expect(one.trace == two.trace)
      #expect(one.traceHash == two.traceHash)
      #expect(one.trace.count > 100)
    }
    #expect(
      DeterministicScheduler.onThread { Simulation.run(5) }.traceHash
        != DeterministicScheduler.onThread { Simulation.run(6) }.traceHash)
  }

  @Test(
    "with a safeguard taken away the simulation fails",
    arguments: sabotages)
  func sabotaged(_ sabotage: Sabotage) async {
    let sums = await run(500, on: sabotage.service, sabotage: sabotage) { !$0.violations.isEmpty }
    #expect(!sums.failed.isEmpty, "nothing was noticed without \(sabotage.rawValue)")
  }
}
