import Foundation
import MediaCore
import MediaTesting
import ShelfTesting
import SocketServer
import Testing

/// A folder for several processes, and a Shelf server over HTTP that notes each bookmark that it has added.
final class Site: Sendable {
  /// The moment at which the server stops answering.
  enum Moment: CaseIterable, Sendable { case beforeAdding, afterAdding }

  private struct State {
    var added: [Int] = []
    /// The bookmark whose request is held.
    var held: (time: Int, moment: Moment)?
  }

  let folder: URL
  let book: String
  private let state: Locked<State>
  private let server: SocketServer
  private let holds: AsyncStream<Void>

  var address: String { server.address }
  /// The times of the bookmarks that the server has added or renamed, in order.
  var added: [Int] { state.withLock { $0.added } }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("site-\(UUID().uuidString)")
    let world = ShelfWorld.sample(at: Date())
    book = try #require(world.itemID(titled: "The Salt Clock"))
    let fake = FakeShelfServer(world: world, clock: SystemClock(), random: SystemRandom())
    let state = Locked(State())
    let (holds, hold) = AsyncStream<Void>.makeStream()
    (self.state, self.holds) = (state, holds)
    server = try SocketServer.start { request in
      guard request.method == .post, request.url.path.hasSuffix("/bookmark"),
        let time = try JSONValue(parsing: request.body ?? Data())["time"]?.double.map(Int.init)
      else { return try await fake.transport.send(request) }
      let held = state.withLock { $0.held?.time == time ? $0.held?.moment : nil }
      if held == .beforeAdding { return try await Self.neverAnswer(hold) }
      let answer = try await fake.transport.send(request)
      if answer.isSuccess { state.withLock { $0.added.append(time) } }
      return held == .afterAdding ? try await Self.neverAnswer(hold) : answer
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func neverAnswer(_ hold: AsyncStream<Void>.Continuation) async throws -> HTTPResponse {
    hold.yield()
    // The server cancels this task once the client is gone.
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  /// Lets no answer out to the request that adds the bookmark at `time`.
  func hold(_ time: Int, _ moment: Moment) { state.withLock { $0.held = (time, moment) } }

  /// Returns once a request is held.
  func isHeld() async { for await _ in holds { return } }

  /// Answers everything again.
  func release() { state.withLock { $0.held = nil } }

  func stop() async { await server.stop() }
}

/// Runs `body` with a folder and a server that end afterwards.
func withSite(_ body: (Site) async throws -> Void) async throws {
  let site = try Site()
  do { try await body(site) } catch {
    await site.stop()
    throw error
  }
  await site.stop()
}
