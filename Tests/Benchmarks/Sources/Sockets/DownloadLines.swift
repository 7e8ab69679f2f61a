import AsyncHTTPClient
import Foundation
import Measure
import MediaCore
import NIOCore
import NIOFoundationCompat

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Large files to disk, beside `URLSession.downloadTask`.
struct DownloadLines {
  let report: Report
  let server: LoopbackServer

  struct WrongSize: Error {}

  private static let folder = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["BENCHMARK_FOLDER"] ?? NSTemporaryDirectory())

  func run() async {
    let port = server.port
    await report.line("download.time", .atMost(1.1), feel: "an audiobook is here as soon as the network allows") {
      // Download 256 MB per round; `scale.download` measures the whole gigabyte.
      let medians = try await Rounds.medians([
        { try await Self.ours(port, megabytes: 256) }, { try await Self.peer(port, megabytes: 256) },
      ])
      report.note("\(medians[0].short) and \(medians[1].short) s")
      return medians[0] / medians[1]
    }
    await report.line("download.peer", .atMost(1), feel: "as fast as a server's own client") {
      let medians = try await Rounds.medians([
        { try await Self.ours(port, megabytes: 256) }, { try await Self.asyncHTTP(port, megabytes: 256) },
      ])
      report.note("\(medians[0].short), AsyncHTTPClient \(medians[1].short) s")
      return medians[0] / medians[1]
    }
    await report.line("download.memory", .atMost(8), feel: "the player goes on while a book comes in (MB)") {
      try Child.number(for: "download.memory", "\(port)") / 1e6
    }
    await report.scale("download", [16, 128, 1024]) { try await Self.ours(port, megabytes: $0) }
  }

  /// Megabytes of one request, as in the downloads of an app.
  private static let range = 2

  /// The seconds until the file is on disk, through the SDK: range after range, as its downloads do.
  private static func ours(_ port: Int, megabytes: Int) async throws -> Double {
    let rig = try await CallRig(address: try ServerAddress("http://127.0.0.1:\(port)"))
    defer { rig.remove() }
    let path = folder.appendingPathComponent("ours-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: path.path, contents: nil) else { throw WrongSize() }
    defer { try? FileManager.default.removeItem(at: path) }
    let file = try FileHandle(forWritingTo: path)
    let endpoint = Endpoint<Void>.done(
      OperationID("benchmark.download"), .get, path: ["zeros", .text("\(range)")],
      traits: EndpointTraits(
        isRepeatable: true, isRead: true, deadline: .seconds(600), attemptTimeout: .seconds(600),
        maximumResponseBytes: 4 << 30))
    let seconds = try await Clock.wall.time {
      for _ in 0..<megabytes / range {
        try await rig.client.download(endpoint) { piece in
          if case .bytes(let bytes) = piece { try file.write(contentsOf: bytes) }
        }
      }
    }
    try file.close()
    try check(path, megabytes)
    return seconds
  }

  /// The same with a download task.
  private static func peer(_ port: Int, megabytes: Int) async throws -> Double {
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let url = try ServerURLs(port: port).zeros(megabytes: megabytes)
    let path = folder.appendingPathComponent("peer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    let seconds = try await Clock.wall.time {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        session.downloadTask(with: url) { place, _, error in
          // Move the file now: the system deletes it when this closure returns.
          continuation.resume(
            with: Result {
              guard let place else { throw error ?? WrongSize() }
              try FileManager.default.moveItem(at: place, to: path)
            })
        }.resume()
      }
    }
    try check(path, megabytes)
    return seconds
  }

  /// The same with AsyncHTTPClient, written as the pieces come.
  private static func asyncHTTP(_ port: Int, megabytes: Int) async throws -> Double {
    let path = folder.appendingPathComponent("peer-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: path.path, contents: nil) else { throw WrongSize() }
    defer { try? FileManager.default.removeItem(at: path) }
    let file = try FileHandle(forWritingTo: path)
    let url = try ServerURLs(port: port).zeros(megabytes: megabytes).absoluteString
    let seconds = try await Clock.wall.time {
      let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(600))
      for try await buffer in response.body { try file.write(contentsOf: Data(buffer: buffer)) }
    }
    try file.close()
    try check(path, megabytes)
    return seconds
  }

  private static func check(_ path: URL, _ megabytes: Int) throws {
    let size = try FileManager.default.attributesOfItem(atPath: path.path)[.size] as? Int
    if size != megabytes << 20 { throw WrongSize() }
  }

  /// Measures in a child process how much the memory grows at its highest, after a small download that sets everything up.
  static func number(_ task: String, _ arguments: [String]) async throws -> Double? {
    guard task == "download.memory", let port = arguments.first.flatMap({ Int($0) }) else { return nil }
    _ = try await ours(port, megabytes: 16)
    let growth = try await Memory.peakGrowth { _ = try await ours(port, megabytes: 1024) }
    return Double(growth)
  }
}
