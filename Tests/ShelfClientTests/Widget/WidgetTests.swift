import MediaCore
import MediaTesting
import ShelfClient
import ShelfTesting
import Testing

@Suite("A widget beside the app")
struct WidgetTests {
  @Test("shows Latest, progress, up next and the tree without a request, with what the app has not sent yet")
  func widget() async throws {
    let test = try await TestShelf.signedIn()
    let shelf = test.shelf
    try await shelf.queueStore.refresh()
    let latest = try await shelf.queueStore.current().entries
    let id = try #require(latest.first?.id)
    test.faults.isDown = true
    _ = try await shelf.progressStore.setPosition(id, to: 61)
    await shelf.client.accounts.save()
    let sent = test.server.requests.count

    let widget = ShelfService(reading: .fake, environment: test.environment)
    #expect(try await widget.client.session.status() == shelf.client.session.status())
    #expect(try await widget.queueStore.current().entries.map(\.id) == latest.map(\.id))
    #expect(try await widget.progressStore.progress(of: id)?.position == 61)
    #expect(try await widget.upNext.entries() == shelf.upNext.entries())
    #expect(try await widget.queue.open().count == 1)
    #expect(try await BrowseTree(shelf: widget).kept(.root) == BrowseTree(shelf: shelf).kept(.root))
    #expect(test.server.requests.count == sent)

    // The app sends its change later.
    test.faults.isDown = false
    await shelf.progressStore.flush()
    #expect(try await shelf.queue.open().isEmpty)
    #expect(try await ShelfService(reading: .fake, environment: test.environment).queue.open().isEmpty)
  }

  @Test("asks nothing and renews nothing when its store is refreshed")
  func silent() async throws {
    let test = try await TestShelf.signedIn()
    try await test.shelf.queueStore.refresh()
    let widget = ShelfService(reading: .fake, environment: test.environment)
    let (sent, before) = (test.server.requests.count, try await test.shelf.client.session.status())
    var failure: ClientError?
    do throws(ClientError) { try await widget.queueStore.refresh() } catch { failure = error }
    #expect(failure?.kind == .unreachable)
    #expect(test.server.requests.count == sent)
    #expect(try await test.shelf.client.session.status() == before)
  }
}
