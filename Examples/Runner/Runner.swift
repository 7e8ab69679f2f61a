import Foundation

/// Runs flows one after the other, prints a line for each, and ends the process: 0 when all are ok.
public struct Runner<Fixture: Sendable>: Sendable {
  private let passwordVariable: String
  private let flows: [Flow<Fixture>]
  private let makeFixture: @Sendable (Arguments) async throws -> Fixture
  private let prepare: @Sendable (Fixture, Flow<Fixture>) async throws -> Void

  /// - Parameters:
  ///   - passwordVariable: the environment variable a password is read from.
  ///   - makeFixture: sets up the fixture of the flows: the service, and direct access to the server.
  ///   - prepare: called before each flow. It makes what the flow needs and an earlier flow would have left, such as the
  ///     sign-in: with `--only` no earlier flow runs.
  public init(
    passwordVariable: String, flows: [Flow<Fixture>],
    makeFixture: @escaping @Sendable (Arguments) async throws -> Fixture,
    prepare: @escaping @Sendable (Fixture, Flow<Fixture>) async throws -> Void = { _, _ in }
  ) {
    self.passwordVariable = passwordVariable
    self.flows = flows
    self.makeFixture = makeFixture
    self.prepare = prepare
  }

  public func run() async -> Never {
    do {
      let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()), passwordVariable: passwordVariable)
      if arguments.wantsHelp {
        let program = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "example"
        say(Arguments.usage(of: program, passwordVariable: passwordVariable))
        exit(0)
      }
      let chosen = flows.filter { flow in
        (arguments.only.map { flow.id.contains($0) } ?? true) && !(flow.needsFake && !arguments.hasFake)
      }
      if arguments.lists {
        for flow in flows { say(flow.id + (flow.needsFake ? "  (only against the built-in server)" : "")) }
        exit(0)
      }
      if let only = arguments.only, !flows.contains(where: { $0.id.contains(only) }) {
        throw FlowFailure("no flow's name holds \(only); --list lists them")
      }
      let fixture = try await makeFixture(arguments)
      var good = 0
      for flow in chosen {
        do {
          try await prepare(fixture, flow)
          say("ok \(flow.id) \(try await flow.run(fixture))")
          good += 1
        } catch {
          say("FAILED \(flow.id) \(error)")
        }
      }
      say("\(chosen.count) flows, \(good) ok")
      exit(good == chosen.count ? 0 : 1)
    } catch {
      say("FAILED to start: \(error)")
      exit(2)
    }
  }

  /// Line by line, also into a pipe: a flow that hangs must not swallow the lines before it.
  private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
