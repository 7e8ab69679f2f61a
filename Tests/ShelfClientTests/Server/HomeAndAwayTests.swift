import Foundation
import MediaTesting
import ShelfTesting
import TestSupport
import Testing

@testable import MediaCore
@testable import ShelfClient

/// A server at two addresses, each of which can be cut off.
private final class Addresses: Sendable {
  static let (home, away) = ("home.test", "away.test")
  private struct State {
    var base: (any Transport)?
    var down: Set<String> = []
    /// The number of bytes of files that the home address still sends; nil for all.
    var room: Int?
    var requests: [HTTPRequest] = []
    var received = 0
  }
  private let state = Locked(State())

  func cut(_ hosts: String...) { state.withLock { $0.down = Set(hosts) } }
  func cutHome(afterBytes count: Int) { state.withLock { $0.room = count } }
  func requests(to host: String) -> [HTTPRequest] { state.withLock { $0.requests.filter { $0.url.host == host } } }
  var signIns: Int { state.withLock { $0.requests.count { $0.operation == .shelfAccountSignIn } } }
  var receivedBytes: Int { state.withLock { $0.received } }

  func transport(_ base: any Transport) -> any Transport { Routed(base: base, addresses: self) }

  private struct Routed: Transport {
    let base: any Transport
    let addresses: Addresses

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let isDown = addresses.state.withLock { state in
        state.requests.append(request)
        return state.down.contains(request.url.host ?? "")
      }
      if isDown { throw TransportFailure.unreachable(.refused) }
      return try await base.send(request)
    }

    func download(_ request: HTTPRequest, receive: @escaping DownloadReceiver) async throws -> HTTPResponse {
      var response = try await send(request)
      var rest = response.body[...]
      response.body = Data()
      try await receive(.head(response))
      while !rest.isEmpty {
        let size = addresses.state.withLock { [count = rest.count] state in
          var size = min(30, count)
          if request.url.host == Addresses.home, let room = state.room {
            size = min(size, room)
            state.room = room - size
            if size == 0 { state.down = [Addresses.home] }
          }
          state.received += size
          return size
        }
        guard size > 0 else { throw TransportFailure.unreachable(.connectionLost) }
        try await receive(.bytes(Data(rest.prefix(size))))
        rest = rest.dropFirst(size)
      }
      return response
    }
  }
}

@MainActor
@Suite("Audiobookshelf at home and away")
struct HomeAndAwayTests {
  private let addresses = Addresses()

  private func rig(instant: Bool = true, world: ShelfWorld = .sample, isConfirmed: Bool = true) async throws -> ShelfRig
  {
    var options = ClientOptions()
    options.alternatives = [
      AlternativeAddress(try ServerAddress("https://\(Addresses.away)"), isConfirmed: isConfirmed)
    ]
    let addresses = addresses
    addresses.cut(Addresses.away)
    let rig = try await ShelfRig(
      instant: instant, world: world, address: try ServerAddress("https://\(Addresses.home)"), options: options
    ) { addresses.transport($0) }
    return rig
  }

  @Test("a change made without a network is sent through the address that answers first")
  func offlineChange() async throws {
    let rig = try await rig()
    let book = try rig.book()
    addresses.cut(Addresses.home, Addresses.away)
    let change = try await rig.shelf.progressStore.markFinished(book)
    #expect(try await rig.shelf.queue.open().count == 1)
    addresses.cut(Addresses.home)
    await rig.shelf.progressStore.flush()
    #expect(await change.settled() == .synced)
    #expect(rig.stored(book)?["isFinished"]?.bool == true)
    #expect(addresses.requests(to: Addresses.away).contains { $0.operation == .shelfProgressUpdate })
    #expect(addresses.signIns == 1)
  }

