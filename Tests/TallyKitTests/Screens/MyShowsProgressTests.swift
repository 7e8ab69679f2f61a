import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("Progress from My Shows")
struct MyShowsProgressTests {
  private let show: TMDBID = 520_100

  private func loaded(_ bench: Bench) async -> TallyWatchlistViewModel {
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    return list
  }

  private func row(_ list: TallyWatchlistViewModel) -> [String] {
    let progress = list.state.items.value?.first { $0.id == show }?.progress
    let next = progress?.currentEpisode.map { "S\($0.seasonNumber)E\($0.episodeNumber)" }
    return ["\(progress?.watchedEpisodes ?? -1) of \(progress?.totalEpisodes ?? -1)", next ?? "-"]
  }

  private func watched(_ bench: Bench, _ season: Int) -> [Int] {
    bench.server.watched(of: bench.user, tmdbID: 520_100, season: season)
  }

  @Test("an open show has its seasons with their progress")
  func open() async throws {
    let bench = try await Bench()
    let list = await loaded(bench)
    list.openShow(show)
    #expect(list.state.loadingSeasons == [show])
    await list.settled()
    #expect(
      list.state.seasons[show]?.map { [$0.number, $0.episodeCount, $0.watched, $0.lastWatched] } == [
        [1, 8, 8, 8], [2, 10, 3, 3], [3, 6, 0, 0],
      ])
    #expect(list.state.seasons[show]?.map(\.isWatched) == [true, false, false])
    list.closeShow(show)
    #expect(list.state.seasons == [:])
  }

  @Test("up to an episode, the exact place, a season, all of a show: the row follows at once, and the server has it")
  func marks() async throws {
    let bench = try await Bench()
    let list = await loaded(bench)
    list.openShow(show)
    await list.settled()
    #expect(row(list) == ["11 of 24", "S2E4"])
    list.setProgressUpToEpisode(6, season: 2, of: show)
    await list.settled()
    #expect(row(list) == ["14 of 24", "S2E7"])
    #expect(watched(bench, 2) == Array(1...6))
    list.setPosition(watching: 2, season: 2, of: show)
    await list.settled()
    #expect(row(list) == ["9 of 24", "S2E2"])
    #expect(watched(bench, 2) == [1])
    list.markSeason(2, watched: true, of: show)
    await list.settled()
    #expect(row(list) == ["18 of 24", "S3E1"])
    list.markSeason(1, watched: false, of: show)
    await list.settled()
    #expect((watched(bench, 1).count, watched(bench, 2).count) == (0, 10))
    list.markShow(show, watched: true)
    await list.settled()
    #expect(row(list) == ["24 of 24", "-"])
    #expect([1, 2, 3].map { watched(bench, $0).count } == [8, 10, 6])
    #expect(list.state.seasons[show]?.allSatisfy { $0.isWatched } == true)
    list.markShow(show, watched: false)
    await list.settled()
    #expect(row(list) == ["0 of 24", "S1E1"])
    #expect([1, 2, 3].map { watched(bench, $0).count } == [0, 0, 0])
    list.markEpisode(3, season: 1, as: .watched, of: show)
    await list.settled()
    #expect(watched(bench, 1) == [3])
    list.refresh()
    await list.settled()
    #expect(row(list)[0] == "1 of 24")
  }

  @Test("offline a mark is shown at once, says that it waits, and arrives later")
  func offline() async throws {
    let bench = try await Bench()
    let list = await loaded(bench)
    list.openShow(show)
    await list.settled()
    bench.faults.isDown = true
    list.setProgressUpToEpisode(7, season: 2, of: show)
    #expect(await eventually { row(list) == ["15 of 24", "S2E8"] })
    await list.settled()
    #expect(list.state.items.value?.first { $0.id == show }?.isPending == true)
    #expect(list.state.announcement == .init(number: 1, text: "Saved on this device. It will be sent later."))
    #expect(list.state.notice == nil)
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    #expect(await eventually { list.state.items.value?.first { $0.id == show }?.isPending == false })
    #expect(row(list) == ["15 of 24", "S2E8"])
    #expect(watched(bench, 2) == Array(1...7))
  }

  @Test("a row keeps a mark that was made on the show's page, also once the server has it")
  func markedOnPage() async throws {
    let bench = try await Bench()
    let list = await loaded(bench)
    let page = ShowViewModel(tally: bench.tally, show: show)
    page.load()
    await page.settled()
    #expect(row(list)[0] == "11 of 24")
    bench.faults.isDown = true
    page.setProgressUpToEpisode(6, season: 2)
    #expect(await eventually { row(list) == ["14 of 24", "S2E7"] })
    await page.settled()
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    #expect(watched(bench, 2) == Array(1...6))
    #expect(await eventually { list.state.items.value?.first { $0.id == show }?.isPending == false })
    #expect(row(list) == ["14 of 24", "S2E7"])
    list.refresh()
    await list.settled()
    #expect(row(list) == ["14 of 24", "S2E7"])
  }

  @Test("a row keeps a mark that was made while the list was being read")
  func markedDuringRefresh() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.faults)
    let tally = bench.relaunched(hold)
    let list = TallyWatchlistViewModel(tally: tally)
    list.load()
    await list.settled()
    list.openShow(show)
    await list.settled()
    list.setProgressUpToEpisode(5, season: 2, of: show)
    await list.settled()
    #expect(row(list)[0] == "13 of 24")
    hold.hold(.tallyWatchlistAll)
    list.refresh()
    #expect(await eventually { hold.count == 1 })
    list.setProgressUpToEpisode(7, season: 2, of: show)
    #expect(await eventually { row(list) == ["15 of 24", "S2E8"] })
    await tally.queue.settled()
    #expect(watched(bench, 2) == Array(1...7))
    hold.release()
    await list.settled()
    #expect(row(list) == ["15 of 24", "S2E8"])
  }

  @Test("offline a status says that it waits; a subscription too")
  func otherChanges() async throws {
    let bench = try await Bench()
    let list = await loaded(bench)
    let subscriptions = SubscriptionsViewModel(tally: bench.tally)
    subscriptions.load()
    await subscriptions.settled()
    bench.faults.isDown = true
    list.setStatus(.completed, of: show)
    await list.settled()
    #expect(list.state.announcement?.text == "Saved on this device. It will be sent later.")
    subscriptions.pause(try #require(subscriptions.state.items.value?.first).subscription)
    await subscriptions.settled()
    #expect(subscriptions.state.announcement?.text == "Saved on this device. It will be sent later.")
  }

  @Test("a show that was never opened can be marked whole: its seasons are asked for")
  func unopened() async throws {
    let bench = try await Bench()
    let list = await loaded(bench)
    list.markShow(520_400, watched: true)
    await list.settled()
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_400, season: 1) == Array(1...12))
    bench.faults.isDown = true
    list.markShow(520_200, watched: true)
    await list.settled()
    #expect(list.state.notice == "Couldn't update progress. Try again.")
  }
}
