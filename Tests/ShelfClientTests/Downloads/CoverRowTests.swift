import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Covers of rows without a network")
struct CoverRowTests {
  @Test("rows of books, series, episodes and authors carry what the store of covers takes")
  func rows() async throws {
    let rig = try await ShelfRig()
    let item = try await rig.shelf.items.item(rig.item("The Salt Clock"))
    let row = try await rig.shelf.lists.rows.row(item)
    #expect(row.artwork == item.artwork(width: RowMaker.coverWidth))
    let podcast = try await rig.shelf.items.item(rig.item("Night Signals"))
    let episode = try #require(try await rig.shelf.lists.rows.episodes(of: podcast).first)
    #expect(episode.artwork?.subject == .item(podcast.id))
    let series = try #require(
      try await rig.shelf.series.page(0, in: rig.books, limit: 5, sort: nil, descending: false, filter: nil).items.first
    )
    #expect(try await rig.shelf.lists.rows.row(series).artwork != nil)
    let bare = try await rig.shelf.items.item(rig.item("Field Notes"))
    #expect(try await rig.shelf.lists.rows.row(bare).artwork == nil)
  }

  @Test("only addresses of covers and authors' pictures have an artwork")
  func addresses() throws {
    func artwork(_ text: String) -> Artwork? { URL(string: text).flatMap(Artwork.init(url:)) }
    #expect(
      artwork("https://nas/abs/api/items/a1/cover?width=400&format=jpeg&ts=1500")
        == Artwork(.item("a1"), updatedAt: Date(timeIntervalSince1970: 1.5), width: 400))
    #expect(artwork("https://nas/api/authors/b2/image") == Artwork(.author("b2"), updatedAt: nil))
    for other in [
      "https://nas/api/items/a1/file/7", "https://nas/items/a1/cover", "https://nas/api/items/cover",
      "https://nas/api/authors/b2/cover",
    ] {
      #expect(artwork(other) == nil)
    }
  }

  @Test(
    "a picture loader with the store shows a row's cover after a relaunch without a network, in whichever size it has")
  func offline() async throws {
    let rig = try await ShelfRig()
    let item = try await rig.shelf.items.item(rig.item("The Salt Clock"))
    let url = try #require(try await rig.shelf.lists.rows.row(item).coverURL)
    let elsewhere = ClosureTransport { _ in HTTPResponse(status: 404) }
    func loader(_ shelf: ShelfService) -> PictureLoader {
      PictureLoader(client: shelf.client, elsewhere: elsewhere, capacity: 0, keptIn: shelf.covers)
    }
    let pictures = loader(rig.shelf)
    let first = try await pictures.picture(at: url)
    _ = try await pictures.picture(at: url)
    #expect(rig.count(.shelfMediaCover) == 1)
    rig.network.isDown = true
    let again = loader(rig.relaunched())
    #expect(try await again.picture(at: url) == first)
    let wider = try #require(URL(string: url.absoluteString.replacingOccurrences(of: "width=400", with: "width=900")))
    #expect(try await again.picture(at: wider) == first)
    // Another server's cover of the same form is not this server's.
    let foreign = try #require(URL(string: "https://elsewhere.example/api/items/\(item.id)/cover"))
    let error = try await failure { try await again.picture(at: foreign) }
    #expect(error.kind == .notFound && elsewhere.requests.count == 1)
  }

  @Test(
    "covers stay after a relaunch without a network when the server was found at the other default port",
    arguments: ["192.168.1.5", "http://books.example"])
  func otherDefaultPort(typed: String) async throws {
    let rig = try await ShelfRig(address: try ServerAddress(typed)) { OtherScheme(base: $0) }
    let item = try await rig.shelf.items.item(rig.item("The Salt Clock"))
    let url = try #require(try await rig.shelf.lists.rows.row(item).coverURL)
    #expect(url.scheme == (typed.hasPrefix("http") ? "https" : "http") && url.port == nil)
    let first = try #require(try await rig.shelf.covers.picture(at: url))
    rig.network.isDown = true
    #expect(try await rig.relaunched().covers.picture(at: url) == first)
    for port in [8080, 13378] {
      var parts = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
      parts.port = port
      #expect(try await rig.relaunched().covers.picture(at: try #require(parts.url)) == nil)
    }
  }

  @Test("a download brings its cover along")
  func downloaded() async throws {
    let rig = try await DownloadRig()
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    rig.rig.network.isDown = true
    let again = try await rig.relaunched()
    let url = try #require(try await again.downloads.download(of: rig.book)?.coverURL)
    #expect(try await again.covers.picture(at: url) != nil)
  }
}

/// Answers only plain http at an IP address. At a host name, redirects from http to https.
private struct OtherScheme: Transport {
  let base: any Transport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let url = request.url.absoluteString
    if url.hasPrefix("https://192.168.1.5") { throw TransportFailure.unreachable(.refused) }
    var response = try await base.send(request)
    if url.hasPrefix("http://books.example") { response.url = URL(string: "https" + url.dropFirst(4)) }
    return response
  }
}
