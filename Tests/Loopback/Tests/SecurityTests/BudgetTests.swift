import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import ShelfClient
import ShelfTesting
import Testing

@Suite("Security: budgets and supply", .oneAtATime, .timeLimit(.minutes(60)))
struct BudgetTests {
  static let faults = [
    "503", "429", "429 with a time", "502", "401", "403", "redirect", "html", "reset", "cut", "useless pair", "gzip",
  ]
  /// Each renewal is answered with this, while every second call of the account gets no answer.
  static let alternatingFaults = ["503", "401", "reset", "useless pair"].map { "\($0), calls alternating" }

  @Test(
    "S18: at most five sign-in calls in ten minutes on the wire, under every fault",
    arguments: faults + alternatingFaults)
  func budget(name: String) async throws {
    let isAlternating = Self.alternatingFaults.contains(name)
    let fault = String(name.prefix { $0 != "," })
    let device = Device()
    let fake = FakeShelfServer(clock: device.clock)
    let moments = Locked<[Double]>([])
    let isBroken = Locked(false)
    let isAway = Locked(false)
    let clock = device.clock
    let server = try await HostileServer.serving(fake) { request in
      guard isBroken.withLock({ $0 }) else { return nil }
      if request.path.hasPrefix("/api/") {
        return isAway.withLock { $0 } ? [.reset] : [.answer(401, [], "Unauthorized")]
      }
      guard request.path.hasPrefix("/auth/") || request.path == "/login" else { return nil }
      moments.withLock { $0.append(clock.uptime().seconds) }
      switch fault {
      case "503": return [.answer(503, [], "busy")]
      case "429": return [.answer(429, [], "Too many")]
      case "429 with a time": return [.answer(429, [("Retry-After", "1")], "Too many")]
      case "502": return [.answer(502, [], type: "text/html", "<html>bad gateway</html>")]
      case "401": return [.answer(401, [], type: "text/html", "<html>who are you</html>")]
      case "403": return [.answer(403, [], "no")]
      case "redirect": return [.redirect(302, to: "/login")]
      case "html": return [.answer(200, [], type: "text/html", "<html>login</html>")]
      case "reset": return [.reset]
      case "cut": return [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"), .close]
      case "gzip": return [.answer(200, [("Content-Encoding", "gzip")], body: Array("no".utf8))]
      default:
        let number = moments.withLock { $0.count }
        return [
          .answer(
            200, [], #"{"user":{"id":"u","username":"ada","accessToken":"a\#(number)","refreshToken":"r\#(number)"}}"#)
        ]
      }
    }
    let shelf = try device.shelf(try server.typed())
    try await shelf.account.signIn(username: Canary.user, password: Canary.password)
    isBroken.withLock { $0 = true }
    for number in 0..<60 {
      isAway.withLock { $0 = isAlternating && number % 2 == 1 }
      _ = await failure { try await shelf.libraries.all() }
      // 60 waits of 30 s make half an hour.
      try await device.clock.sleep(for: .seconds(30))
    }
    let times = moments.withLock { $0 }
    let worst = times.map { start in times.count { $0 >= start && $0 < start + 600 } }.max() ?? 0
    #expect(worst <= 5, "\(name): \(worst) in ten minutes")
    #expect(times.count >= 1)
    #expect(try await shelf.account.status() != .signedOut)
    await server.stop()
  }

  @Test("S18: a thousand clients after an outage do not come back in step")
  func jitter() async throws {
    let pauses = Locked<[Double]>([])
    for seed in 1...1000 {
      let transport = FakeTransport()
      transport.alwaysAnswer(.shelfServerStatus, with: .text("", status: 503))
      var options = ClientOptions()
      options.retry = RetryPolicy(attempts: 2, base: .seconds(1))
      options.onEvent = { event in
        if case .retrying(_, _, let pause) = event { pauses.withLock { $0.append(pause.seconds) } }
      }
      let shelf = ShelfService(
        server: .fake, transport: transport,
        environment: .manual(clock: ManualClock(passing: .everything), seed: UInt64(seed)), options: options)
      let traits = EndpointTraits(credentials: .none, isRepeatable: true, isRead: true)
      _ = await failure {
        try await shelf.client.send(Endpoint<JSONValue>.json(.shelfServerStatus, path: ["status"], traits: traits))
      }
    }
    let all = pauses.withLock { $0 }
    #expect(all.count == 1000)
    let buckets = Dictionary(grouping: all) { Int($0 * 10) }.mapValues(\.count)
    #expect(buckets.count == 10 && buckets.values.allSatisfy { $0 <= 200 }, "\(buckets)")
  }

  @Test("S20: the package depends on nothing but the system, and Tests/Loopback on six packages")
  func supply() throws {
    let manifest = try String(contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    for word in [".package(", "unsafeFlags", "binaryTarget", "plugin(", "macro("] {
      #expect(!manifest.contains(word), "\(word)")
    }
    let nested = try ["Package.swift", "AsyncHTTPTransport/Package.swift"].map {
      try String(contentsOf: Repository.nested.appendingPathComponent($0), encoding: .utf8)
    }.joined()
    let urls = nested.components(separatedBy: "url: \"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    #expect(
      Set(urls) == [
        "https://github.com/hummingbird-project/hummingbird", "https://github.com/swift-server/async-http-client",
        "https://github.com/apple/swift-http-types", "https://github.com/apple/swift-log",
        "https://github.com/apple/swift-nio", "https://github.com/apple/swift-nio-ssl",
      ])
    let system = Set([
      "Foundation", "FoundationNetworking", "Darwin", "Glibc", "Musl", "MediaCore", "Combine", "SwiftUI", "UIKit",
      "AppKit", "AVFoundation", "AVFAudio", "Security", "OSLog", "AuthenticationServices", "MediaPlayer", "Network",
      "WatchKit", "CoreMedia", "Dispatch", "Observation", "WebKit", "BackgroundTasks", "CarPlay", "CoreGraphics",
      "ImageIO",
      "WidgetKit", "AppIntents",
      // The type check's stand-in for Apple's Foundation.
      "AppleFoundation",
      // Modules of this package; the house rules check who may import whom.
      "CCurl", "MediaTesting", "TallyKit", "HubClient", "ShelfClient", "VaultClient",
    ])
    let sources = Repository.root.appendingPathComponent("Sources")
    for path in FileManager.default.subpaths(atPath: sources.path) ?? [] where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index <= 2, words.indices.contains(index + 1),
          words.prefix(index).allSatisfy({ ["public", "internal", "@preconcurrency", "private"].contains($0) })
        else { continue }
        #expect(system.contains(String(words[index + 1])), "\(line) in \(path)")
      }
    }
  }
}
