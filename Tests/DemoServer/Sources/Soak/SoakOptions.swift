import Foundation

/// The options of the command line.
struct SoakOptions {
  static let usage = """
    soak [--minutes N] [--seed N] [--leak WHAT] [--verbose]

      Uses all four services for N minutes as a person in a hurry does, over real sockets and real files, against a demo-server
      of its own with faults of the network. Checks that descriptors, memory and files stay flat, that nothing hangs, and that
      nothing accepted is lost. A minute stands for about 24 minutes of a person's use.

      --minutes N   how long (default 60; at least 2)
      --seed N      chooses actions, pauses and faults (default 1); the order in which answers arrive is not repeated by it
      --leak WHAT   tries the checks, so that the run must fail: with each action leaks one of descriptors, memory or files; or
                    once loses a change (changes), or makes a call that never ends (calls)
      --verbose     prints each action and each fault
      --help        prints this

      Needs the executable demo-server beside this one. Ends with 0 when every check holds, with 1 when one failed, and with 2
      when it could not start.
    """

  var minutes = 60.0
  var seed: UInt64 = 1
  var leak: Leak.Kind?
  var isVerbose = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--verbose": isVerbose = true
      case "--minutes": minutes = try Self.value(argument, &rest) { Double($0).flatMap { $0 >= 2 ? $0 : nil } }
      case "--seed": seed = try Self.value(argument, &rest) { UInt64($0) }
      case "--leak": leak = try Self.value(argument, &rest) { Leak.Kind(rawValue: $0) }
      default: throw SoakProblem("unknown: \(argument)\n\n\(Self.usage)")
      }
    }
  }

  private static func value<Value>(
    _ name: String, _ rest: inout ArraySlice<String>, _ read: (String) -> Value?
  ) throws -> Value {
    guard let text = rest.popFirst(), let value = read(text) else {
      throw SoakProblem("\(name) needs a value\n\n\(usage)")
    }
    return value
  }
}

/// The reason why a soak cannot start or go on.
struct SoakProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
