import Foundation

@testable import Simulation

/// Looks for the shortest run that still shows a violation: fewer steps first, then a device fewer, then kinds of faults, then single ones.
final class Shrinker {
  private let arguments: Arguments
  private let number: UInt64
  private let service: Simulation.Service
  private var worker: Worker?
  private var tries = 0
  private var wanted = ""

  init(_ number: UInt64, on service: Simulation.Service, _ arguments: Arguments) {
    self.number = number
    self.arguments = arguments
    self.service = service
  }

  /// - Returns: the program's exit code.
  func shrink(from whole: Simulation.Cut) throws -> Int32 {
    var best = try play(whole)
    guard let first = best.violations.first else {
      print("\(service.rawValue) \(number) has no violation")
      return 0
    }
    wanted = Self.kind(of: first)
    var cut = whole
    describe("whole", cut, best)
    // The first number of steps that shows it: a longer run is no prefix of a shorter one's end, so each is tried from 1 on.
    for steps in 1..<max(2, best.steps) where try shows(with(cut) { $0.steps = steps }, &best, &cut) { break }
    describe("fewer steps", cut, best)
    for devices in 1..<cut.devices where try shows(with(cut) { $0.devices = devices }, &best, &cut) { break }
    describe("fewer devices", cut, best)
    for fault in best.faults.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      _ = try shows(with(cut) { $0.faults.insert(fault) }, &best, &cut)
    }
    describe("without kinds of faults", cut, best)
    for occurrence in stride(from: best.occurrences, to: 0, by: -1) {
      _ = try shows(with(cut) { $0.occurrences.insert(occurrence) }, &best, &cut)
    }
    describe("without single faults", cut, best)
    for steps in 1..<max(1, cut.steps) where try shows(with(cut) { $0.steps = steps }, &best, &cut) { break }
    describe("shortest", cut, best)
    best.violations.forEach { print("VIOLATION: \($0)") }
    print("--replay \(number) --service \(service.rawValue)\(arguments.faultsArgument)\(cut.arguments)")
    worker?.stop()
    return 1
  }

  private func describe(_ stage: String, _ cut: Simulation.Cut, _ report: Simulation.Report) {
    say(
      "\(stage): \(report.steps) steps, \(report.requests) requests, \(report.faults.values.reduce(0, +)) faults of "
        + "\(report.faults.count) kinds after \(tries) runs")
  }

  /// Whether the run shows the violation; then it is the best one so far.
  private func shows(
    _ next: Simulation.Cut, _ best: inout Simulation.Report, _ cut: inout Simulation.Cut
  ) throws -> Bool {
    let report = try play(next)
    guard report.violations.contains(where: { Self.kind(of: $0) == wanted }) else { return false }
    (best, cut) = (report, next)
    return true
  }

  private func play(_ cut: Simulation.Cut) throws -> Simulation.Report {
    tries += 1
    if worker?.isWornOut == true {
      worker?.stop()
      worker = nil
    }
    let playing = try worker ?? Worker()
    worker = playing
    return playing.play(Job(number: number, service: service, cut: cut, load: arguments.load))
  }

  /// A violation without its numbers and devices, so that the search does not end at another one.
  private static func kind(of violation: String) -> String {
    String(
      violation.split(separator: " ").drop { ["A:", "B:", "C:", "A", "B", "C"].contains($0) }.joined(separator: " ")
        .filter { !$0.isNumber }.prefix(24))
  }
}

private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
