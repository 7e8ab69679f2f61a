import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import MediaCore
@testable import ShelfClient

@Suite("Importing what another device has exported")
struct ImportTests {
  @Test("brings everything to a new phone without a network, and the server gets each change once")
  func newPhone() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let data = try await rig.old.shelf.exportData()
    let phone = try await rig.phone()
    phone.network.isDown = true
    let report = try await phone.shelf.importData(data)
    #expect(report["changes"]?.taken == 5)
    #expect(report["upNext"]?.taken == 2)
    #expect(report["removedFromLatest"]?.taken == 1)
    #expect(report["playedItems"]?.taken == 1)
    #expect(report["progressConflicts"]?.taken == 1)
    #expect(report.parts.allSatisfy { $0.skipped.isEmpty })
    #expect(try await ExportedFile.content(phone.shelf.exportData()) == ExportedFile.content(data))
    #expect(phone.shelf.playbackSettings.current == rig.old.shelf.playbackSettings.current)
    #expect(try await phone.shelf.progressStore.progress(of: rig.episode(0))?.position == 61)
    #expect(try await phone.shelf.progressStore.progress(of: rig.episode(0))?.isPending == true)
    #expect(try await phone.shelf.queue.refused().count == 1)

    phone.network.isDown = false
    await phone.shelf.queue.flush()
    #expect(try await phone.shelf.queue.open().isEmpty)
    #expect(try rig.old.stored(rig.episode(0))?["currentTime"]?.double == 61)
    #expect(try rig.old.stored(rig.old.book())?["currentTime"]?.double == 100)
    let heard = rig.old.server.listeningSeconds(user: "ada")
    #expect(try await phone.shelf.playlists.all().count { $0.name == "For the train" } == 1)

    // The old phone comes online later: the server counts its listening once.
    rig.old.network.isDown = false
    await rig.old.shelf.queue.flush()
    #expect(rig.old.server.listeningSeconds(user: "ada") == heard)
  }

  @Test("after everything was erased here restores it")
  func wiped() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let data = try await rig.old.shelf.exportData()
    try await rig.old.shelf.account.signOut(pending: .discard)
    rig.old.network.isDown = false
    try await rig.old.shelf.account.signIn(username: "ada", password: "correct horse")
    rig.old.network.isDown = true
    #expect(try await rig.old.shelf.upNext.entries().isEmpty)
    try await rig.old.shelf.importData(data)
    #expect(try await ExportedFile.content(rig.old.shelf.exportData()) == ExportedFile.content(data))
  }

  @Test("twice changes nothing, also after the changes were sent and forgotten, and after the user has gone on")
  func twice() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let data = try await rig.old.shelf.exportData()
    let phone = try await rig.phone()
    try await phone.shelf.importData(data)
    await phone.shelf.queue.settled()
    try await phone.shelf.upNext.clear()
    _ = try await phone.shelf.progressStore.setPosition(rig.episode(0), to: 7).settled()
    // A sign-out that keeps pending work drops the changes already sent.
    try await phone.shelf.account.signOut(pending: .keep)
    try await phone.shelf.account.signIn(username: "ada", password: "correct horse")
    let before = try await ExportedFile.content(phone.shelf.exportData())
    let report = try await phone.shelf.importData(data)
    #expect(!report.hasChanged)
    #expect(report.parts.count == 7)
    #expect(report.parts.allSatisfy { $0.skipped == [.importedBefore: 1] })
    #expect(try await ExportedFile.content(phone.shelf.exportData()) == before)
    await phone.shelf.queue.flush()
    #expect(try rig.old.stored(rig.episode(0))?["currentTime"]?.double == 7)
  }

  @Test("a file of this device repeats no change that was sent since, and restores the rest")
  func sameDevice() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let shelf = rig.old.shelf
    let data = try await shelf.exportData()
    rig.old.network.isDown = false
    await shelf.queue.flush()
    _ = try await shelf.progressStore.setPosition(rig.episode(0), to: 7).settled()
    try await shelf.account.signOut(pending: .keep)
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    try await shelf.upNext.clear()
    let report = try await shelf.importData(data)
    #expect(report["changes"]?.skipped == [.decided: 4, .known: 1])
    #expect(report["upNext"]?.taken == 2)
    await shelf.queue.flush()
    #expect(try rig.old.stored(rig.episode(0))?["currentTime"]?.double == 7)
  }

  @Test("a newer file with a change that came with an older one takes the change once")
  func twoFiles() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let first = try await rig.old.shelf.exportData()
    let second = try await rig.old.shelf.exportData()
    let phone = try await rig.phone()
    try await phone.shelf.importData(first)
    await phone.shelf.queue.settled()
    try await phone.shelf.account.signOut(pending: .keep)
    try await phone.shelf.account.signIn(username: "ada", password: "correct horse")
    let report = try await phone.shelf.importData(second)
    #expect(report["changes"]?.taken == 0)
    #expect(report["upNext"]?.skipped == [.known: 2])
    #expect(try await phone.shelf.queue.open().isEmpty)
  }

  @Test("an import that dies at any write is complete after the next one, with nothing twice")
  func dying() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let data = try await rig.old.shelf.exportData()
    let wanted = try ExportedFile.content(data)
    var number = 0
    while true {
      number += 1
      let files = MemoryFileSystem()
      let secrets = MemorySecretStore()
      _ = try await rig.phone(files: files, secrets: secrets)
      let mortal = DyingFileSystem(files, at: number)
      let phone = try await rig.phone(files: mortal, secrets: secrets, isSignedIn: false)
      phone.network.isDown = true
      let survived = (try? await phone.shelf.importData(data)) != nil
      let again = phone.relaunched(files)
      try await again.shelf.importData(data)
      #expect(try await ExportedFile.content(again.shelf.exportData()) == wanted, "died at write \(number)")
      if survived { break }
    }
    #expect(number > 6)
  }
}
