import Foundation
import MediaCore
import MediaTesting
import ShelfTesting
import Testing

@testable import ShelfClient

extension AttackedService {
  static let shelf = AttackedService(
    name: "shelf", sources: "ShelfClient", prefixes: ["shelf."],
    makeServer: { clock in
      var world = ShelfWorld.sample
      world.enableOpenID()
      world.itemID(titled: "The Salt Clock").map { world.share($0, slug: AttackedShelf.share, isDownloadable: true) }
      return FakeShelfServer(world: world, settings: FakeShelfServer.Settings(rateLimit: .max), clock: clock).transport
    }, launch: { try AttackedLaunch(shelf: $0) },
    leftOut: [
      .shelfAccountRefresh: "sent by itself when the token ends, which it does not here",
      .shelfAccountConfirm: "sent by itself before a refused sign-in without a refresh token ends",
    ])
}

/// The service and the things of the sample world that its calls are about.
struct AttackedShelf: Sendable {
  let shelf: ShelfService
  let clock: ManualClock
  let books: String
  let podcasts: String
  let salt: PlayableID
  let notes: PlayableID
  let signals: String
  let episodes: [PlayableID]

  init(_ parts: AttackedLaunch.Parts) throws {
    let world = ShelfWorld.sample
    func item(_ title: String) throws -> String { try #require(world.itemID(titled: title)) }
    shelf = ShelfService(server: .fake, transport: parts.transport, environment: parts.environment)
    clock = parts.clock
    (books, podcasts) = (world.libraryIDs[0], world.libraryIDs[1])
    (salt, notes) = (
      PlayableID(libraryItemId: try item("The Salt Clock")), PlayableID(libraryItemId: try item("Field Notes"))
    )
    let signals = try item("Night Signals")
    self.signals = signals
    episodes = world.episodeIDs(of: signals).map { PlayableID(libraryItemId: signals, episodeId: $0) }
  }

  /// - Returns: whether the server has what the call asks for.
  @discardableResult
  func found(_ call: () async throws -> Void) async throws -> Bool {
    do { try await call() } catch let error as ClientError where error.kind == .notFound { return false }
    return true
  }
}

extension AttackedLaunch {
  fileprivate init(shelf parts: Parts) throws {
    let attacked = try AttackedShelf(parts)
    let shelf = attacked.shelf
    self.init(
      client: shelf.client, queue: shelf.queue,
      signIn: { try await shelf.account.signIn(username: "ada", password: "correct horse") },
      signOut: { try await shelf.account.signOut(pending: $0) },
      secrets: { ["correct horse", try await shelf.client.session.refreshToken()?.reveal()].compactMap { $0 } },
      marker: "Radio on the Roof",
      calls: attacked.account + attacked.browsing + attacked.lists + attacked.progress + attacked.playback
        + attacked.media + attacked.listening + attacked.stores + attacked.listStores + attacked.sharing
        + attacked.managing + attacked.screens,
      settle: { await attacked.settle() }, shown: { try await attacked.shown() })
  }
}

extension AttackedShelf {
  fileprivate func settle() async {
    await shelf.queue.flush()
    await shelf.queue.settled()
    _ = try? await shelf.progressStore.all()
    _ = try? await shelf.progressStore.conflicts()
    _ = try? await shelf.queueStore.current()
    _ = try? await shelf.upNext.entries()
    _ = try? await shelf.playedItems.all()
    _ = try? await shelf.downloads.all()
    _ = try? await shelf.covers.usedBytes()
    _ = try? await BrowseTree(shelf: shelf).kept(.root)
    await loadScreens()
  }

  @MainActor
  private func loadScreens() async {
    let (latest, settings) = (LatestViewModel(shelf: shelf), ShelfSettingsViewModel(shelf: shelf))
    latest.load()
    settings.load()
    await latest.settled()
    await settings.settled()
    _ = (latest.state.entries.value ?? []).map { "\($0.progress?.fraction ?? 0)" }
  }

  fileprivate func shown() async throws -> String {
    let queue = try await shelf.queueStore.current().visible.map {
      "\($0.title) \($0.author) \($0.duration ?? 0) \($0.publishedAt?.milliseconds ?? 0)"
    }
    // Skip items at the start: without a record they look the same.
    let known = try await shelf.progressStore.all().values.filter { $0.fraction > 0 }.map {
      "\($0.id) \($0.position) \($0.duration ?? 0) \($0.fraction) \($0.isFinished)"
    }
    let stored = ((try? await shelf.progress.all()) ?? []).filter { !$0.isUnplayed }.map {
      "\($0.playableID?.description ?? "") \($0.currentTime ?? 0) \($0.duration ?? 0) \($0.progress ?? 0) \($0.isFinished)"
    }
    return (queue + known.sorted() + stored.sorted()).joined(separator: "\n")
  }
}