  @Test("a kept cover proves the other address, without a credential and while the first one is away")
  func coverProof() async throws {
    let rig = try await rig(isConfirmed: false)
    let item = try await rig.shelf.items.item(rig.book().libraryItemId)
    _ = try await rig.shelf.covers.picture(try #require(item.artwork()))
    addresses.cut(Addresses.home)
    _ = try await rig.shelf.libraries.all()
    #expect(try await rig.shelf.client.locator.addresses().map(\.standing) == [.home, .proven])
    let asked = addresses.requests(to: Addresses.away)
    let firstToken = try #require(asked.firstIndex { $0.fields["Authorization"] != nil })
    #expect(asked[..<firstToken].contains { $0.operation == .shelfMediaCover })
    #expect(asked.allSatisfy { $0.operation != .shelfMediaCover || $0.fields["Authorization"] == nil })
  }

  @Test("covers of items with progress are compared while both addresses answer")
  func liveProof() async throws {
    let rig = try await rig(isConfirmed: false)
    try await rig.shelf.progress.update(rig.book(), .position(1700, duration: 5401))
    try await rig.shelf.progressStore.refresh()
    addresses.cut()
    #expect(try await rig.shelf.client.locator.prove(ServerAddress("https://\(Addresses.away)")) == .proven)
  }

  @Test(
    "covers of items in lists that were shown are compared while both addresses answer",
    arguments: ["home", "Latest", "library"])
  @MainActor
  func shownProof(_ list: String) async throws {
    let rig = try await rig(isConfirmed: false)
    let away = try ServerAddress("https://\(Addresses.away)")
    addresses.cut()
    let library = try #require(try await rig.shelf.libraries.all().first { $0.mediaType == .book }).id
    #expect(try await rig.shelf.client.locator.prove(away) == .unproven)
    switch list {
    case "home": await HomeViewModel(shelf: rig.shelf, library: library).loadAndWait()
    case "Latest": await LatestViewModel(shelf: rig.shelf).loadAndWait()
    default: await LibraryViewModel(shelf: rig.shelf, library: library).loadAndWait()
    }
    #expect(try await rig.shelf.client.locator.prove(away) == .proven)
  }

  @Test("another Audiobookshelf at the other address proves nothing, whatever covers it has")
  func anotherServer() async throws {
    var options = ClientOptions()
    options.alternatives = [AlternativeAddress(try ServerAddress("https://\(Addresses.away)"))]
    let (home, other) = (Locked<FaultTransport?>(nil), FakeShelfServer(world: DownloadRig.world))
    let rig = try await ShelfRig(address: try ServerAddress("https://\(Addresses.home)"), options: options) { network in
      home.withLock { $0 = network as? FaultTransport }
      return HostTransport([Addresses.home: network, Addresses.away: other.transport])
    }
    let item = try await rig.shelf.items.item(rig.book().libraryItemId)
    _ = try await rig.shelf.covers.picture(try #require(item.artwork()))
    home.withLock { $0 }?.isDown = true
    do {
      _ = try await rig.shelf.libraries.all()
      Issue.record("no error was thrown")
    } catch { #expect(error.detail == ClientError.Detail.unprovenAddress) }
    #expect(try await rig.shelf.client.session.status().account != nil)
  }

  @Test(
    "a download goes on at the other address with the byte at which the first one left",
    arguments: [0, 1, 199, 733, 1000, 1798])
  func download(byte: Int) async throws {
    let rig = try await rig(world: DownloadRig.world)
    let shelf = rig.shelf
    await shelf.downloads.setSizes(range: DownloadRig.rangeSize, block: 64)
    let book = try rig.book("Tiny")
    addresses.cut()
    addresses.cutHome(afterBytes: byte)
    try await shelf.downloads.download(book)
    #expect(
      await eventually {
        await rig.clock.advance(by: .seconds(1))
        return (try? await shelf.downloads.download(of: book)?.phase) == .complete
      })
    #expect(addresses.receivedBytes == 1799)
    #expect(!addresses.requests(to: Addresses.away).filter { $0.operation == .shelfMediaDownloadFile }.isEmpty)
  }

  @Test(
    "a player that loses its address in mid-chapter keeps the place and the time, and needs no sign-in",
    arguments: [1, 7, 13])
  func midChapter(seconds: Int) async throws {
    let rig = try await rig(instant: false)
    let book = try rig.book()
    let test = PlayerRig(rig)
    await test.play(book)
    await test.pass(Double(seconds))
    addresses.cut(Addresses.home)
    await test.pass(30)
    #expect(test.engine.isPlaying)
    let heard = test.engine.position
    await test.close()
    await rig.shelf.progressStore.flush()
    #expect(abs((test.position(of: book) ?? 0) - heard) < 1)
    #expect(abs(test.listened - Double(seconds + 31)) < 1.5)
    #expect(addresses.signIns == 1)
    #expect(addresses.requests(to: Addresses.away).contains { $0.fields["Authorization"] != nil })
  }

  @Test(
    "a later launch with the other address alone has the sign-in, the place, the change that waits and the downloads")
  func otherAddressAlone() async throws {
    let rig = try await rig(world: DownloadRig.world)
    let book = try rig.book("Tiny")
    try await rig.shelf.downloads.download(book)
    await rig.shelf.downloads.settled()
    try await rig.shelf.progress.update(book, .position(2, duration: 6))
    try await rig.shelf.progressStore.refresh()
    addresses.cut(Addresses.home, Addresses.away)
    _ = try await rig.shelf.progressStore.markFinished(rig.book("Book 1"))
    await rig.shelf.client.accounts.save()
    let later = ShelfService(
      server: try ServerAddress(Addresses.away), transport: addresses.transport(rig.network),
      environment: rig.environment.relaunched())
    #expect(try await later.client.session.status().account != nil)
    #expect(try await later.downloads.download(of: book)?.phase == .complete)
    #expect(try await later.progressStore.progress(of: book)?.position == 2)
    #expect(try await later.queue.open().count == 1)
    addresses.cut(Addresses.home)
    await later.progressStore.flush()
    #expect(rig.stored(try rig.book("Book 1"))?["isFinished"]?.bool == true)
  }
}
