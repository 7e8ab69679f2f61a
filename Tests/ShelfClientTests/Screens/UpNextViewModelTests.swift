import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The screen of what plays next")
struct UpNextViewModelTests {
  private func titles(_ screen: UpNextViewModel) -> [String]? { screen.state.entries?.map(\.title) }

  private func entry(_ title: String, _ rig: ShelfRig) throws -> QueueEntry {
    QueueEntry(id: try rig.book(title), title: title)
  }

  @Test("shows the queue with its progress without a network, also after a relaunch")
  func offline() async throws {
    let rig = try await ShelfRig()
    let entry = try entry("First Light", rig)
    try await rig.shelf.upNext.playLast(entry)
    rig.network.isDown = true
    let shelf = rig.relaunched()
    let screen = UpNextViewModel(shelf: shelf)
    #expect(screen.state.entries == nil)
    await screen.loadAndWait()
    #expect(titles(screen) == ["First Light"])
    #expect((screen.state.entries?.first?.progress, screen.state.error) == (nil, nil))
    try await shelf.progressStore.markFinished(entry.id)
    #expect(await eventually { screen.state.entries?.first?.progress?.isFinished == true })
  }

  @Test("moves, removes, and clears with an undo that keeps what came since")
  func changes() async throws {
    let rig = try await ShelfRig()
    let screen = UpNextViewModel(shelf: rig.shelf)
    await screen.loadAndWait()
    #expect(titles(screen) == [])
    let names = ["First Light", "Second Light", "The Salt Clock"]
    try await rig.shelf.upNext.set(names.map { try entry($0, rig) })
    #expect(await eventually { titles(screen) == names })
    screen.playNext(try rig.book("The Salt Clock"))
    await screen.settled()
    #expect(titles(screen) == ["The Salt Clock", "First Light", "Second Light"])
    screen.move(try rig.book("The Salt Clock"), to: 99)
    screen.remove(try rig.book("First Light"))
    await screen.settled()
    #expect(titles(screen) == ["Second Light", "The Salt Clock"])
    screen.clear()
    await screen.settled()
    #expect(titles(screen) == [])
    #expect(screen.state.cleared.map(\.title) == ["Second Light", "The Salt Clock"])
    try await rig.shelf.upNext.playLast(try entry("First Light", rig))
    screen.undoClear()
    await screen.settled()
    #expect(titles(screen) == ["Second Light", "The Salt Clock", "First Light"])
    #expect(screen.state.cleared == [])
  }

  @Test("shows what was opened lately, the last one first, and takes it out of the queue")
  func past() async throws {
    let rig = try await ShelfRig()
    let screen = UpNextViewModel(shelf: rig.shelf)
    await screen.loadAndWait()
    let names = ["First Light", "Second Light", "The Salt Clock"]
    try await rig.shelf.upNext.set(names.map { try entry($0, rig) })
    for name in names.prefix(2) { try await rig.shelf.upNext.note(entry(name, rig)) }
    #expect(await eventually { screen.state.past.map(\.title) == ["Second Light", "First Light"] })
    #expect(await eventually { titles(screen) == ["The Salt Clock"] })
  }

  @Test("shows nothing of an account that signed out")
  func signedOut() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.upNext.playLast(try entry("First Light", rig))
    let screen = UpNextViewModel(shelf: rig.shelf)
    await screen.loadAndWait()
    #expect(titles(screen) == ["First Light"])
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(await eventually { screen.state.entries == nil })
    #expect(screen.state.past == [])
  }
}
