import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Marks change rows in their places")
struct LibraryPatchTests {
  @Test("after each mark without a network, rows, library and search are those of the store", arguments: [false, true])
  func marks(_ isUnwatchedOnly: Bool) async throws {
    let fixture = try await Fixture.signedIn()
    let model = VaultLibraryViewModel(vault: fixture.vault)
    await model.loadAndWait()
    model.set(.unwatched, isUnwatchedOnly)
    model.query = "a"
    fixture.network.isDown = true
    let shown = Recorder<[LibraryEntry]>()
    model.onChange = { shown.add($0.entries) }
    for entry in model.state.entries {
      let before = model.state
      model.setWatched(entry.watched != .all, for: WatchTarget(entry.reference))
      await model.settled()
      let library = try #require(try await fixture.vault.store.library()).value
      #expect(model.state.library.value == library)
      #expect(model.state.entries == PlainArrangement.rows(library, model.state.filters, by: model.state.sort))
      #expect(model.state.search.local == PlainSearch.find("a", in: library))
      #expect(shown.values.last == model.state.entries)
      // The state that was copied before the mark must not change with it.
      #expect(before != model.state)
    }
  }

  @Test("a refresh that brings nothing new changes no row, and marks after it show")
  func refresh() async throws {
    let fixture = try await Fixture.signedIn()
    let model = VaultLibraryViewModel(vault: fixture.vault)
    await model.loadAndWait()
    let (entries, library) = (model.state.entries, model.state.library.value)
    let shown = Recorder<[LibraryEntry]>()
    model.onChange = { shown.add($0.entries) }
    await model.refreshAndWait()
    #expect(model.state.entries == entries && model.state.library.value == library)
    #expect(shown.values.allSatisfy { $0 == entries })
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(model.state.entries.first { $0.reference == .movie(1) }?.watched == .all)
    #expect(model.state.library.value == (try await fixture.vault.store.library())?.value)
  }
}
