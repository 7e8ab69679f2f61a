import AsyncHTTPTransport
import Foundation
import MediaCore
import Misbehaver

/// Runs that can end the process or fill its memory, for a parent that looks on: `soak hostile session|async FROM TO` and
/// `soak memory session|async gzip|endless|redirect`.
enum HostileRun {
  private static func transport(_ name: String) throws -> any Transport {
    name == "async" ? try AsyncHTTPServerTransport() : URLSessionTransport()
  }

  /// Prints the number of each answer before it is asked for.
  static func hostile(_ name: String, from: Int, to: Int) async throws {
    let server = try await HostileServer.start(keeps: false) { request in
      Int(request.path.dropFirst()).map(HostileAnswers.steps) ?? [.answer(200, [], "{}"), .close]
    }
    let transport = try transport(name)
    var outcomes: [String: Int] = [:]
    for seed in from..<to {
      FileHandle.standardOutput.write(Data("seed \(seed)\n".utf8))
      var request = HTTPRequest(url: server.url("/\(seed)"), operation: OperationID("hostile"), timeout: .seconds(5))
      request.maximumResponseBytes = 1 << 20
      do {
        let response = try await transport.send(request)
        if response.body.count > request.maximumResponseBytes { exit(3) }
        outcomes["answer", default: 0] += 1
      } catch let failure as TransportFailure {
        outcomes["\(failure)", default: 0] += 1
      } catch {
        print("no failure of a transport: \(error)")
        exit(4)
      }
    }
    print(outcomes.sorted { $0.key < $1.key })
    exit(0)
  }

  /// Refuses a gigabyte at 16 MB, and prints the highest resident size meanwhile. With `limit` in MB it fails beyond it.
  static func memory(_ name: String, _ kind: String, limit: Int?) async throws {
    let bomb = GzipBomb.bytes(megabytes: 1024)
    let block = [UInt8](repeating: 0x20, count: 256 << 10)
    let server = try await HostileServer.start { _ in
      switch kind {
      case "gzip": [.answer(200, [("Content-Encoding", "gzip")], body: bomb)]
      case "redirect":
        [.bytes(HostileServer.Step.head(302, [("Location", "/next")])), .stream(block, times: 4096), .close]
      default: [.bytes(HostileServer.Step.head(200, [])), .stream(block, times: 4096), .close]
      }
    }
    let transport = try transport(name)
    // The pools and buffers of a first request are not the answer's.
    let warm = try await HostileServer.start { _ in [.answer(200, [], "{}")] }
    _ = try await transport.send(HTTPRequest(url: warm.url, timeout: .seconds(60)))
    let before = Footprint.peak()
    var request = HTTPRequest(url: server.url, operation: OperationID("memory"), timeout: .seconds(20))
    request.maximumResponseBytes = 16 << 20
    let outcome: String
    do { outcome = "an answer of \(try await transport.send(request).body.count) bytes" } catch { outcome = "\(error)" }
    // The session may go on for a while.
    try await Task.sleep(for: .seconds(2))
    let peak = (Footprint.peak() - before) >> 20
    print("memory \(name) \(kind): \(outcome), peak +\(peak) MB")
    exit(limit.map { peak > $0 } ?? false ? 1 : 0)
  }
}
