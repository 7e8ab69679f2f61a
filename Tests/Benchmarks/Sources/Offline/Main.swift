import Foundation
import Measure

/// The lines that need no socket. Arguments are beginnings of names; none runs all.
@main
struct Offline {
  /// A run loop serves the main actor on the main thread, as in an app: the processor time of that thread is what screens cost it.
  static func main() {
    Task { @MainActor in
      if let task = Child.task {
        do { print(try await number(task.name, task.arguments)) } catch {
          FileHandle.standardError.write(Data("\(task.name): \(error)\n".utf8))
          exit(2)
        }
        exit(0)
      }
      let report = Report(prefixes: Array(CommandLine.arguments.dropFirst()))
      await JSONLines(report: report).run()
      await DateLines(report: report).run()
      await CalendarLines(report: report).run()
      await LibraryLines(report: report).run()
      await ScreenLines(report: report).run()
      await RelaunchLines(report: report).run()
      await ObserverLines(report: report).run()
      await ChangeLines(report: report).run()
      report.finish()
    }
    RunLoop.main.run()
  }

  struct UnknownTask: Error {}

  /// The number that a child process is asked for.
  @MainActor
  private static func number(_ task: String, _ arguments: [String]) async throws -> Double {
    if let number = try await JSONLines.number(task, arguments) { return number }
    if let number = try await RelaunchLines.number(task, arguments) { return number }
    throw UnknownTask()
  }
}
