import Foundation
import LoopbackServer
import MediaCore
import MediaTesting
import Testing

/// Runs `body` with a server that ends afterwards.
func serving<Result>(
  _ handler: @escaping LoopbackServer.Handler, _ body: (LoopbackServer) async throws -> Result
) async throws -> Result {
  let server = try await LoopbackServer.start(handler: handler)
  do {
    let result = try await body(server)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

/// The same with a fake server.
func serving<Result>(
  _ fake: any FakeServer, clock: any TimeSource = SystemClock(), _ body: (ServedFake) async throws -> Result
) async throws -> Result {
  let served = try await ServedFake.start(fake, clock: clock)
  do {
    let result = try await body(served)
    await served.stop()
    return result
  } catch {
    await served.stop()
    throw error
  }
}

extension LoopbackServer {
  func request(_ method: String = "GET", _ path: String = "/", body: Data? = nil) throws -> MediaCore.HTTPRequest {
    let url = try #require(URL(string: address + path))
    return MediaCore.HTTPRequest(method: HTTPMethod(rawValue: method), url: url, body: body)
  }
}

extension HTTPResponse {
  init(text: String) {
    let body = Data(text.utf8)
    self.init(
      status: 200, fields: ["Content-Type": "text/plain", "Content-Length": String(body.count)], body: body)
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// Something that happens once, and those who wait for it. A cancelled wait ends.
actor Event {
  private var hasHappened = false
  private var waiting: [AsyncStream<Void>.Continuation] = []

  func happen() {
    hasHappened = true
    waiting.forEach { $0.finish() }
    waiting = []
  }

  func wait() async {
    if hasHappened { return }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    waiting.append(continuation)
    for await _ in stream {}
  }
}

/// Real time that a test can move ahead.
final class MovableClock: TimeSource {
  private let ahead = Locked(TimeInterval(0))
  private let system = SystemClock()

  func move(by seconds: TimeInterval) { ahead.withLock { $0 += seconds } }
  func now() -> Date { system.now().addingTimeInterval(ahead.withLock { $0 }) }
  func uptime() -> Duration { system.uptime() }
  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    try await system.sleep(for: duration, as: purpose)
  }
}

/// An app's device: real time, real chance, files in memory.
func device(
  files: any FileSystem = MemoryFileSystem(), secrets: any SecretStore = MemorySecretStore()
) -> ClientEnvironment {
  ClientEnvironment(clock: SystemClock(), random: SystemRandom(), files: files, secrets: secrets)
}

func kind(_ body: () async throws -> Void) async -> ClientError.Kind? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? ClientError)?.kind
  }
}
