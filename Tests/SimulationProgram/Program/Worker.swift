import Foundation

@testable import Simulation

/// One run for a worker to play.
struct Job: Codable {
  let number: UInt64
  let service: Simulation.Service
  var cut = Simulation.Cut()
  var load = FaultLoad.first
  var sabotage: Sabotage?
}

/// A process of this program that plays runs: a run that crashes or never ends is one violation, and the others go on.
///
/// `@unchecked Sendable`: one thread plays through it; ``stop()`` may be called from any.
final class Worker: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()
  private var jobs = 0

  /// The number of runs before a process is replaced, so that what it may leave in memory stays small.
  private static let jobsOfAProcess = 250
  /// The time after which a run counts as one that never ends, in seconds. A run takes less than a second.
  private static let longest = 300

  init() throws {
    // The path that the system gives, since `arguments[0]` may be relative to another folder.
    process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--work"]
    // A backtrace of a crash takes ten seconds; `--replay` prints it.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  var isWornOut: Bool { jobs >= Self.jobsOfAProcess || !process.isRunning }

  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Plays a run. Returns the violation instead if the process ends or hangs.
  func play(_ job: Job) -> Simulation.Report {
    jobs += 1
    let isLate = Flag()
    let alarm = DispatchWorkItem { [process] in
      isLate.raise()
      kill(process.processIdentifier, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.longest), execute: alarm)
    defer { alarm.cancel() }
    if let line = try? JSONEncoder().encode(job),
      (try? input.fileHandleForWriting.write(contentsOf: line + [10])) != nil,
      let answer = readLine(), let report = try? JSONDecoder().decode(Simulation.Report.self, from: answer)
    {
      return report
    }
    process.terminate()
    process.waitUntilExit()
    let end = isLate.isRaised ? "does not end" : "ends the process with \(process.terminationStatus)"
    return Simulation.Report(number: job.number, service: job.service, violations: [end])
  }

  private func readLine() -> Data? {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest = Data(rest[(end + 1)...]) }
        return Data(rest[..<end])
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      rest.append(more)
    }
  }

  /// The work of a worker process: reads jobs, one a line, and writes reports.
  static func work() {
    while let line = Swift.readLine(strippingNewline: true) {
      guard let job = try? JSONDecoder().decode(Job.self, from: Data(line.utf8)) else { return }
      let report = DeterministicScheduler.onThread {
        Simulation.run(job.number, on: job.service, sabotage: job.sabotage, cut: job.cut, load: job.load)
      }
      guard let data = try? JSONEncoder().encode(report) else { return }
      FileHandle.standardOutput.write(data + [10])
    }
  }
}

/// A switch that any thread may turn on.
final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isRaised: Bool { lock.withLock { value } }
  func raise() { lock.withLock { value = true } }
}
