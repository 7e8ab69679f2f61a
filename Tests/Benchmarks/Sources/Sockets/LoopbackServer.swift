import Foundation
import SampleData

/// The server of the measurements, in a process of its own: what it costs is not counted as ours or the peer's.
struct LoopbackServer: Sendable {
  let port: Int
  private let process: Process
  private let input: Pipe

  struct NoPort: Error {}

  /// The items of the large page.
  static let items = 500

  static func start() throws -> LoopbackServer {
    let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["BENCHMARK_FOLDER"] ?? NSTemporaryDirectory())
    let (small, large) = (folder.appendingPathComponent("small.json"), folder.appendingPathComponent("large.json"))
    let text = String(repeating: "0123456789abcdef", count: 59)
    try Data(#"{"id":"item-1","title":"The Salt Clock","isFinished":false,"text":"\#(text)"}"#.utf8).write(to: small)
    try ShelfPages.page(items: items).write(to: large)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("BenchServer")
    process.arguments = [small.path, large.path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)), port > 0 else { throw NoPort() }
    return LoopbackServer(port: port, process: process, input: input)
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

/// The addresses of a running server.
struct ServerURLs: Sendable {
  let port: Int

  func file(_ number: Int) throws -> URL { try url("files/\(number)") }
  /// The small answer, by an address of its own for each request.
  func small(_ number: Int) throws -> URL { try url("files/0?number=\(number)") }
  func zeros(megabytes: Int) throws -> URL { try url("zeros/\(megabytes)") }

  private func url(_ path: String) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { throw LoopbackServer.NoPort() }
    return url
  }
}
