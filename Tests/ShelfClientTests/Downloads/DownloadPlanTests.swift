import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("What the rules of downloads decide")
struct DownloadPlanTests {
  private static let now = Date(timeIntervalSince1970: 2_000_000_000)
  private static let day = 86_400.0

  private func id(_ name: String, _ episode: String? = nil) -> PlayableID {
    PlayableID(libraryItemId: name, episodeId: episode)
  }

  private func known(_ id: PlayableID, at position: Double = 0, isFinished: Bool = false) -> KnownProgress {
    var known = KnownProgress(id: id, position: position)
    known.isFinished = isFinished
    return known
  }

  private func input(_ rules: DownloadRules = DownloadRules()) -> DownloadPlan.Input {
    DownloadPlan.Input(rules: rules, now: Self.now)
  }

  private func series(_ next: Int) -> DownloadRules {
    var rules = DownloadRules()
    rules.series = [.init(id: "s", libraryId: "l", title: "Cycle", next: next)]
    return rules
  }

  private func books(_ names: String...) -> [DownloadPlan.Candidate] {
    names.map { DownloadPlan.Candidate(id: id($0), title: $0.uppercased()) }
  }

  private func episodes(_ names: String..., bytes: Int = 0) -> [DownloadPlan.Candidate] {
    names.map { DownloadPlan.Candidate(id: id("p", $0), title: $0, bytes: bytes) }
  }

  private func podcast(next: Int = 0, newest: Int = 0, bytes: Int? = nil) -> DownloadRules {
    var rules = DownloadRules()
    rules.podcasts = [.init(id: "p", libraryId: "l", title: "Show", next: next, newest: newest, bytes: bytes)]
    return rules
  }

  @Test("the rules wait for Wi-Fi and for the end of low-data mode, also while the network is unknown")
  func holds() {
    var rules = DownloadRules()
    #expect(rules.hold(on: nil) == nil)
    #expect(rules.hold(on: NetworkPath(isExpensive: true, isConstrained: true)) == nil)
    rules.onlyOnWifi = true
    #expect(rules.hold(on: nil) == .wifi)
    #expect(rules.hold(on: NetworkPath(isExpensive: true)) == .wifi)
    #expect(rules.hold(on: NetworkPath(isConstrained: true)) == nil)
    rules.waitsInLowDataMode = true
    #expect(rules.hold(on: NetworkPath(isConstrained: true)) == .lowDataMode)
    #expect(rules.hold(on: NetworkPath()) == nil)
  }

  @Test("a finished download goes, but not one that the user asked for, unless the rule says so")
  func finished() {
    var input = input()
    input.rules.removesFinished = true
    input.items = [
      .init(id: id("auto"), reason: .series("Cycle"), usedAt: Self.now), .init(id: id("hand"), usedAt: Self.now),
      .init(id: id("open"), reason: .played, usedAt: Self.now),
    ]
    input.progress = [
      id("auto"): known(id("auto"), isFinished: true), id("hand"): known(id("hand"), isFinished: true),
      id("open"): known(id("open"), at: 10),
    ]
    #expect(DownloadPlan(input).removals == [id("auto"): .finished])
    input.rules.removesByHand = true
    #expect(DownloadPlan(input).removals == [id("auto"): .finished, id("hand"): .finished])
    input.rules.removesFinished = false
    #expect(DownloadPlan(input).removals.isEmpty)
  }

  @Test("neither the item that plays nor one with an unsent change is removed")
  func held() {
    var input = input()
    input.rules.removesFinished = true
    input.items = [.init(id: id("a"), reason: .played, usedAt: Self.now)]
    input.progress = [id("a"): known(id("a"), isFinished: true)]
    input.playing = (id("a"), "A", Self.now)
    #expect(DownloadPlan(input).removals.isEmpty)
    input.playing = nil
    input.progress[id("a")]?.isPending = true
    #expect(DownloadPlan(input).removals.isEmpty)
    input.progress[id("a")]?.isPending = false
    #expect(DownloadPlan(input).removals == [id("a"): .finished])
  }

  @Test("a download goes that was neither opened nor listened to for as many days as the rule says")
  func unused() {
    var input = input()
    input.rules.removesUnusedAfterDays = 30
    input.items = [
      .init(id: id("old"), reason: .played, usedAt: Self.now - 30 * Self.day),
      .init(id: id("new"), reason: .played, usedAt: Self.now - 29 * Self.day),
      .init(id: id("elsewhere"), reason: .played, usedAt: Self.now - 90 * Self.day),
      .init(id: id("coming"), reason: .played, isComplete: false, usedAt: Self.now - 90 * Self.day),
    ]
    var elsewhere = known(id("elsewhere"), at: 5)
    elsewhere.at = Self.now - Self.day
    input.progress = [id("elsewhere"): elsewhere]
    #expect(DownloadPlan(input).removals == [id("old"): .unused])
  }

