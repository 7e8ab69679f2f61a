import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

/// Races while the disk is slow. One by one, because each test blocks a thread.
@Suite("Slow disks", .serialized, .oneAtATime)
enum SlowDiskTests {}

extension SlowDiskTests {
  /// Changes that meet in the middle of a write to the disk, of an attempt or of a sign-out.
  @Suite("Mutation outbox: changes that meet", .serialized)
  struct MutationRaceTests {
    private let files = HeldFiles()
    private var disk: TroubledFiles { files.base }

    private func setRoom(_ room: Int?) { disk.state.withLock { $0.room = room } }

    /// Starts changes of one target, each when the ones before are on their way to the disk.
    private func acceptHeld(
      _ values: [String], _ harness: OutboxHarness
    ) async -> [Task<Result<MutationRecord, ClientError>, Never>] {
      var tasks: [Task<Result<MutationRecord, ClientError>, Never>] = []
      for value in values {
        let before = await harness.outbox.writingCount
        tasks.append(
          Task {
            do throws(ClientError) {
              let record = try await harness.outbox.accept(
                SetValue(target: "a", value: value), base: nil, cause: "user")
              return .success(record)
            } catch { return .failure(error) }
          })
        #expect(await eventually { await harness.outbox.writingCount > before })
      }
      return tasks
    }

    @Test(
      "changes of one target that meet a full disk at once are all refused, and none is ever sent", arguments: [2, 3])
    func fullDisk(count: Int) async throws {
      let harness = OutboxHarness(files: files)
      #expect(try await harness.open.isEmpty)
      files.hold()
      let tasks = await acceptHeld((1...count).map(String.init), harness)
      let round = Task { await harness.flush() }
      setRoom(0)
      files.release()
      for task in tasks {
        guard case .failure(let error) = await task.value else {
          Issue.record("accepted on a full disk")
          continue
        }
        #expect(error.kind == .storage && error.detail == "full")
      }
      await round.value
      setRoom(nil)
      await harness.flush()
      #expect(harness.server.written == [])
      #expect(try await harness.outbox.all() == [])
      #expect(try await harness.restarted().outbox.all() == [])
    }

    @Test("three hundred at once that come during a write are all on disk after one more write")
    func groupCommit() async throws {
      let harness = OutboxHarness(files: files)
      try await harness.accept("zero", "1")
      let before = disk.state.withLock { $0.appends }
      files.hold()
      let first = Task { try await harness.accept("first", "1") }
      #expect(await eventually { files.waitingCount == 1 })
      let others = (0..<300).map { index in Task { try await harness.accept("t\(index)", "1") } }
      #expect(await eventually { await harness.outbox.writingCount == 301 })
      files.release()
      _ = try await first.value
      for other in others { _ = try await other.value }
      #expect(disk.state.withLock { $0.appends } - before == 2)
      #expect(try await harness.restarted().open.count == 302)
    }

