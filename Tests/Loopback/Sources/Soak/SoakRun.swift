import Foundation
import MediaCore
import Misbehaver

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends many requests, some of which go wrong, with the default transport and with bare URLSession, and compares what each leaves
/// behind: resident memory. Counts open files. Sized by SOAK_REQUESTS (5,000 for each of the two).
///
/// Each has a process of its own: in one process what one of them gives back is used by the other, and the growth of both looks like
/// the growth of one.
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
    case "folded": return try await HostileRun.folded(CommandLine.arguments[2])
    case "cuts": return try await HostileRun.cuts(CommandLine.arguments[2])
    case "cancel":
      return try await HostileRun.cancel(CommandLine.arguments[2], count: Int(CommandLine.arguments[3]) ?? 1000)
    case "files":
      let files = try growth(of: CommandLine.arguments[2], 10).files
      print("open files: \(files.before) before, \(files.after) after")
      exit(files.areFlat ? 0 : 1)
    case "growth":
      return try await growth(of: CommandLine.arguments[2], rounds: CommandLine.arguments[3])
    default: break
    }
    if CommandLine.arguments.contains("head") { return try await brokenHead() }
    var verdict: Verdict
    var rounds = 10
    // Memory grows in steps: if ours seems to grow faster in ten rounds, measure longer before failing.
    repeat {
      verdict = Verdict(requests: size, bare: try growth(of: "bare", rounds), ours: try growth(of: "ours", rounds))
      print(verdict.text)
      rounds *= 4
    } while !verdict.isGood && rounds <= 160
    if !verdict.isGood { exit(1) }
  }

  /// Requests in a round.
  private static var size: Int {
    max(50, (ProcessInfo.processInfo.environment["SOAK_REQUESTS"].flatMap(Int.init) ?? 5000) / 10)
  }

  /// The growth of another process.
  private static func growth(of sender: String, _ rounds: Int) throws -> Growth {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["growth", sender, "\(rounds)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Growth.self, from: data)
  }

  /// Prints the growth of this process.
  private static func growth(of sender: String, rounds: String) async throws {
    let server = try await HostileServer.start(keeps: false) { answer(to: $0) }
    let send = sender == "bare" ? bare() : sender == "leaky" ? leaky(ours()) : ours()
    // The first rounds fill pools and caches: don't measure them.
    for _ in 0..<2 { await round(send, size, server) }
    let before = Footprint.now()
    var (last, growth) = (before, [Int]())
    for _ in 0..<(Int(rounds) ?? 10) {
      await round(send, size, server)
      let now = Footprint.now()
      growth.append(now.resident - last.resident)
      last = now
    }
    let seen = Growth(bytes: growth, files: .init(before: before.files, after: last.files))
    print(String(decoding: try JSONEncoder().encode(seen), as: UTF8.self))
    exit(0)
  }

  typealias Sender = @Sendable (URL) async -> Void

  private static func ours() -> Sender {
    let transport = DefaultTransport(maximumConnections: 8)
    return { url in
      _ = try? await transport.send(HTTPRequest(url: url, operation: OperationID("soak"), timeout: .seconds(30)))
    }
  }

  /// Leaves a descriptor open for each request.
  private static func leaky(_ send: @escaping Sender) -> Sender {
    { url in
      await send(url)
      if let handle = FileHandle(forReadingAtPath: "/dev/null") { _ = Unmanaged.passRetained(handle) }
    }
  }

  private static func bare() -> Sender {
    let session = URLSession(configuration: configuration)
    return { url in
      await withCheckedContinuation { continuation in
        session.dataTask(with: URLRequest(url: url, timeoutInterval: 30)) { _, _, _ in continuation.resume() }.resume()
      }
    }
  }

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

  /// Fields after the last chunk, and a head that breaks off: at both FoundationNetworking of Swift 6.3 ends the process.
  private static func brokenHead() async throws {
    let server = try await HostileServer.start { request in
      request.path == "/head"
        ? [.bytes("HTTP/1.1 200 OK\r\nContent-Le"), .close]
        : [.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Last: 1\r\n\r\n")]
    }
    let transport: any Transport =
      CommandLine.arguments.contains("session") ? URLSessionTransport() : DefaultTransport()
    let paths = CommandLine.arguments.filter { $0.hasPrefix("/") }
    for path in paths {
      do {
        let body = try await transport.send(HTTPRequest(url: server.url(path), timeout: .seconds(60))).body
        print("\(path): \(body.count) bytes")
        if path == "/head" { exit(2) }
      } catch {
        print("\(path): \(error)")
        if path == "/trailer" { exit(2) }
      }
    }
    exit(0)
  }
}
