import Foundation

@testable import Simulation

/// Plays a range of numbers on several processes.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class Player: @unchecked Sendable {
  private let arguments: Arguments
  private let lock = NSLock()
  private var totals = Totals()
  private var next: UInt64
  private let end: UInt64
  private let stopped = Flag()
  private let begun = Date()
  /// The safeguard that is removed; nil for none.
  private let sabotage: Sabotage?

  init(_ arguments: Arguments, without sabotage: Sabotage? = nil) {
    self.arguments = arguments
    self.sabotage = sabotage
    next = arguments.first
    end = arguments.first + arguments.count
  }

  /// - Returns: the program's exit code.
  func play() -> Int32 {
    // Workers inherit that they ignore it: they end when this process closes their input.
    signal(SIGINT, SIG_IGN)
    let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interrupts.setEventHandler { [stopped] in
      if stopped.isRaised { exit(130) }
      stopped.raise()
    }
    interrupts.resume()
    let progress = DispatchSource.makeTimerSource(queue: .global())
    progress.schedule(deadline: .now() + 10, repeating: 10)
    progress.setEventHandler { [self] in report() }
    progress.resume()
    playOnAllWorkers()
    progress.cancel()
    return finish()
  }

  /// Plays without the safeguard until a run shows a violation, and prints which one.
  func notices(_ sabotage: Sabotage) -> Bool {
    playOnAllWorkers()
    let (runs, isNoticed) = lock.withLock { (totals.runs, totals.violations > 0) }
    print("sabotage \(sabotage.rawValue): \(isNoticed ? "noticed" : "UNNOTICED") after \(runs) runs")
    return isNoticed
  }

  private func playOnAllWorkers() {
    let group = DispatchGroup()
    for _ in 0..<arguments.workers {
      group.enter()
      Thread { [self] in
        playAll()
        group.leave()
      }.start()
    }
    group.wait()
  }

  private func playAll() {
    var worker: Worker?
    while !stopped.isRaised, let number = lock.withLock({ take() }) {
      if worker?.isWornOut == true {
        worker?.stop()
        worker = nil
      }
      guard let playing = worker ?? (try? Worker()) else { fatalError("cannot start a process") }
      worker = playing
      let report = playing.play(
        Job(
          number: number, service: sabotage?.service ?? arguments.mix.service(of: number), cut: arguments.cut,
          load: arguments.load, sabotage: sabotage))
      lock.withLock { totals.add(report) }
      show(report)
      if sabotage != nil, !report.violations.isEmpty { stopped.raise() }
    }
    worker?.stop()
  }

  private func take() -> UInt64? {
    guard next < end else { return nil }
    defer { next += 1 }
    return next
  }

  private func show(_ report: Simulation.Report) {
    let command = "--service \(report.service.rawValue)\(arguments.faultsArgument)\(arguments.cut.arguments)"
    if !report.limits.isEmpty {
      say("limit: --replay \(report.number) \(command): \(report.limits.joined(separator: "; "))")
    }
    if !report.violations.isEmpty {
      say("VIOLATION: --replay \(report.number) \(command): \(report.violations.joined(separator: "; "))")
    }
  }

  private var seconds: Double { Date().timeIntervalSince(begun) }

  private func report() {
    let (totals, next) = lock.withLock { (self.totals, self.next) }
    let rate = String(format: "%.1f", Double(totals.runs) / seconds)
    say(
      "\(totals.runs) of \(arguments.count) runs, \(rate) a second, \(totals.requests) requests, "
        + "\(totals.violations) violations; next \(next)")
  }

  private func finish() -> Int32 {
    let (totals, next) = lock.withLock { (self.totals, self.next) }
    print(totals.table)
    let services = totals.services.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }
    print(
      "numbers \(arguments.first)..<\(next) in \(Int(seconds.rounded())) seconds on \(arguments.workers) processes: "
        + services.joined(separator: ", "))
    if next < end {
      print(
        "stopped; go on with --from \(next) --seeds \(end - next) --service \(arguments.mix.name)\(arguments.faultsArgument)"
      )
    }
    print(totals.line)
    if totals.violations > 0 { return 1 }
    return next < end ? 130 : 0
  }
}

/// Prints a line that says how far the program is, apart from its result.
func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
