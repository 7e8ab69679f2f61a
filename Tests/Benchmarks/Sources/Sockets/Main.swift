import Foundation
import Measure

/// The lines that need a server, which runs in a process of its own. Arguments are beginnings of names; none runs all.
@main
struct Sockets {
  static func main() async throws {
    if let task = Child.task {
      print(try await number(task.name, task.arguments))
      return
    }
    let report = Report(prefixes: Array(CommandLine.arguments.dropFirst()))
    let server = try LoopbackServer.start()
    await CallLines(report: report, server: server).run()
    await DownloadLines(report: report, server: server).run()
    server.stop()
    report.finish()
  }

  struct UnknownTask: Error {}

  private static func number(_ task: String, _ arguments: [String]) async throws -> Double {
    if let number = try await CallLines.number(task, arguments) { return number }
    if let number = try await DownloadLines.number(task, arguments) { return number }
    throw UnknownTask()
  }
}
