public import Foundation

/// The result of an examination, without anything that is secret: it can be pasted into an issue.
public struct Report: Codable, Hashable, Sendable {
  /// The address, with hidden host and path unless it is a private one.
  public var server: String
  /// The service that answered; nil when none was recognized.
  public var service: String?
  /// The device's time at the start.
  public var date: Date
  public var findings: [Finding]

  public init(server: String, service: String? = nil, date: Date, findings: [Finding] = []) {
    self.server = server
    self.service = service
    self.date = date
    self.findings = findings
  }

  public var isHealthy: Bool { !findings.contains { $0.state == .problem } }

  public func findings(_ check: String) -> [Finding] { findings.filter { $0.check == check } }

  // MARK: Forms

  /// Lines for people.
  /// - Parameter isColored: marks states with the colors of a terminal.
  public func text(isColored: Bool = false) -> String {
    let width = findings.map(\.check.count).max() ?? 0
    var lines = [
      "server   \(server)", "service  \(service ?? "not recognized")", "date     \(date.ISO8601Format())", "",
    ]
    for finding in findings {
      let state = finding.state.rawValue.padding(toLength: 7, withPad: " ", startingAt: 0)
      let check = finding.check.padding(toLength: width, withPad: " ", startingAt: 0)
      lines.append("\(isColored ? finding.state.colored(state) : state)  \(check)  \(finding.text)")
    }
    let counts = Finding.State.allCases.compactMap { state -> String? in
      let count = findings.count { $0.state == state }
      return count == 0 ? nil : "\(count) \(state.rawValue)"
    }
    lines += ["", "\(isHealthy ? "healthy" : "not healthy"): \(counts.joined(separator: ", "))"]
    return lines.joined(separator: "\n")
  }

  /// The same as JSON, with one more member `healthy`.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(Judged(healthy: isHealthy, report: self)), as: UTF8.self)
  }

  private struct Judged: Encodable {
    let healthy: Bool
    let report: Report

    private enum Key: CodingKey { case healthy }

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      var members = encoder.container(keyedBy: Key.self)
      try members.encode(healthy, forKey: .healthy)
    }
  }
}

extension Finding.State {
  fileprivate func colored(_ text: String) -> String {
    let color =
      switch self {
      case .ok: 32
      case .note: 36
      case .warning: 33
      case .problem: 31
      }
    return "\u{1B}[\(color)m\(text)\u{1B}[0m"
  }
}
