import Foundation

/// This program again, in a process of its own: memory that one way has used would otherwise hide that of the next.
public enum Child {
  public struct Failure: Error {
    let task: String
    let status: Int32
  }

  /// The number that the child prints for `task`.
  public static func number(for task: String, _ arguments: String...) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--child", task] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard process.terminationStatus == 0, let number = Double(text) else {
      throw Failure(task: task, status: process.terminationStatus)
    }
    return number
  }

  /// The task of this process when it is a child, with its arguments.
  public static var task: (name: String, arguments: [String])? {
    let arguments = CommandLine.arguments
    guard arguments.count > 2, arguments[1] == "--child" else { return nil }
    return (arguments[2], Array(arguments.dropFirst(3)))
  }
}
