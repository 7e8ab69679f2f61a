import AsyncHTTPClient
import Foundation
import Measure
import MediaCore
import MediaTesting
import NIOCore
import SampleData
import ShelfClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls beside URLSession used by hand.
struct CallLines {
  let report: Report
  let server: LoopbackServer

  struct Refused: Error {}

  private var urls: ServerURLs { ServerURLs(port: server.port) }

  func run() async {
    await overhead()
    await throughput()
    await largePage()
    await memory()
  }

  /// A call as an app would write it by hand.
  @Sendable
  private static func bytes(_ session: URLSession, _ url: URL) async throws -> Data {
    let (data, response) = try await session.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Refused() }
    return data
  }

  /// `count` calls, so many of them at once.
  private static func run(
    _ count: Int, inFlight: Int, _ call: @escaping @Sendable (_ number: Int) async throws -> Void
  ) async throws -> Double {
    try await Clock.wall.time {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for lane in 0..<inFlight {
          group.addTask { for number in 0..<count / inFlight { try await call(number * inFlight + lane) } }
        }
        try await group.waitForAll()
      }
    }
  }

  private func loopbackRig() async throws -> CallRig {
    try await CallRig(address: try ServerAddress("http://127.0.0.1:\(server.port)"))
  }

  // MARK: The pipeline

  private func overhead() async {
    guard report.wants("call.overhead") || report.wants("scale.call") else { return }
    let rig = await report.prepared(for: "call.overhead") {
      try await CallRig(address: .fake, transport: StubTransport())
    }
    guard let rig else { return }
    defer { rig.remove() }
    let session = URLSession(configuration: .ephemeral)
    await report.line("call.overhead", .atMost(0.02), feel: "what the SDK adds to a call cannot be felt") {
      let url = try urls.file(0)
      // Use long rounds: a virtual machine's processor can be slow for up to 80 ms after the waits of the other side's round.
      let medians = try await Rounds.medians(
        rounds: 21,
        [
          { try await Self.run(40_000, inFlight: 1) { _ in keep(try await rig.item()) } / 40_000 },
          { try await Self.run(200, inFlight: 1) { _ in keep(try await Self.bytes(session, url)) } / 200 },
        ])
      report.note("\((medians[0] * 1e6).short) and \((medians[1] * 1e6).short) µs")
      return medians[0] / medians[1]
    }
    await report.scale("call.overhead", [1000, 10_000, 100_000]) { count in
      try await Self.run(count, inFlight: 1) { _ in keep(try await rig.item()) }
    }
    session.invalidateAndCancel()
  }

  // MARK: Over a socket

  private func throughput() async {
    guard report.wants("call.throughput") || report.wants("call.peer") else { return }
    let urls = urls
    guard let rig = await report.prepared(for: "call.throughput", loopbackRig) else { return }
    defer { rig.remove() }
    let session = URLSession(configuration: .ephemeral)
    let asyncHTTP = HTTPClient(eventLoopGroupProvider: .singleton)
    // Use rounds of more than half a second: fewer calls are in flight at a round's start and end, and its first calls meet sleeping
    // threads.
    for (inFlight, count, rounds) in [(1, 150, 31), (8, 2560, 15), (64, 2560, 15)] {
      let name = "1kb.\(inFlight)"
      guard report.wants("call.throughput.\(name)") || report.wants("call.peer.\(name)") else { continue }
      let medians = await report.prepared(for: "call.throughput.\(name)") {
        try await Rounds.medians(
          rounds: rounds,
          [
            { try await Self.run(count, inFlight: inFlight) { keep(try await rig.bytes($0)) } },
            {
              try await Self.run(count, inFlight: inFlight) {
                keep(try await Self.bytes(session, urls.small($0)).count)
              }
            },
            {
              try await Self.run(count, inFlight: inFlight) {
                let url = try urls.small($0).absoluteString
                let response = try await asyncHTTP.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
                keep(try await response.body.collect(upTo: 1 << 20).readableBytes)
              }
            },
          ])
      }
      guard let medians else { continue }
      let rates = medians.map { (Double(count) / $0).short }
      await report.line("call.throughput.\(name)", .atLeast(0.95), feel: "no call waits for the SDK") {
        report.note("\(rates[0]), URLSession \(rates[1]) calls a second")
        return medians[1] / medians[0]
      }
      await report.line("call.peer.\(name)", .atLeast(1.5), feel: "as fast as a server's own client") {
        report.note("\(rates[0]), AsyncHTTPClient \(rates[2]) calls a second")
        return medians[2] / medians[0]
      }
    }
    session.invalidateAndCancel()
    try? await asyncHTTP.shutdown()
  }

  private func largePage() async {
    guard report.wants("call.throughput.1mb") else { return }
    guard let rig = await report.prepared(for: "call.throughput.1mb", loopbackRig) else { return }
    defer { rig.remove() }
    let session = URLSession(configuration: .ephemeral)
    await report.line("call.throughput.1mb", .atLeast(1.5), feel: "a large page is on the screen sooner") {
      let url = try urls.file(1)
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .millisecondsSince1970
      let medians = try await Rounds.medians([
        { try await Self.run(4, inFlight: 1) { _ in keep(try await rig.page()) } },
        {
          try await Self.run(4, inFlight: 1) { _ in
            keep(try decoder.decode(ShelfPage.self, from: try await Self.bytes(session, url)))
          }
        },
      ])
      report.note("\((medians[0] * 250).short) and \((medians[1] * 250).short) ms a call")
      return medians[1] / medians[0]
    }
    session.invalidateAndCancel()
  }

  // MARK: Memory

  private func memory() async {
    await report.line("call.memory", .atMost(1.1), feel: "an app that runs for weeks stays as small") {
      let ours = try Child.number(for: "call.memory", "ours", "\(server.port)")
      let peer = try Child.number(for: "call.memory", "peer", "\(server.port)")
      report.note("\((ours / 1e6).short) and \((peer / 1e6).short) MB in 100,000 requests")
      return ours / peer
    }
  }

  /// Measures in a child process how much the resident memory grows over 100,000 requests, after some that set everything up.
  static func number(_ task: String, _ arguments: [String]) async throws -> Double? {
    guard task == "call.memory", arguments.count == 2, let port = Int(arguments[1]) else { return nil }
    let urls = ServerURLs(port: port)
    let call: @Sendable (Int) async throws -> Void
    if arguments[0] == "ours" {
      let rig = try await CallRig(address: try ServerAddress("http://127.0.0.1:\(port)"))
      call = { keep(try await rig.bytes($0)) }
    } else {
      let session = URLSession(configuration: .ephemeral)
      call = { keep(try await bytes(session, urls.small($0)).count) }
    }
    _ = try await run(4000, inFlight: 8, call)
    Memory.trim()
    let before = Memory.resident
    _ = try await run(100_000, inFlight: 8, call)
    Memory.trim()
    return Double(max(1 << 20, Memory.resident - before))
  }
}
