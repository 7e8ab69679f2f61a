import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

/// The process dies before, within and after every change of the disk. Restarted on what is left, nothing that was accepted
/// is gone and nothing half-written is read.
@Suite("Mutation outbox: crash runs")
struct MutationCrashTests {
  /// A result that the app got, and the number of changes of the disk by then.
  private struct Accepted: Sendable {
    let changes: Int
    let target: String
    let value: String
  }

  /// One life of an outbox: offline changes, a lost answer, a refusal, a fold, more changes.
  private func life() async throws -> (files: TroubledFiles, accepted: [Accepted], values: Set<String>) {
    let files = TroubledFiles()
    let harness = OutboxHarness(files: files)
    var accepted: [Accepted] = []
    var values: Set<String> = []
    func accept(_ target: String, _ value: String) async throws {
      values.insert(value)
      try await harness.accept(target, value)
      accepted.append(Accepted(changes: files.changeCount, target: target, value: value))
    }
    try await accept("a", "a1")
    try await accept("a", "a2")
    try await accept("b", "b1")
    harness.server.fail(nil, nil, ValueServer.unreachable)
    await harness.flush()
    try await accept("a", "a3")
    try await accept("c", "odd")
    await harness.flush()
    return (files, accepted, values.union(["odd"]))
  }

  private func disk(_ changes: some Collection<DiskChange>, torn: DiskChange? = nil) throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    for change in changes { try change.apply(to: files) }
    try torn?.apply(to: files)
    return files
  }

  /// The contents that the disk can have when the process dies in the middle of `change`.
  private func halves(of change: DiskChange) -> [DiskChange] {
    guard case .append(let path, let data) = change else { return [] }
    return LongRuns.all(of: Array(1...data.count), orEach: 17).flatMap { length in
      // A crash can cut the line after `length` bytes, or leave zeros behind them.
      [
        DiskChange.append(path, data.prefix(length)),
        .append(path, data.prefix(length) + Data(repeating: 0, count: data.count - length)),
      ]
    }
  }

  @Test("nothing accepted is gone and nothing half-written is read, whenever the process dies")
  func everyByte() async throws {
    let (files, accepted, values) = try await life()
    let changes = files.changes
    var runs = 0
    for count in 0...changes.count {
      let halves = count < changes.count ? halves(of: changes[count]) : []
      for torn in [nil] + halves {
        let harness = OutboxHarness(files: try disk(changes.prefix(count), torn: torn))
        let all = try await harness.outbox.all()
        #expect(all.allSatisfy { values.contains($0.value ?? "") })
        #expect(Set(all.map(\.id)).count == all.count)
        for target in ["a", "b", "c"] {
          guard let last = accepted.last(where: { $0.target == target && $0.changes <= count }) else { continue }
          let found = all.last { $0.target == target }?.value ?? ""
          #expect(found >= last.value, "\(target): \(found) after \(last.value), change \(count)")
        }
        runs += 1
      }
    }
    #expect(runs > (LongRuns.isOn ? 3000 : 170))
  }

  @Test("what is accepted after a crash stands on clean ground")
  func goesOn() async throws {
    let (files, _, _) = try await life()
    let changes = files.changes
    for count in 0..<changes.count {
      let halves = halves(of: changes[count])
      for torn in halves.isEmpty ? [nil] : [halves[0], halves[halves.count / 2], halves[halves.count - 3]] {
        let harness = OutboxHarness(files: try disk(changes.prefix(count), torn: torn), seed: 7)
        let before = try await harness.outbox.all()
        let new = try await harness.accept("new", "n1")
        #expect(new.order > before.map(\.order).max() ?? 0)
        #expect(try await harness.restarted().outbox.all().map(\.id) == before.map(\.id) + [new.id])
      }
    }
  }

  @Test("folding: before, between and after its steps the same is read")
  func folding() async throws {
    let files = TroubledFiles()
    let harness = OutboxHarness(files: files)
    for index in 0..<90 { try await harness.accept("t\(index)", "1") }
    let before = files.changeCount
    await harness.flush()
    let changes = files.changes
    let snapshot = try #require(changes.firstIndex { if case .replace = $0 { true } else { false } })
    #expect(snapshot > before)
    func read(_ count: Int) async throws -> [MutationRecord] {
      try await OutboxHarness(files: try disk(changes.prefix(count))).outbox.all()
    }
    #expect(try await read(snapshot) == read(snapshot + 1))
    let all = try await read(changes.count)
    #expect(all.map(\.target) == (0..<90).map { "t\($0)" })
    #expect(all.allSatisfy { $0.state == .synced })
  }
}
