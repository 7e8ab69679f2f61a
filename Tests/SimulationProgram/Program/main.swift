// Plays the simulation of Tests/Simulation: many numbers, one with its trace, or the shortest run that shows a violation.
import Foundation

@testable import Simulation

do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  guard DeterministicScheduler.isAvailable else {
    print("this runtime has no scheduling hooks")
    exit(2)
  }
  let service = arguments.mix.service(of: arguments.first)
  switch arguments.task {
  case .help: print(Arguments.usage)
  case .work:
    signal(SIGINT, SIG_IGN)
    Worker.work()
  case .play: exit(Player(arguments).play())
  case .sabotage:
    let unnoticed = arguments.sabotages.filter { !Player(arguments, without: $0).notices($0) }
    exit(unnoticed.isEmpty ? 0 : 1)
  case .shrink: exit(try Shrinker(arguments.first, on: service, arguments).shrink(from: arguments.cut))
  case .replay:
    let (number, cut, load) = (arguments.first, arguments.cut, arguments.load)
    let report = DeterministicScheduler.onThread {
      Simulation.run(number, on: service, keepsTrace: true, cut: cut, load: load)
    }
    for line in report.trace {
      let parts = line.split(separator: " ", maxSplits: 1)
      let time = String(format: "%.3f", (Double(parts[0]) ?? 0) / 1000)
      print("\(time.leftPadded(to: 10)) s  \(parts.last ?? "")")
    }
    report.limits.forEach { print("limit: \($0)") }
    report.violations.forEach { print("VIOLATION: \($0)") }
    print("\(service.rawValue) \(number): \(report.requests) requests, trace \(String(report.traceHash, radix: 16))")
    exit(report.violations.isEmpty ? 0 : 1)
  }
} catch let error as Arguments.Unreadable {
  say("\(error.text)\n\n\(Arguments.usage)")
  exit(2)
} catch {
  say("\(error)")
  exit(2)
}
