import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// A proxy in front of the server answers requests in the server's place, with plain text instead of an HTML page.
@Suite("Changes while a proxy refuses in the server's place")
struct ForeignRefusalTests {
  private struct World {
    let rig: ShelfRig
    /// The proxy's answer to every request; nil if the proxy passes requests to the server.
    let front: Locked<HTTPResponse?>

    init(instant: Bool = false) async throws {
      let front = Locked<HTTPResponse?>(nil)
      self.front = front
      // Without `instant`, the clock stands still, so the queue sends changes only when the test flushes it.
      rig = try await ShelfRig(
        instant: instant,
        through: { base in
          ClosureTransport { request in
            if let answer = front.withLock({ $0 }) { return answer }
            return try await base.send(request)
          }
        })
    }

    func set(_ answer: HTTPResponse?) { front.withLock { $0 = answer } }

    /// Checks that a new position waits in the queue while the proxy refuses it, and is sent once the proxy passes requests to the server.
    func keepsChange(of book: PlayableID) async throws {
      let (store, queue) = (rig.shelf.progressStore, rig.shelf.queue)
      try await store.setPosition(book, to: 90, duration: 5401)
      await store.flush()
      #expect(try await queue.refused().isEmpty)
      #expect(try await queue.open().count == 1)
      set(nil)
      await store.flush()
      #expect(rig.stored(book)?["currentTime"]?.double == 90)
      #expect(try await queue.open().isEmpty)
    }
  }

  @Test(
    "a stopped server loses neither the place that is kept nor the change that waits",
    arguments: ["404 page not found\n", "default backend - 404"])
  func stopped(_ words: String) async throws {
    let world = try await World()
    let rig = world.rig
    let (book, store) = (try rig.book(), rig.shelf.progressStore)
    try await rig.shelf.progress.update(book, .position(60, duration: 5401))
    try await store.refresh()
    world.set(.text(words, status: 404))
    #expect(try await failure { try await store.refresh(book) }.kind == .notFound)
    #expect(try await store.progress(of: book)?.position == 60)
    try await world.keepsChange(of: book)
  }

  @MainActor
  @Test("a book that a proxy forbids with a text is kept, and not shown as removed")
  func forbiddenItem() async throws {
    let world = try await World(instant: true)
    let model = ItemViewModel(shelf: world.rig.shelf, item: try world.rig.item("The Salt Clock"))
    model.load()
    await model.settled()
    world.set(.text("Forbidden", status: 403))
    await model.refreshAndWait()
    #expect(model.state.error?.kind == .wrongServer)
    #expect(!model.state.isGone && model.state.item.value != nil)
  }

  @Test("a proxy that forbids everything, as outside of the home network, refuses no change")
  func forbidden() async throws {
    let world = try await World()
    let book = try world.rig.book()
    world.set(.text("Forbidden", status: 403))
    try await world.keepsChange(of: book)
  }

  @Test("a download waits while everything is forbidden, and fails if the file alone is", arguments: [true, false])
  func download(isEverything: Bool) async throws {
    let isForbidden = Locked(false)
    let rig = try await DownloadRig { request, server in
      let isConcerned = isEverything || request.operation == .shelfMediaDownloadFile
      if isConcerned, isForbidden.withLock({ $0 }) { return .text("Access denied", status: 403) }
      return try await server.send(request)
    }
    let id = try rig.book(1)
    isForbidden.withLock { $0 = true }
    try await rig.shelf.downloads.download(id)
    await rig.shelf.downloads.settled()
    switch try await rig.phase(id) {
    case .waiting(let error):
      #expect(isEverything)
      #expect(error.kind == .wrongServer && error.serverMessage == nil)
    case .failed(let error):
      #expect(!isEverything)
      #expect(error.kind == .forbidden && error.serverMessage == "Access denied")
    case let phase: Issue.record("\(String(describing: phase))")
    }
    isForbidden.withLock { $0 = false }
    let again = try await rig.relaunched()
    await again.downloads.start()
    await again.downloads.settled()
    #expect((try await rig.phase(id, by: again) == .complete) == isEverything)
  }
}
