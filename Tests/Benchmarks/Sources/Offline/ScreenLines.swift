import Foundation
import Measure
import MediaCore
import MediaTesting
import VaultClient

/// The library screen of VaultClient: what a tap or a key costs the main thread, and how soon a tap is seen.
@MainActor
struct ScreenLines {
  let report: Report

  struct NothingToTap: Error {}

  /// Something that a user does, and how to see that the screen shows it.
  private struct Step {
    let act: @MainActor () -> Void
    let isShown: @MainActor (VaultLibraryViewModel.State) -> Bool
  }

  private static let sizes = [500, 2000, 8000]
  private static let samples = 12

  func run() async {
    await mainActor()
    await tapWatched()
  }

  // MARK: The main actor

  private func mainActor() async {
    guard report.wants("main-actor") else { return }
    var points: [String: [(count: Double, seconds: Double)]] = [:]
    for titles in Self.sizes {
      let folder = Disk.folder("screen")
      defer { Disk.remove(folder) }
      // With a clock that stands still, the debounced server search never starts.
      let clock = ManualClock(patience: nil)
      let rig = await report.prepared(for: "main-actor.\(titles)") {
        try await VaultRig.loaded(titles: titles, clock: clock, folder: folder)
      }
      guard let rig else { continue }
      let model = rig.model
      let token = model.observe { keep($0.entries.count) }
      await line("key", titles, "typing in the search field does not stutter") { round in
        let query = ["lan", "sal", "win", "oce", "gar"][round % 5]
        return Step {
          model.query = query
        } isShown: {
          $0.search.query == query
        }
      }
      model.query = ""
      await line("filter", titles, "a filter switches without a stutter") { round in
        Step {
          model.set(.unwatched, round % 2 == 0)
        } isShown: {
          $0.filters.unwatched == (round % 2 == 0)
        }
      }
      await line("sort", titles, "another order comes without a stutter") { round in
        let chip: LibrarySort.Chip = round % 2 == 0 ? .dateReleased : .title
        return Step {
          model.tap(chip)
        } isShown: {
          $0.sort.chip == chip
        }
      }
      withExtendedLifetime(token) {}

      func line(
        _ name: String, _ titles: Int, _ feel: String, _ step: @escaping @MainActor (_ round: Int) -> Step
      ) async {
        await report.line("main-actor.\(name).\(titles)", .atMost(4), feel: "\(feel) (ms of the main thread)") {
          var times: [Double] = []
          for round in 0..<Self.samples {
            let step = step(round)
            let start = Clock.thread.now
            step.act()
            await model.settled()
            await Shown.wait(model, until: step.isShown)
            times.append(Clock.thread.now - start)
          }
          points[name, default: []].removeAll { $0.count == Double(titles) }
          points[name, default: []].append((Double(titles), Rounds.median(times)))
          return Rounds.median(times) * 1000
        }
      }
    }
    for (name, points) in points.sorted(by: { $0.key < $1.key }) where points.count == Self.sizes.count {
      await report.line(
        "main-actor.exponent.\(name)", .atMost(1.1), feel: "a large library is as smooth as a small one",
        isDerived: true
      ) {
        report.note(Growth.text(points))
        return Growth.exponent(points)
      }
    }
  }

  // MARK: A tap

  private func tapWatched() async {
    guard report.wants("tap.watched") else { return }
    var points: [(count: Double, seconds: Double)] = []
    for titles in Self.sizes {
      let folder = Disk.folder("tap")
      defer { Disk.remove(folder) }
      let clock = ManualClock(passing: .everything)
      let rig = await report.prepared(for: "tap.watched.\(titles)") {
        try await VaultRig.loaded(titles: titles, clock: clock, folder: folder)
      }
      guard let rig else { continue }
      rig.network.isDown = true
      await report.line("tap.watched.\(titles)", .atMost(20), feel: "a tap on watched is seen at once (ms)") {
        var times: [Double] = []
        for _ in 0..<Self.samples { times.append(try await tap(rig.model)) }
        points.removeAll { $0.count == Double(titles) }
        points.append((Double(titles), Rounds.median(times)))
        return Rounds.median(times) * 1000
      }
    }
    guard points.count == Self.sizes.count else { return }
    await report.line(
      "tap.watched.exponent", .atMost(0.3), feel: "a large library is as quick as a small one", isDerived: true
    ) {
      report.note(Growth.text(points))
      return Growth.exponent(points)
    }
  }

  private func tap(_ model: VaultLibraryViewModel) async throws -> Double {
    let index = model.state.entries.firstIndex {
      if case .movie(let movie, _) = $0 { !movie.watched && !$0.isNew } else { false }
    }
    guard let index else { throw NothingToTap() }
    let reference = model.state.entries[index].reference
    let seconds = await Clock.wall.time {
      model.setWatched(true, for: WatchTarget(reference))
      await Shown.wait(model) {
        $0.entries.indices.contains(index) && $0.entries[index].reference == reference
          && $0.entries[index].watched == .all
      }
    }
    await model.settled()
    return seconds
  }
}
