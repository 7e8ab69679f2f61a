import MediaCore
import MediaTesting
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("The size of answers")
struct AnswerSizeTests {
  @Test("lists, items, feeds, searches and progress may be as large as in real libraries: a collection has 21 MB")
  func wholeItems() async throws {
    let clock = ManualClock(passing: .everything)
    let transport = Interceptor(FakeShelfServer(clock: clock).transport)
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual(clock: clock))
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    let books = try #require(try await shelf.libraries.all().first { $0.mediaType == .book }?.id)
    let items = try await shelf.libraries.page(0, of: ItemQuery(), in: books, limit: 20).items
    let book = try #require(items.first { ($0.media.book?.numTracks ?? 0) > 0 }?.id)
    let before = transport.requests.count
    _ = try await shelf.account.authorize()
    _ = try await shelf.account.me()
    _ = try await shelf.progress.all()
    _ = try await shelf.items.item(book, episode: nil)
    _ = try await shelf.items.plainItem(book)
    _ = try await shelf.publishing.published(book)
    _ = try await shelf.items.items([book])
    let session = try await shelf.playback.start(PlayableID(libraryItemId: book), options: PlayOptions())
    _ = try await shelf.playback.session(session.id)
    for library in try await shelf.libraries.all() {
      _ = try await shelf.collections.page(0, in: library.id, limit: 10)
      _ = try await shelf.playlists.page(0, in: library.id, limit: 10)
    }
    _ = try await shelf.search.results(for: "salt", in: books)
    _ = try await shelf.libraries.items(in: books, sort: .random).all()
    _ = try await shelf.series.all(in: books, sort: .random).all()
    for list in try await shelf.collections.all() { _ = try await shelf.collections.collection(list.id) }
    for list in try await shelf.playlists.all() { _ = try await shelf.playlists.playlist(list.id) }
    let large = transport.requests.dropFirst(before).filter { $0.operation != .shelfLibrariesAll }
    #expect(large.count >= 12)
    for request in large { #expect(request.maximumResponseBytes == 128 << 20, "\(request.operation)") }
  }

  @Test("an answer with many items may take minutes")
  func manyItems() async throws {
    let clock = ManualClock()
    let isSlow = Locked(false)
    let fake = FakeShelfServer(clock: clock)
    let transport = ClosureTransport { request in
      if isSlow.withLock({ $0 }) { try await clock.sleep(for: .seconds(100)) }
      return try await fake.transport.send(request)
    }
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual(clock: clock))
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    let books = try #require(try await shelf.libraries.all().first { $0.mediaType == .book }?.id)
    let ids = try await shelf.libraries.page(0, of: ItemQuery(), in: books, limit: 2).items.map(\.id)
    isSlow.withLock { $0 = true }
    async let items = shelf.items.items(ids)
    async let progress = shelf.progress.all()
    async let me = shelf.account.me()
    await clock.sleepers(atLeast: 3)
    await clock.advance(by: .seconds(101))
    #expect(try await items.count == ids.count)
    _ = try await progress
    #expect(try await me.username == "ada")
  }
}
