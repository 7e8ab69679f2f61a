import Foundation
import Testing

/// A `FolderProcess` that a test has started.
final class Child {
  private let process = Process()
  private let input = Pipe()
  private var lines: AsyncStream<String>.Iterator

  /// Returns once the process waits for commands.
  /// - Parameter role: `owner` or `extending`.
  static func start(_ role: String, in site: Site) async throws -> Child {
    let child = try Child([role, site.folder.path, site.address, site.book])
    #expect(await child.next() == "ready")
    return child
  }

  private init(_ arguments: [String]) throws {
    let output = Pipe()
    process.executableURL = Self.folder.appendingPathComponent("FolderProcess")
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    let (stream, continuation) = AsyncStream<String>.makeStream()
    lines = stream.makeAsyncIterator()
    try process.run()
    let handle = output.fileHandleForReading
    Thread.detachNewThread {
      var bytes = Data()
      while case let new = handle.availableData, !new.isEmpty {
        bytes += new
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: bytes[..<end], as: UTF8.self))
          bytes = Data(bytes[(end + 1)...])
        }
      }
      continuation.finish()
    }
  }

  deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

  /// Gives a command without waiting for its answer.
  func send(_ command: String) { input.fileHandleForWriting.write(Data((command + "\n").utf8)) }

  /// The next line of the output; nil after the process has ended.
  func next() async -> String? { await lines.next() }

  /// Gives a command and returns its answer.
  func ask(_ command: String) async -> String? {
    send(command)
    return await next()
  }

  /// Ends the process at this moment, as the system or a crash does. Returns once it is gone, and with it its locks.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The folder in which the build puts executables: beside the test bundle.
  private static var folder: URL {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  }
}
