import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The watchlist and other lists together, and titles that a list has already")
struct MergedListsTests {
  @Test("merging shows the titles of all chosen lists once; without it the personal list stands alone")
  func merged() async throws {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.select([.list(weekend), .personal])
    await model.settled()
    let alone = model.state.entries.map(\.reference)
    #expect(!alone.contains(.movie(3)))
    model.setMergesLists(true)
    await model.settled()
    let merged = model.state.entries.map(\.reference)
    #expect(merged.contains(.movie(3)))
    #expect(Set(merged).isSuperset(of: alone))
    #expect(Set(merged).count == merged.count)
    await fixture.vault.client.accounts.save()
    let later = fixture.relaunched()
    later.network.isDown = true
    let again = VaultLibraryViewModel(vault: later.vault)
    again.load()
    await again.settled()
    #expect(again.state.mergesLists)
    #expect(again.state.entries.map(\.reference) == merged)
    again.setMergesLists(false)
    await again.settled()
    #expect(again.state.entries.map(\.reference) == alone)
  }

  @Test("in merged lists a film of the watchlist gets the watchlist's mark, and one of a list the list's")
  func marks() async throws {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.setMergesLists(true)
    model.select([.personal, .list(weekend)])
    await model.settled()
    model.setWatched(true, for: .movie(1))
    model.setWatched(true, for: .movie(3))
    await model.settled()
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
    #expect(fixture.server.isWatched(movie: 3, of: "alice") == false)
    #expect(fixture.server.contents(ofList: weekend).first { $0.id == 3 }?.watched == true)
    let rows = model.state.entries.filter { [.movie(1), .movie(3)].contains($0.reference) }
    #expect(rows.map(\.watched) == [.all, .all])
  }

  @Test("a film whose row is the watchlist's keeps the watchlist's mark although a list has it by now")
  func addedElsewhere() async throws {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.setMergesLists(true)
    model.select([.personal, .list(weekend)])
    await model.settled()
    let other = try await fixture.otherDevice()
    _ = try await other.vault.store.add(.movie(1), to: weekend).settled()
    try await fixture.vault.store.refreshContents(of: .list(weekend))
    await model.settled()
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
    #expect(fixture.server.contents(ofList: weekend).first { $0.id == 1 }?.watched == false)
  }

  @Test("the undo of a move leaves titles in the target that it had before", arguments: [false, true])
  func undo(hasAll: Bool) async throws {
    var world = VaultWorld.sample
    let source = world.addList("Source", items: [.movie(1), .movie(2)])
    let target = world.addList("Target", items: hasAll ? [.movie(1), .movie(2)] : [.movie(2)])
    let fixture = try await Fixture.signedIn(world: world)
    let model = ListsViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    model.propose(ListTransfer(.move, [.movie(1), .movie(2)], from: source, to: target))
    await model.settled()
    model.confirmTransfer(skipping: false)
    await model.settled()
    #expect(fixture.server.contents(ofList: source).isEmpty)
    #expect(model.state.undoable?.items == (hasAll ? nil : [.movie(1)]))
    model.undo()
    await model.settled()
    #expect(fixture.server.contents(ofList: source).map(\.id) == (hasAll ? [] : [1]))
    #expect(fixture.server.contents(ofList: target).map(\.id).sorted() == (hasAll ? [1, 2] : [2]))
  }

  @Test("a list that is deleted right after its titles were moved does not take them along")
  func movedAndDeleted() async throws {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    let model = ListsViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    model.transfer(ListTransfer(.move, [.movie(3), .movie(5)], from: weekend, to: someDay))
    model.delete(weekend)
    await model.settled()
    #expect(fixture.server.contents(ofList: someDay).map(\.id).sorted() == [3, 5])
    #expect(try await fixture.vault.queue.refused() == [])
    #expect(fixture.server.listID(named: "Weekend", of: "alice") == nil)
  }

  @Test("titles that the target has already are asked about first, also without a network; the answer decides")
  func duplicates() async throws {
    var world = VaultWorld.sample
    let source = world.addList("Source", items: [.movie(1), .movie(2)])
    let target = world.addList("Target", items: [.movie(2)])
    let fixture = try await Fixture.signedIn(world: world)
    let model = ListsViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    for list in [source, target] { try await fixture.vault.store.refreshContents(of: .list(list)) }
    let transfer = ListTransfer(.copy, [.movie(1), .movie(2)], from: source, to: target)
    fixture.network.isDown = true
    model.propose(transfer)
    await model.settled()
    let warning = try #require(model.state.duplicates)
    #expect(warning.duplicates == [.movie(2)] && warning.others == [.movie(1)])
    #expect(warning.text() == "1 of 2 titles are in “Target” already.")
    #expect(warning.text(Texts(.vaultGerman)) == "1 von 2 Titeln stehen schon in „Target“.")
    #expect(try await fixture.vault.queue.open().isEmpty)
    model.cancelTransfer()
    #expect(model.state.duplicates == nil)
    fixture.network.isDown = false
    model.propose(transfer)
    await model.settled()
    model.confirmTransfer(skipping: true)
    await model.settled()
    #expect(fixture.server.contents(ofList: target).map(\.id).sorted() == [1, 2])
    // Nothing is asked where the target has none of the titles.
    model.propose(ListTransfer(.move, [.movie(1)], from: target, to: source))
    await model.settled()
    #expect(model.state.duplicates?.duplicates == [.movie(1)])
    model.confirmTransfer(skipping: false)
    await model.settled()
    #expect(fixture.server.contents(ofList: target).map(\.id) == [2])
    let other = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    model.propose(ListTransfer(.copy, [.movie(1)], from: source, to: other))
    await model.settled()
    #expect(model.state.duplicates == nil)
    #expect(fixture.server.contents(ofList: other).map(\.id).contains(1))
  }
}
