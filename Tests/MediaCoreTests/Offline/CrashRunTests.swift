import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

/// The process dies before, within and after every change of the disk. Restarted on what is left, nothing that was accepted
/// is gone and nothing half-written is read.
@Suite("Crash runs")
struct CrashRunTests {
  /// What the app was told, and how many changes of the disk there were by then.
  private struct Accepted: Sendable {
    let changes: Int
    let target: String
    let wish: String
  }

  /// One life of an outbox: offline changes, a lost answer, a refusal, a fold, more changes.
  private func life() async throws -> (files: TroubledFiles, accepted: [Accepted], wishes: Set<String>) {
    let files = TroubledFiles()
    let desk = Desk(files: files)
    var accepted: [Accepted] = []
    var wishes: Set<String> = []
    func record(_ target: String, _ wish: String) async throws {
      wishes.insert(wish)
      try await desk.record(target, .string(wish))
      accepted.append(Accepted(changes: files.changeCount, target: target, wish: wish))
    }
    try await record("a", "a1")
    try await record("a", "a2")
    try await record("b", "b1")
    desk.server.fail(nil, nil, OfflineServer.unreachable)
    await desk.outbox.flush()
    try await record("a", "a3")
    try await record("c", "odd")
    await desk.outbox.flush()
    return (files, accepted, wishes.union(["odd"]))
  }

  private func disk(_ changes: some Collection<DiskChange>, torn: DiskChange? = nil) throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    for change in changes { try change.apply(to: files) }
    try torn?.apply(to: files)
    return files
  }

  /// What may be on the disk when the process dies in the middle of `change`.
  private func halves(of change: DiskChange) -> [DiskChange] {
    guard case .append(let path, let data) = change else { return [] }
    return LongRuns.all(of: Array(1...data.count), orEach: 17).flatMap { length in
      // The bytes written so far; and the whole length with zeros where the rest was not written.
      [
        DiskChange.append(path, data.prefix(length)),
        .append(path, data.prefix(length) + Data(repeating: 0, count: data.count - length)),
      ]
    }
  }

  @Test("nothing accepted is gone and nothing half-written is read, whenever the process dies")
  func everyByte() async throws {
    let (files, accepted, wishes) = try await life()
    let changes = files.changes
    var runs = 0
    for count in 0...changes.count {
      let halves = count < changes.count ? halves(of: changes[count]) : []
      for torn in [nil] + halves {
        let desk = Desk(files: try disk(changes.prefix(count), torn: torn))
        let all = try await desk.outbox.all()
        #expect(all.allSatisfy { wishes.contains($0.wish.string ?? "") })
        #expect(Set(all.map(\.id)).count == all.count)
        for target in ["a", "b", "c"] {
          guard let last = accepted.last(where: { $0.target == target && $0.changes <= count }) else { continue }
          let found = all.last { $0.target == target }?.wish.string ?? ""
          #expect(found >= last.wish, "\(target): \(found) after \(last.wish), change \(count)")
        }
        runs += 1
      }
    }
    #expect(runs > (LongRuns.isOn ? 3000 : 170))
  }

  @Test("what is recorded after a crash stands on clean ground")
  func goesOn() async throws {
    let (files, _, _) = try await life()
    let changes = files.changes
    for count in 0..<changes.count {
      let halves = halves(of: changes[count])
      for torn in halves.isEmpty ? [nil] : [halves[0], halves[halves.count / 2], halves[halves.count - 3]] {
        let desk = Desk(files: try disk(changes.prefix(count), torn: torn), seed: 7)
        let before = try await desk.outbox.all()
        let new = try await desk.record("new", "n1")
        #expect(new.order > before.map(\.order).max() ?? 0)
        #expect(try await desk.restarted().outbox.all().map(\.id) == before.map(\.id) + [new.id])
      }
    }
  }

  @Test("folding: before, between and after its steps the same is read")
  func folding() async throws {
    let files = TroubledFiles()
    let desk = Desk(files: files)
    for index in 0..<90 { try await desk.record("t\(index)", "1") }
    let before = files.changeCount
    await desk.outbox.flush()
    let changes = files.changes
    let snapshot = try #require(changes.firstIndex { if case .replace = $0 { true } else { false } })
    #expect(snapshot > before)
    for count in [snapshot, snapshot + 1, changes.count] {
      let all = try await Desk(files: try disk(changes.prefix(count))).outbox.all()
      #expect(all.map(\.target) == (0..<90).map { "t\($0)" })
      #expect(all.allSatisfy { $0.state.name == "synced" })
    }
  }

  @Test("a stored value is the old one or the new one, never half of it, and a spoilt one reads as absent")
  func blobs() throws {
    let files = TroubledFiles()
    let store = BlobStore(files: files, folder: "f")
    try store.write(["one"], "name")
    try store.write(["one", "two"], "name")
    let changes = files.changes
    for count in 0...changes.count {
      let read = try BlobStore(files: try disk(changes.prefix(count)), folder: "f").read([String].self, "name")
      #expect(read == [nil, ["one"], ["one", "two"]][count])
    }
    let (path, data) = try #require(files.base.contents.first)
    for index in 0..<data.count {
      var spoilt = Data(data)
      spoilt[index] ^= 0x10
      let damaged = MemoryFileSystem([path: spoilt])
      let reports = Locked(0)
      let store = BlobStore(files: damaged, folder: "f") { _ in reports.withLock { $0 += 1 } }
      #expect(try store.read([String].self, "name") == nil)
      #expect(reports.withLock { $0 } == 1)
      #expect(damaged.contents[path + ".damaged"] == spoilt)
    }
  }
}
