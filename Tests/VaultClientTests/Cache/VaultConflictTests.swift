import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Two devices change the same thing")
struct VaultConflictTests {
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The change on this device, without a network.
    var here: @Sendable (VaultStore, Int) async throws -> Void
    /// The change on another device, meanwhile.
    var elsewhere: @Sendable (VaultStore, Int) async throws -> Void
    /// The value on the server.
    var value: @Sendable (VaultService, Int) async throws -> String
    var ours: String
    var theirs: String
    var text: String

    init(
      _ name: String, _ ours: String, _ theirs: String, _ text: String,
      value: @escaping @Sendable (VaultService, Int) async throws -> String,
      here: @escaping @Sendable (VaultStore, Int) async throws -> Void,
      elsewhere: @escaping @Sendable (VaultStore, Int) async throws -> Void
    ) {
      (testDescription, self.ours, self.theirs, self.text) = (name, ours, theirs, text)
      (self.value, self.here, self.elsewhere) = (value, here, elsewhere)
    }
  }

  private static func list(_ vault: VaultService, _ id: Int) async throws -> VaultList {
    try #require(try await vault.lists.all().first { $0.id == .list(id) })
  }

  static let changes = [
    Change(
      "a list's name", "Ours", "Theirs", "Kept “Ours” from this device; “Theirs” from another device was overwritten."
    ) {
      try await list($0, $1).name
    } here: {
      try await $0.updateList($1, ListDraft(name: "Ours"))
    } elsewhere: {
      try await $0.updateList($1, ListDraft(name: "Theirs", color: "#000000"))
    },
    Change(
      "a list's description, which is removed elsewhere", "Ours", "",
      "Kept “Ours” from this device; nothing from another device was overwritten."
    ) {
      try await list($0, $1).description ?? ""
    } here: {
      try await $0.updateList($1, ListDraft(description: "Ours"))
    } elsewhere: {
      try await $0.updateList($1, ListDraft(description: ""))
    },
    Change("a list's icon", "🎬", "🎷", "Kept “🎬” from this device; “🎷” from another device was overwritten.") {
      try await list($0, $1).icon ?? ""
    } here: {
      try await $0.updateList($1, ListDraft(icon: "🎬"))
    } elsewhere: {
      try await $0.updateList($1, ListDraft(icon: "🎷"))
    },
    Change(
      "a film's title", "Ours", "Theirs", "Kept “Ours” from this device; “Theirs” from another device was overwritten."
    ) { vault, _ in
      try await vault.movies.movie(1).title
    } here: { store, _ in
      try await store.update(1, MovieChange(title: "Ours"))
    } elsewhere: { store, _ in
      try await store.update(1, MovieChange(title: "Theirs", releaseDate: "1987"))
    },
    Change(
      "a film's collection", "7", "nil", "Kept “Seven” from this device; nothing from another device was overwritten."
    ) { vault, _ in
      try await vault.movies.movie(4).collectionID.map(String.init) ?? "nil"
    } here: { store, _ in
      try await store.update(4, MovieChange(collection: .collection(id: 7, name: "Seven")))
    } elsewhere: { store, _ in
      try await store.update(4, MovieChange(collection: MovieChange.CollectionChange.none))
    },
    Change(
      "a film's mark, which is set and taken back here", "false", "true",
      "Kept unwatched from this device; watched from another device was overwritten."
    ) {
      vault, _ in
      try await vault.movies.movie(1).watched.description
    } here: { store, _ in
      for watched in [true, false] { try await store.setWatched(watched, for: .movie(1)) }
    } elsewhere: { store, _ in
      try await store.setWatched(true, for: .movie(1))
    },
    Change(
      "a series' title", "Ours", "Theirs", "Kept “Ours” from this device; “Theirs” from another device was overwritten."
    ) { vault, _ in
      try await vault.series.series(1).title
    } here: { store, _ in
      try await store.updateSeries(1, title: "Ours")
    } elsewhere: { store, _ in
      try await store.updateSeries(1, title: "Theirs")
    },
    Change(
      "a season's marks", "[true, true, true]", "[true, false, true]",
      "Kept watched from this device; unwatched from another device was overwritten."
    ) {
      vault, _ in
      try await vault.episodes.all(of: 1).filter { $0.season == 1 }.sorted { $0.number < $1.number }.map(\.watched)
        .description
    } here: { store, _ in
      try await store.setWatched(true, for: .season(series: 1, number: 1))
    } elsewhere: { store, _ in
      try await store.setWatched(true, for: .episode(series: 1, season: 1, number: 3))
      try await store.setWatched(false, for: .episode(series: 1, season: 1, number: 2))
    },
    Change(
      "an episode", "Ours", "Theirs", "Kept “Ours” from this device; “Theirs” from another device was overwritten."
    ) { vault, _ in
      try await vault.episodes.all(of: 1).first { $0.season == 1 && $0.number == 2 }?.title ?? "nil"
    } here: { store, _ in
      try await store.save(
        with(EpisodeFields(seriesID: 1, season: 1, number: 2, title: "Ours")) { $0.airDate = "2020-01-12" })
    } elsewhere: { store, _ in
      try await store.save(
        with(EpisodeFields(seriesID: 1, season: 1, number: 2, title: "Theirs")) { $0.airDate = "2020-01-12" })
    },
    Change(
      "an episode that is removed here", "nil", "Theirs",
      "Kept nothing from this device; “Theirs” from another device was overwritten."
    ) { vault, _ in
      try await vault.episodes.all(of: 1).first { $0.season == 1 && $0.number == 2 }?.title ?? "nil"
    } here: { store, _ in
      try await store.removeEpisode(EpisodePosition(season: 1, number: 2), of: 1)
    } elsewhere: { store, _ in
      try await store.save(
        with(EpisodeFields(seriesID: 1, season: 1, number: 2, title: "Theirs")) { $0.airDate = "2020-01-12" })
    },
    Change(
      "a note in a list", "ours", "theirs",
      "Kept “ours” from this device; “theirs” from another device was overwritten."
    ) {
      try await $0.lists.contents(of: .list($1)).movie(3)?.notes ?? ""
    } here: {
      try await $0.mark(.movie(3), in: $1, ItemMark(notes: "ours"))
    } elsewhere: {
      try await $0.mark(.movie(3), in: $1, ItemMark(watched: true, notes: "theirs"))
    },
    Change(
      "the viewers in a list", "family", "both",
      "Kept watched by your family from this device; watched by you and your family from another device was overwritten."
    ) {
      try await $0.lists.contents(of: .list($1)).movie(3)?.watchedBy?.rawValue ?? ""
    } here: {
      try await $0.mark(.movie(3), in: $1, ItemMark(watched: true, watchedBy: .family))
    } elsewhere: {
      try await $0.mark(.movie(3), in: $1, ItemMark(watched: true, watchedBy: .both))
    },
    Change(
      "the note of a title that both add", "ours", "theirs",
      "Kept “ours” from this device; “theirs” from another device was overwritten."
    ) {
      try await $0.lists.contents(of: .list($1)).movie(1)?.notes ?? ""
    } here: {
      try await $0.add(.movie(1), to: $1, notes: "ours")
    } elsewhere: {
      try await $0.add(.movie(1), to: $1, notes: "theirs")
    },
    Change(
      "a title that is added and taken out here", "false", "true",
      "Kept not in the list from this device; in the list from another device was overwritten."
    ) {
      try await $0.lists.contents(of: .list($1)).holds(.movie(1)).description
    } here: {
      try await $0.add(.movie(1), to: $1)
      try await $0.remove(.movie(1), from: $1)
    } elsewhere: {
      try await $0.add(.movie(1), to: $1)
    },
  ]

  private func loaded() async throws -> (fixture: Fixture, weekend: Int) {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    try await load(fixture.vault.store)
    return (fixture, weekend)
  }

  private func load(_ store: VaultStore) async throws {
    try await store.refreshLibrary()
    for list in try await store.refreshLists().value { try await store.refreshContents(of: list.id) }
  }

  @Test(
    "the change made here counts; the other device's is listed, over a relaunch too, and can be brought back",
    arguments: changes)
  func lost(_ change: Change) async throws {
    let (fixture, weekend) = try await loaded()
    try await fixture.offline {
      try await change.here(fixture.vault.store, weekend)
    } meanwhile: {
      let other = try await fixture.otherDevice()
      try await load(other.vault.store)
      try await change.elsewhere(other.vault.store, weekend)
      for _ in 0..<3 { await other.vault.store.flush() }
    }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
    #expect(try await change.value(fixture.vault, weekend) == change.ours)
    let later = fixture.relaunched()
    let conflicts = try await later.vault.store.conflicts()
    #expect(conflicts.map { $0.text() } == [change.text])
    #expect(conflicts.map(\.isKeptFromThisDevice) == [true])
    let shown = Recorder<Int>()
    let token = later.vault.store.observeConflicts { shown.add(1) }
    let conflict = try #require(conflicts.first)
    try await later.vault.store.undo(conflict)
    for _ in 0..<3 { await later.vault.store.flush() }
    #expect(try await change.value(later.vault, weekend) == change.theirs)
    #expect(try await later.vault.store.conflicts() == [])
    #expect(shown.values == [1])
    #expect(try await later.vault.queue.open() == [])
    _ = token
  }

  @Test("no conflict where the other device has set nothing, the same, or something else", arguments: changes)
  func peaceful(_ change: Change) async throws {
    let (fixture, weekend) = try await loaded()
    // Every write's answer is lost, but no other device changes anything: no conflict.
    for operation in OperationID.vaultWrites { fixture.network.fail(operation, with: .replyLost) }
    try await change.here(fixture.vault.store, weekend)
    for _ in 0..<4 { await fixture.vault.store.flush() }
    #expect(try await change.value(fixture.vault, weekend) == change.ours)
    #expect(try await fixture.vault.store.conflicts() == [])
    // Another device makes the same change: no conflict.
    let (second, list) = try await loaded()
    try await second.offline {
      try await change.here(second.vault.store, list)
    } meanwhile: {
      let other = try await second.otherDevice()
      try await load(other.vault.store)
      try await change.here(other.vault.store, list)
      for _ in 0..<3 { await other.vault.store.flush() }
    }
    #expect(try await second.vault.store.conflicts() == [])
  }

  @Test("another member that is changed elsewhere stays, and is no conflict")
  func members() async throws {
    let (fixture, weekend) = try await loaded()
    try await fixture.offline {
      try await fixture.vault.store.updateList(weekend, ListDraft(name: "Ours"))
      try await fixture.vault.store.update(1, MovieChange(title: "Ours"))
      try await fixture.vault.store.setWatched(true, for: .episode(series: 1, season: 1, number: 3))
    } meanwhile: {
      let other = try await fixture.otherDevice()
      try await load(other.vault.store)
      try await other.vault.store.updateList(weekend, ListDraft(color: "#000000"))
      try await other.vault.store.update(1, MovieChange(releaseDate: "1987"))
      try await other.vault.store.setWatched(false, for: .episode(series: 1, season: 1, number: 1))
      for _ in 0..<3 { await other.vault.store.flush() }
    }
    #expect(try await fixture.vault.store.conflicts() == [])
    let list = try await Self.list(fixture.vault, weekend)
    #expect(list.name == "Ours" && list.color == "#000000")
    let movie = try await fixture.vault.movies.movie(1)
    #expect(movie.title == "Ours" && movie.releaseDate == "1987")
  }

  @Test("two own changes behind each other are no conflict, across a relaunch either")
  func own() async throws {
    let (fixture, weekend) = try await loaded()
    try await fixture.vault.store.updateList(weekend, ListDraft(name: "One"))
    await fixture.vault.store.settled()
    fixture.network.isDown = true
    try await fixture.vault.store.updateList(weekend, ListDraft(name: "Two"))
    try await fixture.vault.store.add(.movie(1), to: weekend, notes: "one")
    try await fixture.vault.store.mark(.movie(1), in: weekend, ItemMark(notes: "two"))
    await fixture.vault.store.settled()
    let later = fixture.relaunched()
    try await later.vault.store.updateList(weekend, ListDraft(name: "Three"))
    for _ in 0..<4 { await later.vault.store.flush() }
    #expect(try await Self.list(later.vault, weekend).name == "Three")
    #expect(fixture.server.contents(ofList: weekend).first { $0.id == 1 }?.notes == "two")
    #expect(try await later.vault.store.conflicts() == [])
  }

  @Test("a conflict is dismissed, and leaves everything as it is; another account sees none of it")
  func dismissed() async throws {
    let (fixture, weekend) = try await loaded()
    try await fixture.offline {
      try await fixture.vault.store.updateList(weekend, ListDraft(name: "Ours"))
    } meanwhile: {
      let other = try await fixture.otherDevice()
      _ = try await other.vault.lists.update(weekend, ListDraft(name: "Theirs"))
    }
    let conflict = try #require(try await fixture.vault.store.conflicts().first)
    #expect(conflict.subject == .list(weekend) && conflict.differences.map(\.member) == [.name])
    #expect(
      conflict.text(Texts(.vaultGerman))
        == "„Ours“ von diesem Gerät gilt; „Theirs“ von einem anderen Gerät wurde überschrieben.")
    try await fixture.vault.account.signOut(pending: .keep)
    try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    #expect(try await fixture.vault.store.conflicts() == [])
    try await fixture.vault.account.signOut(pending: .keep)
    try await fixture.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    try await fixture.vault.store.dismiss(conflict)
    #expect(try await fixture.vault.store.conflicts() == [])
    #expect(try await Self.list(fixture.vault, weekend).name == "Ours")
  }

  @Test("the later edit of a list counts where the server says when the other was made, by the server's clock")
  func later() {
    let now = Date(timeIntervalSince1970: 1_000_000)
    let base = with(VaultList(id: .list(1))) { ($0.name, $0.color) = ("Old", "#1") }
    let edit = ListEditMutation(list: 1, change: ListDraft(name: "Ours", icon: "🎬"))
    // The device's clock is an hour ahead of the server's. The edit was made ten minutes ago.
    func merge(_ theirs: String, minutesAgo: Double?) -> MergeInput<ListEditMutation> {
      let remote = with(base) {
        $0.name = theirs
        $0.updatedAt = minutesAgo.map { now.addingTimeInterval(-60 * $0) }
      }
      return MergeInput(
        base: base, remote: remote, createdAt: now.addingTimeInterval(3000), serverNow: now,
        deviceNow: now.addingTimeInterval(3600))
    }
    #expect(edit.resolve(merge("Theirs", minutesAgo: 20)) == .write(edit))
    #expect(edit.resolve(merge("Theirs", minutesAgo: nil)) == .write(edit))
    #expect(edit.resolve(merge("Old", minutesAgo: 5)) == .write(edit))
    let rest = ListEditMutation(list: 1, change: ListDraft(icon: "🎬"))
    #expect(edit.resolve(merge("Theirs", minutesAgo: 5)) == .superseded(reason: "later", write: rest))
  }

  @Test("an edit that lost against a later one is listed, shows nowhere, and can be brought back")
  func superseded() async throws {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let at = Locked(Date.distantPast)
    let vault = fixture.service { $0.lists = DatedLists(base: $0.lists, at: at) }
    try await vault.store.refreshLists()
    fixture.network.isDown = true
    let submission = try await vault.store.updateList(weekend, ListDraft(name: "Ours", icon: "🎬"))
    await vault.store.settled()
    let other = try await fixture.otherDevice()
    _ = try await other.vault.lists.update(weekend, ListDraft(name: "Theirs"))
    at.withLock { $0 = .distantFuture }
    fixture.network.isDown = false
    for _ in 0..<3 { await vault.store.flush() }
    #expect(await submission.outcome() == .superseded(reason: "later"))
    let list = try await Self.list(other.vault, weekend)
    #expect(list.name == "Theirs" && list.icon == "🎬")
    #expect(try await vault.store.lists()?.value.first { $0.id == .list(weekend) }?.name == "Theirs")
    let conflict = try #require(try await vault.store.conflicts().first)
    #expect(!conflict.isKeptFromThisDevice)
    #expect(conflict.text() == "Kept “Theirs” from another device; “Ours” from this device was overwritten.")
    let widget = VaultService(
      extending: .fake, environment: .manual(clock: fixture.clock, files: fixture.files, secrets: fixture.secrets))
    let error = await #expect(throws: ClientError.self) { try await widget.store.undo(conflict) }
    #expect(error?.detail == "inUse")
    #expect(try await widget.queue.open().isEmpty)
    try await vault.store.undo(conflict)
    await vault.store.settled()
    #expect(try await Self.list(other.vault, weekend).name == "Ours")
    #expect(try await vault.store.conflicts() == [])
  }
}
