import Dispatch
import Foundation
import Panels
import SocketServer

/// Serves the fake servers on 127.0.0.1 until it gets a signal to end.
@main
struct DemoServer {
  static func main() async {
    if !Set(CommandLine.arguments).isDisjoint(with: ["--help", "-h"]) {
      say(Options.usage)
      exit(0)
    }
    do {
      try await run(try Options(Array(CommandLine.arguments.dropFirst())))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ options: Options) async throws {
    let end = AsyncStream<Void> { stream in
      for number in [SIGINT, SIGTERM] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { stream.finish() }
        source.activate()
        signals.append(source)
      }
    }
    var served: [ServedService] = []
    let log = ExchangeLog()
    let clock = DemoClock(startingAt: options.clockStart)
    for service in try Service.all(options, clock: clock) {
      let port = options.ports[service.name] ?? 0
      do {
        let server = try ServedFake.start(
          try service.make([:]), name: service.name, port: port, clock: clock, log: log)
        served.append(ServedService(service, server))
        say("\(service.name)\t\(server.address)\t\(service.accounts)")
      } catch {
        throw Problem(description: "\(service.name) at port \(port): \(error)\n--port-base 0 takes free ports")
      }
    }
    let control = try await Control.start(
      served, console: Console(served, clock: clock, log: log), port: options.controlPort)
    say("control\t\(control.address)\ta page for a browser; POST /<service>/fresh or /<service>/restart")
    say("ready; Ctrl-C ends it")
    for await _ in end {}
    await control.stop()
    for service in served { await service.server.stop() }
    say("ended")
  }

  /// Keeps the signal sources: a released one does not fire.
  nonisolated(unsafe) private static var signals: [any DispatchSourceSignal] = []

  /// Writes a line at once, also into a pipe.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
