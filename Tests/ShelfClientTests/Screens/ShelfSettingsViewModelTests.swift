import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@MainActor
@Suite("The Settings and Logs tabs")
struct ShelfSettingsViewModelTests {
  @Test("shows the bytes of the kept covers, and removes them")
  func pictures() async throws {
    let rig = try await ShelfRig()
    let item = try await rig.shelf.items.item(try rig.item("The Salt Clock"))
    _ = try await rig.shelf.covers.picture(try #require(item.artwork()))
    let settings = ShelfSettingsViewModel(shelf: rig.shelf)
    settings.load()
    await settings.settled()
    #expect(settings.state.pictureBytes > 0)
    settings.removePictures()
    await settings.settled()
    #expect(settings.state.pictureBytes == 0 && settings.state.notice == nil)
    #expect(try await rig.shelf.covers.usedBytes() == 0)
  }

  @Test("show server, user, versions and the source")
  func about() async throws {
    let rig = try await ShelfRig()
    let source = try #require(URL(string: "https://example.org/source"))
    let settings = ShelfSettingsViewModel(shelf: rig.shelf, sourceURL: source)
    settings.load()
    await settings.settled()
    #expect(settings.state.server == "https://server.test")
    #expect(settings.state.serverVersion == "2.36.0")
    #expect(settings.state.username == "ada")
    #expect(settings.state.isSignedIn)
    #expect(settings.state.clientVersion == ShelfClientInfo.version)
    #expect(settings.state.sourceURL == source)
    #expect(settings.state.pendingCount == 0)
  }

  @Test("without a network show the cached values and the waiting changes")
  func offline() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    try await rig.shelf.progressStore.setPosition(rig.book(), to: 90)
    await rig.shelf.progressStore.settled()
    let settings = ShelfSettingsViewModel(shelf: rig.shelf)
    settings.load()
    await settings.settled()
    #expect(settings.state.username == "ada")
    #expect(settings.state.serverVersion == nil)
    #expect(settings.state.pendingCount == 1)
    settings.signOut(pending: .keep)
    await settings.settled()
    #expect(settings.state.username == nil)
    #expect(!settings.state.isSignedIn)
    #expect(!settings.state.isSigningOut)
    #expect(settings.state.error == nil)
    #expect(try await rig.shelf.account.status() == .signedOut)
  }

  /// A settings screen that lists one conflict: 200 s here lost against 50 s of another device.
  private func conflicting() async throws -> (ShelfRig, ShelfSettingsViewModel) {
    let rig = try await ShelfRig()
    let (book, store) = (try rig.book(), rig.shelf.progressStore)
    let settings = ShelfSettingsViewModel(shelf: rig.shelf)
    await settings.loadAndWait()
    #expect(settings.state.conflicts == [])
    try await store.setPosition(book, to: 100, duration: 5401)
    await store.settled()
    rig.network.isDown = true
    await rig.clock.advance(by: .seconds(60))
    try await store.setPosition(book, to: 200, duration: 5401)
    await rig.clock.advance(by: .seconds(60))
    try await rig.device(as: "ada").progress.update(book, .position(50, duration: 5401))
    rig.network.isDown = false
    await store.flush()
    await settings.settled()
    return (rig, settings)
  }

  @Test("list a place that lost; undo brings it back and takes it off the list")
  func undo() async throws {
    let (rig, settings) = try await conflicting()
    #expect(settings.state.conflicts.map(\.lost.position) == [200])
    settings.undo(try #require(settings.state.conflicts.first))
    await settings.settled()
    #expect(settings.state.conflicts == [])
    #expect(rig.stored(try rig.book())?["currentTime"]?.double == 200)
  }

  @Test("dismiss takes a conflict off the list and leaves the place that counts; a sign-out shows none")
  func dismiss() async throws {
    let (rig, settings) = try await conflicting()
    settings.dismiss(try #require(settings.state.conflicts.first))
    await settings.settled()
    #expect(settings.state.conflicts == [])
    #expect(rig.stored(try rig.book())?["currentTime"]?.double == 50)
    let (_, second) = try await conflicting()
    second.signOut(pending: .keep)
    await second.settled()
    #expect(second.state.conflicts == [])
  }

  @Test("say that changes wait while they cannot be read, so that an app asks before a sign-out")
  func unreadable() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    try await rig.shelf.progressStore.setPosition(rig.book(), to: 90)
    await rig.shelf.progressStore.settled()
    let later = rig.relaunched()
    #expect(try await later.account.status() != .signedOut)
    rig.files.isLocked = true
    let settings = ShelfSettingsViewModel(shelf: later)
    settings.load()
    await settings.settled()
    #expect(settings.state.pendingCount == 1)
    rig.files.isLocked = false
    rig.network.isDown = false
    await later.progressStore.flush()
    settings.load()
    await settings.settled()
    #expect(settings.state.pendingCount == 0)
  }

  @Test("say when a sign-in ran out, and what was refused")
  func expired() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progressStore.setPosition(PlayableID(libraryItemId: "gone"), to: 90)
    await rig.shelf.progressStore.settled()
    rig.server.revokeAllTokens()
    #expect((try? await rig.shelf.account.me()) == nil)
    let settings = ShelfSettingsViewModel(shelf: rig.shelf)
    settings.load()
    await settings.settled()
    #expect(settings.state.username == "ada")
    #expect(settings.state.isExpired)
    #expect(!settings.state.isSignedIn)
    #expect(settings.state.refusedCount == 1)
  }

