import Foundation

@testable import Simulation

/// The task of the program, as its arguments name it.
struct Arguments {
  enum Task { case play, replay, shrink, sabotage, work, help }

  var task = Task.play
  var count: UInt64 = 1000
  var first: UInt64 = 1
  var mix = Mix.all
  var cut = Simulation.Cut()
  var load = FaultLoad.first
  /// The safeguards to remove, one after the other.
  var sabotages: [Sabotage] = []
  /// The argument that gives ``load``.
  var faultsArgument: String { load == .first ? "" : " --faults \(load.rawValue)" }
  var workers = max(1, ProcessInfo.processInfo.activeProcessorCount)

  static let usage = """
    usage: simulate [--seeds N] [--from M] [--service tally|shelf|vault|hub|all] [--faults first|all|even] [--without FAULT,…]
                    [--workers W]
           simulate --replay NUMBER [--service …] [--faults first|all|even] [--steps K] [--devices D] [--without FAULT,…] [--spare I,…]
           simulate --shrink NUMBER [--service …]
           simulate --sabotage NAME|all [--seeds N] [--from M]

    --seeds N      plays N runs (1000), each with a number of its own
    --from M       the first number (1)
    --service S    one service, or all of them, which each number chooses from (all)
    --faults F     first: those of `swift test` (without this argument); all: also redirects, empty answers, a clock that jumps, a server that
                   comes back from a backup, and outages behind the server; even: also each fault about as often for each kind of request
    --workers W    the number of processes that play (one for each core)
    --replay N     plays one run and prints its trace
    --steps K      of this run: ends each device's life after K steps
    --devices D    of this run: has at most D devices
    --without F,…  faults that never strike
    --spare I,…    of this run: single strikes of faults that do nothing, counted from 1
    --shrink N     looks for the shortest run that still shows the violation of run N
    --sabotage S   removes a safeguard, and plays until a run shows a violation, or N (500) runs have not; all: one after the other
    --help         prints this

    Ctrl-C ends after the runs that have begun, and prints how to go on. Exits with 1 if there were violations, with 2 for arguments that
    cannot be read, with 130 when it was stopped.
    """

  /// Which service a number plays.
  enum Mix: Codable {
    case all
    case one(Simulation.Service)

    func service(of number: UInt64) -> Simulation.Service {
      switch self {
      case .all: .ofAll(number)
      case .one(let service): service
      }
    }

    var name: String {
      switch self {
      case .all: "all"
      case .one(let service): service.rawValue
      }
    }
  }

  struct Unreadable: Error { let text: String }

  init(_ words: [String]) throws(Unreadable) {
    var words = words[...]
    var hasCount = false
    func value<Value>(of name: String, _ read: (String) -> Value?) throws(Unreadable) -> Value {
      guard let word = words.popFirst() else { throw Unreadable(text: "\(name) needs a value") }
      guard let value = read(word) else { throw Unreadable(text: "\(name) cannot be \(word)") }
      return value
    }
    while let word = words.popFirst() {
      switch word {
      case "--seeds":
        count = try value(of: word) { UInt64($0) }
        hasCount = true
      case "--from": first = try value(of: word) { UInt64($0) }
      case "--workers": workers = try value(of: word) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
      case "--service":
        mix = try value(of: word) { $0 == "all" ? .all : Simulation.Service(rawValue: $0).map(Mix.one) }
      case "--replay", "--shrink":
        task = word == "--replay" ? .replay : .shrink
        first = try value(of: word) { UInt64($0) }
      case "--faults":
        load = try value(of: word) { FaultLoad(rawValue: $0) }
      case "--steps": cut.steps = try value(of: word) { Int($0) }
      case "--devices": cut.devices = try value(of: word) { Int($0) }
      case "--without": cut.faults = Set(try value(of: word) { Self.list($0, Fault.init(rawValue:)) })
      case "--spare": cut.occurrences = Set(try value(of: word) { Self.list($0) { Int($0) } })
      case "--sabotage":
        task = .sabotage
        if !hasCount { count = 500 }
        sabotages = try value(of: word) { $0 == "all" ? Sabotage.allCases : Sabotage(rawValue: $0).map { [$0] } }
      case "--work": task = .work
      case "--help", "-h": task = .help
      default: throw Unreadable(text: "unknown argument \(word)")
      }
    }
    let (_, overflows) = first.addingReportingOverflow(count)
    if overflows { throw Unreadable(text: "--from is too large") }
  }

  /// The elements of a list with commas; nil if one cannot be read.
  private static func list<Value>(_ text: String, _ read: (String) -> Value?) -> [Value]? {
    let values = text.split(separator: ",").map { read(String($0)) }
    return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
  }
}

extension Simulation.Cut {
  /// The arguments that give this cut.
  var arguments: String {
    let whole = Simulation.Cut()
    var words: [String] = []
    if steps != whole.steps { words.append("--steps \(steps)") }
    if devices != whole.devices { words.append("--devices \(devices)") }
    if !faults.isEmpty { words.append("--without " + faults.map(\.rawValue).sorted().joined(separator: ",")) }
    if !occurrences.isEmpty { words.append("--spare " + occurrences.sorted().map(String.init).joined(separator: ",")) }
    return words.map { " " + $0 }.joined()
  }
}
