import Foundation

@testable import Simulation

/// The sums of many runs.
struct Totals {
  var runs = 0
  var requests = 0
  var faults: [Fault: Int] = [:]
  var cells: [Fault: [String: Int]] = [:]
  var kinds: [String: Int] = [:]
  var limits = 0
  var violations = 0
  var services: [Simulation.Service: Int] = [:]

  mutating func add(_ report: Simulation.Report) {
    runs += 1
    requests += report.requests
    faults.merge(report.faults) { $0 + $1 }
    for (fault, kinds) in report.cells { cells[fault, default: [:]].merge(kinds) { $0 + $1 } }
    kinds.merge(report.kinds) { $0 + $1 }
    limits += report.limits.count
    violations += report.violations.count
    services[report.service, default: 0] += 1
  }

  /// The last line of the program.
  var line: String {
    let sum = faults.values.reduce(0, +)
    return
      "simulation: seeds=\(runs) requests=\(requests) faults=\(sum) kinds=\(faults.count) limits=\(limits) violations=\(violations)"
  }

  // MARK: The table

  /// Whether a kind of request can have a fault.
  private static func canHappen(_ fault: Fault, _ kind: String) -> Bool { fault != .socketCut || kind == "live.poll" }

  /// Faults by kind of request, with the cells that never happened, and the faults that do not hit requests.
  var table: String {
    let columns = Fault.allCases.filter(\.hitsRequests)
    let rows = kinds.keys.sorted()
    let width = max(8, rows.map(\.count).max() ?? 0)
    func line(_ name: String, _ values: [String]) -> String {
      name.padding(toLength: width, withPad: " ", startingAt: 0) + values.map { $0.leftPadded(to: 7) }.joined()
    }
    var lines = ["Faults by kind of request. The columns:"]
    lines += columns.enumerated().map { "  \(String($0.offset + 1).leftPadded(to: 2)) \($0.element.rawValue)" }
    lines.append(line("request", ["all"] + columns.indices.map { String($0 + 1) }))
    for kind in rows {
      lines.append(line(kind, [String(kinds[kind] ?? 0)] + columns.map { cell($0, kind) }))
    }
    lines.append(line("sum", [String(kinds.values.reduce(0, +))] + columns.map { String(faults[$0] ?? 0) }))
    let possible = columns.flatMap { fault in rows.filter { Self.canHappen(fault, $0) }.map { (fault, $0) } }
    let counts = possible.map { cells[$0]?[$1] ?? 0 }
    lines.append(
      "\(possible.count) cells: \(counts.count { $0 >= 100 }) at least 100 times, \(counts.count { $0 > 0 }) at least once."
    )
    for fault in columns {
      let never = rows.filter { Self.canHappen(fault, $0) && cells[fault]?[$0] == nil }
      if !never.isEmpty { lines.append("never \(fault.rawValue): \(never.joined(separator: ", "))") }
    }
    lines.append("Faults beside requests:")
    for fault in Fault.allCases where !fault.hitsRequests {
      lines.append("  \(fault.rawValue) \(faults[fault].map(String.init) ?? "never")")
    }
    return lines.joined(separator: "\n")
  }

  private func cell(_ fault: Fault, _ kind: String) -> String {
    Self.canHappen(fault, kind) ? String(cells[fault]?[kind] ?? 0) : "-"
  }
}

extension String {
  func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
