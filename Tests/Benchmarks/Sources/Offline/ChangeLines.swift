import Foundation
import Measure
import MediaCore

/// Changes made without a network on a real disk, beside the bare system calls for as many bytes.
struct ChangeLines {
  let report: Report

  struct NotReached: Error {}

  private static let counts = [("0", 0), ("1k", 1000), ("10k", 10_000)]

  func run() async {
    await durable()
    await concurrent()
  }

  private func durable() async {
    guard report.wants("change.durable") else { return }
    var ratios: [Double] = []
    for (knownName, known) in Self.counts {
      for (waitingName, waiting) in Self.counts {
        let name = "change.durable.known-\(knownName).waiting-\(waitingName)"
        let feel = "a tap is safe before the finger is up"
        guard report.wants(name) else { continue }
        guard let rig = await report.prepared(for: name, { try await ChangeRig(known: known) }) else { continue }
        defer { rig.remove() }
        let isReady = (try? await rig.wait(for: waiting)) != nil
        var (best, number): (Double?, Int) = (nil, 0)
        await report.line(name, .atMost(1.5), feel: feel) {
          guard isReady else {
            report.note("\(waiting) changes did not come to wait in 12 s")
            best = .infinity
            return .infinity
          }
          let ratio = try await ratio(rig, &number)
          best = min(best ?? ratio, ratio)
          return ratio
        }
        if let best { ratios.append(best) }
      }
    }
    guard ratios.count == Self.counts.count * Self.counts.count else { return }
    await report.line(
      "change.durable.flat", .atMost(1.5), feel: "months offline cost no more than a minute", isDerived: true
    ) {
      report.note("the largest of the nine over the smallest")
      return (ratios.max() ?? .nan) / (ratios.min() ?? .nan)
    }
  }

  /// The time of one change over that of an append of as many bytes.
  private func ratio(_ rig: ChangeRig, _ number: inout Int) async throws -> Double {
    let first = number
    let before = rig.journalBytes
    try await rig.queue.submit(MarkItem(item: "measured-\(first)", isWatched: true))
    await rig.queue.settled()
    let bytes = max(64, rig.journalBytes - before)
    let file = PlainFile(rig.folder.appendingPathComponent("plain").path)
    let record = Data(repeating: 0x61, count: bytes)
    var next = first + 1
    let medians = try await Rounds.medians(
      rounds: 25,
      [
        {
          next += 1
          let item = MarkItem(item: "measured-\(next)", isWatched: true)
          let seconds = try await Clock.wall.time { try await rig.queue.submit(item) }
          await rig.queue.settled()
          return seconds
        },
        { Clock.wall.time { file.append(record) } },
      ])
    number = next + 1
    report.note("\((medians[0] * 1e6).short) and \((medians[1] * 1e6).short) µs, \(bytes) bytes")
    return medians[0] / medians[1]
  }

  private func concurrent() async {
    await report.line(
      "change.concurrent", .atLeast(25), feel: "marking a whole series takes no longer than one episode"
    ) {
      var bytes = 350
      let medians = try await Rounds.medians([
        {
          let rig = try await ChangeRig(known: 0)
          defer { rig.remove() }
          // The first change on a device creates folders and locks: don't measure it.
          try await rig.submit(5000..<5001)
          await rig.queue.settled()
          let before = rig.journalBytes
          let seconds = try await Clock.wall.time { try await rig.submit(0..<1000) }
          bytes = max(64, (rig.journalBytes - before) / 1000)
          await rig.queue.settled()
          return seconds
        },
        {
          let folder = Disk.folder("atomic")
          defer { Disk.remove(folder) }
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          let record = Data(repeating: 0x61, count: bytes)
          return try Clock.wall.time {
            for number in 0..<1000 {
              try record.write(to: folder.appendingPathComponent("\(number)"), options: .atomic)
            }
          }
        },
      ])
      report.note("\((medians[0] * 1000).short) and \((medians[1] * 1000).short) ms, \(bytes) bytes each")
      return medians[1] / medians[0]
    }
    await report.scale("change.concurrent", [1000, 10_000, 100_000]) { count in
      let rig = try await ChangeRig(known: 0)
      defer { rig.remove() }
      let seconds = try await Clock.wall.time { try await rig.submit(0..<count) }
      await rig.queue.settled()
      return seconds
    }
  }
}
