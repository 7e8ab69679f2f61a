import Foundation
import MediaCore
import MediaTesting
import ShelfClient
import ShelfTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Plays one story with both screens that README compares.
@MainActor
@Suite("Latest by hand and with the client")
struct BeforeAndAfterTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "latest-\(UUID().uuidString)")
  private let test = TestShelf()
  private let account = ShelfWorld.account

  @Test(
    "both list the same episodes, keep a mark that was made offline for the next launch, and send it with a renewed token"
  )
  func sameScreen() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    var (plain, client) = (plainScreen(), LatestWithClient(shelf: test.shelf))
    try await plain.signIn(username: account.username, password: account.password)
    try await client.signIn(username: account.username, password: account.password)
    await plain.load()
    client.load()
    await test.clock.advance(by: .seconds(5))
    let listed = client.rows
    #expect(listed.count > 2)
    #expect(plain.rows == listed)

    test.faults.isDown = true
    await plain.markFinished(listed[0])
    client.markFinished(listed[1])
    await test.clock.advance(by: .seconds(5))

    let next = test.relaunched()
    (plain, client) = (plainScreen(), LatestWithClient(shelf: next.shelf))
    await plain.load()
    client.load()
    await test.clock.advance(by: .seconds(5))
    #expect(plain.rows == listed.filter { $0 != listed[0] })
    #expect(client.rows == listed.filter { $0 != listed[1] })
    #expect(plain.message == "The server cannot be reached.")

    await test.clock.advance(by: .seconds(7200))
    test.faults.isDown = false
    await plain.load()
    await next.shelf.queue.flush()
    for row in listed.prefix(2) {
      let progress = test.server.progress(of: row.item, episode: row.episode, user: account.username)
      #expect(progress?["isFinished"] == true)
    }
    #expect(plain.message == nil)
    #expect(test.problems == [])
  }

  /// Foundation's types in front of the same fake server.
  private func plainScreen() -> LatestByHand {
    let transport = test.faults
    return LatestByHand(server: URL(string: "https://server.test")!, folder: folder) { request in
      var fields: HTTPFields = [:]
      for (name, value) in request.allHTTPHeaderFields ?? [:] { fields[name] = value }
      let answer = try await transport.send(
        HTTPRequest(
          method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: request.url!, fields: fields,
          body: request.httpBody))
      let response = HTTPURLResponse(url: request.url!, statusCode: answer.status, httpVersion: nil, headerFields: nil)
      return (answer.body, response!)
    }
  }
}
