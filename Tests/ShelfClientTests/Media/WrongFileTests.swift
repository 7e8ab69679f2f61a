import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// Answers with status 200 that are not the file.
@Suite("Answers in a file's place")
struct WrongFileTests {
  static let impostors: [HTTPResponse] = [
    .loginPage, answer("text/html", "<html>x</html>", ["Accept-Ranges": "bytes"]),
    answer("image/jpeg", "<!doctype html><html></html>"), answer("audio/mpeg", "\n <html></html>"),
    answer("application/json", "{\"error\": \"no\"}"), answer(nil, "{\"error\": \"no\"}"),
    answer("text/plain", "not here, not now"), answer("audio/mpeg", "not here, not now"),
    answer("audio/mpeg", ""), HTTPResponse(status: 204), answer("multipart/byteranges", "--x"),
  ]

  static func answer(_ type: String?, _ text: String, _ more: HTTPFields = [:]) -> HTTPResponse {
    var fields = more
    fields["Content-Type"] = type
    return HTTPResponse(status: 200, fields: fields, body: Data(text.utf8))
  }

  @Test("are no cover, no author's picture, no track and no ebook", arguments: impostors.indices)
  func refused(_ index: Int) async throws {
    let transport = FakeTransport()
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual())
    let share = OpenShare(slug: "a", value: [:], cookies: Secret("x"))
    let calls: [(OperationID, () async throws -> Data)] = [
      (.shelfMediaCover, { try await shelf.media.cover(of: "a", width: nil) }),
      (.shelfAuthorsImage, { try await shelf.authors.image(of: "a", width: nil) }),
      (.shelfMediaTrack, { try await shelf.media.track(1, of: "a", range: nil) }),
      (.shelfMediaSegment, { try await shelf.media.segment("output-0.ts", of: "a") }),
      (.shelfSharesTrack, { try await shelf.shares.track(1, of: share) }),
      (.shelfSharesCover, { try await shelf.shares.cover(of: share) }),
      (.shelfSharesDownload, { try await shelf.shares.download(share) }),
    ]
    for (operation, call) in calls {
      transport.answer(operation, with: Self.impostors[index])
      let error = try await failure(call)
      #expect([.wrongServer, .undecodable].contains(error.kind), "\(operation)")
      #expect(error.detail != nil, "\(operation)")
    }
  }

  @Test("an ebook is no text; a file of a folder can be")
  func ebooks() async throws {
    let rig = try await ShelfRig()
    let front = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    front.answer = Self.answer("text/plain", "not here, not now")
    #expect(try await failure { try await shelf.media.ebook(of: "a") }.detail == ShelfDetail.notTheFile)
    #expect(try await shelf.media.file("1", of: "a").count == 17)
    let error = try await failure {
      try await shelf.media.stream(.track(1, session: "a"), range: nil, of: nil) { _ in }
    }
    #expect(error.detail == ShelfDetail.notTheFile)
  }

  @Test("a body shorter than its announced length is no whole file")
  func short() async throws {
    let transport = FakeTransport()
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual())
    let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 40))
    for (length, isTaken) in [("44", true), ("45", false)] {
      transport.answer(
        .shelfMediaCover,
        with: HTTPResponse(
          status: 200, fields: ["Content-Type": "image/jpeg", "Content-Length": length], body: jpeg))
      let picture = try? await shelf.media.cover(of: "a", width: nil)
      #expect((picture != nil) == isTaken)
    }
  }

  @Test("sound, a film and the first three bytes of a picture are no cover, whatever the media type")
  func noPictures() async throws {
    let transport = FakeTransport()
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual())
    let film = Data([0, 0, 0, 0x1C] + Array("ftypisom".utf8) + [UInt8](repeating: 0, count: 40))
    for body in [Data([0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 96)), film, Data([0xFF, 0xD8, 0xFF])] {
      transport.answer(
        .shelfMediaCover, with: HTTPResponse(status: 200, fields: ["Content-Type": "image/jpeg"], body: body))
      #expect(
        try await failure { try await shelf.media.cover(of: "a", width: nil) }.detail == ShelfDetail.notTheFile)
    }
  }

  @Test(
    "a page is not kept as a cover; the picture before it stays, and one kept by an earlier version is asked for again")
  func covers() async throws {
    let rig = try await ShelfRig()
    let front = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    let cover = try #require(try await shelf.items.item(rig.item("The Salt Clock")).artwork(width: 200))
    front.answer = Self.answer("image/jpeg", "<!doctype html><html></html>")
    #expect(try await failure { try await shelf.covers.picture(cover) }.kind == .wrongServer)
    #expect(rig.files.contents.keys.count { $0.contains("/covers/") } == 0)
    front.answer = nil
    let picture = try await shelf.covers.picture(cover)
    let file = try #require(rig.files.contents.keys.first { $0.contains("/covers/") })
    // Earlier versions could store a proxy's page as a picture: put one of the same length in its place.
    try rig.files.replace(file, with: Data("<html>".utf8) + Data(repeating: 0x20, count: picture.count - 6))
    #expect(await shelf.covers.placeholder(for: cover) == nil)
    #expect(try await shelf.covers.picture(cover) == picture)
    #expect(rig.files.contents[file] == picture)
  }

  @Test("a picture without a version stays when a page answers in its place")
  func stale() async throws {
    let rig = try await ShelfRig()
    let front = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    let cover = Artwork(.item(try rig.item("The Salt Clock")), updatedAt: nil, width: 200)
    let picture = try await shelf.covers.picture(cover)
    await rig.clock.advance(by: .seconds(100_000))
    front.answer = .loginPage
    #expect(try await shelf.covers.picture(cover) == picture)
  }
}
