import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Bookmarks")
struct BookmarkTests {
  @Test("are made, listed, retitled and removed at their exact time")
  func life() async throws {
    let rig = try await ShelfRig()
    let bookmarks = rig.shelf.bookmarks
    let salt = try rig.item("The Salt Clock")
    let notes = try rig.item("Field Notes")
    let made = try await bookmarks.create("帰り道 🏮", at: 4500.25, in: salt)
    #expect(made.time == 4500.25)
    #expect(made.title == "帰り道 🏮")
    #expect(made.libraryItemId == salt)
    #expect(made.createdAt == rig.clock.now())
    try await bookmarks.create("Opening", at: 12, in: salt)
    try await bookmarks.create("Elsewhere", at: 30, in: notes)
    #expect(Set(try await bookmarks.all().map(\.title)) == ["帰り道 🏮", "Opening", "Elsewhere"])
    #expect(try await bookmarks.bookmarks(of: notes).map(\.time) == [30])

    #expect(try await bookmarks.retitle("The beginning", at: 12, in: salt).title == "The beginning")
    #expect(try await bookmarks.create("Again", at: 12, in: salt).title == "Again")
    #expect(Set(try await bookmarks.bookmarks(of: salt).map(\.title)) == ["帰り道 🏮", "Again"])

    try await bookmarks.remove(made)
    #expect(rig.server.requests.last?.path == "/api/me/item/\(salt)/bookmark/4500.25")
    #expect(try await bookmarks.bookmarks(of: salt).map(\.time) == [12])
  }

  @Test("keep every digit of a time on the way", arguments: [12, 0.1 + 0.2, 1925.5, 86399.999999, 1e-7, 123456.000001])
  func exactTimes(time: Double) async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    #expect(try await rig.shelf.bookmarks.create("x", at: time, in: salt).time == time)
    try await rig.shelf.bookmarks.remove(at: time, in: salt)
    #expect(try await rig.shelf.bookmarks.all() == [])
  }

  @Test("fail with the server's words")
  func refusals() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    let untitled = try await failure { try await rig.shelf.bookmarks.create("", at: 1, in: salt) }
    #expect(untitled.kind == .invalidRequest)
    #expect(untitled.serverMessage == "Invalid title")
    let other = try await failure { try await rig.shelf.bookmarks.retitle("x", at: 7, in: salt) }
    #expect(other.kind == .notFound)
    #expect(try await failure { try await rig.shelf.bookmarks.remove(at: 7, in: salt) }.kind == .notFound)
    #expect(try await failure { try await rig.shelf.bookmarks.bookmarks(of: "nothing") }.kind == .notFound)
  }

  @Test("need a time that is a number, before anything is sent", arguments: [Double.nan, .infinity, -.infinity])
  func noNumber(time: Double) async throws {
    let rig = try await ShelfRig()
    let before = rig.server.requests.count
    let salt = try rig.item("The Salt Clock")
    #expect(try await failure { try await rig.shelf.bookmarks.create("x", at: time, in: salt) }.kind == .invalidRequest)
    #expect(
      try await failure { try await rig.shelf.bookmarks.retitle("x", at: time, in: salt) }.kind == .invalidRequest)
    #expect(try await failure { try await rig.shelf.bookmarks.remove(at: time, in: salt) }.kind == .invalidRequest)
    #expect(rig.server.requests.count == before)
  }

  @Test("are repeated after a lost answer, and are made once")
  func lostAnswer() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    rig.network.fail(.shelfBookmarksCreate, with: .replyLost)
    try await rig.shelf.bookmarks.create("x", at: 5, in: salt)
    #expect(rig.count(.shelfBookmarksCreate) == 2)
    #expect(try await rig.shelf.bookmarks.all().count == 1)
  }

  @Test("of a server without their routes come from the account")
  func oldServer() async throws {
    let rig = try await ShelfRig(settings: .init(legacyTokensOnly: true))
    let salt = try rig.item("The Salt Clock")
    try await rig.shelf.bookmarks.create("here", at: 5, in: salt)
    try await rig.shelf.bookmarks.create("there", at: 6, in: try rig.item("Field Notes"))
    #expect(Set(try await rig.shelf.bookmarks.all().map(\.title)) == ["here", "there"])
    #expect(try await rig.shelf.bookmarks.bookmarks(of: salt).map(\.title) == ["here"])
  }
}
