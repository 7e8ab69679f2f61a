import Dispatch
import Foundation

/// A `demo-server` in a process of its own, so that its memory and descriptors are not counted.
final class DemoProcess: Sendable {
  private let process: Process
  /// The address of each service, and of the control port as `control`.
  let address: [String: String]

  /// Starts the executable beside this one, at free ports. Returns once it is ready.
  static func start() throws -> DemoProcess {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    let program = (Bundle.main.executableURL?.deletingLastPathComponent() ?? folder).appendingPathComponent(
      "demo-server")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw SoakProblem("\(program.path) is not there; build it with: swift build --package-path Tests/DemoServer")
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = ["--port-base", "0", "--control-port", "0"]
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.contains("ready;") {
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw SoakProblem("the demo server did not start") }
      text += String(decoding: bytes, as: UTF8.self)
    }
    var address: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      if parts.count > 1 { address[String(parts[0])] = String(parts[1]) }
    }
    return DemoProcess(process, address)
  }

  private init(_ process: Process, _ address: [String: String]) { (self.process, self.address) = (process, address) }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var isRunning: Bool { process.isRunning }

  /// Ends the server, and then this process, when the user or the system asks this process to end.
  @MainActor func endWithSignals() {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [process] in
        process.terminate()
        exit(128 + number)
      }
      source.activate()
      Self.signals.append(source)
    }
  }

  /// Keeps the signal sources: a released one does not fire.
  @MainActor private static var signals: [any DispatchSourceSignal] = []

  /// Ends the server.
  /// - Returns: whether it ended cleanly.
  func stop() -> Bool {
    process.terminate()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
