import Foundation
import Measure
import MediaCore
import MediaTesting
import SampleData
import VaultClient

/// A launch without a network, each in a process of its own.
struct RelaunchLines {
  let report: Report

  func run() async {
    await report.line("relaunch.offline", .atMost(0.5), feel: "the app opens on a train with everything in it") {
      try await Self.withLibrary(10_000) { folder in
        let medians = try await Rounds.medians(
          warmUp: 0,
          [
            { try Child.number(for: "relaunch.open", folder.path, "10000") },
            { try Child.number(for: "relaunch.peer", folder.path) },
          ])
        report.note("\((medians[0] * 1000).short) and \((medians[1] * 1000).short) ms")
        return medians[0] / medians[1]
      }
    }
    await report.scale("relaunch.offline", [1000, 3000, 10_000]) { titles in
      try await Self.withLibrary(titles) { folder in
        try Child.number(for: "relaunch.open", folder.path, "\(titles)")
      }
    }
  }

  /// A device that has loaded a library and was switched off.
  private static func withLibrary(_ titles: Int, _ body: (URL) async throws -> Double) async throws -> Double {
    let folder = Disk.folder("relaunch")
    defer { Disk.remove(folder) }
    _ = try Child.number(for: "relaunch.prepare", folder.path, "\(titles)")
    return try await body(folder)
  }

  @MainActor
  static func number(_ task: String, _ arguments: [String]) async throws -> Double? {
    guard task.hasPrefix("relaunch."), let path = arguments.first else { return nil }
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    let answer = folder.appendingPathComponent("answer.json")
    switch task {
    case "relaunch.prepare":
      let titles = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 0
      let rig = try await VaultRig.loaded(titles: titles, clock: ManualClock(passing: .everything), folder: folder)
      await rig.vault.client.accounts.save()
      try VaultLibraries.watchlist(titles: titles).write(to: answer)
      return Double(rig.model.state.entries.count)
    case "relaunch.peer":
      let data = try Data(contentsOf: answer)
      return try Clock.wall.time {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
          let text = try decoder.singleValueContainer().decode(String.self)
          return WireDate.parse(text) ?? .distantPast
        }
        keep(try decoder.decode(Watchlist.self, from: data))
      }
    default:
      let start = Clock.wall.now
      let rig = VaultRig(server: nil, clock: ManualClock(passing: .everything), folder: folder)
      rig.model.load()
      await Shown.wait(rig.model) { !$0.entries.isEmpty }
      return Clock.wall.now - start
    }
  }
}
