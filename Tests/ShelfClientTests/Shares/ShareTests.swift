import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Public shares")
struct ShareTests {
  private func rig(isDownloadable: Bool = false) async throws -> ShelfRig {
    var world = ShelfWorld.sample
    let item = try #require(world.itemID(titled: "The Salt Clock"))
    world.share(item, slug: "summer", isDownloadable: isDownloadable)
    return try await ShelfRig(world: world, as: nil)
  }

  @Test("are heard without an account, and keep their place")
  func listening() async throws {
    let rig = try await rig()
    let share = try await rig.shelf.shares.open("summer")
    #expect(share.slug == "summer")
    #expect(share.value["playbackSession"]?["displayTitle"]?.string == "The Salt Clock")
    let part = try await rig.shelf.shares.track(2, of: share, range: 10..<20)
    let whole = try await rig.shelf.shares.track(2, of: share)
    #expect(part == whole.subdata(in: 10..<20))
    #expect(try await !rig.shelf.shares.cover(of: share).isEmpty)
    try await rig.shelf.shares.saveProgress(90.5, of: share)
    #expect(rig.server.sharePositions == [90.5])
    let later = try await rig.shelf.shares.open("summer", at: 600)
    #expect(later.value["playbackSession"]?["currentTime"]?.double == 600)
    #expect(rig.server.sharePositions == [90.5, 600])
    #expect(try await failure { try await rig.shelf.shares.track(9, of: share) }.kind == .notFound)
  }

  @Test("are downloaded only where they may be")
  func downloading() async throws {
    let closed = try await rig()
    let share = try await closed.shelf.shares.open("summer")
    #expect(try await failure { try await closed.shelf.shares.download(share) }.kind == .forbidden)
    let open = try await rig(isDownloadable: true)
    let other = try await open.shelf.shares.open("summer")
    #expect(try await !open.shelf.shares.download(other).isEmpty)
  }

  @Test("need their own cookie, which goes nowhere else, and carry no sign-in")
  func cookies() async throws {
    var world = ShelfWorld.sample
    world.share(try #require(world.itemID(titled: "Field Notes")), slug: "notes")
    let network = Interceptor(FakeShelfServer(world: world).transport)
    let shelf = ShelfService(server: .fake, transport: network, environment: .manual())
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    let share = try await shelf.shares.open("notes")
    try await shelf.shares.saveProgress(5, of: share)
    _ = try await shelf.libraries.all()
    let cookies = network.requests.map { $0.fields["Cookie"] != nil }
    #expect(cookies.suffix(3) == [false, true, false])
    let signed = network.requests.map { $0.fields["Authorization"] != nil }
    #expect(signed.suffix(3) == [false, false, true])
    let stranger = OpenShare(slug: "notes", value: [:], cookies: Secret("share_session_id=other"))
    #expect(try await failure { try await shelf.shares.track(1, of: stranger) }.kind == .notFound)
    #expect("\(share)".contains("share_session_id") == false)
  }

  @Test("that have ended time out soon at a track, with one request, and are not found when they are opened again")
  func ended() async throws {
    let rig = try await ShelfRig(instant: false)
    let item = try await rig.shelf.items.item(rig.item("The Salt Clock"))
    let book = try #require(item.media.book?.id)
    let end = rig.clock.now() + 60
    _ = try await rig.shelf.publishing.share(book: book, as: "tides", until: end, isDownloadable: false)
    let share = try await rig.shelf.shares.open("tides")
    #expect(try await !rig.shelf.shares.track(1, of: share, range: 0..<10).isEmpty)
    await rig.clock.advance(by: .seconds(61))
    let before = rig.count(.shelfSharesTrack)
    let outcome = Locked<ClientError?>(nil)
    let call = Task {
      let error = try await failure { try await rig.shelf.shares.track(1, of: share) }
      outcome.withLock { $0 = error }
    }
    #expect(await eventually { rig.count(.shelfSharesTrack) > before })
    for _ in 0..<30 {
      await rig.clock.advance(by: .seconds(1))
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(await eventually { outcome.withLock { $0 } != nil })
    #expect(outcome.withLock { $0?.kind } == .timedOut)
    #expect(rig.count(.shelfSharesTrack) == before + 1)
    call.cancel()
    #expect(try await failure { try await rig.shelf.shares.open("tides") }.kind == .notFound)
  }

  @Test("that do not exist or make no sense are refused")
  func refusals() async throws {
    let rig = try await rig()
    #expect(try await failure { try await rig.shelf.shares.open("winter") }.kind == .notFound)
    let before = rig.server.requests.count
    #expect(try await failure { try await rig.shelf.shares.open("a/../b") }.kind == .invalidRequest)
    #expect(try await failure { try await rig.shelf.shares.open("summer", at: .nan) }.kind == .invalidRequest)
    let share = OpenShare(slug: "summer", value: [:], cookies: Secret(""))
    #expect(try await failure { try await rig.shelf.shares.saveProgress(-1, of: share) }.kind == .invalidRequest)
    #expect(rig.server.requests.count == before)
  }
}
