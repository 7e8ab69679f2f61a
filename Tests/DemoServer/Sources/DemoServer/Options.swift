import Foundation

/// The options of the command line.
struct Options {
  static let services = ["shelf", "hub", "worker", "tally", "vault"]
  static let usage = """
    demo-server [--port-base N] [--shelf-port N …] [--shelf-world FILE …] [--control-port N] [--clock TIME]

      --port-base N       shelf, hub, worker, tally and vault take N to N+4, the control port is N+5; 0 for free ones
                          (default 4100)
      --<service>-port N  one service elsewhere
      --<service>-world FILE
                          shelf, tally and vault start from this file instead of the sample data
      --control-port N    the console elsewhere: a page with requests, network, clock and data; test scripts send
                          POST /<service>/fresh and /<service>/restart there
      --clock TIME        the servers' clock begins at 2026-11-22T12:00:00Z or whatever is given, and goes on from there
      --help              prints this
    """

  var ports: [String: Int] = [:]
  var worlds: [String: String] = [:]
  var controlPort = 0
  var clockStart: Date?

  init(_ arguments: [String]) throws {
    var base = 4100
    var given: [String: Int] = [:]
    var control: Int?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--"), let value = rest.popFirst() else {
        throw Problem(description: "unknown or incomplete: \(argument)\n\n\(Self.usage)")
      }
      let parts = argument.dropFirst(2).split(separator: "-").map(String.init)
      switch (parts.first ?? "", parts.last ?? "") {
      case ("port", "base"): base = try Self.port(value)
      case ("control", "port"): control = try Self.port(value)
      case ("clock", "clock"):
        guard let date = try? Date(value, strategy: .iso8601) else {
          throw Problem(description: "--clock needs a time such as 2026-11-22T12:00:00Z")
        }
        clockStart = date
      case (let service, "port") where Self.services.contains(service): given[service] = try Self.port(value)
      case (let service, "world") where ["shelf", "tally", "vault"].contains(service): worlds[service] = value
      default: throw Problem(description: "unknown: \(argument)\n\n\(Self.usage)")
      }
    }
    for (place, service) in Self.services.enumerated() {
      ports[service] = given[service] ?? (base == 0 ? 0 : base + place)
    }
    controlPort = control ?? (base == 0 ? 0 : base + Self.services.count)
  }

  private static func port(_ text: String) throws -> Int {
    guard let port = Int(text), (0...65_530).contains(port) else { throw Problem(description: "no port: \(text)") }
    return port
  }
}

struct Problem: Error, CustomStringConvertible {
  let description: String
}
