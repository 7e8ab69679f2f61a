import Foundation
import MediaCore
import MediaTesting
import Testing
import VaultTesting

@testable import VaultClient

@Suite("The dates of a list's edits that were merged into one")
struct ListEditDateTests {
  static let minute = Duration.seconds(60)

  /// A service whose server sends the date of a list's last change. A list has been edited three times, a minute apart: on this device, on
  /// another device, and on this device again.
  private struct Edited {
    let fixture: Fixture
    let vault: VaultService
    let list: Int
    let submission: Submission

    init(_ first: ListDraft, elsewhere: ListDraft, _ second: ListDraft) async throws {
      fixture = try await Fixture.signedIn()
      let at = Locked(fixture.clock.now())
      vault = fixture.service { $0.lists = DatedLists(base: $0.lists, at: at) }
      list = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
      try await vault.store.refreshLists()
      fixture.network.isDown = true
      try await vault.store.updateList(list, first)
      await vault.store.settled()
      await fixture.clock.advance(by: ListEditDateTests.minute)
      _ = try await fixture.otherDevice().vault.lists.update(list, elsewhere)
      at.withLock { [now = fixture.clock.now()] in $0 = now }
      await fixture.clock.advance(by: ListEditDateTests.minute)
      // Wait until the queue has tried to send the first edit, because the second edit is not merged with an edit that is being sent.
      await vault.store.settled()
      submission = try await vault.store.updateList(list, second)
      await vault.store.settled()
      #expect(try await vault.queue.open().count == 1)
      fixture.network.isDown = false
      for _ in 0..<3 { await vault.store.flush() }
    }

    func onServer() async throws -> VaultList {
      try #require(try await fixture.otherDevice().vault.lists.all().first { $0.id == .list(list) })
    }
  }

  @Test("a name that was set again after another device's edit is kept")
  func again() async throws {
    let edited = try await Edited(
      ListDraft(name: "Monday"), elsewhere: ListDraft(name: "Tuesday"), ListDraft(name: "Wednesday"))
    #expect(await edited.submission.outcome() == .synced)
    #expect(try await edited.onServer().name == "Wednesday")
    let conflict = try #require(try await edited.vault.store.conflicts().first)
    #expect(conflict.isKeptFromThisDevice && conflict.differences.map(\.lost) == ["Tuesday"])
  }

  @Test("of two members, the one that another device has changed later is lost, and only that one is listed")
  func each() async throws {
    let edited = try await Edited(
      ListDraft(name: "Monday", icon: "🎬"), elsewhere: ListDraft(name: "Tuesday", icon: "🎷"),
      ListDraft(name: "Wednesday"))
    #expect(await edited.submission.outcome() == .superseded(reason: "later"))
    let list = try await edited.onServer()
    #expect(list.name == "Wednesday" && list.icon == "🎷")
    let shown = try await edited.vault.store.lists()?.value.first { $0.id == .list(edited.list) }
    #expect(shown?.name == "Wednesday" && shown?.icon == "🎷")
    let conflict = try #require(try await edited.vault.store.conflicts().first)
    #expect(!conflict.isKeptFromThisDevice && conflict.differences.map(\.member) == [.icon])
    // A later edit must not take the name that this device has written for another device's.
    let record = try #require(try await edited.vault.queue.all().first { $0.id == edited.submission.id })
    let base = with(VaultList(id: .list(edited.list))) { ($0.name, $0.icon) = ("Weekend", "📺") }
    let next = ListEditMutation(list: edited.list, change: ListDraft(name: "Thursday")).base(base, after: record)
    #expect(next?.name == "Wednesday" && next?.icon == "📺")
    // The undo brings back only what was lost.
    _ = try await edited.fixture.otherDevice().vault.lists.update(edited.list, ListDraft(name: "Friday"))
    for change in try await edited.vault.store.undo(conflict) { _ = await change.settled() }
    let restored = try await edited.onServer()
    #expect(restored.name == "Friday" && restored.icon == "🎬")
  }