  @Test("list refused changes, to send again or discard")
  func refused() async throws {
    let rig = try await ShelfRig()
    let settings = ShelfSettingsViewModel(shelf: rig.shelf)
    settings.load()
    await settings.settled()
    #expect(settings.state.refused.isEmpty)
    let gone = PlayableID(libraryItemId: "gone")
    let refused = try await rig.shelf.progressStore.setPosition(gone, to: 90)
    _ = await refused.settled()
    await settings.refreshAndWait()
    #expect(settings.state.refused.map(\.id) == [refused.id])
    settings.retry(settings.state.refused[0])
    await settings.settled()
    #expect(settings.state.refused.map(\.id) == [refused.id])
    #expect(settings.state.refusedCount == 1)
    settings.discard(settings.state.refused[0])
    await settings.settled()
    #expect(settings.state.refused.isEmpty)
    #expect(try await rig.shelf.queue.refused().isEmpty)
    #expect(try await rig.shelf.progressStore.progress(of: gone) == nil)
  }

  @Test("keep refused changes on the screen while their file cannot be read")
  func refusedUnreadable() async throws {
    let rig = try await ShelfRig()
    _ = await (try rig.shelf.progressStore.setPosition(PlayableID(libraryItemId: "gone"), to: 90)).settled()
    let settings = ShelfSettingsViewModel(shelf: rig.relaunched())
    settings.load()
    await settings.settled()
    #expect(settings.state.refused.count == 1)
    settings.retry(settings.state.refused[0])
    rig.files.isLocked = true
    settings.load()
    await settings.settled()
    #expect(settings.state.refused.count == 1)
  }

  @Test("switch the log and its tab")
  func logSwitch() async throws {
    let rig = try await ShelfRig()
    let settings = ShelfSettingsViewModel(shelf: rig.shelf)
    settings.setShowsLogs(false)
    let before = rig.shelf.client.log.entries.count
    _ = try await rig.shelf.libraries.all()
    #expect(rig.shelf.client.log.entries.count == before)
    #expect(!settings.state.showsLogs)
    settings.setShowsLogs(true)
    _ = try await rig.shelf.account.me()
    #expect(rig.shelf.client.log.entries.count > before)
    #expect(settings.state.showsLogs)
  }

  @Test("the log is off at the first launch, and stays as it was left")
  func logsAtLaunch() async throws {
    let rig = try await ShelfRig()
    #expect(rig.shelf.client.log.entries == [])
    #expect(!ShelfSettingsViewModel(shelf: rig.shelf).state.showsLogs)
    ShelfSettingsViewModel(shelf: rig.shelf).setShowsLogs(true)
    #expect(ShelfSettingsViewModel(shelf: rig.relaunched()).state.showsLogs)
    ShelfSettingsViewModel(shelf: rig.relaunched()).setShowsLogs(false)
    let again = rig.relaunched()
    #expect(!ShelfSettingsViewModel(shelf: again).state.showsLogs)
    #expect(!again.client.log.isEnabled)
    rig.files.isLocked = true
    let locked = ShelfSettingsViewModel(shelf: again)
    locked.setShowsLogs(true)
    #expect(locked.state.notice != nil)
  }

  @Test("each line about a call names the place that makes it")
  func sources() async throws {
    let rig = try await ShelfRig()
    rig.shelf.client.log.isEnabled = true
    _ = try await rig.shelf.libraries.all()
    _ = try await rig.shelf.account.me()
    let entries = rig.shelf.client.log.entries
    let libraries = entries.filter { $0.message.hasPrefix("shelf.libraries.all") }
    #expect(libraries.count == 2)
    #expect(Set(libraries.map(\.file)) == ["ShelfClient/LibraryAPI.swift"])
    #expect(Set(libraries.map(\.function)) == ["all()"])
    #expect(
      Set(entries.filter { $0.message.hasPrefix("shelf.account.me") }.map(\.file)) == ["ShelfClient/AccountAPI.swift"])
  }

  @Test("logs are shown as they come, by level, copied and cleared")
  func logs() async throws {
    let rig = try await ShelfRig()
    let log = rig.shelf.client.log
    log.isEnabled = true
    log.clear()
    let logs = LogsViewModel(log: log)
    #expect(logs.state.entries == [])
    log.add(.debug, "one")
    log.add(.error, "two")
    await rig.clock.advance(by: .seconds(1))
    await logs.settled()
    #expect(logs.state.entries.map(\.message) == ["one", "two"])
    #expect(logs.state.entries.last?.function == "logs()")
    #expect(logs.state.entries.last?.file.hasSuffix("ShelfSettingsViewModelTests.swift") == true)
    logs.setLevel(.warning)
    #expect(logs.state.entries.map(\.message) == ["two"])
    #expect(logs.copyAll().contains("[ERROR]"))
    #expect(!logs.copyAll().contains("one"))
    logs.clear()
    #expect(logs.state.entries == [])
    #expect(log.entries == [])
  }

  @Test("a second tap on signing out does not cancel the first one before it reaches the server")
  func twice() async throws {
    let rig = try await ShelfRig(as: nil)
    let hold = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: hold, environment: rig.environment)
    try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    let settings = ShelfSettingsViewModel(shelf: shelf)
    hold.hold(.shelfAccountSignOut)
    settings.signOut(pending: .keep)
    await hold.isHolding()
    settings.signOut(pending: .keep)
    for _ in 0..<200 { await Task.yield() }
    #expect(settings.state.isSigningOut)
    hold.letGo()
    await settings.settled()
    #expect(!settings.state.isSigningOut)
    #expect(rig.count(.shelfAccountSignOut) == 1)
  }
}
