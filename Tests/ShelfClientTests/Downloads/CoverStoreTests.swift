import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Covers on the device")
struct CoverStoreTests {
  private func cover(_ rig: ShelfRig, width: Int? = 200) async throws -> Artwork {
    try #require(try await rig.shelf.items.item(rig.item("The Salt Clock")).artwork(width: width))
  }

  @Test("a cover is asked for once, also by many rows at a time and after a relaunch, and shown without a network")
  func once() async throws {
    let rig = try await ShelfRig()
    let cover = try await cover(rig)
    async let one = rig.shelf.covers.picture(cover)
    async let two = rig.shelf.covers.picture(cover)
    let (first, second) = (try await one, try await two)
    #expect(first == second)
    #expect(rig.count(.shelfMediaCover) == 1)
    rig.network.isDown = true
    #expect(try await rig.relaunched().covers.picture(cover) == first)
    #expect(rig.count(.shelfMediaCover) == 1)
    #expect(try await rig.shelf.covers.usedBytes() == first.count)
  }

  @Test("a changed cover has another address and is asked for; the earlier one stands in until then, and goes")
  func changed() async throws {
    let rig = try await ShelfRig()
    let before = try await cover(rig)
    let first = try await rig.shelf.covers.picture(before)
    rig.server.edit { $0.changeCover(of: $0.itemID(titled: "The Salt Clock") ?? "") }
    let after = try await cover(rig)
    #expect(try await rig.shelf.media.url(of: after) != rig.shelf.media.url(of: before))
    #expect(try await rig.shelf.media.url(of: after).query?.contains("ts=") == true)
    #expect(await rig.shelf.covers.placeholder(for: after) == first)
    let second = try await rig.shelf.covers.picture(after)
    #expect(second != first)
    #expect(rig.files.contents.keys.count { $0.contains("/covers/") } == 1)
    let wide = try await cover(rig, width: 600)
    #expect(await rig.shelf.covers.placeholder(for: wide) == second)
  }

  @Test("one without a version is good for a day, then asked for with its validator, and shown when that fails")
  func conditional() async throws {
    let rig = try await ShelfRig()
    let item = try rig.item("The Salt Clock")
    let conditions = Locked<[String?]>([])
    let front = ClosureTransport { request in
      guard request.operation == .shelfMediaCover else { return try await rig.network.send(request) }
      conditions.withLock { $0.append(request.fields["If-None-Match"]) }
      if request.fields["If-None-Match"] == "\"v1\"" { return HTTPResponse(status: 304) }
      return HTTPResponse(
        status: 200, fields: ["Content-Type": "image/jpeg", "ETag": "\"v1\""],
        body: Data([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 1, count: 40)))
    }
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    let cover = Artwork(.item(item), updatedAt: nil, width: 200)
    let data = try await shelf.covers.picture(cover)
    await rig.clock.advance(by: .seconds(86_000))
    #expect(try await shelf.covers.picture(cover) == data)
    #expect(conditions.withLock { $0 } == [nil])
    await rig.clock.advance(by: .seconds(1000))
    #expect(try await shelf.covers.picture(cover) == data)
    #expect(conditions.withLock { $0 } == [nil, "\"v1\""])
    #expect(try await shelf.covers.picture(cover) == data)
    #expect(conditions.withLock { $0.count } == 2)
    await rig.clock.advance(by: .seconds(90_000))
    let offline = ShelfService(server: .fake, transport: rig.network, environment: rig.environment.relaunched())
    rig.network.isDown = true
    #expect(try await offline.covers.picture(cover) == data)
  }

  @Test("over the budget the pictures shown longest ago go first; authors have pictures too")
  func budget() async throws {
    let rig = try await ShelfRig()
    rig.server.edit { $0.addPicture(toAuthor: "Ursula Ode") }
    let authors = try await rig.shelf.authors.all(in: rig.books)
    let author = try #require(authors.first { $0.name == "Ursula Ode" }?.artwork(width: 100))
    #expect(authors.first { $0.name != "Ursula Ode" }?.artwork() == nil)
    let covers = [author, try await cover(rig, width: 200), try await cover(rig, width: 300)]
    var sizes: [Int] = []
    for cover in covers {
      sizes.append(try await rig.shelf.covers.picture(cover).count)
      await rig.clock.advance(by: .seconds(1))
    }
    _ = try await rig.shelf.covers.picture(author)
    let before = rig.network.operations.count
    try await rig.shelf.covers.setBudget(sizes[0] + sizes[2])
    #expect(try await rig.shelf.covers.usedBytes() == sizes[0] + sizes[2])
    _ = try await rig.shelf.covers.picture(author)
    #expect(rig.network.operations.count == before)
    _ = try await rig.shelf.covers.picture(covers[1])
    #expect(rig.network.operations.count == before + 1)
    try await rig.shelf.covers.removeAll()
    #expect(rig.files.contents.keys.count { $0.contains("/covers/") } == 0)
  }

  @Test("a sign-out erases them, and what comes after it is kept nowhere")
  func signOut() async throws {
    let rig = try await ShelfRig()
    let front = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    _ = try await shelf.covers.picture(cover(rig, width: 300))
    front.hold(.shelfMediaCover)
    let late = try await cover(rig, width: 100)
    let call = Task { try? await shelf.covers.picture(late) }
    await front.isHolding()
    try await shelf.account.signOut(pending: .keep)
    front.letGo()
    _ = await call.value
    #expect(rig.files.contents.keys.count { $0.contains("/covers/") } == 0)
    #expect(try await failure { try await shelf.covers.picture(late) }.kind == .signedOut)
  }
}
