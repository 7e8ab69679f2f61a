import Foundation
import MediaTesting

@testable import MediaCore

/// One run: one or two devices with a real client against one server, first with faults, then without, and then the checks.
struct Simulation {
  enum Service: String, Sendable, Codable, CaseIterable {
    case shelf, tally, vault, hub

    /// The service that a number plays in `swift test`, without the Hub: ten of sixteen runs are ShelfClient's, three each of the others.
    static func of(_ number: UInt64) -> Service {
      switch number % 16 {
      case 0..<10: .shelf
      case 10..<13: .tally
      default: .vault
      }
    }

    /// The service of a run whose number selects one of all four; runs with three services do not play the Hub.
    static func ofAll(_ number: UInt64) -> Service {
      switch number % 20 {
      case 0..<10: .shelf
      case 10..<13: .tally
      case 13..<16: .vault
      default: .hub
      }
    }
  }

  /// A run: its number, and what it has of its own.
  struct Setup: Sendable {
    let number: UInt64
    var sabotage: Sabotage?
    var keepsTrace = false
    var cut = Cut()
    var load = FaultLoad.first
  }

  /// The parts that a shortened run leaves out. The run stays the same up to the first moment that this changes.
  struct Cut: Sendable, Hashable, Codable {
    /// The number of steps after which a device stops.
    var steps = 300
    /// The number of devices; further ones are left out.
    var devices = 3
    /// Kinds of faults that are left out.
    var faults: Set<Fault> = []
    /// Single faults that are left out, by their number in the run, from 1.
    var occurrences: Set<Int> = []
  }

  struct Report: Sendable, Codable {
    let number: UInt64
    var service = Service.shelf
    var requests = 0
    var faults: [Fault: Int] = [:]
    /// The faults of requests, by kind of request.
    var cells: [Fault: [String: Int]] = [:]
    /// The requests, by kind.
    var kinds: [String: Int] = [:]
    /// The most steps of a device.
    var steps = 0
    /// The number of times that a fault's turn came.
    var occurrences = 0
    var violations: [String] = []
    /// Losses within a limit that Documentation/Offline.md names.
    var limits: [String] = []
    var traceHash: UInt64 = 0
    var trace: [String] = []
  }

  /// The number of requests in a run before the faults end.
  nonisolated static let requests = 100

  static func run(
    _ number: UInt64, on service: Service? = nil, sabotage: Sabotage? = nil, keepsTrace: Bool = false, cut: Cut = Cut(),
    load: FaultLoad = .first
  ) -> Report {
    let service = service ?? .of(number)
    let setup = Setup(number: number, sabotage: sabotage, keepsTrace: keepsTrace, cut: cut, load: load)
    let result = Locked<SimulatedWorld?>(nil)
    let isDone = Locked(false)
    let scheduler = DeterministicScheduler.run(number) { scheduler in
      func live<World: SimulatedWorld, Device: SimulatedDevice>(_ life: Life<World, Device>) async {
        result.withLock { $0 = life.world }
        await life.run()
      }
      switch service {
      case .shelf: await live(ShelfLife(world: SimulatedShelf(setup, scheduler)))
      case .tally: await live(TallyLife(world: SimulatedTally(setup, scheduler)))
      case .hub: await live(HubLife(world: SimulatedHub(setup, scheduler)))
      case .vault: await live(VaultLife(world: SimulatedVault(setup, scheduler)))
      }
      isDone.withLock { $0 = true }
    }
    guard let world = result.withLock({ $0 }) else {
      return Report(number: number, service: service, violations: ["did not start"])
    }
    var violations = world.violations
    if !isDone.withLock({ $0 }) { violations.append("somebody waits for ever") }
    if scheduler.escaped > 0 { violations.append("\(scheduler.escaped) waits by the system's clock") }
    return Report(
      number: number, service: service, requests: world.requestCount, faults: world.faultCounts, cells: world.cells,
      kinds: world.requestKinds, steps: world.longestLife, occurrences: world.occurrences, violations: violations,
      limits: world.limits, traceHash: world.traceHash, trace: world.trace)
  }
}
