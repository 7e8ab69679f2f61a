import MediaCore
import MediaTesting
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Downloads of two services")
struct DownloadLaneTests {
  fileprivate struct Pair {
    let rig: DownloadRig
    let environment: ClientEnvironment
    let first = Requests()
    let second = Requests()

    init() async throws {
      rig = try await DownloadRig()
      environment = rig.rig.environment.relaunched()
    }

    func service(noting notebook: Requests) async throws -> ShelfService {
      let network = rig.rig.network
      let transport = ClosureTransport { request in
        notebook.add(request.operation.rawValue)
        return try await network.send(request)
      }
      return try await DownloadRig.service(environment, transport)
    }
  }

  @Test("each download goes through the service that it was asked through, and all show in both")
  func ownTransport() async throws {
    let pair = try await Pair()
    let one = try await pair.service(noting: pair.first)
    let two = try await pair.service(noting: pair.second)
    try await two.downloads.download(pair.rig.book(1))
    await two.downloads.settled()
    #expect(pair.first.entries == [] && !pair.second.entries.isEmpty)
    let sent = pair.second.entries
    try await one.downloads.download(pair.rig.book(2))
    await two.downloads.settled()
    #expect(pair.second.entries == sent && pair.first.entries.count == sent.count)
    #expect(try await one.downloads.all() == two.downloads.all())
    #expect(try await one.downloads.all().map(\.phase) == [.complete, .complete])
  }

  @Test(
    "one that is resumed goes through the service that resumes it, and one of an earlier launch through the starter")
  func resumed() async throws {
    let pair = try await Pair()
    let one = try await pair.service(noting: pair.first)
    let two = try await pair.service(noting: pair.second)
    pair.rig.rig.network.isDown = true
    try await one.downloads.download(pair.rig.book(1))
    try await one.downloads.pause(pair.rig.book(1))
    await one.downloads.settled()
    pair.rig.rig.network.isDown = false
    let sent = pair.first.entries
    try await two.downloads.resume(pair.rig.book(1))
    await two.downloads.settled()
    #expect(pair.first.entries == sent && !pair.second.entries.isEmpty)
    pair.rig.rig.network.isDown = true
    try await two.downloads.download(pair.rig.book(2))
    await two.downloads.settled()
    // The next launch.
    let next = try await Pair.later(pair)
    let (third, fourth) = (Requests(), Requests())
    let idle = try await next.service(noting: third)
    let starter = try await next.service(noting: fourth)
    pair.rig.rig.network.isDown = false
    await starter.downloads.start()
    await starter.downloads.settled()
    #expect(third.entries == [] && !fourth.entries.isEmpty)
    #expect(try await idle.downloads.all().map(\.phase) == [.complete, .complete])
  }

  @Test("what rules read and download, with covers, goes through the service that applies them")
  func byRules() async throws {
    let pair = try await Pair()
    let one = try await pair.service(noting: pair.first)
    let two = try await pair.service(noting: pair.second)
    var rules = DownloadRules()
    rules.podcasts = [
      .init(id: try pair.rig.rig.item("Short"), libraryId: pair.rig.rig.podcasts, title: "Short", newest: 1)
    ]
    try await one.downloads.setRules(rules)
    #expect(try await two.downloads.rules() == rules)
    try await two.downloads.applyRules()
    await two.downloads.settled()
    #expect(try await one.downloads.all().map(\.phase) == [.complete])
    #expect(pair.first.entries == [] && pair.second.entries.contains("shelf.items.one"))
    // The lists were read just now: no request is due.
    try await one.downloads.applyRules()
    await one.downloads.settled()
    #expect(pair.first.entries == [])
  }

  @Test("each picture goes through the service that asks for it")
  func pictures() async throws {
    let pair = try await Pair()
    let one = try await pair.service(noting: pair.first)
    let two = try await pair.service(noting: pair.second)
    func ask(_ shelf: ShelfService, _ number: Int) async throws {
      _ = try? await shelf.covers.picture(
        Artwork(.item(try pair.rig.book(number).libraryItemId), updatedAt: nil, width: nil))
    }
    try await ask(two, 1)
    #expect(pair.first.entries == [] && !pair.second.entries.isEmpty)
    let sent = pair.second.entries
    try await ask(one, 2)
    #expect(pair.second.entries == sent && !pair.first.entries.isEmpty)
  }

  @Test("when its service is released, a download goes through another one")
  func released() async throws {
    let pair = try await Pair()
    let one = try await pair.service(noting: pair.first)
    pair.rig.rig.network.isDown = true
    do {
      let two = try await pair.service(noting: pair.second)
      try await two.downloads.download(pair.rig.book(1))
      await two.downloads.settled()
    }
    pair.rig.rig.network.isDown = false
    let sent = pair.second.entries
    await one.downloads.start()
    try await one.downloads.resume(pair.rig.book(1))
    one.client.connectivity.report(.offline)
    one.client.connectivity.report(.online)
    #expect(await eventually { (try? await one.downloads.all().map(\.phase)) == [.complete] })
    #expect(pair.second.entries == sent && !pair.first.entries.isEmpty)
  }
}

extension DownloadLaneTests.Pair {
  fileprivate static func later(_ pair: Self) async throws -> Self {
    Self(rig: pair.rig, environment: pair.rig.rig.environment.relaunched())
  }

  private init(rig: DownloadRig, environment: ClientEnvironment) { (self.rig, self.environment) = (rig, environment) }
}

/// The operations that one service has requested.
private final class Requests: Sendable {
  private let all = Locked<[String]>([])

  var entries: [String] { all.withLock { $0 } }
  func add(_ operation: String) { all.withLock { $0.append(operation) } }
}
