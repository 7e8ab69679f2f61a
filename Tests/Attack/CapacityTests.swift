import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

extension Attacks {
  @Suite("Many changes, full disks and two owners", .serialized)
  struct CapacityTests {
    struct Case: Sendable, CustomTestStringConvertible {
      let service: AttackedService
      let seed: UInt64

      var testDescription: String { "\(service) seed \(seed)" }

      static let all = AttackedService.all.flatMap { service in
        (1...(LongRuns.isOn ? 40 : 1)).map { Case(service: service, seed: $0) }
      }
    }

    // MARK: Full disks

    @Test(
      "after any number of refused changes, what is in memory is what is on disk, and the server gets none of them",
      arguments: Case.all)
    func refusedChanges(_ attacked: Case) async throws {
      let (memory, trouble, secrets) = (MemoryFileSystem(), Trouble(), MemorySecretStore())
      let disk = TroubledDisk(memory: memory, trouble: trouble)
      let world = World(attacked.service).device(disk, secrets)
      let launch = try await world.signedIn()
      await launch.settle()
      world.answers.isDown = true
      let random = SeededRandom(seed: attacked.seed)
      trouble.refuseWrites { random.next() % 2 == 0 }
      let calls = launch.calls.filter { !$0.name.hasPrefix("account") }
      let (accepted, refused) = (Locked<Set<String>>([]), Locked<Set<String>>([]))
      for round in 0..<4 {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<12 {
            let (pick, target) = (Int(random.next() % UInt64(calls.count)), "\(random.next() % 3)")
            let pauses = random.next() % 8
            group.addTask {
              for _ in 0..<pauses { await Task.yield() }
              if number % 4 == 0 { _ = try? await calls[pick].run(Arguments()) }
              let value = "\(round).\(number)"
              let isAccepted = (try? await launch.queue.submit(Probe(target: target, value: value))) != nil
              (isAccepted ? accepted : refused).withLock { _ = $0.insert(value) }
            }
          }
        }
      }
      await launch.queue.settled()
      trouble.refuseWrites(nil)
      #expect(!accepted.withLock { $0.isEmpty } && !refused.withLock { $0.isEmpty })
      let all = try await launch.queue.all()
      let copy = world.device(MemoryFileSystem(memory.contents), secrets)
      let read = try await copy.launch().queue.all()
      // A full disk may lack the start of an attempt, or the end of a change that was decided without a request. Such a change is open
      // on disk, and is decided again after a restart.
      #expect(
        read.count == all.count
          && zip(read, all).allSatisfy { onDisk, inMemory in
            let isDecisionLost = inMemory.isOnServer && onDisk.isOpen
            return onDisk.isSameForReaders(as: inMemory)
              || isDecisionLost && onDisk.payload.hasSameMutation(as: inMemory.payload)
          })
      let values = Set(all.compactMap { $0.mutation(Probe.self)?.value })
      #expect(values.isSubset(of: accepted.withLock { $0 }))
      world.answers.isDown = false
      await launch.queue.flush()
      await launch.queue.settled()
      #expect(Set(world.probes.written).isSubset(of: accepted.withLock { $0 }))
      #expect(values.isSubset(of: Set(world.probes.written)))
    }

    @Test("a disk that takes nothing leaves nothing to send, whatever is called", arguments: AttackedService.all)
    func nothingAccepted(service: AttackedService) async throws {
      let (memory, trouble, secrets) = (MemoryFileSystem(), Trouble(), MemorySecretStore())
      let disk = TroubledDisk(memory: memory, trouble: trouble)
      let world = World(service).device(disk, secrets)
      let launch = try await world.signedIn()
      await launch.settle()
      let before = try await launch.queue.all()
      world.answers.isDown = true
      trouble.refuseWrites { true }
      for call in launch.calls where !call.name.hasPrefix("account") {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { _ = try? await call.run(Arguments()) } }
        }
      }
      await launch.queue.settled()
      #expect(try await launch.queue.all().map(\.id) == before.map(\.id))
      trouble.refuseWrites(nil)
      let copy = world.device(MemoryFileSystem(memory.contents), secrets)
      #expect(try await copy.launch().queue.all().map(\.id) == before.map(\.id))
      world.answers.isDown = false
      _ = world.answers.takeRequests()
      await launch.queue.flush()
      await launch.queue.settled()
      #expect(before.contains(where: \.isOpen) || world.answers.takeRequests().map(\.operation) == [])
    }

    // MARK: Two owners

    @Test(
      "the changes of two services in one process all count, also when one is let go while it sends",
      arguments: Case.all)
    func twoServices(_ attacked: Case) async throws {
      let world = World(attacked.service)
      let environment = world.process()
      let first = try await world.launch(in: environment)
      try await first.signIn()
      let second = try await world.launch(in: environment)
      let random = SeededRandom(seed: attacked.seed)
      let accepted = Locked<Set<String>>([])
      for round in 0..<4 {
        // Each round makes a new third service while the other two may still be sending.
        let third = try await world.launch(in: environment)
        world.answers.isDown = random.next() % 2 == 0
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<12 {
            let queue = [first, second, third][Int(random.next() % 3)].queue
            let pauses = random.next() % 8
            group.addTask {
              for _ in 0..<pauses { await Task.yield() }
              if let change = try? await queue.submit(Probe(target: "\(round).\(number)", value: "1")) {
                accepted.withLock { _ = $0.insert(change.target) }
              }
            }
          }
        }
      }
      await first.queue.settled()
      #expect(accepted.withLock { $0.count } == 48)
      let known = try await second.queue.all().filter { $0.kind == Probe.kind }
      #expect(Set(known.map(\.target)) == accepted.withLock { $0 } && known.count == 48)
      #expect(try await first.queue.all() == second.queue.all())
      #expect(try await world.launch().queue.all().map(\.id) == first.queue.all().map(\.id))
    }

    @Test("of two processes the second is refused, and nothing of the first is lost", arguments: Case.all)
    func twoProcesses(_ attacked: Case) async throws {
      let world = World(attacked.service).device(LockedFolder(), MemorySecretStore())
      let launches = [try await world.signedIn(), try await world.launch()]
      world.answers.isDown = true
      let random = SeededRandom(seed: attacked.seed)
      let outcomes = Locked<[[ClientError?]]>([[], []])
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<24 {
          let process = Int(random.next() % 2)
          let pauses = random.next() % 8
          group.addTask {
            for _ in 0..<pauses { await Task.yield() }
            var problem: ClientError?
            do throws(ClientError) {
              try await launches[process].queue.submit(Probe(target: "\(number)", value: "1"))
            } catch { problem = error }
            outcomes.withLock { $0[process].append(problem) }
          }
        }
      }
      for launch in launches { await launch.queue.settled() }
      let (one, other) = outcomes.withLock { ($0[0], $0[1]) }
      let (owner, refused) = one.contains { $0 == nil } ? (one, other) : (other, one)
      #expect(owner.allSatisfy { $0 == nil })
      #expect(refused.allSatisfy { $0?.kind == .storage && $0?.detail == "inUse" })
      let accepted = launches[one.contains { $0 == nil } ? 0 : 1]
      #expect(try await accepted.queue.all().filter { $0.kind == Probe.kind }.count == owner.count)
    }

    // MARK: Many changes

    @Test("the cost of changes that wait is linear in their number", arguments: AttackedService.all)
    func waiting(service: AttackedService) async throws {
      var bytesOfOne: Double?
      for count in LongRuns.isOn ? [100, 1000, 5000] : [50, 250] {
        let (memory, trouble) = (MemoryFileSystem(), Trouble())
        let disk = TroubledDisk(memory: memory, trouble: trouble)
        let world = World(service).device(disk, MemorySecretStore())
        let launch = try await world.signedIn()
        let applied = Locked(0)
        let cache = AccountCache<[String: String]>.shared(
          "attack", empty: [:], in: launch.client.accounts, queue: launch.queue,
          overlays: [
            MutationOverlay(Probe.self) { probe, value in
              applied.withLock { $0 += 1 }
              value[probe.target] = probe.value
            }
          ])
        _ = try await cache.value()
        world.answers.isDown = true
        trouble.start()
        disk.writtenBytes.withLock { $0 = 0 }
        for number in 0..<count {
          try await launch.queue.submit(Probe(target: "target-\(10_000 + number)", value: "1"))
          _ = try await cache.value()
        }
        await launch.queue.settled()
        let name: Comment = "\(service) \(count)"
        let bytes = Double(disk.writtenBytes.withLock { $0 }) / Double(count)
        #expect(bytes < 1.3 * (bytesOfOne ?? bytes) && bytes < 1500, name)
        bytesOfOne = bytesOfOne ?? bytes
        #expect(trouble.count <= 2 * count + 50, name)
        #expect(applied.withLock { $0 } <= 2 * count, name)
        #expect(world.probes.reads <= 2 * count + 10, name)
        #expect(try Self.recordCount(memory) <= 3 * count + 256, name)
      }
    }

    @Test("one round over changes that all fail looks at each once", arguments: AttackedService.all)
    func failing(service: AttackedService) async throws {
      let world = World(service)
      let launch = try await world.signedIn()
      let failing = ProbeServer { ClientError(.server, operation: "attack.probe", status: 500) }
      let queue = MutationQueue(in: launch.client.accounts, handlers: [MutationHandler(Probe.self, failing)])
      world.answers.isDown = true
      var list = MutationList()
      let count = LongRuns.isOn ? 5000 : 500
      for number in 0..<count {
        list.put(
          MutationRecord(
            id: "\(number)", kind: Probe.kind, account: "ada", target: "\(number)", cause: "user", order: number + 1,
            createdAt: .distantPast,
            payload: AnyMutationPayload(MutationPayload(mutation: Probe(target: "\(number)", value: "1")))))
      }
      var (last, seen) = (0, 0)
      var stopped: Set<String> = []
      while let next = list.next(after: last, without: &stopped, kinds: [Probe.kind]) {
        #expect(next.order == last + 1)
        (last, seen) = (next.order, seen + 1)
        stopped.insert(next.target)
      }
      #expect(seen == count)
      for number in 0..<20 { try await queue.submit(Probe(target: "\(number)", value: "1")) }
      await queue.settled()
      let before = failing.reads
      await queue.flush()
      #expect(failing.reads == before + 20)
    }

    @Test(
      "the journal is bounded by what it holds, also when nothing can be sent", arguments: AttackedService.all)
    func bounded(service: AttackedService) async throws {
      let used = try await UsedDevice.make(service)
      let count = LongRuns.isOn ? 5000 : 400
      for hasRunOut in [false, true] where !hasRunOut || used.hasSignIn {
        let copy = try used.copy()
        if hasRunOut {
          for (key, secret) in used.secrets {
            guard case .current(let known)? = StoredSignIn(sealed: secret) else { continue }
            try copy.keychain.write(StoredSignIn.expired(account: known.account, name: known.name).sealed(), key: key)
          }
        }
        let launch = try await copy.device.launch()
        let held = try await launch.queue.all().count + 10
        for number in 0..<count {
          try await launch.queue.submit(Probe(target: "\(number % 10)", value: "\(number)"))
          // The journal may just be growing again after it was rewritten: allow for some records more.
          if number % 50 == 49 {
            #expect(try Self.recordCount(copy.memory) <= 2 * max(256, 3 * held), "\(service) \(number)")
          }
        }
      }
    }

    private static func recordCount(_ memory: MemoryFileSystem) throws -> Int {
      let journal = try #require(memory.contents.first { $0.key.hasSuffix("/queue.journal") })
      return JournalFile(journal.value).payloads.count
    }
  }
}

/// Files in memory whose lock one process can hold.
private final class LockedFolder: FileSystem {
  private let memory = MemoryFileSystem()
  private let isHeld = Locked(false)

  func lock(_ path: String) throws -> (any Sendable)? {
    try isHeld.withLock { isHeld in
      guard !isHeld else { throw FileSystemError.inUse }
      isHeld = true
    }
    return "lock"
  }

  func read(_ path: String) throws -> Data? { try memory.read(path) }
  func replace(_ path: String, with data: Data) throws { try memory.replace(path, with: data) }
  func append(_ data: Data, to path: String) throws { try memory.append(data, to: path) }
  func truncate(_ path: String, to length: Int) throws { try memory.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try memory.move(path, to: destination) }
  func remove(_ path: String) throws { try memory.remove(path) }
  func list(_ folder: String) throws -> [String] { try memory.list(folder) }
}
