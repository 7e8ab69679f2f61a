import Foundation
import Misbehaver
import OneAtATime
import Testing

/// Runs in processes of their own, so that memory of other tests does not count.
@Suite("Soak", .oneAtATime, .timeLimit(.minutes(60)))
struct SoakTests {
  @Test("memory grows no faster than with bare URLSession")
  func soak() async throws {
    let (status, text) = try run([])
    #expect(status == 0, "\(text)")
  }

  @Test("open files stay flat over thousands of requests, and one descriptor left open for each request is noticed")
  func files() throws {
    let (status, text) = try run(["files", "ours"])
    #expect(status == 0, "\(text)")
    #if os(Linux)
      #expect(try run(["files", "leaky"]).0 == 1)
    #endif
  }

  @Test(
    "a gigabyte is refused at 16 MB, and twice that is the most that it needs",
    arguments: ["default", "session", "async"], ["gzip", "endless"])
  func memory(transport: String, kind: String) throws {
    let (status, text) = try run(["memory", transport, kind, "32"])
    #expect(status == 0 && (text.contains("tooLarge") || transport == "async" && text.contains("malformed")), "\(text)")
  }

  #if os(Linux)
    /// A redirect is followed, and the rest of its body is not read.
    @Test("a gigabyte below a redirect costs nothing")
    func redirect() throws {
      let (status, text) = try run(["memory", "default", "redirect", "32"])
      #expect(status == 0, "\(text)")
    }
  #endif

  private static var isLong: Bool { ProcessInfo.processInfo.environment["LONG_RUNS"] == "1" }

  @Test("no hostile answer ends a process", arguments: ["default", "async"])
  func hostile(transport: String) throws {
    let (status, text) = try run(["hostile", transport, "0", Self.isLong ? "4000" : "1000"])
    #expect(status == 0, "\(text.suffix(2000))")
  }

  @Test("an answer that is cut off at any byte is never taken for a whole one", arguments: ["default", "async"])
  func cuts(transport: String) throws {
    let (status, text) = try run(["cuts", transport])
    #expect(status == 0, "\(text)")
  }

  @Test(
    "a head that begins with a continued line is refused, and harms no later request", arguments: ["default", "async"])
  func folded(transport: String) throws {
    let (status, text) = try run(["folded", transport])
    #expect(status == 0, "\(text)")
  }

  @Test("requests that are cancelled and transports that are closed at any moment end, and so does nothing else")
  func cancelling() throws {
    let (status, text) = try run(["cancel", "default", Self.isLong ? "200000" : "10000"])
    #expect(status == 0, "\(text)")
  }

  @Test(
    "a head that breaks off ends in an error, and fields after the last chunk in an answer",
    arguments: ["/head", "/trailer"])
  func brokenHead(path: String) throws {
    let (status, text) = try run(["head", path])
    #expect(status == 0, "\(status): \(text)")
  }

  private func run(_ arguments: [String]) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = folder.appendingPathComponent("Soak")
    process.arguments = arguments
    // Switch backtraces off: the process that prints one would keep the pipe open. The crash's reason is printed before.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    if text.utf8.count < 4000 { print(text) }
    return (process.terminationStatus, text)
  }

  /// The folder in which the build puts executables: beside the test bundle.
  private var folder: URL {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  }
}