  @Test("the next books of a series are kept from the one that was begun, and go on when it is finished")
  func nextOfSeries() {
    var input = input(series(2))
    input.candidates = ["s": books("a", "b", "c", "d")]
    #expect(DownloadPlan(input).additions.map(\.id) == [id("a"), id("b")])
    input.progress = [id("b"): known(id("b"), at: 20)]
    #expect(DownloadPlan(input).additions.map(\.id) == [id("b"), id("c")])
    input.progress = [id("b"): known(id("b"), isFinished: true)]
    #expect(
      DownloadPlan(input).additions == [
        .init(id: id("c"), title: "C", reason: .series("Cycle")),
        .init(id: id("d"), title: "D", reason: .series("Cycle")),
      ])
    input.items = [.init(id: id("c"), usedAt: Self.now)]
    #expect(DownloadPlan(input).additions.map(\.id) == [id("d")])
    input.progress = [id("d"): known(id("d"), isFinished: true)]
    #expect(DownloadPlan(input).additions.isEmpty)
  }

  @Test("the newest episodes are kept within their number and bytes, and older unheard ones give way")
  func newest() {
    var input = input(podcast(newest: 2))
    input.candidates = ["p": episodes("1", "2", "3", bytes: 60)]
    #expect(DownloadPlan(input).additions.map(\.id) == [id("p", "3"), id("p", "2")])
    input.rules = podcast(newest: 2, bytes: 100)
    #expect(DownloadPlan(input).additions.map(\.id) == [id("p", "3")])
    input.rules = podcast(newest: 2)
    // A finished one keeps its place: it does not pull in an older one.
    input.progress = [id("p", "3"): known(id("p", "3"), isFinished: true)]
    #expect(DownloadPlan(input).additions.map(\.id) == [id("p", "2")])
    input.items = [
      .init(id: id("p", "1"), reason: .newEpisode("Show"), isComplete: false, usedAt: Self.now),
      .init(id: id("p", "2"), reason: .newEpisode("Show"), usedAt: Self.now),
    ]
    #expect(DownloadPlan(input).removals == [id("p", "1"): .replaced])
    input.progress[id("p", "1")] = known(id("p", "1"), at: 3)
    #expect(DownloadPlan(input).removals.isEmpty)
    input.progress[id("p", "1")] = nil
    input.items[0].reason = .byHand
    #expect(DownloadPlan(input).removals.isEmpty)
  }

  @Test("the next episodes of a podcast come oldest first, from the furthest one that was begun")
  func nextEpisodes() {
    var input = input(podcast(next: 2, newest: 1))
    input.candidates = ["p": episodes("1", "2", "3", "4")]
    input.progress = [id("p", "2"): known(id("p", "2"), isFinished: true)]
    #expect(
      DownloadPlan(input).additions == [
        .init(id: id("p", "3"), title: "3", reason: .nextEpisode("Show")),
        .init(id: id("p", "4"), title: "4", reason: .nextEpisode("Show")),
      ])
  }

  @Test("queued items are downloaded in the queue's order, except finished ones")
  func queued() {
    var input = input()
    input.queued = books("b", "done", "a")
    input.progress = [id("done"): known(id("done"), isFinished: true)]
    #expect(DownloadPlan(input).additions.isEmpty)
    input.rules.downloadsQueued = true
    #expect(DownloadPlan(input).additions.map(\.id) == [id("b"), id("a")])
    #expect(Set(DownloadPlan(input).additions.map(\.reason)) == [.queued])
  }

  @Test("what the user removed comes back when it is played, what was unused when it is used")
  func blocked() {
    var input = input(series(1))
    input.rules.downloadsPlayed = true
    input.candidates = ["s": books("a")]
    func removed(_ cause: RemovedDownload.Cause) -> [PlayableID: RemovedDownload] {
      [id("a"): RemovedDownload(id: id("a"), title: "A", cause: cause, at: Self.now)]
    }
    input.removed = removed(.byHand)
    #expect(DownloadPlan(input).additions.isEmpty)
    var known = known(id("a"), at: 9)
    known.at = Self.now + 1
    input.progress = [id("a"): known]
    #expect(DownloadPlan(input).additions.isEmpty)
    input.removed = removed(.unused)
    #expect(DownloadPlan(input).additions.map(\.reason) == [.series("Cycle")])
    input.removed = removed(.byHand)
    input.playing = (id("a"), "A", Self.now - 1)
    #expect(DownloadPlan(input).additions.isEmpty)
    input.playing = (id("a"), "A", Self.now + 1)
    #expect(DownloadPlan(input).additions.map(\.reason) == [.played])
    input.removed = removed(.finished)
    input.playing = nil
    #expect(DownloadPlan(input).additions.map(\.reason) == [.series("Cycle")])
  }
}
