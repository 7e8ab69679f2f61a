import Foundation
import MediaTesting

@testable import MediaCore

/// One run: one or two devices with a real client against one server, first with faults, then without, and then the checks.
struct Simulation {
  enum Service: String, Sendable {
    case shelf, tally, vault

    /// Ten of sixteen runs are ShelfClient's, three each of the others.
    static func of(_ number: UInt64) -> Service {
      switch number % 16 {
      case 0..<10: .shelf
      case 10..<13: .tally
      default: .vault
      }
    }
  }

  struct Report: Sendable {
    let number: UInt64
    var service = Service.shelf
    var requests = 0
    var faults: [Fault: Int] = [:]
    var violations: [String] = []
    /// Losses within a limit that Documentation/Offline.md names.
    var limits: [String] = []
    var traceHash: UInt64 = 0
    var trace: [String] = []
  }

  /// The number of requests in a run before the faults end.
  nonisolated static let requests = 100

  static func run(
    _ number: UInt64, on service: Service? = nil, sabotage: Sabotage? = nil, keepsTrace: Bool = false
  ) -> Report {
    let service = service ?? .of(number)
    let result = Locked<SimulatedWorld?>(nil)
    let isDone = Locked(false)
    let scheduler = DeterministicScheduler.run(number) { scheduler in
      func live<World: SimulatedWorld, Device: SimulatedDevice>(_ life: Life<World, Device>) async {
        result.withLock { $0 = life.world }
        await life.run()
      }
      switch service {
      case .shelf: await live(ShelfLife(world: SimulatedShelf(number, scheduler, sabotage, keepsTrace: keepsTrace)))
      case .tally: await live(TallyLife(world: SimulatedTally(number, scheduler, sabotage, keepsTrace: keepsTrace)))
      case .vault: await live(VaultLife(world: SimulatedVault(number, scheduler, sabotage, keepsTrace: keepsTrace)))
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
      number: number, service: service, requests: world.requestCount, faults: world.faultCounts,
      violations: violations, limits: world.limits, traceHash: world.traceHash, trace: world.trace)
  }
}