    @Test("over one that waits already: it stays as it was accepted, and is what goes out")
    func fullDiskOverWaiting() async throws {
      let harness = OutboxHarness(files: files)
      try await harness.accept("a", "0")
      files.hold()
      let tasks = await acceptHeld(["1", "2", "3"], harness)
      #expect(try await harness.open == ["0"])
      setRoom(0)
      files.release()
      for task in tasks { await #expect(throws: ClientError.self) { try await task.value.get() } }
      setRoom(nil)
      #expect(try await harness.open == ["0"])
      #expect(try await harness.restarted().outbox.all() == (await harness.outbox.all()))
      await harness.flush()
      #expect(harness.server.written == ["a=0"])
    }

    @Test("a change that the disk refuses while an earlier one of its target is confirmed does not come back")
    func followerRefused() async throws {
      let harness = OutboxHarness(files: files)
      let (isWriting, mayWrite) = (Latch(), Latch())
      harness.server.state.withLock {
        $0.whileWriting = { _ throws(ClientError) in
          isWriting.open()
          await mayWrite.wait()
        }
      }
      try await harness.accept("a", "1")
      let round = Task { await harness.flush() }
      await isWriting.wait()
      files.hold()
      let late = await acceptHeld(["2"], harness)
      mayWrite.open()
      #expect(await eventually { harness.server.values["a"] == "1" })
      setRoom(0)
      files.release()
      await #expect(throws: ClientError.self) { try await late[0].value.get() }
      await round.value
      setRoom(nil)
      await harness.flush()
      #expect(harness.server.written == ["a=1"])
      #expect(try await harness.outbox.all().map(\.value) == ["1"])
      #expect(try await harness.restarted().outbox.all().map(\.value) == ["1"])
    }

    @Test(
      "a change that the disk takes while an earlier one of its target is confirmed stands on what the server showed")
    func followerAccepted() async throws {
      let harness = OutboxHarness(files: files)
      let (isWriting, mayWrite) = (Latch(), Latch())
      harness.server.state.withLock {
        $0.whileWriting = { _ throws(ClientError) in
          isWriting.open()
          await mayWrite.wait()
        }
      }
      try await harness.accept("a", "newer 1")
      let round = Task { await harness.flush() }
      await isWriting.wait()
      files.hold()
      let late = await acceptHeld(["2"], harness)
      mayWrite.open()
      #expect(await eventually { harness.server.values["a"] == "newer 1" })
      files.release()
      let record = try await late[0].value.get()
      await round.value
      #expect(try await harness.restarted().outbox.record(record.id)?.base(SetValue.self) == "newer 1")
      await harness.flush()
      #expect(harness.server.written == ["a=newer 1", "a=2"])
    }

    @Test("an edit of a change that is on its way to the disk counts after it, or not at all")
    func editMeetsWrite() async throws {
      let harness = OutboxHarness(files: files)
      let record = try await harness.accept("a", "0")
      for isFull in [true, false] {
        files.hold()
        let accepts = await acceptHeld(["1"], harness)
        let edit = Task {
          try await harness.outbox.change(record.id) {
            $0.payload = AnyMutationPayload(MutationPayload(mutation: SetValue(target: "a", value: "edited")))
          }
        }
        if isFull { setRoom(0) }
        files.release()
        let accepted = await accepts[0].value
        let edited = await edit.result
        setRoom(nil)
        if case .success = accepted { #expect(!isFull) } else { #expect(isFull) }
        if case .success = edited { #expect(!isFull) } else { #expect(isFull) }
        #expect(try await harness.open == [isFull ? "0" : "edited"])
        #expect(try await harness.restarted().outbox.all() == (await harness.outbox.all()))
      }
    }

    @Test("one that cannot be discarded waits as before, even when it was being sent")
    func discardRefused() async throws {
      let harness = OutboxHarness(files: files)
      let (isWriting, mayWrite) = (Latch(), Latch())
      harness.server.state.withLock {
        $0.whileWriting = { _ throws(ClientError) in
          isWriting.open()
          await mayWrite.wait()
          throw ValueServer.unreachable
        }
      }
      let record = try await harness.accept("a", "1")
      let round = Task { await harness.flush() }
      await isWriting.wait()
      setRoom(0)
      await #expect(throws: ClientError.self) { try await harness.outbox.discard(record.id) }
      #expect(try await harness.outbox.record(record.id)?.state == .pending)
      setRoom(nil)
      mayWrite.open()
      await round.value
      #expect(try await harness.open == ["1"])
      #expect(try await harness.restarted().open == ["1"])
    }

    @Test("a snapshot neither keeps what the disk refuses nor loses what it takes", arguments: [true, false])
    func foldMeetsWrite(isFull: Bool) async throws {
      let harness = OutboxHarness(files: files)
      for index in 0..<300 { try await harness.accept("t", "\(index)") }
      files.hold()
      let tasks = await acceptHeld(["late"], harness)
      let round = Task { await harness.flush() }
      if isFull { setRoom(0) }
      files.release()
      let outcome = await tasks[0].value
      await round.value
      setRoom(nil)
      try await harness.accept("other", "1")
      await harness.flush()
      let values = try await harness.restarted().outbox.all().filter { $0.target == "a" }.map(\.value)
      if case .success = outcome { #expect(!isFull && values == ["late"]) } else { #expect(isFull && values == []) }
    }

    @Test("a snapshot that meets changes which the disk refuses does not keep them", arguments: 0..<10)
    func snapshotMeetsRefused(round: Int) async throws {
      let harness = OutboxHarness(files: files)
      for index in 0..<round + 3 { try await harness.accept("t", "\(index)") }
      files.hold()
      var tasks = await acceptHeld(["1"], harness)
      let snapshot = Task { try await harness.outbox.forgetDecided() }
      for _ in 0..<round * 10 { await Task.yield() }
      tasks += await acceptHeld(["2"], harness)
      disk.state.withLock { $0.failsAppends = true }
      files.release()
      for task in tasks { await #expect(throws: ClientError.self) { try await task.value.get() } }
      try await snapshot.value
      disk.state.withLock { $0.failsAppends = false }
      #expect(try await harness.restarted().outbox.all().map(\.value) == ["\(round + 2)"])
    }

    @Test("after closing nothing is written, whatever was under way", arguments: [0, 1, 2])
    func closing(step: Int) async throws {
      let harness = OutboxHarness(files: files)
      let (isThere, mayGoOn) = (Latch(), Latch())
      let hook: @Sendable (MutationContext) async throws(ClientError) -> Void = { context throws(ClientError) in
        guard step != 2 || context.isReadBack else { return }
        isThere.open()
        await mayGoOn.wait()
      }
      harness.server.state.withLock { if step == 1 { $0.whileWriting = hook } else { $0.whileReading = hook } }
      // A long journal is rewritten at the end of the round.
      for index in 0..<300 { try await harness.accept("a", "\(index)") }
      let round = Task { await harness.flush() }
      await isThere.wait()
      await harness.outbox.close()
      let before = disk.changeCount
      mayGoOn.open()
      await round.value
      for _ in 0..<50 { await Task.detached(priority: .background) {}.value }
      #expect(disk.changeCount == before)
      #expect(try await harness.restarted().open == ["299"])
    }

    @Test("an attempt that was stopped decides nothing, and its mutation is sent again", arguments: [0, 1, 2])
    func stopping(step: Int) async throws {
      let harness = OutboxHarness(files: files)
      let (isThere, mayGoOn) = (Latch(), Latch())
      let hook: @Sendable (MutationContext) async throws(ClientError) -> Void = { context throws(ClientError) in
        guard step != 2 || context.isReadBack else { return }
        isThere.open()
        await mayGoOn.wait()
      }
      harness.server.state.withLock { if step == 1 { $0.whileWriting = hook } else { $0.whileReading = hook } }
      let record = try await harness.accept("a", "1")
      let round = Task { await harness.flush() }
      await isThere.wait()
      await harness.outbox.stop()
      await round.value
      #expect(try await harness.outbox.record(record.id)?.state == .pending)
      let edited = try await harness.outbox.change(record.id) {
        $0.payload = AnyMutationPayload(MutationPayload(mutation: SetValue(target: "a", value: "2")))
      }
      mayGoOn.open()
      harness.server.state.withLock { ($0.whileReading, $0.whileWriting) = (nil, nil) }
      await harness.flush()
      #expect(try await harness.outbox.record(edited.id)?.state == .synced)
      #expect(try await harness.outbox.record(edited.id)?.value == "2")
      #expect(harness.server.written.last == "a=2")
    }

    @Test("an attempt that was stopped and fails late leaves alone what a new round sends")
    func stoppedAndLate() async throws {
      let harness = OutboxHarness(files: files)
      let (isThere, mayGoOn) = ([Latch(), Latch()], [Latch(), Latch()])
      let reads = Locked(0)
      harness.server.state.withLock {
        $0.whileReading = { _ throws(ClientError) in
          let number = reads.withLock { reads in
            reads += 1
            return reads - 1
          }
          guard number < 2 else { return }
          isThere[number].open()
          await mayGoOn[number].wait()
          if number == 0 { throw ClientError(.server, operation: "test", status: 500) }
        }
      }
      try await harness.accept("a", "1")
      let first = Task { await harness.flush() }
      await isThere[0].wait()
      await harness.outbox.stop()
      let second = Task { await harness.flush() }
      await isThere[1].wait()
      mayGoOn[0].open()
      await ManualClock().advance(by: .zero)
      // The first change is being sent: the queue must not merge this one into it, or the value 2 is never sent.
      try await harness.accept("a", "2")
      mayGoOn[1].open()
      await first.value
      await second.value
      await harness.flush()
      #expect(harness.server.written == ["a=1", "a=2"])
      #expect(try await harness.open.isEmpty)
    }

    @Test("what was stopped while its sending was noted is not written")
    func stoppedWhileNoted() async throws {
      let harness = OutboxHarness(files: files)
      try await harness.accept("a", "1")
      files.hold()
      let round = Task { await harness.flush() }
      #expect(await eventually { await harness.outbox.writingCount == 1 })
      await harness.outbox.stop()
      files.release()
      await round.value
      await ManualClock().advance(by: .zero)
      #expect(harness.server.written.isEmpty)
      #expect(try await harness.open == ["1"])
    }

    @Test("memory equals the disk after any number of changes of which some are refused", arguments: 0..<30)
    func memoryEqualsDisk(seed: UInt64) async throws {
      let random = SeededRandom(seed: seed)
      func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
      var harness = OutboxHarness(files: disk)
      var accepted: Set<String> = []
      for step in 0..<40 {
        harness.coalesces = pick(3) > 0
        setRoom(pick(2) == 0 ? pick(900) : nil)
        let ids = try await harness.outbox.all().map(\.id)
        let choices = (0..<1 + pick(4)).map { _ in (pick(4), "t\(pick(2))", ids.isEmpty ? "" : ids[pick(ids.count)]) }
        let turn = harness
        let kept = await withTaskGroup(of: String?.self) { group in
          for (index, choice) in choices.enumerated() {
            let value = "\(step).\(index)"
            group.addTask {
              switch choice.0 {
              case 0, 1: return (try? await turn.accept(choice.1, value)).map { _ in value }
              case 2:
                let record = try? await turn.outbox.change(choice.2) {
                  $0.payload = AnyMutationPayload(MutationPayload(mutation: SetValue(target: $0.target, value: value)))
                }
                return record.map { _ in value }
              default:
                try? await turn.outbox.discard(choice.2)
                return nil
              }
            }
          }
          return await group.reduce(into: Set<String>()) { if let value = $1 { $0.insert(value) } }
        }
        accepted.formUnion(kept)
        setRoom(nil)
        let memory = try await harness.outbox.all()
        #expect(try await harness.restarted().outbox.all() == memory)
        #expect(memory.allSatisfy { accepted.contains($0.value ?? "") }, "a refused change is there")
      }
      await harness.flush()
      #expect(harness.server.written.allSatisfy { accepted.contains(String($0.dropFirst(3))) })
    }
  }
}
