import Foundation
import MediaCore
import Misbehaver

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends many requests, some of which go wrong, with the default transport and with bare URLSession in turn, and compares what
/// each leaves behind: open files, and resident memory. sized by SOAK_REQUESTS (5,000 for each of the two).
@main
enum SoakRun {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "hostile":
      let numbers = arguments.dropFirst(2).compactMap { Int($0) }
      return try await HostileRun.hostile(CommandLine.arguments[2], from: numbers[0], to: numbers[1])
    case "memory":
      return try await HostileRun.memory(
        CommandLine.arguments[2], CommandLine.arguments[3], limit: arguments.last.flatMap { Int($0) })
    default: break
    }
    if CommandLine.arguments.contains("head") { return try await brokenHead() }
    let requests = ProcessInfo.processInfo.environment["SOAK_REQUESTS"].flatMap(Int.init) ?? 5000
    let server = try await HostileServer.start(keeps: false) { answer(to: $0) }
    let transport = URLSessionTransport(maximumConnections: 8)
    let session = URLSession(configuration: Self.configuration)
    let ours: Sender = { url in
      _ = try? await transport.send(HTTPRequest(url: url, operation: OperationID("soak"), timeout: .seconds(30)))
    }
    let bare: Sender = { url in
      await withCheckedContinuation { continuation in
        session.dataTask(with: URLRequest(url: url, timeoutInterval: 30)) { _, _, _ in continuation.resume() }.resume()
      }
    }
    let rounds = 10
    let size = max(50, requests / rounds)
    // The first rounds fill pools, caches and the allocator's arenas.
    for _ in 0..<2 {
      await round(bare, size, server)
      await round(ours, size, server)
    }
    let before = Footprint.now()
    var growth: (bare: [Int], ours: [Int]) = ([], [])
    var verdict: Verdict
    // Pages come in lumps: where ten rounds of each say that ours grows faster, more of them have to agree.
    repeat {
      for _ in 0..<rounds {
        let start = Footprint.now()
        await round(bare, size, server)
        let middle = Footprint.now()
        await round(ours, size, server)
        let end = Footprint.now()
        growth.bare.append(middle.resident - start.resident)
        growth.ours.append(end.resident - middle.resident)
      }
      verdict = Verdict(requests: size, growth: growth, files: (before.files, Footprint.now().files))
      print(verdict.text)
    } while !verdict.isGood && growth.ours.count < 4 * rounds
    transport.close()
    session.invalidateAndCancel()
    await server.stop()
    if !verdict.isGood { exit(1) }
  }

  typealias Sender = @Sendable (URL) async -> Void

  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpMaximumConnectionsPerHost = 8
    return configuration
  }

  private static func round(_ send: @escaping Sender, _ size: Int, _ server: HostileServer) async {
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<8 {
        group.addTask {
          for index in stride(from: lane, to: size, by: 8) { await send(server.url(path(index))) }
        }
      }
    }
  }

  /// Every tenth request goes wrong in one of five ways.
  private static func path(_ index: Int) -> String {
    index % 10 == 9 ? ["/cut", "/reset", "/chunk", "/gzip", "/length"][index / 10 % 5] : "/item/\(index)"
  }

  private static func answer(to request: ReceivedRequest) -> [HostileServer.Step] {
    switch request.path {
    case "/cut": [.bytes("HTTP/1.1"), .close]
    case "/reset": [.reset]
    case "/chunk": [.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), .close]
    case "/gzip": [.answer(200, [("Content-Encoding", "gzip")], body: Array("no gzip".utf8)), .close]
    case "/length": [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf"), .close]
    default: [.answer(200, [], String(repeating: "x", count: 2048))]
    }
  }

  /// Two answers that FoundationNetworking of Swift 6.3 ends the process at: a head that breaks off, and fields after the
  /// last chunk. Nothing above it can prevent that; exits with 0 where it is no longer so.
  private static func brokenHead() async throws {
    let server = try await HostileServer.start { request in
      request.path == "/head"
        ? [.bytes("HTTP/1.1 200 OK\r\nContent-Le"), .close]
        : [.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Last: 1\r\n\r\n")]
    }
    let transport = URLSessionTransport()
    let paths = CommandLine.arguments.filter { $0.hasPrefix("/") }
    for path in paths {
      do {
        let body = try await transport.send(HTTPRequest(url: server.url(path), timeout: .seconds(60))).body
        print("\(path): \(body.count) bytes")
        if path == "/head" { exit(2) }
      } catch { print("\(path): \(error)") }
    }
    exit(0)
  }
}