  @Test("an edit whose answer was lost does not show the values that lost against a later edit")
  func sentBefore() {
    let now = Date(timeIntervalSince1970: 1_000_000)
    let base = with(VaultList(id: .list(1))) { $0.name = "Old" }
    let edit = ListEditMutation(list: 1, change: ListDraft(name: "Ours"))
    let theirs = with(base) { ($0.name, $0.updatedAt) = ("Theirs", now.addingTimeInterval(60)) }
    let merge = MergeInput<ListEditMutation>(
      base: base, remote: theirs, sent: edit, createdAt: now, serverNow: nil, deviceNow: now)
    #expect(
      edit.resolve(merge) == .superseded(reason: "later", write: ListEditMutation(list: 1, change: ListDraft())))
  }

  @Test("a name that lost against a later edit stays lost after the answer to the rest of the edit was lost")
  func restSentBefore() {
    let now = Date(timeIntervalSince1970: 1_000_000)
    let base = with(VaultList(id: .list(1))) { ($0.name, $0.icon) = ("Old", "🎬") }
    let rest = ListEditMutation(list: 1, change: ListDraft(icon: "🎷"))
    let edit = ListEditMutation(list: 1, change: ListDraft(name: "Ours", icon: "🎷"))
    for icon in ["🎬", "🎷"] {
      let theirs = with(base) {
        ($0.name, $0.icon, $0.updatedAt) = ("Theirs", icon, now.addingTimeInterval(60))
      }
      let merge = MergeInput<ListEditMutation>(
        base: base, remote: theirs, sent: rest, createdAt: now, serverNow: nil, deviceNow: now)
      #expect(edit.overwritten(merge).map(\.member) == [.name])
      #expect(edit.resolve(merge) == .superseded(reason: "later", write: rest))
    }
  }

  @Test("a member that an earlier attempt did not send is a conflict, also of a film and a series")
  func unsentMembers() {
    let now = Date(timeIntervalSince1970: 1_000_000)
    let film = with(Movie(id: 1)) { ($0.title, $0.imdbID) = ("Old", "tt1") }
    let title = MovieEditMutation(movie: 1, imdbID: "tt1", change: with(MovieChange()) { $0.title = "Ours" })
    let both = with(title) { $0.change.imdbID = "tt3" }
    let other = with(film) { ($0.title, $0.imdbID) = ("Ours", "tt2") }
    let films = MergeInput<MovieEditMutation>(base: film, remote: other, sent: title, createdAt: now, deviceNow: now)
    #expect(both.overwritten(films).map(\.member) == [.imdbID])

    let show = with(Series(id: 1)) { ($0.title, $0.imdbID) = ("Old", "tt1") }
    let name = SeriesEditMutation(series: 1, imdbID: "tt1", title: "Ours")
    let all = with(name) { $0.newIMDbID = "tt3" }
    let changed = with(show) { ($0.title, $0.imdbID) = ("Ours", "tt2") }
    let shows = MergeInput<SeriesEditMutation>(base: show, remote: changed, sent: name, createdAt: now, deviceNow: now)
    #expect(all.overwritten(shows).map(\.member) == [.imdbID])
  }

  @Test("an edit of an earlier version has the date at which it was made; a merged one keeps the newer dates")
  func dates() throws {
    let (first, second) = (Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2))
    let old = ListEditMutation(list: 1, change: ListDraft(name: "A", icon: "🎬"))
    let new = ListEditMutation(list: 1, change: ListDraft(name: "B")).made(at: second)
    #expect(old.coalesced(with: new)?.madeAt == ["name": second])
    #expect(old.made(at: first).coalesced(with: new)?.madeAt == ["name": second, "icon": first])
    #expect(
      old.made(at: first).coalesced(with: ListEditMutation(list: 1, change: ListDraft(color: "#1")))?.madeAt
        == ["name": first, "icon": first])
    #expect(new.isSame(as: ListEditMutation(list: 1, change: ListDraft(name: "B")).made(at: first)))
    let data = Data(#"{"list": 1, "change": {"name": "B"}, "madeAt": {"name": -978307198}}"#.utf8)
    #expect(try JSONDecoder().decode(ListEditMutation.self, from: data) == new)
  }
}
