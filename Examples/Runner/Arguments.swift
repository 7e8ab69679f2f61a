import Foundation

/// The options of the command line. A password is never one: it comes from the environment or a prompt.
public struct Arguments: Sendable {
  public var server: String?
  public var username: String?
  /// The data of the built-in server.
  public enum World: String, Sendable { case sample, sparse }
  public var world = World.sample
  public var lists = false
  /// Whether the usage is printed and nothing else is done.
  var wantsHelp = false
  /// Whether flows have powers over the server. The sparse world is treated like an account of a real server.
  public var hasFake: Bool { server == nil && world == .sample }
  /// A text that the ids of the flows to run contain; nil runs all flows.
  public var only: String?
  private let passwordVariable: String

  init(_ arguments: [String], passwordVariable: String) throws {
    self.passwordVariable = passwordVariable
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--list": lists = true
      case "--server": server = try Self.value(&rest, argument)
      case "--username": username = try Self.value(&rest, argument)
      case "--world":
        let name = try Self.value(&rest, argument)
        world = try require(World(rawValue: name), "a world named \(name)")
      case "--only": only = try Self.value(&rest, argument)
      default:
        throw FlowFailure("unknown argument \(argument); --help lists them")
      }
    }
  }

  /// - Parameter program: the name it was started by.
  static func usage(of program: String, passwordVariable: String) -> String {
    """
    \(program) [--list] [--only TEXT] [--world sparse | --server URL --username NAME]

      Runs every flow, one after the other, against a server that is built in.

      --list           lists the flows and runs none
      --only TEXT      runs the flows whose name holds TEXT
      --world sparse   the built-in server has an account that is not like the sample: next to nothing is in it
      --server URL     runs against this server instead: use an account for trying things
      --username NAME  the account there; its password comes from \(passwordVariable), or is asked for
      --help           prints this

      Ends with 0 when every flow is ok, with 1 when one failed, and with 2 when it could not start.
    """
  }

  private static func value(_ rest: inout ArraySlice<String>, _ name: String) throws -> String {
    guard let value = rest.popFirst() else { throw FlowFailure("\(name) needs a value") }
    return value
  }

  /// Returns the password for `username`, from the environment or a prompt.
  public func password() throws -> String {
    if let password = ProcessInfo.processInfo.environment[passwordVariable] { return password }
    FileHandle.standardError.write(Data("Password (or set \(passwordVariable)): ".utf8))
    guard let password = readLine(strippingNewline: true), !password.isEmpty else { throw FlowFailure("no password") }
    return password
  }
}
