import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

/// Rules for every store of every service when a second process uses the folder.
@Suite("The contract of processes")
struct ProcessContractTests {
  /// A second process, whose random ids are its own.
  private func environment(_ world: World) -> ClientEnvironment {
    .manual(clock: world.clock, seed: 77, files: world.files, secrets: world.secrets)
  }

  @Test(
    "a reader in another process shows what the store shows, also what is written later after a signal, and changes no byte",
    arguments: StoreCase.changing)
  func reader(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let store = try launch.store(one.store)
    world.faults.isDown = true
    _ = try await store.change?()
    await launch.queue.settled()
    await launch.accounts.save()
    let before = world.files.memory.contents
    let reader = try world.launch(in: environment(world).reading())
    #expect(try await reader.store(one.store).read() == store.read())
    #expect(world.files.memory.contents == before)
    world.faults.isDown = false
    await launch.queue.flush()
    _ = try await store.otherChange?()
    await launch.queue.settled()
    await launch.accounts.save()
    await reader.accounts.folderChanged()
    #expect(try await reader.store(one.store).read() == store.read())
    try await launch.signOut(.keep)
    await reader.accounts.folderChanged()
    let left = try? await reader.store(one.store).read()
    if one.service.hasAccounts { #expect(left == nil || left == "") }
  }

  @Test(
    "a change from another process shows there at once, and in the app once it takes it over, and is sent once",
    arguments: StoreCase.changing)
  func change(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let store = try launch.store(one.store)
    let untouched = try await store.read()
    let before = world.files.memory.contents
    let second = try world.launch(in: environment(world).extending())
    let change: Submission?
    do { change = try await second.store(one.store).change?() } catch {
      // Data of this device alone belongs to the app: the change is refused, and nothing of it is left.
      #expect((error as? any ClientErrorHolder)?.clientError.detail == "inUse", "\(error)")
      #expect(world.files.memory.contents == before)
      return
    }
    let shown = try await second.store(one.store).read()
    #expect(shown != untouched)
    #expect(try await store.read() == untouched)
    world.faults.isDown = true
    await launch.accounts.folderChanged()
    #expect(try await store.read() == shown)
    // The app of a Hub makes the change in its own data, without the server.
    if one.service.name != "hub" { #expect(try await launch.queue.open().map(\.id) == [try #require(change).id]) }
    await launch.queue.settled()
    world.faults.isDown = false
    await launch.queue.flush()
    #expect(await change?.outcome() == .synced)
    #expect(try await launch.queue.open().isEmpty)
    #expect(!world.files.memory.contents.keys.contains { $0.contains("/inbox/") })
    await second.accounts.folderChanged()
    #expect(try await second.queue.open().isEmpty)
  }

  @Test("a full disk refuses a change from another process, and nothing of it is left", arguments: StoreCase.changing)
  func fullDisk(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let second = try world.launch(in: environment(world).extending())
    let store = try second.store(one.store)
    let before = try await store.read()
    world.files.isFull = true
    let files = world.files.memory.contents
    let error = await #expect(throws: (any Error).self) { try await store.change?() }
    #expect((error as? any ClientErrorHolder)?.clientError.kind == .storage)
    #expect(try await store.read() == before && world.files.memory.contents == files)
    withExtendedLifetime(launch) {}
  }
}
